-- A company that moves up a tier takes its rows along in batches. Until the last of them has followed, it says from which
-- tier it comes: in that column of their lines the rows that are left still name it.
ALTER TABLE company ADD COLUMN moving_from TEXT;
CREATE INDEX company_moving ON company (company_id) WHERE moving_from IS NOT NULL;
