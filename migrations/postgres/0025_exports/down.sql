-- Other exports than those of measurements are unknown before.
DELETE FROM job WHERE kind = 'EXPORT' AND call <> 'ExportPhysicalMeasurements';
UPDATE job SET kind = 'PHYSICAL_MEASUREMENT_EXPORT', parameters = (parameters::json ->> 'filter') WHERE kind = 'EXPORT';
ALTER TABLE access_log DROP COLUMN list;
ALTER TABLE job DROP COLUMN list;
ALTER TABLE job DROP COLUMN call;
