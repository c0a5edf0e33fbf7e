DROP INDEX past_form_by_user;
DROP INDEX past_form_by_member;
-- What earlier versions cannot read.
DELETE FROM past_form WHERE member_id IS NOT NULL OR user_id IS NOT NULL OR form NOT LIKE '{%';
ALTER TABLE past_form DROP COLUMN user_id;
ALTER TABLE past_form DROP COLUMN member_id;
