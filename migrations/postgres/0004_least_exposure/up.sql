-- What a request may learn of people: searches by personal data are limited and logged, files are for
-- who may still have them, histories tell nothing of whoever was removed.

-- How often something was done in a window of time that ends then.
CREATE TABLE rate_limit (
    subject TEXT PRIMARY KEY,
    uses BIGINT NOT NULL,
    window_ends_at BIGINT NOT NULL
);

-- The digits of a telephone number that lists show.
ALTER TABLE member ADD COLUMN phone_tail TEXT COLLATE "C";
UPDATE member SET phone_tail = right(phone_digits, 4) WHERE length(phone_digits) >= 4;
CREATE INDEX member_by_phone_tail ON member (phone_tail) WHERE phone_tail IS NOT NULL;

-- Searches are logged too; they are about no member, or about many.
ALTER TABLE access_log ALTER COLUMN member_id DROP NOT NULL;
ALTER TABLE access_log ADD COLUMN action TEXT NOT NULL DEFAULT 'REVEAL';
ALTER TABLE access_log ALTER COLUMN action DROP DEFAULT;

-- Whose rows an export has: the company that its account had when it asked.
UPDATE job SET company_id = (SELECT account.company_id FROM account WHERE account.account_id = job.account_id)
WHERE kind = 'PHYSICAL_MEASUREMENT_EXPORT' AND company_id IS NULL;

-- Notes about members are masked in their histories.
UPDATE revision SET changes = (
    SELECT coalesce(jsonb_agg(CASE WHEN change ->> 'field' = 'memo' THEN jsonb_build_object(
        'field', 'memo',
        'before', CASE WHEN change ->> 'before' IS NOT NULL THEN '***' END,
        'after', CASE WHEN change ->> 'after' IS NOT NULL THEN '***' END
    ) ELSE change END ORDER BY place), '[]')::text
    FROM jsonb_array_elements(revision.changes::jsonb) WITH ORDINALITY AS list (change, place)
) WHERE resource = 'member' AND changes LIKE '%"memo"%';

-- Of people who were removed, histories keep which fields changed, when and by whom.
UPDATE revision SET changes = (
    SELECT coalesce(jsonb_agg(
        jsonb_build_object('field', change ->> 'field', 'before', NULL, 'after', NULL) ORDER BY place
    ), '[]')::text
    FROM jsonb_array_elements(revision.changes::jsonb) WITH ORDINALITY AS list (change, place)
) WHERE (resource = 'member' AND record_id NOT IN (SELECT member_id FROM member))
    OR (resource = 'physicalMeasurement'
        AND record_id NOT IN (SELECT physical_measurement_id FROM physical_measurement));
