-- When the person accepted a link, which staff may have made in person before. Until then nothing of the person is shown
-- that the company has not had. What was shown before stays shown.
ALTER TABLE member_link ADD COLUMN accepted_at BIGINT;
UPDATE member_link SET accepted_at = activated_at WHERE activated_at IS NOT NULL;
