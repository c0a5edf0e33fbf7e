-- Counts whole subtrees only.
DROP TRIGGER member_comes;
DROP TRIGGER member_goes;
DROP TRIGGER member_moves;
DROP TRIGGER measurement_comes;
DROP TRIGGER measurement_goes;
DROP TRIGGER measurement_moves;
ALTER TABLE tally RENAME TO daily_tally;
CREATE TABLE tally (
    company_id BIGINT NOT NULL REFERENCES company (company_id) ON DELETE CASCADE,
    resource TEXT NOT NULL,
    slot BIGINT NOT NULL,
    records BIGINT NOT NULL,
    PRIMARY KEY (company_id, resource, slot)
) WITHOUT ROWID;
INSERT INTO tally (company_id, resource, slot, records)
SELECT company_id, 'member', slot, records FROM daily_tally WHERE kind = 0 AND day = 0;
INSERT INTO tally (company_id, resource, slot, records)
SELECT company_id, 'physicalMeasurement', slot, records FROM daily_tally WHERE kind = 1 AND day = 0;
DROP TABLE daily_tally;
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
    WHERE company_id IN (OLD.vendor_id, OLD.dealer_id, OLD.retailer_id)
        AND resource = 'member' AND slot = 0;
    DELETE FROM member_name WHERE name_key = OLD.name_key
        AND NOT EXISTS (SELECT 1 FROM member WHERE name_key = OLD.name_key);
END;
CREATE TRIGGER measurement_comes AFTER INSERT ON measurement BEGIN
    INSERT INTO tally (company_id, resource, slot, records)
    SELECT value, 'physicalMeasurement', 0, 1
    FROM (SELECT NEW.vendor_id AS value UNION ALL SELECT NEW.dealer_id UNION ALL SELECT NEW.retailer_id)
    WHERE value IS NOT NULL
    ON CONFLICT (company_id, resource, slot) DO UPDATE SET records = records + 1;
END;
CREATE TRIGGER measurement_goes AFTER DELETE ON measurement BEGIN
    UPDATE tally SET records = records - 1
    WHERE company_id IN (OLD.vendor_id, OLD.dealer_id, OLD.retailer_id)
        AND resource = 'physicalMeasurement' AND slot = 0;
END;
