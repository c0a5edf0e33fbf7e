-- The access log is sought by company, by address and by list: each finds its rows in the order of their time.
CREATE INDEX access_log_by_company ON access_log (company_id, created_at, access_log_id) WHERE company_id IS NOT NULL;
CREATE INDEX access_log_by_address ON access_log (address, created_at, access_log_id);
CREATE INDEX access_log_by_list ON access_log (list, created_at, access_log_id) WHERE list IS NOT NULL;
