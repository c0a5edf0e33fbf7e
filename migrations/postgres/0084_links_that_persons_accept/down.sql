ALTER TABLE member_link DROP COLUMN accepted_at;
