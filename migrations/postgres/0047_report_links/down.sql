DROP TABLE report_link_measurement;
DROP TABLE report_link;
