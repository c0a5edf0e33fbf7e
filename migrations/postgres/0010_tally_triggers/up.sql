-- The database itself counts what comes and goes, and keeps the names that somebody bears: no writing
-- can forget either.

-- The slot of this transaction: the first that no other holds, held until the transaction ends. So no
-- row of the tally is ever waited for, whoever writes from wherever.
CREATE FUNCTION tally_slot() RETURNS BIGINT LANGUAGE plpgsql AS $$
DECLARE
    held TEXT := current_setting('uno.tally_slot', TRUE);
BEGIN
    IF held <> '' THEN
        RETURN held::BIGINT;
    END IF;
    FOR candidate IN 0..127 LOOP
        IF pg_try_advisory_xact_lock(7165019, candidate) THEN
            PERFORM set_config('uno.tally_slot', candidate::TEXT, TRUE);
            RETURN candidate;
        END IF;
    END LOOP;
    PERFORM pg_advisory_xact_lock(7165019, 127);
    PERFORM set_config('uno.tally_slot', '127', TRUE);
    RETURN 127;
END $$;

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

CREATE FUNCTION keep_member_names() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    -- In order, so that two transactions never wait for each other crosswise.
    INSERT INTO member_name (name_key) SELECT DISTINCT name_key FROM changed ORDER BY name_key
    ON CONFLICT DO NOTHING;
    RETURN NULL;
END $$;

CREATE FUNCTION forget_member_name() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'UPDATE' THEN
        INSERT INTO member_name (name_key) VALUES (NEW.name_key) ON CONFLICT DO NOTHING;
    END IF;
    DELETE FROM member_name WHERE name_key = OLD.name_key
        AND NOT EXISTS (SELECT 1 FROM member WHERE name_key = OLD.name_key);
    RETURN NULL;
END $$;

CREATE TRIGGER member_comes AFTER INSERT ON member REFERENCING NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION tally_rows('member');
CREATE TRIGGER member_goes AFTER DELETE ON member REFERENCING OLD TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION tally_rows('member');
CREATE TRIGGER physical_measurement_comes AFTER INSERT ON physical_measurement REFERENCING NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION tally_rows('physicalMeasurement');
CREATE TRIGGER physical_measurement_goes AFTER DELETE ON physical_measurement REFERENCING OLD TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION tally_rows('physicalMeasurement');

CREATE TRIGGER member_is_named AFTER INSERT ON member REFERENCING NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION keep_member_names();
CREATE TRIGGER member_is_renamed AFTER UPDATE OF name_key ON member
    FOR EACH ROW WHEN (NEW.name_key <> OLD.name_key) EXECUTE FUNCTION forget_member_name();
CREATE TRIGGER member_name_goes AFTER DELETE ON member
    FOR EACH ROW EXECUTE FUNCTION forget_member_name();
