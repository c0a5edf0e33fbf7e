ALTER TABLE stress_answers DROP COLUMN meal_hours_ago;
ALTER TABLE stress_answers DROP COLUMN exercise;
ALTER TABLE stress_answers DROP COLUMN alcohol;
ALTER TABLE stress_answers DROP COLUMN medication_names;
ALTER TABLE stress_answers DROP COLUMN smoking_hours_ago;
ALTER TABLE stress_answers DROP COLUMN caffeine_hours_ago;
ALTER TABLE stress_answers DROP COLUMN sleep_quality;
