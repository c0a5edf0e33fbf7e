-- Counts whole subtrees only.
LOCK TABLE member, measurement IN SHARE ROW EXCLUSIVE MODE;
DROP TRIGGER member_comes ON member;
DROP TRIGGER member_goes ON member;
DROP TRIGGER member_moves ON member;
DROP TRIGGER measurement_comes ON measurement;
DROP TRIGGER measurement_goes ON measurement;
DROP TRIGGER measurement_moves ON measurement;
DROP FUNCTION tally_members();
DROP FUNCTION tally_member_moves();
DROP FUNCTION tally_measurements();
DROP FUNCTION tally_measurement_moves();
ALTER TABLE tally RENAME TO daily_tally;
ALTER INDEX tally_pkey RENAME TO daily_tally_pkey;
CREATE TABLE tally (
    company_id BIGINT NOT NULL REFERENCES company (company_id) ON DELETE CASCADE,
    resource TEXT COLLATE "C" NOT NULL,
    slot BIGINT NOT NULL,
    records BIGINT NOT NULL,
    PRIMARY KEY (company_id, resource, slot)
) WITH (fillfactor = 50);
INSERT INTO tally (company_id, resource, slot, records)
SELECT company_id, 'member', slot, records FROM daily_tally WHERE kind = 0 AND day = 0;
INSERT INTO tally (company_id, resource, slot, records)
SELECT company_id, 'physicalMeasurement', slot, records FROM daily_tally WHERE kind = 1 AND day = 0;
DROP TABLE daily_tally;

-- Counts the rows of one statement for every company of their lines; the resource is the argument.
CREATE FUNCTION tally_rows() RETURNS TRIGGER LANGUAGE plpgsql AS $$
DECLARE
    own_slot BIGINT := tally_slot();
    each BIGINT := CASE TG_OP WHEN 'DELETE' THEN -1 ELSE 1 END;
BEGIN
    INSERT INTO tally (company_id, resource, slot, records)
    SELECT line.company_id, TG_ARGV[0], own_slot, each * count(*)
    FROM changed CROSS JOIN LATERAL
        (VALUES (changed.vendor_id), (changed.dealer_id), (changed.retailer_id)) AS line (company_id)
    WHERE line.company_id IS NOT NULL GROUP BY line.company_id
    ON CONFLICT (company_id, resource, slot) DO UPDATE SET records = tally.records + excluded.records;
    RETURN NULL;
END $$;

CREATE TRIGGER member_comes AFTER INSERT ON member REFERENCING NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION tally_rows('member');
CREATE TRIGGER member_goes AFTER DELETE ON member REFERENCING OLD TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION tally_rows('member');
CREATE TRIGGER measurement_comes AFTER INSERT ON measurement REFERENCING NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION tally_rows('physicalMeasurement');
CREATE TRIGGER measurement_goes AFTER DELETE ON measurement REFERENCING OLD TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION tally_rows('physicalMeasurement');
