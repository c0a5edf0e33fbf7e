DROP INDEX access_log_by_user;
