-- How many records of each kind there are in the subtree of each company, in as many rows (slots) as
-- transactions write at the same time, so that none waits for another. SQLite has one writer and one
-- slot. What companies counted in their own rows was read with every list of members.
CREATE TABLE tally (
    company_id BIGINT NOT NULL REFERENCES company (company_id) ON DELETE CASCADE,
    resource TEXT NOT NULL,
    slot BIGINT NOT NULL,
    records BIGINT NOT NULL,
    PRIMARY KEY (company_id, resource, slot)
) WITHOUT ROWID;

INSERT INTO tally (company_id, resource, slot, records)
SELECT company_id, 'member', 0, member_count FROM company WHERE member_count <> 0;
INSERT INTO tally (company_id, resource, slot, records)
SELECT company_id, 'physicalMeasurement', 0, physical_measurement_count FROM company
WHERE physical_measurement_count <> 0;

ALTER TABLE company DROP COLUMN member_count;
ALTER TABLE company DROP COLUMN physical_measurement_count;
