ALTER TABLE company ADD COLUMN member_count BIGINT NOT NULL DEFAULT 0;
ALTER TABLE company ADD COLUMN physical_measurement_count BIGINT NOT NULL DEFAULT 0;
UPDATE company SET
    member_count = COALESCE((
        SELECT sum(records) FROM tally WHERE tally.company_id = company.company_id AND resource = 'member'
    ), 0),
    physical_measurement_count = COALESCE((
        SELECT sum(records) FROM tally WHERE tally.company_id = company.company_id AND resource = 'physicalMeasurement'
    ), 0);
DROP TABLE tally;
