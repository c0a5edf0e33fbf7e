-- Reports: what was measured of a member as it stood when the report was made, as JSON that never changes afterwards.
CREATE TABLE report (
    report_id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    member_id BIGINT NOT NULL REFERENCES member (member_id) ON DELETE CASCADE,
    company_id BIGINT NOT NULL REFERENCES company (company_id) ON DELETE CASCADE,
    created_at BIGINT NOT NULL,
    account_id BIGINT NOT NULL,
    account_name TEXT NOT NULL,
    -- Words of the kinds that it has, with commas between: lists tell them without reading the content.
    kinds TEXT NOT NULL,
    comment TEXT,
    -- The last column, which lists do not read.
    content TEXT NOT NULL
);
CREATE INDEX report_by_time ON report (created_at, report_id);
CREATE INDEX report_by_company ON report (company_id, created_at, report_id);
CREATE INDEX report_by_member ON report (member_id, created_at, report_id);
