-- Alerts: one row for each event, whoever hears of it. That of a grade has the line of its measurement's company and, as
-- bits by the place of the indicator, which grades are dangerous and which call for attention; that of a job has its account;
-- that of terms has nobody, because all hear of it who may read their screen.
CREATE TABLE alert (
    alert_id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    kind TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    measurement_id BIGINT UNIQUE REFERENCES measurement (measurement_id) ON DELETE CASCADE,
    measurement_kind INTEGER,
    dangers BIGINT NOT NULL DEFAULT 0,
    attentions BIGINT NOT NULL DEFAULT 0,
    company_id BIGINT,
    vendor_id BIGINT,
    dealer_id BIGINT,
    retailer_id BIGINT,
    account_id BIGINT REFERENCES account (account_id) ON DELETE CASCADE,
    job_id BIGINT REFERENCES job (job_id) ON DELETE CASCADE,
    terms_id BIGINT REFERENCES terms (terms_id) ON DELETE CASCADE
);
-- Each reader's alerts are walked from the newest, by the own column of the line or by the account. Most alerts are of
-- grades: what they do not have costs them no entry.
CREATE INDEX alert_by_vendor ON alert (vendor_id, alert_id) WHERE vendor_id IS NOT NULL;
CREATE INDEX alert_by_dealer ON alert (dealer_id, alert_id) WHERE dealer_id IS NOT NULL;
CREATE INDEX alert_by_retailer ON alert (retailer_id, alert_id) WHERE retailer_id IS NOT NULL;
CREATE UNIQUE INDEX alert_by_job ON alert (job_id) WHERE job_id IS NOT NULL;
CREATE UNIQUE INDEX alert_by_terms ON alert (terms_id) WHERE terms_id IS NOT NULL;
CREATE INDEX alert_by_account ON alert (account_id, alert_id) WHERE account_id IS NOT NULL;

-- Which alerts an account has read one by one.
CREATE TABLE alert_read (
    alert_id BIGINT NOT NULL REFERENCES alert (alert_id) ON DELETE CASCADE,
    account_id BIGINT NOT NULL REFERENCES account (account_id) ON DELETE CASCADE,
    PRIMARY KEY (alert_id, account_id)
);
CREATE INDEX alert_read_by_account ON alert_read (account_id);

-- Up to which alert an account has read all, and what it wants to hear of: kinds and indicators as bits by their places. An
-- account without a row has read nothing and hears of what is usual.
CREATE TABLE alert_setting (
    account_id BIGINT PRIMARY KEY NOT NULL REFERENCES account (account_id) ON DELETE CASCADE,
    read_through BIGINT NOT NULL DEFAULT 0,
    kinds BIGINT NOT NULL,
    from_danger BIGINT NOT NULL,
    from_attention BIGINT NOT NULL
);
