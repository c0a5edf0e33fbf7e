-- Members of apps, day by day: a spell of a user in a circle (an app, all apps of a service, or all apps) are the days on
-- whose evening the last use was within 30 days. Days are counted as in `tally`. A use that follows sooner makes the spell
-- longer, so whoever uses an app every day has one row, and who is active on any evening is told by beginnings and ends.
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
CREATE UNIQUE INDEX app_use_spell_of_user ON app_use_spell (user_id, circle, circle_id, began_day);
-- What statistics count, each in the order of its groups, with all that they narrow by.
CREATE INDEX app_use_spell_by_beginning
    ON app_use_spell (circle, circle_id, level, began_day, is_first, sex, born_on, user_id, app_use_spell_id);
CREATE INDEX app_use_spell_by_end
    ON app_use_spell (circle, circle_id, level, active_until_day, sex, born_on, user_id, app_use_spell_id);
CREATE INDEX app_use_spell_of_gone
    ON app_use_spell (circle, circle_id, level, ended_day, is_first, sex, born_on, app_use_spell_id)
    WHERE ended_day IS NOT NULL;

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

-- A spell says of its user what statistics are narrowed by.
CREATE TRIGGER user_changes_in_spells AFTER UPDATE OF level, sex, birth_date ON user_profile
WHEN NEW.level IS NOT OLD.level OR NEW.sex IS NOT OLD.sex OR NEW.birth_date IS NOT OLD.birth_date BEGIN
    UPDATE app_use_spell SET level = NEW.level, sex = NEW.sex, born_on = NEW.birth_date WHERE user_id = NEW.user_id;
END;
