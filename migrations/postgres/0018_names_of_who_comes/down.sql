-- The functions as they were.
CREATE OR REPLACE FUNCTION keep_member_names() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO member_name (name_key) SELECT DISTINCT name_key FROM changed ORDER BY name_key
    ON CONFLICT DO NOTHING;
    RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION forget_member_name() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'UPDATE' THEN
        INSERT INTO member_name (name_key) VALUES (NEW.name_key) ON CONFLICT DO NOTHING;
    END IF;
    DELETE FROM member_name WHERE name_key = OLD.name_key
        AND NOT EXISTS (SELECT 1 FROM member WHERE name_key = OLD.name_key);
    RETURN NULL;
END $$;
