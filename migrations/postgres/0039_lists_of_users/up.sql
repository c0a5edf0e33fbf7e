-- Lists of users at a million. `class` says in one number whether a user has signed up (15), the level (3 for each) and
-- the use (1): so each list of a kind, of levels and of uses is a set of numbers, counted and found without a row read.
-- Nobody writes while the rows are counted.
LOCK TABLE user_profile, member_link IN SHARE ROW EXCLUSIVE MODE;
ALTER TABLE user_profile ADD COLUMN class INTEGER GENERATED ALWAYS AS (
    is_online::INTEGER * 15
    + CASE level
        WHEN 'REGULAR_GUEST' THEN 0 WHEN 'REGULAR_MEMBER' THEN 3 WHEN 'REGULAR_VERIFIED_1_MEMBER' THEN 6
        WHEN 'REGULAR_VERIFIED_2_MEMBER' THEN 9 WHEN 'REGULAR_VERIFIED_3_MEMBER' THEN 12
    END
    + CASE WHEN dormant_at IS NOT NULL THEN 2 WHEN told_at IS NOT NULL THEN 1 ELSE 0 END
) STORED;
DROP INDEX user_by_creation;
DROP INDEX user_by_name;
DROP INDEX user_of_any_kind_by_creation;
DROP INDEX user_of_any_kind_by_name;
DROP INDEX user_told;
-- Each order, ending with what its list is narrowed by; and the classes of few.
CREATE INDEX user_by_creation ON user_profile (created_at, user_id, class, name_key);
CREATE INDEX user_by_name ON user_profile (name_key, user_id, class, created_at);
CREATE INDEX user_by_class ON user_profile (class, created_at, user_id, name_key);

-- How many users of each class there are: day 0 for all days together, else those registered on a day, as days are
-- counted in `tally`, and slots as there. Below 0 stand the names: less the number of their first letter, less one.
CREATE TABLE user_tally (
    class INTEGER NOT NULL,
    day BIGINT NOT NULL,
    slot BIGINT NOT NULL,
    records BIGINT NOT NULL,
    PRIMARY KEY (class, day, slot)
) WITH (fillfactor = 50);
INSERT INTO user_tally (class, day, slot, records)
SELECT class, (created_at + 62135715600000) / 86400000, 0, count(*) FROM user_profile GROUP BY 1, 2;
INSERT INTO user_tally (class, day, slot, records) SELECT class, 0, 0, CAST(sum(records) AS BIGINT) FROM user_tally GROUP BY class;
INSERT INTO user_tally (class, day, slot, records)
SELECT class, -ascii(name_key) - 1, 0, count(*) FROM user_profile GROUP BY 1, 2;
CREATE FUNCTION tally_users() RETURNS TRIGGER LANGUAGE plpgsql AS $$
DECLARE
    own_slot BIGINT := tally_slot();
    each BIGINT := CASE TG_OP WHEN 'DELETE' THEN -1 ELSE 1 END;
BEGIN
    INSERT INTO user_tally (class, day, slot, records)
    SELECT changed.class, each_day.day, own_slot, each * count(*)
    FROM changed
        CROSS JOIN LATERAL (
            VALUES (0), ((changed.created_at + 62135715600000) / 86400000), (-ascii(changed.name_key) - 1)
        ) AS each_day (day)
    GROUP BY 1, 2
    ON CONFLICT (class, day, slot) DO UPDATE SET records = user_tally.records + excluded.records;
    RETURN NULL;
END $$;
CREATE FUNCTION tally_user_changes() RETURNS TRIGGER LANGUAGE plpgsql AS $$
DECLARE
    own_slot BIGINT := tally_slot();
BEGIN
    INSERT INTO user_tally (class, day, slot, records)
    SELECT line.class, each_day.day, own_slot, sum(line.each)
    FROM (VALUES
            (OLD.class, (OLD.created_at + 62135715600000) / 86400000, -ascii(OLD.name_key) - 1, -1),
            (NEW.class, (NEW.created_at + 62135715600000) / 86400000, -ascii(NEW.name_key) - 1, 1)
        ) AS line (class, day, letter, each)
        CROSS JOIN LATERAL (VALUES (0), (line.day), (line.letter)) AS each_day (day)
    GROUP BY 1, 2 HAVING sum(line.each) <> 0
    ON CONFLICT (class, day, slot) DO UPDATE SET records = user_tally.records + excluded.records;
    RETURN NULL;
END $$;
CREATE TRIGGER user_comes AFTER INSERT ON user_profile REFERENCING NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION tally_users();
CREATE TRIGGER user_goes AFTER DELETE ON user_profile REFERENCING OLD TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION tally_users();
CREATE TRIGGER user_changes_class AFTER UPDATE ON user_profile
    FOR EACH ROW WHEN ((NEW.class, NEW.created_at, NEW.name_key) IS DISTINCT FROM (OLD.class, OLD.created_at, OLD.name_key))
    EXECUTE FUNCTION tally_user_changes();

-- A company's users are found by its active links. A link says of its user what the list is ordered and narrowed by, so
-- that the company's list is a walk along one index, too.
ALTER TABLE member_link ADD COLUMN user_class INTEGER;
ALTER TABLE member_link ADD COLUMN user_created_at BIGINT;
ALTER TABLE member_link ADD COLUMN user_name_key TEXT COLLATE "C";
DROP INDEX member_link_of_vendor;
DROP INDEX member_link_of_dealer;
DROP INDEX member_link_of_retailer;
UPDATE member_link SET user_class = class, user_created_at = user_profile.created_at, user_name_key = name_key
FROM user_profile WHERE user_profile.user_id = member_link.user_id;
CREATE INDEX member_link_of_vendor_by_creation
    ON member_link (vendor_id, user_created_at, user_id, user_class, user_name_key)
    WHERE state = 'ACTIVE' AND user_class IS NOT NULL;
CREATE INDEX member_link_of_vendor_by_name
    ON member_link (vendor_id, user_name_key, user_id, user_class, user_created_at)
    WHERE state = 'ACTIVE' AND user_class IS NOT NULL;
CREATE INDEX member_link_of_dealer_by_creation
    ON member_link (dealer_id, user_created_at, user_id, user_class, user_name_key)
    WHERE state = 'ACTIVE' AND user_class IS NOT NULL;
CREATE INDEX member_link_of_dealer_by_name
    ON member_link (dealer_id, user_name_key, user_id, user_class, user_created_at)
    WHERE state = 'ACTIVE' AND user_class IS NOT NULL;
CREATE INDEX member_link_of_retailer_by_creation
    ON member_link (retailer_id, user_created_at, user_id, user_class, user_name_key)
    WHERE state = 'ACTIVE' AND user_class IS NOT NULL;
CREATE INDEX member_link_of_retailer_by_name
    ON member_link (retailer_id, user_name_key, user_id, user_class, user_created_at)
    WHERE state = 'ACTIVE' AND user_class IS NOT NULL;
-- The user's row is held, so that a change of it and a new link that do not know of each other come one after the other.
CREATE FUNCTION link_names_user() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    SELECT class, created_at, name_key INTO NEW.user_class, NEW.user_created_at, NEW.user_name_key
    FROM user_profile WHERE user_profile.user_id = NEW.user_id FOR SHARE;
    RETURN NEW;
END $$;
CREATE FUNCTION user_changes_in_links() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    UPDATE member_link
    SET user_class = NEW.class, user_created_at = NEW.created_at, user_name_key = NEW.name_key
    WHERE user_id = NEW.user_id;
    RETURN NULL;
END $$;
CREATE TRIGGER link_names_user BEFORE INSERT ON member_link
    FOR EACH ROW EXECUTE FUNCTION link_names_user();
CREATE TRIGGER user_changes_in_links AFTER UPDATE ON user_profile
    FOR EACH ROW WHEN ((NEW.class, NEW.created_at, NEW.name_key) IS DISTINCT FROM (OLD.class, OLD.created_at, OLD.name_key))
    EXECUTE FUNCTION user_changes_in_links();
