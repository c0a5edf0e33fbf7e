-- Members of apps, day by day: a spell of a user in a circle (an app, all apps of a service, or all apps) are the days
-- on whose evening the last use was within 30 days. Days are counted as in `tally`. A use that follows sooner makes the
-- spell longer, so whoever uses an app every day has one row, and who is active on any evening is told by beginnings
-- and ends.
-- The spells of who has left stay without the person (`ended_day`): the year of birth alone, as its first day, and the
-- companies that the person was linked with.
CREATE TABLE app_use_spell (
    app_use_spell_id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    user_id BIGINT REFERENCES user_profile (user_id) ON DELETE CASCADE,
    circle TEXT NOT NULL,
    circle_id BIGINT NOT NULL,
    began_day BIGINT NOT NULL,
    active_until_day BIGINT NOT NULL,
    is_first INTEGER NOT NULL,
    ended_day BIGINT,
    level TEXT NOT NULL,
    sex TEXT,
    born_on DATE
);

CREATE TABLE app_use_spell_company (
    app_use_spell_id BIGINT NOT NULL REFERENCES app_use_spell (app_use_spell_id) ON DELETE CASCADE,
    company_id BIGINT NOT NULL REFERENCES company (company_id) ON DELETE CASCADE,
    PRIMARY KEY (app_use_spell_id, company_id)
) WITHOUT ROWID;
CREATE INDEX app_use_spell_company_by_company ON app_use_spell_company (company_id, app_use_spell_id);

-- Of earlier uses the first and the last are known: what lies between them is not counted as active where it is longer
-- than 30 days.
INSERT INTO app_use_spell
    (user_id, circle, circle_id, began_day, active_until_day, is_first, level, sex, born_on)
WITH used AS (
    SELECT user_id, user_app_id, (first_used_at + 62135715600000) / 86400000 AS day FROM user_app_use
    UNION
    SELECT user_id, user_app_id, (last_used_at + 62135715600000) / 86400000 FROM user_app_use
), in_circle AS (
    SELECT user_id, 'APP' AS circle, user_app_id AS circle_id, day FROM used
    UNION
    SELECT user_id, 'SERVICE', service_id, day FROM used JOIN user_app ON user_app.user_app_id = used.user_app_id
    UNION
    SELECT user_id, 'ALL', 0, day FROM used
), marked AS (
    SELECT user_id, circle, circle_id, day,
        CASE WHEN day - lag(day) OVER (PARTITION BY user_id, circle, circle_id ORDER BY day) <= 30 THEN 0 ELSE 1 END
            AS is_begin
    FROM in_circle
), numbered AS (
    SELECT user_id, circle, circle_id, day,
        sum(is_begin) OVER (PARTITION BY user_id, circle, circle_id ORDER BY day) AS number
    FROM marked
)
SELECT numbered.user_id, circle, circle_id, min(day), max(day) + 29, CASE WHEN number = 1 THEN 1 ELSE 0 END,
    max(level), max(sex), max(birth_date)
FROM numbered JOIN user_profile ON user_profile.user_id = numbered.user_id
GROUP BY numbered.user_id, circle, circle_id, number;

CREATE UNIQUE INDEX app_use_spell_of_user ON app_use_spell (user_id, circle, circle_id, began_day);
-- What statistics count, each in the order of its groups, with all that they narrow by.
CREATE INDEX app_use_spell_by_beginning
    ON app_use_spell (circle, circle_id, level, began_day, is_first, sex, born_on, user_id, app_use_spell_id);
CREATE INDEX app_use_spell_by_end
    ON app_use_spell (circle, circle_id, level, active_until_day, sex, born_on, user_id, app_use_spell_id);
CREATE INDEX app_use_spell_of_gone
    ON app_use_spell (circle, circle_id, level, ended_day, is_first, sex, born_on, app_use_spell_id)
    WHERE ended_day IS NOT NULL;

-- What changes on a day, of everybody: who begins, who begins for the first time, whose use is no longer of late, and
-- who goes; no sex is ''. Slots are those of `tally`.
CREATE TABLE app_use_tally (
    circle TEXT NOT NULL,
    circle_id BIGINT NOT NULL,
    level TEXT NOT NULL,
    sex TEXT NOT NULL,
    day BIGINT NOT NULL,
    slot BIGINT NOT NULL,
    begun BIGINT NOT NULL,
    newcomers BIGINT NOT NULL,
    ceased BIGINT NOT NULL,
    gone BIGINT NOT NULL,
    PRIMARY KEY (circle, circle_id, level, sex, day, slot)
) WITHOUT ROWID;
INSERT INTO app_use_tally (circle, circle_id, level, sex, day, slot, begun, newcomers, ceased, gone)
SELECT circle, circle_id, level, coalesce(sex, ''), day, 0, CAST(sum(begun) AS BIGINT), CAST(sum(newcomers) AS BIGINT),
    CAST(sum(ceased) AS BIGINT), 0
FROM (
    SELECT circle, circle_id, level, sex, began_day AS day, 1 AS begun, is_first AS newcomers, 0 AS ceased
    FROM app_use_spell
    UNION ALL
    SELECT circle, circle_id, level, sex, active_until_day + 1, 0, 0, 1 FROM app_use_spell
) AS changed
GROUP BY circle, circle_id, level, coalesce(sex, ''), day;

-- A spell says of its user what statistics are narrowed by.
CREATE TRIGGER user_changes_in_spells AFTER UPDATE OF level, sex, birth_date ON user_profile
WHEN NEW.level IS NOT OLD.level OR NEW.sex IS NOT OLD.sex OR NEW.birth_date IS NOT OLD.birth_date BEGIN
    UPDATE app_use_spell SET level = NEW.level, sex = NEW.sex, born_on = NEW.birth_date WHERE user_id = NEW.user_id;
END;
CREATE TRIGGER spell_begins AFTER INSERT ON app_use_spell BEGIN
    INSERT INTO app_use_tally (circle, circle_id, level, sex, day, slot, begun, newcomers, ceased, gone)
    VALUES (NEW.circle, NEW.circle_id, NEW.level, coalesce(NEW.sex, ''), NEW.began_day, 0, 1, NEW.is_first, 0, 0),
        (NEW.circle, NEW.circle_id, NEW.level, coalesce(NEW.sex, ''), NEW.active_until_day + 1, 0, 0, 0, 1, 0)
    ON CONFLICT DO UPDATE SET begun = begun + excluded.begun, newcomers = newcomers + excluded.newcomers,
        ceased = ceased + excluded.ceased;
    INSERT INTO app_use_tally (circle, circle_id, level, sex, day, slot, begun, newcomers, ceased, gone)
    SELECT NEW.circle, NEW.circle_id, NEW.level, coalesce(NEW.sex, ''), NEW.ended_day, 0, 0, 0, 0, NEW.is_first
    WHERE NEW.ended_day IS NOT NULL
    ON CONFLICT DO UPDATE SET gone = gone + excluded.gone;
END;
CREATE TRIGGER spell_goes AFTER DELETE ON app_use_spell BEGIN
    INSERT INTO app_use_tally (circle, circle_id, level, sex, day, slot, begun, newcomers, ceased, gone)
    VALUES (OLD.circle, OLD.circle_id, OLD.level, coalesce(OLD.sex, ''), OLD.began_day, 0, -1, -OLD.is_first, 0, 0),
        (OLD.circle, OLD.circle_id, OLD.level, coalesce(OLD.sex, ''), OLD.active_until_day + 1, 0, 0, 0, -1, 0)
    ON CONFLICT DO UPDATE SET begun = begun + excluded.begun, newcomers = newcomers + excluded.newcomers,
        ceased = ceased + excluded.ceased;
    INSERT INTO app_use_tally (circle, circle_id, level, sex, day, slot, begun, newcomers, ceased, gone)
    SELECT OLD.circle, OLD.circle_id, OLD.level, coalesce(OLD.sex, ''), OLD.ended_day, 0, 0, 0, 0, -OLD.is_first
    WHERE OLD.ended_day IS NOT NULL
    ON CONFLICT DO UPDATE SET gone = gone + excluded.gone;
END;
CREATE TRIGGER spell_changes AFTER UPDATE OF level, sex, active_until_day, ended_day ON app_use_spell
WHEN NEW.level IS NOT OLD.level OR NEW.sex IS NOT OLD.sex OR NEW.active_until_day IS NOT OLD.active_until_day
    OR NEW.ended_day IS NOT OLD.ended_day BEGIN
    INSERT INTO app_use_tally (circle, circle_id, level, sex, day, slot, begun, newcomers, ceased, gone)
    VALUES (OLD.circle, OLD.circle_id, OLD.level, coalesce(OLD.sex, ''), OLD.began_day, 0, -1, -OLD.is_first, 0, 0),
        (OLD.circle, OLD.circle_id, OLD.level, coalesce(OLD.sex, ''), OLD.active_until_day + 1, 0, 0, 0, -1, 0)
    ON CONFLICT DO UPDATE SET begun = begun + excluded.begun, newcomers = newcomers + excluded.newcomers,
        ceased = ceased + excluded.ceased;
    INSERT INTO app_use_tally (circle, circle_id, level, sex, day, slot, begun, newcomers, ceased, gone)
    SELECT OLD.circle, OLD.circle_id, OLD.level, coalesce(OLD.sex, ''), OLD.ended_day, 0, 0, 0, 0, -OLD.is_first
    WHERE OLD.ended_day IS NOT NULL
    ON CONFLICT DO UPDATE SET gone = gone + excluded.gone;
    INSERT INTO app_use_tally (circle, circle_id, level, sex, day, slot, begun, newcomers, ceased, gone)
    VALUES (NEW.circle, NEW.circle_id, NEW.level, coalesce(NEW.sex, ''), NEW.began_day, 0, 1, NEW.is_first, 0, 0),
        (NEW.circle, NEW.circle_id, NEW.level, coalesce(NEW.sex, ''), NEW.active_until_day + 1, 0, 0, 0, 1, 0)
    ON CONFLICT DO UPDATE SET begun = begun + excluded.begun, newcomers = newcomers + excluded.newcomers,
        ceased = ceased + excluded.ceased;
    INSERT INTO app_use_tally (circle, circle_id, level, sex, day, slot, begun, newcomers, ceased, gone)
    SELECT NEW.circle, NEW.circle_id, NEW.level, coalesce(NEW.sex, ''), NEW.ended_day, 0, 0, 0, 0, NEW.is_first
    WHERE NEW.ended_day IS NOT NULL
    ON CONFLICT DO UPDATE SET gone = gone + excluded.gone;
END;
