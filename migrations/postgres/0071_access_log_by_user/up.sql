-- Who read the data of a user is found like who read those of a member. Of most rows no user is named.
CREATE INDEX access_log_by_user ON access_log (user_id, created_at) WHERE user_id IS NOT NULL;
