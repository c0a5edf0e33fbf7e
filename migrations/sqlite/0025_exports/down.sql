DROP INDEX company_above_by_name;
DROP INDEX company_by_parent;
CREATE INDEX company_by_parent ON company (parent_company_id);
-- Other exports than those of measurements are unknown before.
DELETE FROM job WHERE kind = 'EXPORT' AND call <> 'ExportPhysicalMeasurements';
UPDATE job SET kind = 'PHYSICAL_MEASUREMENT_EXPORT', parameters = json_extract(parameters, '$.filter') WHERE kind = 'EXPORT';
ALTER TABLE access_log DROP COLUMN list;
ALTER TABLE job DROP COLUMN list;
ALTER TABLE job DROP COLUMN call;
