ALTER TABLE log_chain DROP COLUMN expired_created_at;
ALTER TABLE log_chain DROP COLUMN expired_position;
