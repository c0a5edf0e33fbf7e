DROP INDEX message_by_maker;
DROP TABLE credential_reading;
DROP INDEX company_credential_by_account;
ALTER TABLE company_credential DROP COLUMN approved_by;
ALTER TABLE company_credential DROP COLUMN approved_at;
ALTER TABLE company_credential DROP COLUMN persons_per_day;
ALTER TABLE company_credential DROP COLUMN account_id;
