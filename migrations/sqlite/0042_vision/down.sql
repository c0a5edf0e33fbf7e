-- A header without what was measured says nothing.
DELETE FROM measurement WHERE kind = 3;
DROP TABLE vision_measurement;
