ALTER TABLE job DROP COLUMN changed_rows;
