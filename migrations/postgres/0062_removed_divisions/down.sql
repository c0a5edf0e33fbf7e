DROP TABLE removed_division;
