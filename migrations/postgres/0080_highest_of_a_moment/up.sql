-- Of several tests of one person at one moment the highest scale counts, and means of pressures are those of adults in a
-- clinic: the days of these kinds are folded into statistics anew. What stands stays until then.
INSERT INTO statistic_change (kind, level, period, marked_at)
SELECT DISTINCT kind, 0, (measured_at + 62135715600000) / 86400000,
    CAST(extract(epoch FROM now()) * 1000 AS BIGINT)
FROM measurement
WHERE kind IN (1, 2, 6);

-- Uses that were reported out of order began spells that overlap, so that one person was active twice: the later one
-- reaches as far as any before it, and the earlier one ends where the later begins.
UPDATE app_use_spell
SET active_until_day = (
    SELECT max(earlier.active_until_day)
    FROM app_use_spell AS earlier
    WHERE earlier.user_id = app_use_spell.user_id AND earlier.circle = app_use_spell.circle
        AND earlier.circle_id = app_use_spell.circle_id AND earlier.began_day < app_use_spell.began_day
)
WHERE user_id IS NOT NULL AND active_until_day < (
    SELECT max(earlier.active_until_day)
    FROM app_use_spell AS earlier
    WHERE earlier.user_id = app_use_spell.user_id AND earlier.circle = app_use_spell.circle
        AND earlier.circle_id = app_use_spell.circle_id AND earlier.began_day < app_use_spell.began_day
);
UPDATE app_use_spell
SET active_until_day = (
    SELECT min(later.began_day) - 1
    FROM app_use_spell AS later
    WHERE later.user_id = app_use_spell.user_id AND later.circle = app_use_spell.circle
        AND later.circle_id = app_use_spell.circle_id AND later.began_day > app_use_spell.began_day
)
WHERE user_id IS NOT NULL AND active_until_day >= (
    SELECT min(later.began_day)
    FROM app_use_spell AS later
    WHERE later.user_id = app_use_spell.user_id AND later.circle = app_use_spell.circle
        AND later.circle_id = app_use_spell.circle_id AND later.began_day > app_use_spell.began_day
);
