-- How many records of each kind there are in the subtree of each company, whenever and on each day. kind: 0
-- members (by the day of their registration), else the kind of measurement (by the day of measuring).
-- day: 0 for all days together, else days since the year 1, as they begin in Seoul. slot: SQLite has one
-- writer and one slot.
DROP TRIGGER member_comes;
DROP TRIGGER member_goes;
DROP TRIGGER measurement_comes;
DROP TRIGGER measurement_goes;
DROP TABLE tally;
CREATE TABLE tally (
    company_id BIGINT NOT NULL REFERENCES company (company_id) ON DELETE CASCADE,
    kind INTEGER NOT NULL,
    day BIGINT NOT NULL,
    slot BIGINT NOT NULL,
    records BIGINT NOT NULL,
    PRIMARY KEY (company_id, kind, day, slot)
) WITHOUT ROWID;

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

-- The database itself counts what comes, goes and moves: no writing can forget it.
CREATE TRIGGER member_comes AFTER INSERT ON member BEGIN
    INSERT INTO tally (company_id, kind, day, slot, records)
    SELECT NEW.vendor_id, 0, 0, 0, 1
    WHERE NEW.vendor_id IS NOT NULL
    ON CONFLICT (company_id, kind, day, slot) DO UPDATE SET records = records + 1;
    INSERT INTO tally (company_id, kind, day, slot, records)
    SELECT NEW.dealer_id, 0, 0, 0, 1
    WHERE NEW.dealer_id IS NOT NULL
    ON CONFLICT (company_id, kind, day, slot) DO UPDATE SET records = records + 1;
    INSERT INTO tally (company_id, kind, day, slot, records)
    SELECT NEW.retailer_id, 0, 0, 0, 1
    WHERE NEW.retailer_id IS NOT NULL
    ON CONFLICT (company_id, kind, day, slot) DO UPDATE SET records = records + 1;
    INSERT INTO tally (company_id, kind, day, slot, records)
    SELECT NEW.vendor_id, 0, (NEW.created_at + 62135715600000) / 86400000, 0, 1
    WHERE NEW.vendor_id IS NOT NULL
    ON CONFLICT (company_id, kind, day, slot) DO UPDATE SET records = records + 1;
    INSERT INTO tally (company_id, kind, day, slot, records)
    SELECT NEW.dealer_id, 0, (NEW.created_at + 62135715600000) / 86400000, 0, 1
    WHERE NEW.dealer_id IS NOT NULL
    ON CONFLICT (company_id, kind, day, slot) DO UPDATE SET records = records + 1;
    INSERT INTO tally (company_id, kind, day, slot, records)
    SELECT NEW.retailer_id, 0, (NEW.created_at + 62135715600000) / 86400000, 0, 1
    WHERE NEW.retailer_id IS NOT NULL
    ON CONFLICT (company_id, kind, day, slot) DO UPDATE SET records = records + 1;
    INSERT INTO member_name (name_key) VALUES (NEW.name_key) ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER member_goes AFTER DELETE ON member BEGIN
    INSERT INTO tally (company_id, kind, day, slot, records)
    SELECT OLD.vendor_id, 0, 0, 0, -1
    WHERE OLD.vendor_id IS NOT NULL
    ON CONFLICT (company_id, kind, day, slot) DO UPDATE SET records = records - 1;
    INSERT INTO tally (company_id, kind, day, slot, records)
    SELECT OLD.dealer_id, 0, 0, 0, -1
    WHERE OLD.dealer_id IS NOT NULL
    ON CONFLICT (company_id, kind, day, slot) DO UPDATE SET records = records - 1;
    INSERT INTO tally (company_id, kind, day, slot, records)
    SELECT OLD.retailer_id, 0, 0, 0, -1
    WHERE OLD.retailer_id IS NOT NULL
    ON CONFLICT (company_id, kind, day, slot) DO UPDATE SET records = records - 1;
    INSERT INTO tally (company_id, kind, day, slot, records)
    SELECT OLD.vendor_id, 0, (OLD.created_at + 62135715600000) / 86400000, 0, -1
    WHERE OLD.vendor_id IS NOT NULL
    ON CONFLICT (company_id, kind, day, slot) DO UPDATE SET records = records - 1;
    INSERT INTO tally (company_id, kind, day, slot, records)
    SELECT OLD.dealer_id, 0, (OLD.created_at + 62135715600000) / 86400000, 0, -1
    WHERE OLD.dealer_id IS NOT NULL
    ON CONFLICT (company_id, kind, day, slot) DO UPDATE SET records = records - 1;
    INSERT INTO tally (company_id, kind, day, slot, records)
    SELECT OLD.retailer_id, 0, (OLD.created_at + 62135715600000) / 86400000, 0, -1
    WHERE OLD.retailer_id IS NOT NULL
    ON CONFLICT (company_id, kind, day, slot) DO UPDATE SET records = records - 1;
    DELETE FROM member_name WHERE name_key = OLD.name_key
        AND NOT EXISTS (SELECT 1 FROM member WHERE name_key = OLD.name_key);
END;
CREATE TRIGGER member_moves AFTER UPDATE OF vendor_id, dealer_id, retailer_id, created_at ON member
WHEN NEW.vendor_id IS NOT OLD.vendor_id OR NEW.dealer_id IS NOT OLD.dealer_id OR NEW.retailer_id IS NOT OLD.retailer_id
    OR NEW.created_at IS NOT OLD.created_at BEGIN
    INSERT INTO tally (company_id, kind, day, slot, records)
    SELECT OLD.vendor_id, 0, 0, 0, -1
    WHERE OLD.vendor_id IS NOT NULL
    ON CONFLICT (company_id, kind, day, slot) DO UPDATE SET records = records - 1;
    INSERT INTO tally (company_id, kind, day, slot, records)
    SELECT OLD.dealer_id, 0, 0, 0, -1
    WHERE OLD.dealer_id IS NOT NULL
    ON CONFLICT (company_id, kind, day, slot) DO UPDATE SET records = records - 1;
    INSERT INTO tally (company_id, kind, day, slot, records)
    SELECT OLD.retailer_id, 0, 0, 0, -1
    WHERE OLD.retailer_id IS NOT NULL
    ON CONFLICT (company_id, kind, day, slot) DO UPDATE SET records = records - 1;
    INSERT INTO tally (company_id, kind, day, slot, records)
    SELECT OLD.vendor_id, 0, (OLD.created_at + 62135715600000) / 86400000, 0, -1
    WHERE OLD.vendor_id IS NOT NULL
    ON CONFLICT (company_id, kind, day, slot) DO UPDATE SET records = records - 1;
    INSERT INTO tally (company_id, kind, day, slot, records)
    SELECT OLD.dealer_id, 0, (OLD.created_at + 62135715600000) / 86400000, 0, -1
    WHERE OLD.dealer_id IS NOT NULL
    ON CONFLICT (company_id, kind, day, slot) DO UPDATE SET records = records - 1;
    INSERT INTO tally (company_id, kind, day, slot, records)
    SELECT OLD.retailer_id, 0, (OLD.created_at + 62135715600000) / 86400000, 0, -1
    WHERE OLD.retailer_id IS NOT NULL
    ON CONFLICT (company_id, kind, day, slot) DO UPDATE SET records = records - 1;
    INSERT INTO tally (company_id, kind, day, slot, records)
    SELECT NEW.vendor_id, 0, 0, 0, 1
    WHERE NEW.vendor_id IS NOT NULL
    ON CONFLICT (company_id, kind, day, slot) DO UPDATE SET records = records + 1;
    INSERT INTO tally (company_id, kind, day, slot, records)
    SELECT NEW.dealer_id, 0, 0, 0, 1
    WHERE NEW.dealer_id IS NOT NULL
    ON CONFLICT (company_id, kind, day, slot) DO UPDATE SET records = records + 1;
    INSERT INTO tally (company_id, kind, day, slot, records)
    SELECT NEW.retailer_id, 0, 0, 0, 1
    WHERE NEW.retailer_id IS NOT NULL
    ON CONFLICT (company_id, kind, day, slot) DO UPDATE SET records = records + 1;
    INSERT INTO tally (company_id, kind, day, slot, records)
    SELECT NEW.vendor_id, 0, (NEW.created_at + 62135715600000) / 86400000, 0, 1
    WHERE NEW.vendor_id IS NOT NULL
    ON CONFLICT (company_id, kind, day, slot) DO UPDATE SET records = records + 1;
    INSERT INTO tally (company_id, kind, day, slot, records)
    SELECT NEW.dealer_id, 0, (NEW.created_at + 62135715600000) / 86400000, 0, 1
    WHERE NEW.dealer_id IS NOT NULL
    ON CONFLICT (company_id, kind, day, slot) DO UPDATE SET records = records + 1;
    INSERT INTO tally (company_id, kind, day, slot, records)
    SELECT NEW.retailer_id, 0, (NEW.created_at + 62135715600000) / 86400000, 0, 1
    WHERE NEW.retailer_id IS NOT NULL
    ON CONFLICT (company_id, kind, day, slot) DO UPDATE SET records = records + 1;
END;
CREATE TRIGGER measurement_comes AFTER INSERT ON measurement BEGIN
    INSERT INTO tally (company_id, kind, day, slot, records)
    SELECT NEW.vendor_id, NEW.kind, 0, 0, 1
    WHERE NEW.vendor_id IS NOT NULL
    ON CONFLICT (company_id, kind, day, slot) DO UPDATE SET records = records + 1;
    INSERT INTO tally (company_id, kind, day, slot, records)
    SELECT NEW.dealer_id, NEW.kind, 0, 0, 1
    WHERE NEW.dealer_id IS NOT NULL
    ON CONFLICT (company_id, kind, day, slot) DO UPDATE SET records = records + 1;
    INSERT INTO tally (company_id, kind, day, slot, records)
    SELECT NEW.retailer_id, NEW.kind, 0, 0, 1
    WHERE NEW.retailer_id IS NOT NULL
    ON CONFLICT (company_id, kind, day, slot) DO UPDATE SET records = records + 1;
    INSERT INTO tally (company_id, kind, day, slot, records)
    SELECT NEW.vendor_id, NEW.kind, (NEW.measured_at + 62135715600000) / 86400000, 0, 1
    WHERE NEW.vendor_id IS NOT NULL
    ON CONFLICT (company_id, kind, day, slot) DO UPDATE SET records = records + 1;
    INSERT INTO tally (company_id, kind, day, slot, records)
    SELECT NEW.dealer_id, NEW.kind, (NEW.measured_at + 62135715600000) / 86400000, 0, 1
    WHERE NEW.dealer_id IS NOT NULL
    ON CONFLICT (company_id, kind, day, slot) DO UPDATE SET records = records + 1;
    INSERT INTO tally (company_id, kind, day, slot, records)
    SELECT NEW.retailer_id, NEW.kind, (NEW.measured_at + 62135715600000) / 86400000, 0, 1
    WHERE NEW.retailer_id IS NOT NULL
    ON CONFLICT (company_id, kind, day, slot) DO UPDATE SET records = records + 1;
END;
CREATE TRIGGER measurement_goes AFTER DELETE ON measurement BEGIN
    INSERT INTO tally (company_id, kind, day, slot, records)
    SELECT OLD.vendor_id, OLD.kind, 0, 0, -1
    WHERE OLD.vendor_id IS NOT NULL
    ON CONFLICT (company_id, kind, day, slot) DO UPDATE SET records = records - 1;
    INSERT INTO tally (company_id, kind, day, slot, records)
    SELECT OLD.dealer_id, OLD.kind, 0, 0, -1
    WHERE OLD.dealer_id IS NOT NULL
    ON CONFLICT (company_id, kind, day, slot) DO UPDATE SET records = records - 1;
    INSERT INTO tally (company_id, kind, day, slot, records)
    SELECT OLD.retailer_id, OLD.kind, 0, 0, -1
    WHERE OLD.retailer_id IS NOT NULL
    ON CONFLICT (company_id, kind, day, slot) DO UPDATE SET records = records - 1;
    INSERT INTO tally (company_id, kind, day, slot, records)
    SELECT OLD.vendor_id, OLD.kind, (OLD.measured_at + 62135715600000) / 86400000, 0, -1
    WHERE OLD.vendor_id IS NOT NULL
    ON CONFLICT (company_id, kind, day, slot) DO UPDATE SET records = records - 1;
    INSERT INTO tally (company_id, kind, day, slot, records)
    SELECT OLD.dealer_id, OLD.kind, (OLD.measured_at + 62135715600000) / 86400000, 0, -1
    WHERE OLD.dealer_id IS NOT NULL
    ON CONFLICT (company_id, kind, day, slot) DO UPDATE SET records = records - 1;
    INSERT INTO tally (company_id, kind, day, slot, records)
    SELECT OLD.retailer_id, OLD.kind, (OLD.measured_at + 62135715600000) / 86400000, 0, -1
    WHERE OLD.retailer_id IS NOT NULL
    ON CONFLICT (company_id, kind, day, slot) DO UPDATE SET records = records - 1;
END;
CREATE TRIGGER measurement_moves AFTER UPDATE OF vendor_id, dealer_id, retailer_id, kind, measured_at ON measurement
WHEN NEW.vendor_id IS NOT OLD.vendor_id OR NEW.dealer_id IS NOT OLD.dealer_id OR NEW.retailer_id IS NOT OLD.retailer_id
    OR NEW.kind IS NOT OLD.kind OR NEW.measured_at IS NOT OLD.measured_at BEGIN
    INSERT INTO tally (company_id, kind, day, slot, records)
    SELECT OLD.vendor_id, OLD.kind, 0, 0, -1
    WHERE OLD.vendor_id IS NOT NULL
    ON CONFLICT (company_id, kind, day, slot) DO UPDATE SET records = records - 1;
    INSERT INTO tally (company_id, kind, day, slot, records)
    SELECT OLD.dealer_id, OLD.kind, 0, 0, -1
    WHERE OLD.dealer_id IS NOT NULL
    ON CONFLICT (company_id, kind, day, slot) DO UPDATE SET records = records - 1;
    INSERT INTO tally (company_id, kind, day, slot, records)
    SELECT OLD.retailer_id, OLD.kind, 0, 0, -1
    WHERE OLD.retailer_id IS NOT NULL
    ON CONFLICT (company_id, kind, day, slot) DO UPDATE SET records = records - 1;
    INSERT INTO tally (company_id, kind, day, slot, records)
    SELECT OLD.vendor_id, OLD.kind, (OLD.measured_at + 62135715600000) / 86400000, 0, -1
    WHERE OLD.vendor_id IS NOT NULL
    ON CONFLICT (company_id, kind, day, slot) DO UPDATE SET records = records - 1;
    INSERT INTO tally (company_id, kind, day, slot, records)
    SELECT OLD.dealer_id, OLD.kind, (OLD.measured_at + 62135715600000) / 86400000, 0, -1
    WHERE OLD.dealer_id IS NOT NULL
    ON CONFLICT (company_id, kind, day, slot) DO UPDATE SET records = records - 1;
    INSERT INTO tally (company_id, kind, day, slot, records)
    SELECT OLD.retailer_id, OLD.kind, (OLD.measured_at + 62135715600000) / 86400000, 0, -1
    WHERE OLD.retailer_id IS NOT NULL
    ON CONFLICT (company_id, kind, day, slot) DO UPDATE SET records = records - 1;
    INSERT INTO tally (company_id, kind, day, slot, records)
    SELECT NEW.vendor_id, NEW.kind, 0, 0, 1
    WHERE NEW.vendor_id IS NOT NULL
    ON CONFLICT (company_id, kind, day, slot) DO UPDATE SET records = records + 1;
    INSERT INTO tally (company_id, kind, day, slot, records)
    SELECT NEW.dealer_id, NEW.kind, 0, 0, 1
    WHERE NEW.dealer_id IS NOT NULL
    ON CONFLICT (company_id, kind, day, slot) DO UPDATE SET records = records + 1;
    INSERT INTO tally (company_id, kind, day, slot, records)
    SELECT NEW.retailer_id, NEW.kind, 0, 0, 1
    WHERE NEW.retailer_id IS NOT NULL
    ON CONFLICT (company_id, kind, day, slot) DO UPDATE SET records = records + 1;
    INSERT INTO tally (company_id, kind, day, slot, records)
    SELECT NEW.vendor_id, NEW.kind, (NEW.measured_at + 62135715600000) / 86400000, 0, 1
    WHERE NEW.vendor_id IS NOT NULL
    ON CONFLICT (company_id, kind, day, slot) DO UPDATE SET records = records + 1;
    INSERT INTO tally (company_id, kind, day, slot, records)
    SELECT NEW.dealer_id, NEW.kind, (NEW.measured_at + 62135715600000) / 86400000, 0, 1
    WHERE NEW.dealer_id IS NOT NULL
    ON CONFLICT (company_id, kind, day, slot) DO UPDATE SET records = records + 1;
    INSERT INTO tally (company_id, kind, day, slot, records)
    SELECT NEW.retailer_id, NEW.kind, (NEW.measured_at + 62135715600000) / 86400000, 0, 1
    WHERE NEW.retailer_id IS NOT NULL
    ON CONFLICT (company_id, kind, day, slot) DO UPDATE SET records = records + 1;
END;
