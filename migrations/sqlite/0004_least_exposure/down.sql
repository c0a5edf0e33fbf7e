-- Removes what the migration added; what it took out of histories does not come back.
DROP TABLE rate_limit;
DROP INDEX member_by_phone_tail;
ALTER TABLE member DROP COLUMN phone_tail;
CREATE TABLE access_log_of_members (
    access_log_id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    account_id BIGINT NOT NULL,
    member_id BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    request_id TEXT NOT NULL,
    address TEXT NOT NULL
);
INSERT INTO access_log_of_members (access_log_id, account_id, member_id, created_at, request_id, address)
SELECT access_log_id, account_id, member_id, created_at, request_id, address FROM access_log
WHERE member_id IS NOT NULL;
DROP TABLE access_log;
ALTER TABLE access_log_of_members RENAME TO access_log;
CREATE INDEX access_log_by_member ON access_log (member_id, created_at);
