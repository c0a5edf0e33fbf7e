-- How many records of each kind there are in the subtree of each company, whenever and on each day. kind: 0
-- members (by the day of their registration), else the kind of measurement (by the day of measuring).
-- day: 0 for all days together, else days since the year 1, as they begin in Seoul. slot: as many
-- as transactions write at the same time, so that none waits for another.
-- Nobody writes while the rows are counted.
LOCK TABLE member, measurement IN SHARE ROW EXCLUSIVE MODE;
DROP TRIGGER member_comes ON member;
DROP TRIGGER member_goes ON member;
DROP TRIGGER measurement_comes ON measurement;
DROP TRIGGER measurement_goes ON measurement;
DROP FUNCTION tally_rows();
DROP TABLE tally;
CREATE TABLE tally (
    company_id BIGINT NOT NULL REFERENCES company (company_id) ON DELETE CASCADE,
    kind INTEGER NOT NULL,
    day BIGINT NOT NULL,
    slot BIGINT NOT NULL,
    records BIGINT NOT NULL,
    PRIMARY KEY (company_id, kind, day, slot)
) WITH (fillfactor = 50);

INSERT INTO tally (company_id, kind, day, slot, records)
SELECT vendor_id, 0, (created_at + 62135715600000) / 86400000, 0, count(*)
FROM member WHERE vendor_id IS NOT NULL GROUP BY 1, 2, 3;
INSERT INTO tally (company_id, kind, day, slot, records)
SELECT dealer_id, 0, (created_at + 62135715600000) / 86400000, 0, count(*)
FROM member WHERE dealer_id IS NOT NULL GROUP BY 1, 2, 3;
INSERT INTO tally (company_id, kind, day, slot, records)
SELECT retailer_id, 0, (created_at + 62135715600000) / 86400000, 0, count(*)
FROM member WHERE retailer_id IS NOT NULL GROUP BY 1, 2, 3;
INSERT INTO tally (company_id, kind, day, slot, records)
SELECT vendor_id, kind, (measured_at + 62135715600000) / 86400000, 0, count(*)
FROM measurement WHERE vendor_id IS NOT NULL GROUP BY 1, 2, 3;
INSERT INTO tally (company_id, kind, day, slot, records)
SELECT dealer_id, kind, (measured_at + 62135715600000) / 86400000, 0, count(*)
FROM measurement WHERE dealer_id IS NOT NULL GROUP BY 1, 2, 3;
INSERT INTO tally (company_id, kind, day, slot, records)
SELECT retailer_id, kind, (measured_at + 62135715600000) / 86400000, 0, count(*)
FROM measurement WHERE retailer_id IS NOT NULL GROUP BY 1, 2, 3;
INSERT INTO tally (company_id, kind, day, slot, records)
SELECT company_id, kind, 0, 0, CAST(sum(records) AS BIGINT) FROM tally GROUP BY company_id, kind;

-- The database itself counts what comes, goes and moves: no writing can forget it. Rows of one statement
-- are counted together; what moves, row by row.
CREATE FUNCTION tally_members() RETURNS TRIGGER LANGUAGE plpgsql AS $$
DECLARE
    own_slot BIGINT := tally_slot();
    each BIGINT := CASE TG_OP WHEN 'DELETE' THEN -1 ELSE 1 END;
BEGIN
    INSERT INTO tally (company_id, kind, day, slot, records)
    SELECT line.company_id, 0, each_day.day, own_slot, each * count(*)
    FROM changed
        CROSS JOIN LATERAL (VALUES (changed.vendor_id), (changed.dealer_id), (changed.retailer_id)) AS line (company_id)
        CROSS JOIN LATERAL (VALUES (0), ((changed.created_at + 62135715600000) / 86400000)) AS each_day (day)
    WHERE line.company_id IS NOT NULL GROUP BY 1, 2, 3
    ON CONFLICT (company_id, kind, day, slot) DO UPDATE SET records = tally.records + excluded.records;
    RETURN NULL;
END $$;
CREATE FUNCTION tally_member_moves() RETURNS TRIGGER LANGUAGE plpgsql AS $$
DECLARE
    own_slot BIGINT := tally_slot();
BEGIN
    INSERT INTO tally (company_id, kind, day, slot, records)
    SELECT line.company_id, line.kind, each_day.day, own_slot, sum(line.each)
    FROM (VALUES
            (OLD.vendor_id, 0, (OLD.created_at + 62135715600000) / 86400000, -1),
            (OLD.dealer_id, 0, (OLD.created_at + 62135715600000) / 86400000, -1),
            (OLD.retailer_id, 0, (OLD.created_at + 62135715600000) / 86400000, -1),
            (NEW.vendor_id, 0, (NEW.created_at + 62135715600000) / 86400000, 1),
            (NEW.dealer_id, 0, (NEW.created_at + 62135715600000) / 86400000, 1),
            (NEW.retailer_id, 0, (NEW.created_at + 62135715600000) / 86400000, 1)
        ) AS line (company_id, kind, day, each)
        CROSS JOIN LATERAL (VALUES (0), (line.day)) AS each_day (day)
    WHERE line.company_id IS NOT NULL GROUP BY 1, 2, 3 HAVING sum(line.each) <> 0
    ON CONFLICT (company_id, kind, day, slot) DO UPDATE SET records = tally.records + excluded.records;
    RETURN NULL;
END $$;

CREATE FUNCTION tally_measurements() RETURNS TRIGGER LANGUAGE plpgsql AS $$
DECLARE
    own_slot BIGINT := tally_slot();
    each BIGINT := CASE TG_OP WHEN 'DELETE' THEN -1 ELSE 1 END;
BEGIN
    INSERT INTO tally (company_id, kind, day, slot, records)
    SELECT line.company_id, changed.kind, each_day.day, own_slot, each * count(*)
    FROM changed
        CROSS JOIN LATERAL (VALUES (changed.vendor_id), (changed.dealer_id), (changed.retailer_id)) AS line (company_id)
        CROSS JOIN LATERAL (VALUES (0), ((changed.measured_at + 62135715600000) / 86400000)) AS each_day (day)
    WHERE line.company_id IS NOT NULL GROUP BY 1, 2, 3
    ON CONFLICT (company_id, kind, day, slot) DO UPDATE SET records = tally.records + excluded.records;
    RETURN NULL;
END $$;
CREATE FUNCTION tally_measurement_moves() RETURNS TRIGGER LANGUAGE plpgsql AS $$
DECLARE
    own_slot BIGINT := tally_slot();
BEGIN
    INSERT INTO tally (company_id, kind, day, slot, records)
    SELECT line.company_id, line.kind, each_day.day, own_slot, sum(line.each)
    FROM (VALUES
            (OLD.vendor_id, OLD.kind, (OLD.measured_at + 62135715600000) / 86400000, -1),
            (OLD.dealer_id, OLD.kind, (OLD.measured_at + 62135715600000) / 86400000, -1),
            (OLD.retailer_id, OLD.kind, (OLD.measured_at + 62135715600000) / 86400000, -1),
            (NEW.vendor_id, NEW.kind, (NEW.measured_at + 62135715600000) / 86400000, 1),
            (NEW.dealer_id, NEW.kind, (NEW.measured_at + 62135715600000) / 86400000, 1),
            (NEW.retailer_id, NEW.kind, (NEW.measured_at + 62135715600000) / 86400000, 1)
        ) AS line (company_id, kind, day, each)
        CROSS JOIN LATERAL (VALUES (0), (line.day)) AS each_day (day)
    WHERE line.company_id IS NOT NULL GROUP BY 1, 2, 3 HAVING sum(line.each) <> 0
    ON CONFLICT (company_id, kind, day, slot) DO UPDATE SET records = tally.records + excluded.records;
    RETURN NULL;
END $$;

CREATE TRIGGER member_comes AFTER INSERT ON member REFERENCING NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION tally_members();
CREATE TRIGGER member_goes AFTER DELETE ON member REFERENCING OLD TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION tally_members();
CREATE TRIGGER member_moves AFTER UPDATE OF vendor_id, dealer_id, retailer_id, created_at ON member
    FOR EACH ROW WHEN ((NEW.vendor_id, NEW.dealer_id, NEW.retailer_id, NEW.created_at)
        IS DISTINCT FROM (OLD.vendor_id, OLD.dealer_id, OLD.retailer_id, OLD.created_at))
    EXECUTE FUNCTION tally_member_moves();
CREATE TRIGGER measurement_comes AFTER INSERT ON measurement REFERENCING NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION tally_measurements();
CREATE TRIGGER measurement_goes AFTER DELETE ON measurement REFERENCING OLD TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION tally_measurements();
CREATE TRIGGER measurement_moves AFTER UPDATE OF vendor_id, dealer_id, retailer_id, kind, measured_at ON measurement
    FOR EACH ROW WHEN ((NEW.vendor_id, NEW.dealer_id, NEW.retailer_id, NEW.kind, NEW.measured_at)
        IS DISTINCT FROM (OLD.vendor_id, OLD.dealer_id, OLD.retailer_id, OLD.kind, OLD.measured_at))
    EXECUTE FUNCTION tally_measurement_moves();
