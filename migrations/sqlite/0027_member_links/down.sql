CREATE TABLE user_profile_old (
    user_id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    account_id BIGINT NOT NULL UNIQUE REFERENCES account (account_id) ON DELETE CASCADE,
    member_id BIGINT UNIQUE REFERENCES member (member_id) ON DELETE SET NULL,
    birth_date DATE,
    sex TEXT CHECK (sex IN ('MALE', 'FEMALE')),
    phone_number TEXT,
    phone_digits TEXT,
    email TEXT,
    address TEXT,
    level TEXT NOT NULL,
    tracking_enabled BOOLEAN NOT NULL DEFAULT FALSE,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    version BIGINT NOT NULL DEFAULT 1
);
INSERT INTO user_profile_old (user_id, account_id, member_id, birth_date, sex, phone_number, phone_digits, email, address,
    level, tracking_enabled, created_at, updated_at, version)
SELECT user_id, account_id,
    (SELECT min(member_link.member_id) FROM member_link
        WHERE member_link.user_id = user_profile.user_id AND member_link.state = 'ACTIVE'),
    birth_date, sex, phone_number, phone_digits, email, address, level, tracking_enabled, created_at, updated_at, version
FROM user_profile ORDER BY user_id;
DELETE FROM sqlite_sequence WHERE name = 'user_profile_old';
INSERT INTO sqlite_sequence (name, seq) SELECT 'user_profile_old', seq FROM sqlite_sequence WHERE name = 'user_profile';
DROP TABLE member_link;
DROP TABLE user_profile;
ALTER TABLE user_profile_old RENAME TO user_profile;
