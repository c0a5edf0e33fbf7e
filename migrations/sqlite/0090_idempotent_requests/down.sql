DROP TABLE idempotent_request;
