DROP INDEX user_by_creation;
DROP INDEX user_by_name;
DROP INDEX user_by_birth_date;
DROP INDEX user_by_phone;
DROP INDEX user_by_phone_tail;
DROP INDEX user_of_any_kind_by_creation;
DROP INDEX user_of_any_kind_by_name;
ALTER TABLE user_profile DROP COLUMN level_evidence;
ALTER TABLE user_profile DROP COLUMN phone_tail;
ALTER TABLE user_profile DROP COLUMN name_key;
ALTER TABLE user_profile DROP COLUMN is_online;
ALTER TABLE user_profile ADD COLUMN member_id BIGINT UNIQUE REFERENCES member (member_id) ON DELETE SET NULL;
UPDATE user_profile SET member_id = (SELECT min(member_link.member_id) FROM member_link
    WHERE member_link.user_id = user_profile.user_id AND member_link.state = 'ACTIVE');
DROP TABLE member_link;
