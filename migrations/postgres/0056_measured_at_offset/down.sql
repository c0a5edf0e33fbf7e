ALTER TABLE measurement DROP COLUMN measured_at_offset;
