-- The import that brought a measurement: lists are filtered by it, and it is taken back by it.
ALTER TABLE measurement ADD COLUMN import_id BIGINT;
-- Fields whose values are implausibly far from the person's previous ones, with commas between.
ALTER TABLE measurement ADD COLUMN far_from_last TEXT NOT NULL DEFAULT '';
CREATE INDEX measurement_by_import ON measurement (import_id, kind, measured_at, measurement_id)
    WHERE import_id IS NOT NULL;
CREATE INDEX measurement_by_receipt ON measurement (kind, received_at, measurement_id);

-- What an import of members wrote besides new measurements, in the order of writing. For what it changed, the form
-- before, sealed.
CREATE TABLE import_change (
    import_change_id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    job_id BIGINT NOT NULL REFERENCES job (job_id) ON DELETE CASCADE,
    resource TEXT NOT NULL,
    record_id BIGINT NOT NULL,
    -- After the import: with another one, somebody has changed the record since.
    version BIGINT NOT NULL,
    before TEXT,
    kept_until BIGINT NOT NULL
);
CREATE INDEX import_change_by_job ON import_change (job_id, import_change_id);
CREATE INDEX import_change_by_record ON import_change (resource, record_id);
CREATE INDEX import_change_by_end ON import_change (kept_until);

-- The job that a job takes back: one at a time, however often and from however many instances it is asked for.
ALTER TABLE job ADD COLUMN undoes BIGINT;
CREATE UNIQUE INDEX job_by_undone ON job (undoes)
    WHERE undoes IS NOT NULL AND state IN ('PREVIEW', 'QUEUED', 'RUNNING');
CREATE INDEX job_undoing ON job (undoes) WHERE undoes IS NOT NULL;
