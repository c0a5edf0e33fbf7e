ALTER TABLE job DROP COLUMN access_log_id;
