-- Removes what the migration added; what it took out of histories does not come back.
DROP TABLE rate_limit;
DROP INDEX member_by_phone_tail;
ALTER TABLE member DROP COLUMN phone_tail;
DELETE FROM access_log WHERE member_id IS NULL;
ALTER TABLE access_log ALTER COLUMN member_id SET NOT NULL;
ALTER TABLE access_log DROP COLUMN action;
