-- Lists of users at a million. `class` says in one number whether a user has signed up (15), the level (3 for each) and
-- the use (1): so each list of a kind, of levels and of uses is a set of numbers, counted and found without a row read.
ALTER TABLE user_profile ADD COLUMN class INTEGER GENERATED ALWAYS AS (
    is_online * 15
    + CASE level
        WHEN 'REGULAR_GUEST' THEN 0 WHEN 'REGULAR_MEMBER' THEN 3 WHEN 'REGULAR_VERIFIED_1_MEMBER' THEN 6
        WHEN 'REGULAR_VERIFIED_2_MEMBER' THEN 9 WHEN 'REGULAR_VERIFIED_3_MEMBER' THEN 12
    END
    + CASE WHEN dormant_at IS NOT NULL THEN 2 WHEN told_at IS NOT NULL THEN 1 ELSE 0 END
) VIRTUAL;
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
) WITHOUT ROWID;
INSERT INTO user_tally (class, day, slot, records)
SELECT class, (created_at + 62135715600000) / 86400000, 0, count(*) FROM user_profile GROUP BY 1, 2;
INSERT INTO user_tally (class, day, slot, records) SELECT class, 0, 0, sum(records) FROM user_tally GROUP BY class;
INSERT INTO user_tally (class, day, slot, records)
SELECT class, -coalesce(unicode(name_key), 0) - 1, 0, count(*) FROM user_profile GROUP BY 1, 2;
CREATE TRIGGER user_comes AFTER INSERT ON user_profile BEGIN
    INSERT INTO user_tally (class, day, slot, records)
    VALUES (NEW.class, 0, 0, 1), (NEW.class, (NEW.created_at + 62135715600000) / 86400000, 0, 1),
        (NEW.class, -coalesce(unicode(NEW.name_key), 0) - 1, 0, 1)
    ON CONFLICT (class, day, slot) DO UPDATE SET records = records + 1;
END;
CREATE TRIGGER user_goes AFTER DELETE ON user_profile BEGIN
    INSERT INTO user_tally (class, day, slot, records)
    VALUES (OLD.class, 0, 0, -1), (OLD.class, (OLD.created_at + 62135715600000) / 86400000, 0, -1),
        (OLD.class, -coalesce(unicode(OLD.name_key), 0) - 1, 0, -1)
    ON CONFLICT (class, day, slot) DO UPDATE SET records = records - 1;
END;
CREATE TRIGGER user_changes_class
AFTER UPDATE OF is_online, level, told_at, dormant_at, created_at, name_key ON user_profile
WHEN NEW.class IS NOT OLD.class OR NEW.created_at IS NOT OLD.created_at OR NEW.name_key IS NOT OLD.name_key BEGIN
    INSERT INTO user_tally (class, day, slot, records)
    VALUES (OLD.class, 0, 0, -1), (OLD.class, (OLD.created_at + 62135715600000) / 86400000, 0, -1),
        (OLD.class, -coalesce(unicode(OLD.name_key), 0) - 1, 0, -1)
    ON CONFLICT (class, day, slot) DO UPDATE SET records = records - 1;
    INSERT INTO user_tally (class, day, slot, records)
    VALUES (NEW.class, 0, 0, 1), (NEW.class, (NEW.created_at + 62135715600000) / 86400000, 0, 1),
        (NEW.class, -coalesce(unicode(NEW.name_key), 0) - 1, 0, 1)
    ON CONFLICT (class, day, slot) DO UPDATE SET records = records + 1;
END;

-- A company's users are found by its active links. A link says of its user what the list is ordered and narrowed by, so
-- that the company's list is a walk along one index, too.
ALTER TABLE member_link ADD COLUMN user_class INTEGER;
ALTER TABLE member_link ADD COLUMN user_created_at BIGINT;
ALTER TABLE member_link ADD COLUMN user_name_key TEXT;
DROP INDEX member_link_of_vendor;
DROP INDEX member_link_of_dealer;
DROP INDEX member_link_of_retailer;
UPDATE member_link SET (user_class, user_created_at, user_name_key) =
    (SELECT class, created_at, name_key FROM user_profile WHERE user_profile.user_id = member_link.user_id);
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
CREATE TRIGGER link_names_user AFTER INSERT ON member_link BEGIN
    UPDATE member_link SET (user_class, user_created_at, user_name_key) =
        (SELECT class, created_at, name_key FROM user_profile WHERE user_profile.user_id = NEW.user_id)
    WHERE member_link_id = NEW.member_link_id;
END;
CREATE TRIGGER user_changes_in_links
AFTER UPDATE OF is_online, level, told_at, dormant_at, created_at, name_key ON user_profile
WHEN NEW.class IS NOT OLD.class OR NEW.created_at IS NOT OLD.created_at OR NEW.name_key IS NOT OLD.name_key BEGIN
    UPDATE member_link
    SET user_class = NEW.class, user_created_at = NEW.created_at, user_name_key = NEW.name_key
    WHERE user_id = NEW.user_id;
END;
