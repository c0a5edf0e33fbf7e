-- What people have said of the columns of files of a company: by their names as they are compared, which field they are
-- (none where they are left out), for what was imported.
CREATE TABLE import_column (
    company_id BIGINT NOT NULL REFERENCES company (company_id) ON DELETE CASCADE,
    what TEXT NOT NULL,
    name TEXT NOT NULL,
    field TEXT,
    updated_at BIGINT NOT NULL,
    PRIMARY KEY (company_id, what, name)
);
