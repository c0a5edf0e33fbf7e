DROP TRIGGER member_name_goes;
DROP TRIGGER member_goes;
DROP TRIGGER member_moves;
DROP TRIGGER measurement_goes;
DROP TRIGGER measurement_moves;
DROP TABLE tally_reach;
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
