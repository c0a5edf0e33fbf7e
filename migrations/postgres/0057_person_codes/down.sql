DROP TABLE person_code;
