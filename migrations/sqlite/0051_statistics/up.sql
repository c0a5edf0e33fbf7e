-- What statistics read instead of measurements. A segment says what all measurements of some kinds say together: of a
-- company with those below it (company_id, 0 for all companies together), or of one of its divisions (division_id, 0
-- for all), on a day or in a month (level 0 or 1, period: days since the year 1 as the tally counts them, or year * 12
-- + month - 1). kind: that of the measurements; 2 has the psychological tests (6), too, which grade the same. Its parts
-- are written by the server, see backend/statistics/src/cells.rs.
CREATE TABLE statistic_segment (
    company_id BIGINT NOT NULL,
    division_id BIGINT NOT NULL,
    kind INTEGER NOT NULL,
    level INTEGER NOT NULL,
    period BIGINT NOT NULL,
    tests BLOB NOT NULL,
    grades BLOB NOT NULL,
    figures BLOB NOT NULL,
    PRIMARY KEY (company_id, division_id, kind, level, period)
);
CREATE INDEX statistic_segment_by_period ON statistic_segment (kind, level, period);

-- What is to be folded into segments: the days whose measurements have changed, and the months whose days have. A
-- change that comes again has another number, so whoever has folded the one before does not take the new one away.
CREATE TABLE statistic_change (
    change_id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    kind INTEGER NOT NULL,
    level INTEGER NOT NULL,
    period BIGINT NOT NULL,
    marked_at BIGINT NOT NULL
);
CREATE INDEX statistic_change_of ON statistic_change (level, kind, period);

-- The database itself marks: no writing can forget it. A mark takes the place of the one before, and keeps its time:
-- since then something waits.
CREATE TRIGGER measurement_comes_to_statistics AFTER INSERT ON measurement BEGIN
    INSERT INTO statistic_change (kind, level, period, marked_at)
    SELECT NEW.kind, 0, (NEW.measured_at + 62135715600000) / 86400000,
        coalesce(min(marked_at), CAST((julianday('now') - 2440587.5) * 86400000 AS BIGINT))
    FROM statistic_change
    WHERE level = 0 AND kind = NEW.kind AND period = (NEW.measured_at + 62135715600000) / 86400000;
    DELETE FROM statistic_change
    WHERE level = 0 AND kind = NEW.kind AND period = (NEW.measured_at + 62135715600000) / 86400000
        AND change_id < (SELECT max(change_id) FROM statistic_change);
END;
CREATE TRIGGER measurement_goes_from_statistics AFTER DELETE ON measurement BEGIN
    INSERT INTO statistic_change (kind, level, period, marked_at)
    SELECT OLD.kind, 0, (OLD.measured_at + 62135715600000) / 86400000,
        coalesce(min(marked_at), CAST((julianday('now') - 2440587.5) * 86400000 AS BIGINT))
    FROM statistic_change
    WHERE level = 0 AND kind = OLD.kind AND period = (OLD.measured_at + 62135715600000) / 86400000;
    DELETE FROM statistic_change
    WHERE level = 0 AND kind = OLD.kind AND period = (OLD.measured_at + 62135715600000) / 86400000
        AND change_id < (SELECT max(change_id) FROM statistic_change);
END;
CREATE TRIGGER measurement_changes_statistics AFTER UPDATE ON measurement BEGIN
    INSERT INTO statistic_change (kind, level, period, marked_at)
    SELECT OLD.kind, 0, (OLD.measured_at + 62135715600000) / 86400000,
        coalesce(min(marked_at), CAST((julianday('now') - 2440587.5) * 86400000 AS BIGINT))
    FROM statistic_change
    WHERE level = 0 AND kind = OLD.kind AND period = (OLD.measured_at + 62135715600000) / 86400000;
    DELETE FROM statistic_change
    WHERE level = 0 AND kind = OLD.kind AND period = (OLD.measured_at + 62135715600000) / 86400000
        AND change_id < (SELECT max(change_id) FROM statistic_change);
    INSERT INTO statistic_change (kind, level, period, marked_at)
    SELECT NEW.kind, 0, (NEW.measured_at + 62135715600000) / 86400000,
        coalesce(min(marked_at), CAST((julianday('now') - 2440587.5) * 86400000 AS BIGINT))
    FROM statistic_change
    WHERE level = 0 AND kind = NEW.kind AND period = (NEW.measured_at + 62135715600000) / 86400000;
    DELETE FROM statistic_change
    WHERE level = 0 AND kind = NEW.kind AND period = (NEW.measured_at + 62135715600000) / 86400000
        AND change_id < (SELECT max(change_id) FROM statistic_change);
END;

INSERT INTO statistic_change (kind, level, period, marked_at)
SELECT DISTINCT kind, 0, (measured_at + 62135715600000) / 86400000,
    CAST((julianday('now') - 2440587.5) * 86400000 AS BIGINT)
FROM measurement;
