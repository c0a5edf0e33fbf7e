-- Fetching the file of an export is written down like the asking for it: the job says by which row of the access log it
-- was asked for, so that each fetching tells of how many people it is, and why.
ALTER TABLE job ADD COLUMN access_log_id BIGINT;
-- Files that are there are of the last seven days; they were asked for together with their row.
UPDATE job SET access_log_id = (
    SELECT max(asked.access_log_id) FROM access_log asked
    WHERE asked.account_id = job.account_id AND asked.action = 'EXPORT' AND asked.list = job.list
        AND asked.created_at BETWEEN job.created_at - 60000 AND job.created_at
) WHERE kind = 'EXPORT';

-- The bin of permission groups tells them apart by whose accounts they are for.
UPDATE past_form SET kind = json_extract(form, '$.authority') WHERE resource = 'permissionGroup';
