DROP INDEX measurement_by_user;
CREATE TABLE report_link (
    report_link_id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    token_hash TEXT NOT NULL UNIQUE,
    sealed_token TEXT,
    member_id BIGINT NOT NULL REFERENCES member (member_id) ON DELETE CASCADE,
    company_id BIGINT NOT NULL REFERENCES company (company_id) ON DELETE CASCADE,
    kind INTEGER NOT NULL,
    account_id BIGINT NOT NULL,
    account_name TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    revoked_at BIGINT,
    wrong_tries BIGINT NOT NULL,
    openings BIGINT NOT NULL,
    opened_at BIGINT,
    channel TEXT NOT NULL,
    language TEXT NOT NULL,
    address TEXT,
    state TEXT NOT NULL,
    attempts BIGINT NOT NULL,
    failures BIGINT NOT NULL,
    due_at BIGINT NOT NULL,
    sent_at BIGINT,
    failure TEXT
);
INSERT INTO report_link SELECT message_id, token_hash, sealed_token, member_id, company_id, kind, account_id, account_name,
    created_at, expires_at, revoked_at, wrong_tries, openings, opened_at, channel, language, address, state, attempts,
    failures, due_at, sent_at, failure
FROM message WHERE user_id IS NULL;
CREATE TABLE report_link_measurement (
    report_link_id BIGINT NOT NULL REFERENCES report_link (report_link_id) ON DELETE CASCADE,
    measurement_id BIGINT NOT NULL REFERENCES measurement (measurement_id) ON DELETE CASCADE,
    place INTEGER NOT NULL,
    PRIMARY KEY (report_link_id, measurement_id)
);
INSERT INTO report_link_measurement SELECT message_id, measurement_id, place FROM message_measurement;
DELETE FROM sqlite_sequence WHERE name = 'report_link';
INSERT INTO sqlite_sequence (name, seq) SELECT 'report_link', seq FROM sqlite_sequence WHERE name = 'message';
DROP TABLE message_measurement;
DROP TABLE message;
CREATE INDEX report_link_by_time ON report_link (created_at, report_link_id);
CREATE INDEX report_link_by_company ON report_link (company_id, created_at, report_link_id);
CREATE INDEX report_link_by_member ON report_link (member_id);
CREATE INDEX report_link_due ON report_link (state, due_at);
CREATE INDEX report_link_by_end ON report_link (expires_at);
CREATE INDEX report_link_measurement_by_measurement ON report_link_measurement (measurement_id);
