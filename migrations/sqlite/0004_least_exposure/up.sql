-- What a request may learn of people: searches by personal data are limited and logged, files are for
-- who may still have them, histories tell nothing of whoever was removed.

-- How often something was done in a window of time that ends then.
CREATE TABLE rate_limit (
    subject TEXT NOT NULL PRIMARY KEY,
    uses BIGINT NOT NULL,
    window_ends_at BIGINT NOT NULL
);

-- The digits of a telephone number that lists show.
ALTER TABLE member ADD COLUMN phone_tail TEXT;
UPDATE member SET phone_tail = substr(phone_digits, -4) WHERE length(phone_digits) >= 4;
CREATE INDEX member_by_phone_tail ON member (phone_tail) WHERE phone_tail IS NOT NULL;

-- Searches are logged too; they are about no member, or about many.
CREATE TABLE access_log_with_searches (
    access_log_id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    account_id BIGINT NOT NULL,
    action TEXT NOT NULL,
    member_id BIGINT,
    created_at BIGINT NOT NULL,
    request_id TEXT NOT NULL,
    address TEXT NOT NULL
);
INSERT INTO access_log_with_searches (access_log_id, account_id, action, member_id, created_at, request_id, address)
SELECT access_log_id, account_id, 'REVEAL', member_id, created_at, request_id, address FROM access_log;
DROP TABLE access_log;
ALTER TABLE access_log_with_searches RENAME TO access_log;
CREATE INDEX access_log_by_member ON access_log (member_id, created_at);

-- Whose rows an export has: the company that its account had when it asked.
UPDATE job SET company_id = (SELECT account.company_id FROM account WHERE account.account_id = job.account_id)
WHERE kind = 'PHYSICAL_MEASUREMENT_EXPORT' AND company_id IS NULL;

-- Notes about members are masked in their histories.
UPDATE revision SET changes = (
    SELECT json_group_array(json_object(
        'field', json_extract(value, '$.field'),
        'before', CASE WHEN json_extract(value, '$.field') = 'memo' AND json_extract(value, '$.before') IS NOT NULL
            THEN '***' ELSE json_extract(value, '$.before') END,
        'after', CASE WHEN json_extract(value, '$.field') = 'memo' AND json_extract(value, '$.after') IS NOT NULL
            THEN '***' ELSE json_extract(value, '$.after') END
    )) FROM json_each(revision.changes)
) WHERE resource = 'member' AND changes LIKE '%"memo"%';

-- Of people who were removed, histories keep which fields changed, when and by whom.
UPDATE revision SET changes = (
    SELECT json_group_array(json_object('field', json_extract(value, '$.field'), 'before', NULL, 'after', NULL))
    FROM json_each(revision.changes)
) WHERE (resource = 'member' AND record_id NOT IN (SELECT member_id FROM member))
    OR (resource = 'physicalMeasurement'
        AND record_id NOT IN (SELECT physical_measurement_id FROM physical_measurement));
