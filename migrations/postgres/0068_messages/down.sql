DROP INDEX measurement_by_user;
DELETE FROM message WHERE user_id IS NOT NULL;
ALTER TABLE message RENAME TO report_link;
ALTER TABLE report_link RENAME COLUMN message_id TO report_link_id;
DROP INDEX message_by_user;
DROP INDEX message_of_link_due;
DROP INDEX message_of_notice_due;
DROP INDEX message_by_state;
ALTER TABLE report_link
    DROP COLUMN user_id,
    ALTER COLUMN member_id SET NOT NULL,
    ALTER COLUMN company_id SET NOT NULL,
    ALTER COLUMN token_hash SET NOT NULL,
    ALTER COLUMN wrong_tries DROP DEFAULT,
    ALTER COLUMN openings DROP DEFAULT;
ALTER INDEX message_by_time RENAME TO report_link_by_time;
ALTER INDEX message_by_company RENAME TO report_link_by_company;
ALTER INDEX message_by_member RENAME TO report_link_by_member;
ALTER INDEX message_by_end RENAME TO report_link_by_end;
CREATE INDEX report_link_due ON report_link (state, due_at);
ALTER TABLE message_measurement RENAME TO report_link_measurement;
ALTER TABLE report_link_measurement RENAME COLUMN message_id TO report_link_id;
ALTER INDEX message_measurement_by_measurement RENAME TO report_link_measurement_by_measurement;
