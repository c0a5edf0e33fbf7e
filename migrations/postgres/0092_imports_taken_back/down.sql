DROP INDEX job_undoing;
DROP INDEX job_by_undone;
ALTER TABLE job DROP COLUMN undoes;
DROP TABLE import_change;
DROP INDEX measurement_by_receipt;
DROP INDEX measurement_by_import;
ALTER TABLE measurement DROP COLUMN far_from_last;
ALTER TABLE measurement DROP COLUMN import_id;
