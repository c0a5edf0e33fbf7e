-- When a user was last known to have used the product, since when staff have been told that the user is about to become
-- dormant, and since when the user is.
ALTER TABLE user_profile ADD COLUMN used_at BIGINT NOT NULL DEFAULT 0;
ALTER TABLE user_profile ADD COLUMN told_at BIGINT;
ALTER TABLE user_profile ADD COLUMN dormant_at BIGINT;
UPDATE user_profile SET used_at = created_at;
UPDATE user_profile SET used_at = (SELECT last_signed_in_at FROM account WHERE account.account_id = user_profile.account_id)
WHERE created_at < (SELECT last_signed_in_at FROM account WHERE account.account_id = user_profile.account_id);
-- Whoever seems not to have used it is looked at by the day; whoever is dormant, or about to be, is listed.
CREATE INDEX user_by_use ON user_profile (used_at, user_id) WHERE dormant_at IS NULL;
CREATE INDEX user_told ON user_profile (is_online, created_at, user_id) WHERE told_at IS NOT NULL;
