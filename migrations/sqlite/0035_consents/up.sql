-- What members have agreed to: the published terms, whose text never changes, when and from where; and withdrawn likewise.
-- Who agrees again after withdrawing has another row.
CREATE TABLE consent (
    consent_id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    account_id BIGINT NOT NULL REFERENCES account (account_id) ON DELETE CASCADE,
    terms_id BIGINT NOT NULL REFERENCES terms (terms_id),
    agreed_at BIGINT NOT NULL,
    agreed_from TEXT NOT NULL,
    withdrawn_at BIGINT,
    withdrawn_from TEXT
);
CREATE UNIQUE INDEX consent_standing ON consent (account_id, terms_id) WHERE withdrawn_at IS NULL;
CREATE INDEX consent_by_account ON consent (account_id, consent_id);
CREATE INDEX consent_by_terms ON consent (terms_id) WHERE withdrawn_at IS NULL;

-- The access log names a user as it names a member.
ALTER TABLE access_log ADD COLUMN user_id BIGINT;
