-- The last row that has expired: its position, and when it was written. A chain that begins after another position was
-- shortened by somebody else.
ALTER TABLE log_chain ADD COLUMN expired_position BIGINT;
ALTER TABLE log_chain ADD COLUMN expired_created_at BIGINT;
