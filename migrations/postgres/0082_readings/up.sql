-- Readings of single records, their histories and lists. The record that was read, for the ten minutes in which it is
-- not logged again.
ALTER TABLE access_log ADD COLUMN record_id BIGINT;
-- A list has one row for an account, a filter and a minute, which counts people and pages until the minute has ended
-- and the row is chained. Of the filter it keeps the names of the fields, and a keyed hash of their values.
ALTER TABLE access_log ADD COLUMN pages BIGINT;
ALTER TABLE access_log ADD COLUMN filters TEXT COLLATE "C";
ALTER TABLE access_log ADD COLUMN filter_key TEXT COLLATE "C";
ALTER TABLE access_log ADD COLUMN minute BIGINT;
CREATE UNIQUE INDEX access_log_open ON access_log (account_id, minute, list, filter_key)
WHERE position IS NULL AND minute IS NOT NULL;
