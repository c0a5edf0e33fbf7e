-- Departments of companies, as trees. The path has the numbers of those above and its own (`/3/17/`), so that whatever
-- lies below a division is found without walking the tree.
CREATE TABLE division (
    division_id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    company_id BIGINT NOT NULL REFERENCES company (company_id),
    parent_division_id BIGINT REFERENCES division (division_id),
    path TEXT NOT NULL DEFAULT '',
    name TEXT NOT NULL,
    name_key TEXT NOT NULL,
    position BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    version BIGINT NOT NULL DEFAULT 1
);
CREATE UNIQUE INDEX division_at_top_by_name ON division (company_id, name_key) WHERE parent_division_id IS NULL;
CREATE UNIQUE INDEX division_below_by_name ON division (parent_division_id, name_key) WHERE parent_division_id IS NOT NULL;
CREATE INDEX division_by_company ON division (company_id, position, division_id);

ALTER TABLE member ADD COLUMN division_id BIGINT REFERENCES division (division_id);
CREATE INDEX member_by_division ON member (division_id, created_at, member_id) WHERE division_id IS NOT NULL;
