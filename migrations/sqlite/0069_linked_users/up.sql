-- Whom a company reaches: each user once for every company above the active links, with what lists of users are ordered
-- and narrowed by. So a company's list is a walk along one index in which nobody stands twice.
CREATE TABLE linked_user (
    company_id BIGINT NOT NULL,
    user_id BIGINT NOT NULL,
    links BIGINT NOT NULL,
    class INTEGER NOT NULL,
    created_at BIGINT NOT NULL,
    name_key TEXT NOT NULL,
    PRIMARY KEY (company_id, user_id)
) WITHOUT ROWID;
-- How many there are of each class, slots as in `tally`.
CREATE TABLE linked_user_tally (
    company_id BIGINT NOT NULL,
    class INTEGER NOT NULL,
    slot BIGINT NOT NULL,
    records BIGINT NOT NULL,
    PRIMARY KEY (company_id, class, slot)
) WITHOUT ROWID;
INSERT INTO linked_user (company_id, user_id, links, class, created_at, name_key)
SELECT above.company_id, user_id, count(*), class, user_profile.created_at, name_key
FROM (
        SELECT vendor_id AS company_id, user_id FROM member_link WHERE state = 'ACTIVE'
        UNION ALL SELECT dealer_id, user_id FROM member_link WHERE state = 'ACTIVE'
        UNION ALL SELECT retailer_id, user_id FROM member_link WHERE state = 'ACTIVE'
    ) AS above
    JOIN user_profile USING (user_id)
WHERE above.company_id IS NOT NULL
GROUP BY above.company_id, user_id;
INSERT INTO linked_user_tally (company_id, class, slot, records)
SELECT company_id, class, 0, count(*) FROM linked_user GROUP BY company_id, class;
CREATE INDEX linked_user_by_creation ON linked_user (company_id, created_at, user_id, class, name_key);
CREATE INDEX linked_user_by_name ON linked_user (company_id, name_key, user_id, class, created_at);
CREATE INDEX linked_user_by_user ON linked_user (user_id);

CREATE TRIGGER linked_user_comes AFTER INSERT ON linked_user BEGIN
    INSERT INTO linked_user_tally (company_id, class, slot, records) VALUES (NEW.company_id, NEW.class, 0, 1)
    ON CONFLICT (company_id, class, slot) DO UPDATE SET records = records + 1;
END;
CREATE TRIGGER linked_user_goes AFTER DELETE ON linked_user BEGIN
    UPDATE linked_user_tally SET records = records - 1
    WHERE company_id = OLD.company_id AND class = OLD.class AND slot = 0;
END;
CREATE TRIGGER linked_user_changes_class AFTER UPDATE OF class ON linked_user WHEN NEW.class <> OLD.class BEGIN
    UPDATE linked_user_tally SET records = records - 1
    WHERE company_id = OLD.company_id AND class = OLD.class AND slot = 0;
    INSERT INTO linked_user_tally (company_id, class, slot, records) VALUES (NEW.company_id, NEW.class, 0, 1)
    ON CONFLICT (company_id, class, slot) DO UPDATE SET records = records + 1;
END;

DROP TRIGGER user_changes_in_links;
DROP TRIGGER link_names_user;
DROP INDEX member_link_of_vendor_by_creation;
DROP INDEX member_link_of_vendor_by_name;
DROP INDEX member_link_of_dealer_by_creation;
DROP INDEX member_link_of_dealer_by_name;
DROP INDEX member_link_of_retailer_by_creation;
DROP INDEX member_link_of_retailer_by_name;
ALTER TABLE member_link DROP COLUMN user_name_key;
ALTER TABLE member_link DROP COLUMN user_created_at;
ALTER TABLE member_link DROP COLUMN user_class;
CREATE TRIGGER link_comes AFTER INSERT ON member_link WHEN NEW.state = 'ACTIVE' BEGIN
    INSERT INTO linked_user (company_id, user_id, links, class, created_at, name_key)
    SELECT above.company_id, NEW.user_id, 1, class, created_at, name_key
    FROM user_profile
        CROSS JOIN (
            SELECT NEW.vendor_id AS company_id UNION ALL SELECT NEW.dealer_id UNION ALL SELECT NEW.retailer_id
        ) AS above
    WHERE user_profile.user_id = NEW.user_id AND above.company_id IS NOT NULL
    ON CONFLICT (company_id, user_id) DO UPDATE SET links = links + 1;
END;
CREATE TRIGGER link_goes AFTER DELETE ON member_link WHEN OLD.state = 'ACTIVE' BEGIN
    UPDATE linked_user SET links = links - 1
    WHERE user_id = OLD.user_id AND company_id IN (OLD.vendor_id, OLD.dealer_id, OLD.retailer_id);
    DELETE FROM linked_user
    WHERE user_id = OLD.user_id AND company_id IN (OLD.vendor_id, OLD.dealer_id, OLD.retailer_id) AND links = 0;
END;
CREATE TRIGGER link_changes AFTER UPDATE OF state, user_id, vendor_id, dealer_id, retailer_id ON member_link
WHEN NEW.state IS NOT OLD.state OR NEW.user_id IS NOT OLD.user_id OR NEW.vendor_id IS NOT OLD.vendor_id
    OR NEW.dealer_id IS NOT OLD.dealer_id OR NEW.retailer_id IS NOT OLD.retailer_id BEGIN
    INSERT INTO linked_user (company_id, user_id, links, class, created_at, name_key)
    SELECT above.company_id, NEW.user_id, 1, class, created_at, name_key
    FROM user_profile
        CROSS JOIN (
            SELECT NEW.vendor_id AS company_id UNION ALL SELECT NEW.dealer_id UNION ALL SELECT NEW.retailer_id
        ) AS above
    WHERE NEW.state = 'ACTIVE' AND user_profile.user_id = NEW.user_id AND above.company_id IS NOT NULL
    ON CONFLICT (company_id, user_id) DO UPDATE SET links = links + 1;
    UPDATE linked_user SET links = links - 1
    WHERE OLD.state = 'ACTIVE' AND user_id = OLD.user_id
        AND company_id IN (OLD.vendor_id, OLD.dealer_id, OLD.retailer_id);
    DELETE FROM linked_user
    WHERE user_id = OLD.user_id AND company_id IN (OLD.vendor_id, OLD.dealer_id, OLD.retailer_id) AND links = 0;
END;
CREATE TRIGGER user_changes_where_linked
AFTER UPDATE OF is_online, level, told_at, dormant_at, created_at, name_key ON user_profile
WHEN NEW.class IS NOT OLD.class OR NEW.created_at IS NOT OLD.created_at OR NEW.name_key IS NOT OLD.name_key BEGIN
    UPDATE linked_user SET class = NEW.class, created_at = NEW.created_at, name_key = NEW.name_key
    WHERE user_id = NEW.user_id;
END;
