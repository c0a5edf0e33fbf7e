-- A link to a saved report, with the kinds that it shows: those that its sender may read. Kind -1.
ALTER TABLE message ADD COLUMN report_id BIGINT REFERENCES report (report_id) ON DELETE SET NULL;
ALTER TABLE message ADD COLUMN report_kinds TEXT;
CREATE INDEX message_by_report ON message (report_id) WHERE report_id IS NOT NULL;
