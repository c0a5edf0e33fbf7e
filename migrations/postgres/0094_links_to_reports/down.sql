DELETE FROM message WHERE kind = -1;
DROP INDEX message_by_report;
ALTER TABLE message DROP COLUMN report_kinds;
ALTER TABLE message DROP COLUMN report_id;
