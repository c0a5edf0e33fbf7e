DROP TABLE alert_read;
DROP TABLE alert_setting;
DROP TABLE alert;
