-- The database itself counts what comes and goes, and keeps the names that somebody bears: no writing
-- can forget either.
CREATE TRIGGER member_comes AFTER INSERT ON member BEGIN
    INSERT INTO tally (company_id, resource, slot, records)
    SELECT value, 'member', 0, 1
    FROM (SELECT NEW.vendor_id AS value UNION ALL SELECT NEW.dealer_id UNION ALL SELECT NEW.retailer_id)
    WHERE value IS NOT NULL
    ON CONFLICT (company_id, resource, slot) DO UPDATE SET records = records + 1;
    INSERT INTO member_name (name_key) VALUES (NEW.name_key) ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER member_goes AFTER DELETE ON member BEGIN
    UPDATE tally SET records = records - 1
    WHERE company_id IN (OLD.vendor_id, OLD.dealer_id, OLD.retailer_id) AND resource = 'member' AND slot = 0;
    DELETE FROM member_name WHERE name_key = OLD.name_key
        AND NOT EXISTS (SELECT 1 FROM member WHERE name_key = OLD.name_key);
END;
CREATE TRIGGER member_is_renamed AFTER UPDATE OF name_key ON member WHEN NEW.name_key <> OLD.name_key BEGIN
    INSERT INTO member_name (name_key) VALUES (NEW.name_key) ON CONFLICT DO NOTHING;
    DELETE FROM member_name WHERE name_key = OLD.name_key
        AND NOT EXISTS (SELECT 1 FROM member WHERE name_key = OLD.name_key);
END;
CREATE TRIGGER physical_measurement_comes AFTER INSERT ON physical_measurement BEGIN
    INSERT INTO tally (company_id, resource, slot, records)
    SELECT value, 'physicalMeasurement', 0, 1
    FROM (SELECT NEW.vendor_id AS value UNION ALL SELECT NEW.dealer_id UNION ALL SELECT NEW.retailer_id)
    WHERE value IS NOT NULL
    ON CONFLICT (company_id, resource, slot) DO UPDATE SET records = records + 1;
END;
CREATE TRIGGER physical_measurement_goes AFTER DELETE ON physical_measurement BEGIN
    UPDATE tally SET records = records - 1
    WHERE company_id IN (OLD.vendor_id, OLD.dealer_id, OLD.retailer_id)
        AND resource = 'physicalMeasurement' AND slot = 0;
END;
