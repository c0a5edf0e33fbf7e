-- Who comes holds the name, so that it is not forgotten with its last bearer, who leaves at the same time.
CREATE OR REPLACE FUNCTION keep_member_names() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    -- In order, so that two transactions never wait for each other crosswise. A name that goes between
    -- the two statements is kept anew.
    LOOP
        INSERT INTO member_name (name_key) SELECT DISTINCT name_key FROM changed ORDER BY name_key
        ON CONFLICT DO NOTHING;
        PERFORM 1 FROM member_name WHERE name_key IN (SELECT name_key FROM changed) ORDER BY name_key
        FOR KEY SHARE;
        EXIT WHEN NOT EXISTS (
            SELECT 1 FROM changed WHERE NOT EXISTS
                (SELECT 1 FROM member_name AS known WHERE known.name_key = changed.name_key)
        );
    END LOOP;
    RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION forget_member_name() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'UPDATE' THEN
        LOOP
            INSERT INTO member_name (name_key) VALUES (NEW.name_key) ON CONFLICT DO NOTHING;
            PERFORM 1 FROM member_name WHERE name_key = NEW.name_key FOR KEY SHARE;
            EXIT WHEN FOUND;
        END LOOP;
    END IF;
    -- Whoever has come meanwhile is waited for, and seen by the statement after that.
    IF NOT EXISTS (SELECT 1 FROM member WHERE name_key = OLD.name_key) THEN
        PERFORM 1 FROM member_name WHERE name_key = OLD.name_key FOR UPDATE;
        DELETE FROM member_name WHERE name_key = OLD.name_key
            AND NOT EXISTS (SELECT 1 FROM member WHERE name_key = OLD.name_key);
    END IF;
    RETURN NULL;
END $$;
