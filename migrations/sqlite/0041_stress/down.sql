-- A header without what was measured says nothing.
DELETE FROM measurement WHERE kind = 2;
DROP TABLE stress_answers;
DROP TABLE stress_measurement;
