DROP TRIGGER user_changes_where_linked;
DROP TRIGGER link_changes;
DROP TRIGGER link_goes;
DROP TRIGGER link_comes;
DROP TABLE linked_user_tally;
DROP TABLE linked_user;
ALTER TABLE member_link ADD COLUMN user_class INTEGER;
ALTER TABLE member_link ADD COLUMN user_created_at BIGINT;
ALTER TABLE member_link ADD COLUMN user_name_key TEXT;
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
