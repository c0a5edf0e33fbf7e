-- What is sent to persons is one table: links to reports, each with the message that brings it, and notices to users who
-- are about to become dormant, which have no link. Kind 0 is such a notice, all others are of measurements.
CREATE TABLE message (
    message_id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    -- Whose it is: a member, whose company's it is then, or a user.
    member_id BIGINT REFERENCES member (member_id) ON DELETE CASCADE,
    company_id BIGINT REFERENCES company (company_id) ON DELETE CASCADE,
    user_id BIGINT REFERENCES user_profile (user_id) ON DELETE CASCADE,
    kind INTEGER NOT NULL,
    account_id BIGINT NOT NULL,
    account_name TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    -- Until when the link opens, and the message is worth being sent.
    expires_at BIGINT NOT NULL,
    revoked_at BIGINT,
    -- The link, where there is one: of the token stands a keyed hash, and, for as long as the message may still be sent,
    -- the token sealed.
    token_hash TEXT UNIQUE,
    sealed_token TEXT,
    wrong_tries BIGINT NOT NULL DEFAULT 0,
    openings BIGINT NOT NULL DEFAULT 0,
    opened_at BIGINT,
    channel TEXT NOT NULL,
    language TEXT NOT NULL,
    -- Masked: where the message goes is read when it is sent.
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
INSERT INTO message (message_id, member_id, company_id, kind, account_id, account_name, created_at, expires_at, revoked_at,
    token_hash, sealed_token, wrong_tries, openings, opened_at, channel, language, address, state, attempts, failures,
    due_at, sent_at, failure)
SELECT report_link_id, member_id, company_id, kind, account_id, account_name, created_at, expires_at, revoked_at,
    token_hash, sealed_token, wrong_tries, openings, opened_at, channel, language, address, state, attempts, failures,
    due_at, sent_at, failure
FROM report_link;

-- What a link shows.
CREATE TABLE message_measurement (
    message_id BIGINT NOT NULL REFERENCES message (message_id) ON DELETE CASCADE,
    measurement_id BIGINT NOT NULL REFERENCES measurement (measurement_id) ON DELETE CASCADE,
    place INTEGER NOT NULL,
    PRIMARY KEY (message_id, measurement_id)
);
INSERT INTO message_measurement SELECT report_link_id, measurement_id, place FROM report_link_measurement;
-- Numbers are given once, also those of what was deleted.
DELETE FROM sqlite_sequence WHERE name = 'message';
INSERT INTO sqlite_sequence (name, seq) SELECT 'message', seq FROM sqlite_sequence WHERE name = 'report_link';
DROP TABLE report_link_measurement;
DROP TABLE report_link;

CREATE INDEX message_by_time ON message (created_at, message_id);
CREATE INDEX message_by_company ON message (company_id, created_at, message_id);
CREATE INDEX message_by_member ON message (member_id);
CREATE INDEX message_by_user ON message (user_id) WHERE user_id IS NOT NULL;
-- Links go before notices, of which there may be very many at once.
CREATE INDEX message_of_link_due ON message (channel, state, due_at, message_id) WHERE user_id IS NULL;
CREATE INDEX message_of_notice_due ON message (channel, state, due_at, message_id) WHERE user_id IS NOT NULL;
-- For what is cleaned up, of whichever kind.
CREATE INDEX message_by_state ON message (state, expires_at);
CREATE INDEX message_by_end ON message (expires_at);
CREATE INDEX message_measurement_by_measurement ON message_measurement (measurement_id);

-- Who withdraws is sought in the measurements: what is a member's as well stays, and the rest goes.
CREATE INDEX measurement_by_user ON measurement (user_id) WHERE user_id IS NOT NULL;
