DROP INDEX company_moving;
ALTER TABLE company DROP COLUMN moving_from;
