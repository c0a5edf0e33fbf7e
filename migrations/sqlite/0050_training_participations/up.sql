-- Participations in trainings, as apps tell of them: with the names of the time, the completion in percent and the score
-- in hundredths. A sender, an account or a company's system, numbers them for each member.
CREATE TABLE training_participation (
    training_participation_id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    member_id BIGINT NOT NULL REFERENCES member (member_id) ON DELETE CASCADE,
    company_id BIGINT NOT NULL,
    vendor_id BIGINT,
    dealer_id BIGINT,
    retailer_id BIGINT,
    source TEXT NOT NULL,
    source_id TEXT NOT NULL,
    program_name TEXT NOT NULL,
    unit_name TEXT NOT NULL,
    day BIGINT NOT NULL,
    content_name TEXT NOT NULL,
    started_at BIGINT NOT NULL,
    ended_at BIGINT,
    completion BIGINT NOT NULL,
    score BIGINT,
    received_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    UNIQUE (member_id, source, source_id)
);

-- Every list is found by one of these, in its order; what was not completed, among their entries.
CREATE INDEX training_participation_by_time
    ON training_participation (started_at, training_participation_id, completion);
CREATE INDEX training_participation_by_vendor
    ON training_participation (vendor_id, started_at, training_participation_id, completion);
CREATE INDEX training_participation_by_dealer
    ON training_participation (dealer_id, started_at, training_participation_id, completion);
CREATE INDEX training_participation_by_retailer
    ON training_participation (retailer_id, started_at, training_participation_id, completion);
CREATE INDEX training_participation_by_member
    ON training_participation (member_id, started_at, training_participation_id);
