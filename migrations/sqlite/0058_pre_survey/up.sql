-- What else is asked before a stress measurement, beside sleep, caffeine, smoking, medicine and mood: one column for each
-- question, hours in hundredths.
ALTER TABLE stress_answers ADD COLUMN sleep_quality TEXT;
ALTER TABLE stress_answers ADD COLUMN caffeine_hours_ago BIGINT;
ALTER TABLE stress_answers ADD COLUMN smoking_hours_ago BIGINT;
ALTER TABLE stress_answers ADD COLUMN medication_names TEXT;
ALTER TABLE stress_answers ADD COLUMN alcohol TEXT;
ALTER TABLE stress_answers ADD COLUMN exercise TEXT;
ALTER TABLE stress_answers ADD COLUMN meal_hours_ago BIGINT;
