-- A credential keeps to the limits of the one who issued it: whose it is, how many people it may read in a day, and who
-- else has agreed to it. Without `approved_at` it is not valid yet.
ALTER TABLE company_credential
    ADD COLUMN account_id BIGINT,
    ADD COLUMN persons_per_day BIGINT NOT NULL DEFAULT 500,
    ADD COLUMN approved_at BIGINT,
    ADD COLUMN approved_by TEXT;
-- What is in use goes on, with a limit that synchronising a large company daily keeps to.
UPDATE company_credential SET approved_at = created_at, persons_per_day = 5000;
-- The issuer is known by the company's history, and only an account that still exists can end.
UPDATE company_credential SET account_id = (
    SELECT revision.account_id
    FROM revision JOIN account ON account.account_id = revision.account_id
    WHERE resource = 'company' AND record_id = company_credential.company_id
        AND revision.account_name = company_credential.account_name
        AND revision.created_at BETWEEN company_credential.created_at AND company_credential.created_at + 60000
        AND changes LIKE '%"field":"credential"%'
    ORDER BY revision_id LIMIT 1);
-- Nothing issued before is valid for longer than a year from now, to the end of a day in Seoul.
UPDATE company_credential
SET expires_at = ((CAST(extract(epoch FROM now()) AS BIGINT) + 32400) / 86400 + 366) * 86400000 - 32400000
WHERE expires_at > ((CAST(extract(epoch FROM now()) AS BIGINT) + 32400) / 86400 + 366) * 86400000 - 32400000;
CREATE INDEX company_credential_by_account ON company_credential (account_id);
-- Whom a credential has read on a day (days since 1970 in Seoul), for its limit; removed when the day is over.
CREATE TABLE credential_reading (
    company_credential_id BIGINT NOT NULL REFERENCES company_credential (company_credential_id) ON DELETE CASCADE,
    day INTEGER NOT NULL,
    member_id BIGINT NOT NULL,
    PRIMARY KEY (company_credential_id, day, member_id)
);
-- Direct links to measurements end with the account that made them.
CREATE INDEX message_by_maker ON message (account_id) WHERE channel = 'DIRECT' AND revoked_at IS NULL;
