DROP TRIGGER measurement_comes_to_statistics;
DROP TRIGGER measurement_goes_from_statistics;
DROP TRIGGER measurement_changes_statistics;
DROP TABLE statistic_change;
DROP TABLE statistic_segment;
