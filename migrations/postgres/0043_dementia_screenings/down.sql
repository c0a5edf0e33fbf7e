DROP TABLE dementia_norm;
DROP TABLE dementia_screening;
DELETE FROM measurement WHERE kind = 5;
