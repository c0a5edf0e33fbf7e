-- Up to which numbers members and measurements are counted: one row. What is added behind is counted by the server before
-- it commits, once for all that a transaction has added (backend/kernel/src/db/counting.rs): into the tally, into the
-- names that members bear, and as days that statistics have to look at. By a trigger a thousand measurements of one day
-- in one company were six thousand changes of the same rows. Whoever writes without the server leaves it to the next one
-- who writes. Triggers count what goes and moves of what is counted; the number of a row that went is not given again.
CREATE TABLE tally_reach (
    member_id BIGINT NOT NULL,
    measurement_id BIGINT NOT NULL
);
INSERT INTO tally_reach (member_id, measurement_id) VALUES (
    coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'member'), 0),
    coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'measurement'), 0)
);

DROP TRIGGER member_comes;
DROP TRIGGER measurement_comes;
DROP TRIGGER measurement_comes_to_statistics;
DROP TRIGGER member_goes;
DROP TRIGGER member_moves;
DROP TRIGGER measurement_goes;
DROP TRIGGER measurement_moves;

CREATE TRIGGER member_name_goes AFTER DELETE ON member BEGIN
    DELETE FROM member_name WHERE name_key = OLD.name_key
        AND NOT EXISTS (SELECT 1 FROM member WHERE name_key = OLD.name_key);
END;
CREATE TRIGGER member_goes AFTER DELETE ON member
WHEN OLD.member_id <= (SELECT member_id FROM tally_reach) BEGIN
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
END;
CREATE TRIGGER member_moves AFTER UPDATE OF vendor_id, dealer_id, retailer_id, created_at ON member
WHEN OLD.member_id <= (SELECT member_id FROM tally_reach)
    AND (NEW.vendor_id IS NOT OLD.vendor_id OR NEW.dealer_id IS NOT OLD.dealer_id OR NEW.retailer_id IS NOT OLD.retailer_id
        OR NEW.created_at IS NOT OLD.created_at) BEGIN
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
CREATE TRIGGER measurement_goes AFTER DELETE ON measurement
WHEN OLD.measurement_id <= (SELECT measurement_id FROM tally_reach) BEGIN
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
WHEN OLD.measurement_id <= (SELECT measurement_id FROM tally_reach)
    AND (NEW.vendor_id IS NOT OLD.vendor_id OR NEW.dealer_id IS NOT OLD.dealer_id OR NEW.retailer_id IS NOT OLD.retailer_id
        OR NEW.kind IS NOT OLD.kind OR NEW.measured_at IS NOT OLD.measured_at) BEGIN
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
