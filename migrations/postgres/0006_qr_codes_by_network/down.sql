-- Removes what the migration added.
DROP INDEX qr_code_by_network;
CREATE INDEX qr_code_by_address ON qr_code (address, expires_at);
ALTER TABLE qr_code DROP COLUMN network;
