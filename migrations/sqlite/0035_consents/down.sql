ALTER TABLE access_log DROP COLUMN user_id;
DROP TABLE consent;
