-- Whom a company reaches: each user once for every company above the active links, with what lists of users are ordered
-- and narrowed by. So a company's list is a walk along one index in which nobody stands twice.
-- Nothing is linked or changed between being kept for the first time and being watched.
LOCK TABLE user_profile, member_link IN SHARE ROW EXCLUSIVE MODE;
CREATE TABLE linked_user (
    company_id BIGINT NOT NULL,
    user_id BIGINT NOT NULL,
    links BIGINT NOT NULL,
    class INTEGER NOT NULL,
    created_at BIGINT NOT NULL,
    name_key TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (company_id, user_id)
);
-- How many there are of each class, slots as in `tally`.
CREATE TABLE linked_user_tally (
    company_id BIGINT NOT NULL,
    class INTEGER NOT NULL,
    slot BIGINT NOT NULL,
    records BIGINT NOT NULL,
    PRIMARY KEY (company_id, class, slot)
) WITH (fillfactor = 50);
INSERT INTO linked_user (company_id, user_id, links, class, created_at, name_key)
SELECT above.company_id, member_link.user_id, count(*), class, user_profile.created_at, name_key
FROM member_link
    JOIN user_profile ON user_profile.user_id = member_link.user_id
    CROSS JOIN LATERAL (VALUES (vendor_id), (dealer_id), (retailer_id)) AS above (company_id)
WHERE state = 'ACTIVE' AND above.company_id IS NOT NULL
GROUP BY above.company_id, member_link.user_id, class, user_profile.created_at, name_key;
INSERT INTO linked_user_tally (company_id, class, slot, records)
SELECT company_id, class, 0, count(*) FROM linked_user GROUP BY company_id, class;
CREATE INDEX linked_user_by_creation ON linked_user (company_id, created_at, user_id, class, name_key);
CREATE INDEX linked_user_by_name ON linked_user (company_id, name_key, user_id, class, created_at);
CREATE INDEX linked_user_by_user ON linked_user (user_id);

CREATE FUNCTION tally_linked_users() RETURNS TRIGGER LANGUAGE plpgsql AS $$
DECLARE
    own_slot BIGINT := tally_slot();
    each BIGINT := CASE TG_OP WHEN 'DELETE' THEN -1 ELSE 1 END;
BEGIN
    INSERT INTO linked_user_tally (company_id, class, slot, records)
    SELECT company_id, class, own_slot, each * count(*) FROM changed GROUP BY company_id, class
    ON CONFLICT (company_id, class, slot) DO UPDATE SET records = linked_user_tally.records + excluded.records;
    RETURN NULL;
END $$;
CREATE FUNCTION tally_linked_user_changes() RETURNS TRIGGER LANGUAGE plpgsql AS $$
DECLARE
    own_slot BIGINT := tally_slot();
BEGIN
    INSERT INTO linked_user_tally (company_id, class, slot, records)
    VALUES (OLD.company_id, OLD.class, own_slot, -1), (NEW.company_id, NEW.class, own_slot, 1)
    ON CONFLICT (company_id, class, slot) DO UPDATE SET records = linked_user_tally.records + excluded.records;
    RETURN NULL;
END $$;
CREATE TRIGGER linked_user_comes AFTER INSERT ON linked_user REFERENCING NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION tally_linked_users();
CREATE TRIGGER linked_user_goes AFTER DELETE ON linked_user REFERENCING OLD TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION tally_linked_users();
CREATE TRIGGER linked_user_changes_class AFTER UPDATE OF class ON linked_user
    FOR EACH ROW WHEN (NEW.class <> OLD.class) EXECUTE FUNCTION tally_linked_user_changes();

DROP TRIGGER user_changes_in_links ON user_profile;
DROP FUNCTION user_changes_in_links();
DROP TRIGGER link_names_user ON member_link;
DROP FUNCTION link_names_user();
DROP INDEX member_link_of_vendor_by_creation;
DROP INDEX member_link_of_vendor_by_name;
DROP INDEX member_link_of_dealer_by_creation;
DROP INDEX member_link_of_dealer_by_name;
DROP INDEX member_link_of_retailer_by_creation;
DROP INDEX member_link_of_retailer_by_name;
ALTER TABLE member_link DROP COLUMN user_name_key;
ALTER TABLE member_link DROP COLUMN user_created_at;
ALTER TABLE member_link DROP COLUMN user_class;
-- The users' rows are held before anything is kept of them, so that a change of a user and a change of a link that do not
-- know of each other come one after the other; and as a change holds them, because whoever accepts a link may change
-- the user then.
CREATE FUNCTION links_come() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    PERFORM FROM user_profile WHERE user_id IN (SELECT changed.user_id FROM changed WHERE state = 'ACTIVE')
    ORDER BY user_id FOR NO KEY UPDATE;
    INSERT INTO linked_user (company_id, user_id, links, class, created_at, name_key)
    SELECT above.company_id, changed.user_id, count(*), class, user_profile.created_at, name_key
    FROM changed
        JOIN user_profile ON user_profile.user_id = changed.user_id
        CROSS JOIN LATERAL (VALUES (vendor_id), (dealer_id), (retailer_id)) AS above (company_id)
    WHERE state = 'ACTIVE' AND above.company_id IS NOT NULL
    GROUP BY above.company_id, changed.user_id, class, user_profile.created_at, name_key
    ORDER BY above.company_id, changed.user_id
    ON CONFLICT (company_id, user_id) DO UPDATE SET links = linked_user.links + excluded.links;
    RETURN NULL;
END $$;
CREATE FUNCTION links_go() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    PERFORM FROM user_profile WHERE user_id IN (SELECT changed.user_id FROM changed WHERE state = 'ACTIVE')
    ORDER BY user_id FOR NO KEY UPDATE;
    UPDATE linked_user SET links = links - gone.records
    FROM (
            SELECT above.company_id, user_id, count(*) AS records
            FROM changed CROSS JOIN LATERAL (VALUES (vendor_id), (dealer_id), (retailer_id)) AS above (company_id)
            WHERE state = 'ACTIVE'
            GROUP BY above.company_id, user_id
        ) AS gone
    WHERE linked_user.company_id = gone.company_id AND linked_user.user_id = gone.user_id;
    DELETE FROM linked_user USING changed
    WHERE state = 'ACTIVE' AND linked_user.user_id = changed.user_id
        AND linked_user.company_id IN (vendor_id, dealer_id, retailer_id) AND links = 0;
    RETURN NULL;
END $$;
CREATE TRIGGER link_comes AFTER INSERT ON member_link REFERENCING NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION links_come();
CREATE TRIGGER link_goes AFTER DELETE ON member_link REFERENCING OLD TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION links_go();
-- What a link was goes only after what it has become has come, in the order of their names: who stays is kept.
CREATE TRIGGER link_changes_to AFTER UPDATE ON member_link REFERENCING NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION links_come();
CREATE TRIGGER link_changes_was AFTER UPDATE ON member_link REFERENCING OLD TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION links_go();
CREATE FUNCTION user_changes_where_linked() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    UPDATE linked_user SET class = NEW.class, created_at = NEW.created_at, name_key = NEW.name_key
    WHERE user_id = NEW.user_id;
    RETURN NULL;
END $$;
CREATE TRIGGER user_changes_where_linked AFTER UPDATE ON user_profile
    FOR EACH ROW WHEN ((NEW.class, NEW.created_at, NEW.name_key) IS DISTINCT FROM (OLD.class, OLD.created_at, OLD.name_key))
    EXECUTE FUNCTION user_changes_where_linked();
ANALYZE linked_user;
