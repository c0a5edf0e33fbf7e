-- A header without what was measured says nothing.
DELETE FROM measurement WHERE kind = 4;
DROP TABLE heart_rate_measurement;
