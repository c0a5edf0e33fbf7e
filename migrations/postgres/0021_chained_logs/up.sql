-- The access log and the change log as chains: each row has its place and a hash over itself and the row
-- before it. What has no place yet is chained by the server: rows of before this migration by and by.
ALTER TABLE access_log ADD COLUMN account_name TEXT COLLATE "C" NOT NULL DEFAULT '';
-- The company that the row concerns: that of the member, otherwise that of who reads.
ALTER TABLE access_log ADD COLUMN company_id BIGINT;
-- How many persons were read at once.
ALTER TABLE access_log ADD COLUMN persons BIGINT;
ALTER TABLE access_log ADD COLUMN reason TEXT COLLATE "C";
ALTER TABLE access_log ADD COLUMN position BIGINT;
ALTER TABLE access_log ADD COLUMN hash BYTEA;
UPDATE access_log SET
    account_name = coalesce((SELECT name FROM account WHERE account.account_id = access_log.account_id), ''),
    company_id = coalesce(
        (SELECT company_id FROM member WHERE member.member_id = access_log.member_id),
        (SELECT company_id FROM account WHERE account.account_id = access_log.account_id)
    ),
    persons = CASE WHEN member_id IS NOT NULL THEN 1 END;
CREATE INDEX access_log_by_time ON access_log (created_at, access_log_id);
CREATE INDEX access_log_by_account ON access_log (account_id, created_at);
CREATE UNIQUE INDEX access_log_by_position ON access_log (position) WHERE position IS NOT NULL;
CREATE INDEX access_log_unchained ON access_log (access_log_id) WHERE position IS NULL;

-- The hash of a change covers a digest of its values with a salt, so that values and salt can be erased.
ALTER TABLE revision ADD COLUMN position BIGINT;
ALTER TABLE revision ADD COLUMN hash BYTEA;
ALTER TABLE revision ADD COLUMN salt BYTEA;
ALTER TABLE revision ADD COLUMN digest BYTEA;
CREATE INDEX revision_by_time ON revision (created_at, revision_id);
CREATE UNIQUE INDEX revision_by_position ON revision (position) WHERE position IS NOT NULL;
CREATE INDEX revision_unchained ON revision (revision_id) WHERE position IS NULL;

-- Where each chain begins (the oldest rows go in time), where it ends, and the last row of before there was one.
CREATE TABLE log_chain (
    log TEXT COLLATE "C" PRIMARY KEY,
    anchor_position BIGINT NOT NULL,
    anchor_hash BYTEA NOT NULL,
    position BIGINT NOT NULL,
    hash BYTEA NOT NULL,
    before_id BIGINT NOT NULL
);
INSERT INTO log_chain (log, anchor_position, anchor_hash, position, hash, before_id)
SELECT 'access_log', 0, decode(repeat('00', 32), 'hex'), 0, decode(repeat('00', 32), 'hex'), coalesce(max(access_log_id), 0) FROM access_log;
INSERT INTO log_chain (log, anchor_position, anchor_hash, position, hash, before_id)
SELECT 'revision', 0, decode(repeat('00', 32), 'hex'), 0, decode(repeat('00', 32), 'hex'), coalesce(max(revision_id), 0) FROM revision;

-- Logs are added to; the values of a change can be erased, and only what lies before the chain be removed.
CREATE FUNCTION log_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN RAISE EXCEPTION 'logs are only added to'; END $$;
CREATE TRIGGER access_log_stays BEFORE UPDATE ON access_log FOR EACH ROW
WHEN (OLD.position IS NOT NULL) EXECUTE FUNCTION log_stays();
CREATE TRIGGER revision_stays
BEFORE UPDATE OF revision_id, resource, record_id, action, account_id, account_name, created_at, position, hash, digest
ON revision FOR EACH ROW WHEN (OLD.position IS NOT NULL) EXECUTE FUNCTION log_stays();
CREATE FUNCTION log_is_kept() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF OLD.position IS NULL OR OLD.position > (SELECT anchor_position FROM log_chain WHERE log = TG_TABLE_NAME) THEN
        RAISE EXCEPTION 'logs are kept';
    END IF;
    RETURN OLD;
END $$;
CREATE TRIGGER access_log_is_kept BEFORE DELETE ON access_log FOR EACH ROW EXECUTE FUNCTION log_is_kept();
CREATE TRIGGER revision_is_kept BEFORE DELETE ON revision FOR EACH ROW EXECUTE FUNCTION log_is_kept();
