-- Codes are limited by network: an address of IPv4, 64 bits of IPv6.
ALTER TABLE qr_code ADD COLUMN network TEXT NOT NULL DEFAULT '';
DROP INDEX qr_code_by_address;
CREATE INDEX qr_code_by_network ON qr_code (network, expires_at);
