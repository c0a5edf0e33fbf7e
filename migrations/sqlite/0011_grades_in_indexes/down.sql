-- The indexes as they were.
DROP INDEX physical_measurement_by_vendor;
DROP INDEX physical_measurement_by_dealer;
DROP INDEX physical_measurement_by_retailer;
DROP INDEX physical_measurement_by_time;
CREATE INDEX physical_measurement_by_vendor ON physical_measurement (vendor_id, measured_at, physical_measurement_id);
CREATE INDEX physical_measurement_by_dealer ON physical_measurement (dealer_id, measured_at, physical_measurement_id);
CREATE INDEX physical_measurement_by_retailer ON physical_measurement (retailer_id, measured_at, physical_measurement_id);
CREATE INDEX physical_measurement_by_time ON physical_measurement (measured_at, physical_measurement_id);
