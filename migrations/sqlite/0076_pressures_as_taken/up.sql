-- How a blood pressure was taken: at which arm, in which posture, and as which reading of a series.
ALTER TABLE physical_measurement ADD COLUMN arm TEXT CHECK (arm IN ('LEFT', 'RIGHT'));
ALTER TABLE physical_measurement ADD COLUMN posture TEXT CHECK (posture IN ('SITTING', 'LYING', 'STANDING'));
ALTER TABLE physical_measurement ADD COLUMN reading_number INTEGER CHECK (reading_number BETWEEN 1 AND 9);
