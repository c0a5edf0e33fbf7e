ALTER TABLE stress_measurement DROP COLUMN nn_gaps;
UPDATE alert_setting SET kinds = kinds - (kinds & 16);
UPDATE alert SET kind = 'DANGEROUS_GRADE' WHERE kind = 'URGENT_VALUE' AND (dangers <> 0 OR attentions <> 0);
DELETE FROM alert WHERE kind = 'URGENT_VALUE';
ALTER TABLE alert DROP COLUMN urgent;
DROP INDEX measurement_urgent_by_retailer;
DROP INDEX measurement_urgent_by_dealer;
DROP INDEX measurement_urgent_by_vendor;
DROP INDEX measurement_urgent_by_time;
