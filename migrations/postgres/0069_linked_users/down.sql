LOCK TABLE user_profile, member_link IN SHARE ROW EXCLUSIVE MODE;
DROP TRIGGER user_changes_where_linked ON user_profile;
DROP FUNCTION user_changes_where_linked();
DROP TRIGGER link_changes_was ON member_link;
DROP TRIGGER link_changes_to ON member_link;
DROP TRIGGER link_goes ON member_link;
DROP TRIGGER link_comes ON member_link;
DROP FUNCTION links_go();
DROP FUNCTION links_come();
DROP TABLE linked_user_tally;
DROP TABLE linked_user;
DROP FUNCTION tally_linked_user_changes();
DROP FUNCTION tally_linked_users();
ALTER TABLE member_link ADD COLUMN user_class INTEGER;
ALTER TABLE member_link ADD COLUMN user_created_at BIGINT;
ALTER TABLE member_link ADD COLUMN user_name_key TEXT COLLATE "C";
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
