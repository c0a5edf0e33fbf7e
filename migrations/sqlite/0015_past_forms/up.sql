-- What a record was before a change of its history: so it is put back. Of what was deleted it is kept for a while.
CREATE TABLE past_form (
    revision_id INTEGER PRIMARY KEY NOT NULL REFERENCES revision (revision_id),
    resource TEXT NOT NULL,
    record_id BIGINT NOT NULL,
    kind TEXT,
    company_id BIGINT,
    form TEXT NOT NULL,
    made_at BIGINT,
    kept_until BIGINT
);
CREATE INDEX past_form_by_record ON past_form (resource, record_id);
CREATE INDEX past_form_deleted ON past_form (resource, revision_id) WHERE kept_until IS NOT NULL;
