DROP TRIGGER measurement_comes_to_statistics ON measurement;
DROP TRIGGER measurement_goes_from_statistics ON measurement;
DROP TRIGGER measurement_changes_statistics ON measurement;
DROP FUNCTION mark_statistics();
DROP FUNCTION mark_statistics_of_both();
DROP TABLE statistic_change;
DROP TABLE statistic_segment;
