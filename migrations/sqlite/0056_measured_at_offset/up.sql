-- By which clock a measurement was made: minutes ahead of UTC, as its sender wrote the instant. Those from before stood in
-- Korea as far as is known.
ALTER TABLE measurement ADD COLUMN measured_at_offset INTEGER NOT NULL DEFAULT 540;
