DROP TABLE code_entry;
