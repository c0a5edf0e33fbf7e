DROP INDEX access_log_by_company;
DROP INDEX access_log_by_address;
DROP INDEX access_log_by_list;
