-- Links between users and members of companies: whoever is linked sees the member's measurements. A user has several,
-- a member at most one that is not closed. What staff keep of users beside what these say of themselves.

CREATE TABLE user_profile_new (
    user_id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    account_id BIGINT NOT NULL UNIQUE REFERENCES account (account_id) ON DELETE CASCADE,
    is_online BOOLEAN NOT NULL DEFAULT TRUE,
    name_key TEXT NOT NULL DEFAULT '',
    birth_date DATE,
    sex TEXT CHECK (sex IN ('MALE', 'FEMALE')),
    phone_number TEXT,
    phone_digits TEXT,
    phone_tail TEXT,
    email TEXT,
    address TEXT,
    level TEXT NOT NULL,
    level_evidence TEXT,
    tracking_enabled BOOLEAN NOT NULL DEFAULT FALSE,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    version BIGINT NOT NULL DEFAULT 1
);
INSERT INTO user_profile_new (user_id, account_id, name_key, birth_date, sex, phone_number, phone_digits, phone_tail, email,
    address, level, tracking_enabled, created_at, updated_at, version)
SELECT user_id, account_id, (SELECT lower(account.name) FROM account WHERE account.account_id = user_profile.account_id),
    birth_date, sex, phone_number, phone_digits, CASE WHEN length(phone_digits) >= 4 THEN substr(phone_digits, -4) END, email, address,
    level, tracking_enabled, created_at, updated_at, version
FROM user_profile ORDER BY user_id;
-- The number of a user who has gone is not given again: histories tell of it.
DELETE FROM sqlite_sequence WHERE name = 'user_profile_new';
INSERT INTO sqlite_sequence (name, seq) SELECT 'user_profile_new', seq FROM sqlite_sequence WHERE name = 'user_profile';

CREATE TABLE member_link (
    member_link_id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    user_id BIGINT NOT NULL REFERENCES user_profile (user_id) ON DELETE CASCADE,
    member_id BIGINT NOT NULL REFERENCES member (member_id) ON DELETE CASCADE,
    company_id BIGINT NOT NULL,
    vendor_id BIGINT,
    dealer_id BIGINT,
    retailer_id BIGINT,
    state TEXT NOT NULL,
    evidence TEXT,
    requested_by TEXT,
    created_at BIGINT NOT NULL,
    activated_at BIGINT,
    closed_at BIGINT,
    closed_by TEXT
);
CREATE TEMPORARY TABLE linked AS
SELECT user_profile.user_id, member.member_id, member.company_id, member.vendor_id, member.dealer_id, member.retailer_id,
    user_profile.created_at
FROM user_profile JOIN member ON member.member_id = user_profile.member_id;
DROP TABLE user_profile;
ALTER TABLE user_profile_new RENAME TO user_profile;
INSERT INTO member_link (user_id, member_id, company_id, vendor_id, dealer_id, retailer_id, state, created_at, activated_at)
SELECT user_id, member_id, company_id, vendor_id, dealer_id, retailer_id, 'ACTIVE', created_at, created_at
FROM linked ORDER BY user_id;
DROP TABLE linked;

-- What is not closed is asked for or active, and there is one of these for a member.
CREATE UNIQUE INDEX member_link_live ON member_link (member_id) WHERE closed_at IS NULL;
CREATE INDEX member_link_by_member ON member_link (member_id, member_link_id);
-- The scope of a user, and the users of a company.
CREATE INDEX member_link_by_user ON member_link (user_id, state, member_id);
CREATE INDEX member_link_of_vendor ON member_link (vendor_id, state, user_id);
CREATE INDEX member_link_of_dealer ON member_link (dealer_id, state, user_id);
CREATE INDEX member_link_of_retailer ON member_link (retailer_id, state, user_id);

-- The lists of users, in each of their orders, and what they are sought by.
CREATE INDEX user_by_creation ON user_profile (is_online, created_at, user_id);
CREATE INDEX user_by_name ON user_profile (is_online, name_key, user_id);
CREATE INDEX user_by_birth_date ON user_profile (birth_date, created_at, user_id);
CREATE INDEX user_by_phone ON user_profile (phone_digits);
CREATE INDEX user_by_phone_tail ON user_profile (phone_tail, created_at, user_id);
-- Of both kinds together.
CREATE INDEX user_of_any_kind_by_creation ON user_profile (created_at, user_id);
CREATE INDEX user_of_any_kind_by_name ON user_profile (name_key, user_id);
