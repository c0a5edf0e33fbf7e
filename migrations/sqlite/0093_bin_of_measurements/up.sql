-- Whose a deleted record in the bin was, where it is personal: with the person it goes for good.
ALTER TABLE past_form ADD COLUMN member_id BIGINT REFERENCES member (member_id) ON DELETE CASCADE;
ALTER TABLE past_form ADD COLUMN user_id BIGINT REFERENCES user_profile (user_id) ON DELETE CASCADE;
CREATE INDEX past_form_by_member ON past_form (member_id) WHERE member_id IS NOT NULL;
CREATE INDEX past_form_by_user ON past_form (user_id) WHERE user_id IS NOT NULL;
