-- Codes that staff show and persons answer: whether a measurement that is nobody's is theirs. The code as a hash.
CREATE TABLE person_code (
    code_hash TEXT NOT NULL PRIMARY KEY,
    asked_by BIGINT NOT NULL REFERENCES account (account_id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    measurement_id BIGINT NOT NULL REFERENCES measurement (measurement_id) ON DELETE CASCADE,
    measurement_version BIGINT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('PENDING', 'AGREED', 'DECLINED', 'USED')),
    answered_by BIGINT REFERENCES account (account_id) ON DELETE CASCADE,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
);
CREATE INDEX person_code_by_end ON person_code (expires_at);
CREATE INDEX person_code_by_asker ON person_code (asked_by);
CREATE INDEX person_code_by_person ON person_code (answered_by);
CREATE INDEX person_code_by_measurement ON person_code (measurement_id);
