DROP INDEX member_by_division;
ALTER TABLE member DROP COLUMN division_id;
DROP TABLE division;
