DROP INDEX user_told;
DROP INDEX user_by_use;
ALTER TABLE user_profile DROP COLUMN dormant_at;
ALTER TABLE user_profile DROP COLUMN told_at;
ALTER TABLE user_profile DROP COLUMN used_at;
