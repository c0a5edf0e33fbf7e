-- What is sent to persons is one table: links to reports, each with the message that brings it, and notices to users who
-- are about to become dormant, which have no link. Kind 0 is such a notice, all others are of measurements.
ALTER TABLE report_link RENAME TO message;
ALTER TABLE message RENAME COLUMN report_link_id TO message_id;
ALTER TABLE message
    ADD COLUMN user_id BIGINT REFERENCES user_profile (user_id) ON DELETE CASCADE,
    ALTER COLUMN member_id DROP NOT NULL,
    ALTER COLUMN company_id DROP NOT NULL,
    ALTER COLUMN token_hash DROP NOT NULL,
    ALTER COLUMN wrong_tries SET DEFAULT 0,
    ALTER COLUMN openings SET DEFAULT 0;
ALTER INDEX report_link_by_time RENAME TO message_by_time;
ALTER INDEX report_link_by_company RENAME TO message_by_company;
ALTER INDEX report_link_by_member RENAME TO message_by_member;
ALTER INDEX report_link_by_end RENAME TO message_by_end;
CREATE INDEX message_by_user ON message (user_id) WHERE user_id IS NOT NULL;
-- Links go before notices, of which there may be very many at once.
DROP INDEX report_link_due;
CREATE INDEX message_of_link_due ON message (channel, state, due_at, message_id) WHERE user_id IS NULL;
CREATE INDEX message_of_notice_due ON message (channel, state, due_at, message_id) WHERE user_id IS NOT NULL;
-- For what is cleaned up, of whichever kind.
CREATE INDEX message_by_state ON message (state, expires_at);

ALTER TABLE report_link_measurement RENAME TO message_measurement;
ALTER TABLE message_measurement RENAME COLUMN report_link_id TO message_id;
ALTER INDEX report_link_measurement_by_measurement RENAME TO message_measurement_by_measurement;

-- Who withdraws is sought in the measurements: what is a member's as well stays, and the rest goes.
CREATE INDEX measurement_by_user ON measurement (user_id) WHERE user_id IS NOT NULL;
