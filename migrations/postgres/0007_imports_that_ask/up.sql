-- Rows of an import that changed a known member's name, birth date or sex.
ALTER TABLE job ADD COLUMN changed_rows BIGINT NOT NULL DEFAULT 0;
