DROP TABLE import_column;
