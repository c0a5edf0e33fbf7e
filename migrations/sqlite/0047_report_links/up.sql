-- Links by which persons open measurements of theirs without an account, and the messages that bring them. Of the token
-- stands a keyed hash, and, for as long as the message may still be sent, the token sealed. Where a message goes is read
-- from the member when it is sent; here it stands masked.
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
    -- Counts every attempt: its number is the proof of whoever makes it.
    attempts BIGINT NOT NULL,
    -- Those that have failed since a person last asked for it: they lengthen the pauses.
    failures BIGINT NOT NULL,
    -- When it is due, or, while it is being sent, when its sender is given up.
    due_at BIGINT NOT NULL,
    sent_at BIGINT,
    failure TEXT
);
CREATE INDEX report_link_by_time ON report_link (created_at, report_link_id);
CREATE INDEX report_link_by_company ON report_link (company_id, created_at, report_link_id);
CREATE INDEX report_link_by_member ON report_link (member_id);
CREATE INDEX report_link_due ON report_link (state, due_at);
CREATE INDEX report_link_by_end ON report_link (expires_at);

-- What a link shows.
CREATE TABLE report_link_measurement (
    report_link_id BIGINT NOT NULL REFERENCES report_link (report_link_id) ON DELETE CASCADE,
    measurement_id BIGINT NOT NULL REFERENCES measurement (measurement_id) ON DELETE CASCADE,
    place INTEGER NOT NULL,
    PRIMARY KEY (report_link_id, measurement_id)
);
CREATE INDEX report_link_measurement_by_measurement ON report_link_measurement (measurement_id);
