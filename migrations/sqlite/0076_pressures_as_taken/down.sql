ALTER TABLE physical_measurement DROP COLUMN reading_number;
ALTER TABLE physical_measurement DROP COLUMN posture;
ALTER TABLE physical_measurement DROP COLUMN arm;
