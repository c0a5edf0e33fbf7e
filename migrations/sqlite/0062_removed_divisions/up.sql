-- Below which division one stood that was removed: what was measured in it is counted with the nearest above that is
-- there, however these are moved, removed or come back.
CREATE TABLE removed_division (
    division_id BIGINT PRIMARY KEY NOT NULL,
    company_id BIGINT NOT NULL REFERENCES company (company_id) ON DELETE CASCADE,
    parent_division_id BIGINT NOT NULL
);
CREATE INDEX removed_division_by_company ON removed_division (company_id);
