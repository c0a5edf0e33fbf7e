-- A header without what was measured says nothing.
DELETE FROM measurement WHERE kind = 6;
DROP TABLE psychological_test;
