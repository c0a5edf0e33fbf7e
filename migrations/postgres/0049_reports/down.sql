DROP TABLE report;
