-- Every list can be exported. A job has the name of the call that asked for it, by which it is known who may have its
-- file, and the key of the text that names the list; so has the log of who asked for it.
ALTER TABLE job ADD COLUMN call TEXT;
ALTER TABLE job ADD COLUMN list TEXT;
ALTER TABLE access_log ADD COLUMN list TEXT;
UPDATE job SET kind = 'EXPORT', call = 'ExportPhysicalMeasurements', list = 'measurement.ofMember'
WHERE kind = 'PHYSICAL_MEASUREMENT_EXPORT';
-- What waited says how the file is to be, too.
UPDATE job SET parameters = '{"filter":' || parameters || ',"options":{}}' WHERE kind = 'EXPORT';

-- Companies are sought by the name of the one above; a company below which there can be others is no retailer.
-- What stands directly below one comes in the order of its list.
DROP INDEX company_by_parent;
CREATE INDEX company_by_parent ON company (parent_company_id, kind, created_at, company_id);
CREATE INDEX company_above_by_name ON company (name_key, company_id) WHERE retailer_id IS NULL;
