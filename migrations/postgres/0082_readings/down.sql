-- Rows keep their columns' values only here: what was read is lost, the rows and the chain up to them stay.
DROP INDEX access_log_open;
ALTER TABLE access_log DROP COLUMN minute;
ALTER TABLE access_log DROP COLUMN filter_key;
ALTER TABLE access_log DROP COLUMN filters;
ALTER TABLE access_log DROP COLUMN pages;
ALTER TABLE access_log DROP COLUMN record_id;
