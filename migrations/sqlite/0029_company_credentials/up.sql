-- Credentials of companies for their own systems. Of a secret only the keyed hash is kept; the credential's number,
-- which stands in it, finds the row. When it was used last is written once a minute at most.
CREATE TABLE company_credential (
    company_credential_id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    company_id BIGINT NOT NULL REFERENCES company (company_id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    secret_hash TEXT NOT NULL,
    -- Words of the contract, separated by commas.
    scopes TEXT NOT NULL,
    expires_at BIGINT NOT NULL,
    last_used_at BIGINT,
    revoked_at BIGINT,
    -- Who issued it, by the name of then.
    account_name TEXT NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE INDEX company_credential_by_company ON company_credential (company_id, company_credential_id);
