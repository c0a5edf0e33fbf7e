-- Removes what the migration added; a secret is made at the next start.
ALTER TABLE session DROP COLUMN used_at;
