-- What every measurement has stands in one header, whatever was measured; what only one kind has, in a
-- table of that kind with the same id. A physical measurement keeps its id.

-- kind: 1 physical. grades: four bits for each indicator of the kind, from the lowest, 0 where there is
-- no grade; the indexes of the lists hold them, so that a rare grade is sought among their entries. Of a
-- kind that has no member, company, setting or rules, these are absent.
CREATE TABLE measurement (
    measurement_id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    kind INTEGER NOT NULL,
    member_id BIGINT REFERENCES member (member_id) ON DELETE CASCADE,
    company_id BIGINT,
    vendor_id BIGINT,
    dealer_id BIGINT,
    retailer_id BIGINT,
    measured_at BIGINT NOT NULL,
    received_at BIGINT NOT NULL,
    sex TEXT,
    age INTEGER,
    setting TEXT,
    grades BIGINT NOT NULL DEFAULT 0,
    rule_set TEXT,
    rule_version INTEGER
);
CREATE TABLE physical_detail (
    measurement_id INTEGER PRIMARY KEY NOT NULL REFERENCES measurement (measurement_id) ON DELETE CASCADE,
    height BIGINT,
    weight BIGINT,
    body_fat BIGINT,
    systolic INTEGER,
    diastolic INTEGER,
    pulse INTEGER,
    bmi_tenths BIGINT,
    obesity_class_3 BOOLEAN NOT NULL,
    blood_pressure_class TEXT,
    isolated_systolic BOOLEAN NOT NULL
);

INSERT INTO measurement (measurement_id, kind, member_id, company_id, vendor_id, dealer_id, retailer_id,
    measured_at, received_at, sex, age, setting, grades, rule_set, rule_version)
SELECT physical_measurement_id, 1, member_id, company_id, vendor_id, dealer_id, retailer_id,
    measured_at, received_at, sex, age, setting,
    CASE bmi_grade
        WHEN 'UNDERWEIGHT' THEN 1 WHEN 'NORMAL' THEN 2 WHEN 'OVERWEIGHT' THEN 3 WHEN 'OBESITY_1' THEN 4
        WHEN 'OBESITY_2' THEN 5
        ELSE 0 END
    + 16 * CASE blood_pressure_grade
        WHEN 'NORMAL' THEN 1 WHEN 'PRE_STAGE' THEN 2 WHEN 'STAGE_1' THEN 3 WHEN 'STAGE_2' THEN 4
        ELSE 0 END
    + 256 * CASE body_fat_grade
        WHEN 'BELOW_STANDARD' THEN 1 WHEN 'STANDARD' THEN 2 WHEN 'ABOVE_STANDARD' THEN 3
        ELSE 0 END,
    rule_set, rule_version
FROM physical_measurement ORDER BY physical_measurement_id;
INSERT INTO physical_detail (measurement_id, height, weight, body_fat, systolic, diastolic, pulse,
    bmi_tenths, obesity_class_3, blood_pressure_class, isolated_systolic)
SELECT physical_measurement_id, height, weight, body_fat, systolic, diastolic, pulse,
    bmi_tenths, obesity_class_3, blood_pressure_class, isolated_systolic
FROM physical_measurement ORDER BY physical_measurement_id;

-- The id of a measurement that was removed is not given again: histories tell of it.
DELETE FROM sqlite_sequence WHERE name = 'measurement';
INSERT INTO sqlite_sequence (name, seq)
SELECT 'measurement', seq FROM sqlite_sequence WHERE name = 'physical_measurement';

DROP TABLE physical_measurement;
ALTER TABLE physical_detail RENAME TO physical_measurement;

-- A kind's history of a person is found by the first, every list by one of the others, in its order.
CREATE UNIQUE INDEX measurement_by_member ON measurement (member_id, kind, measured_at);
CREATE INDEX measurement_by_vendor ON measurement (vendor_id, kind, measured_at, measurement_id, grades);
CREATE INDEX measurement_by_dealer ON measurement (dealer_id, kind, measured_at, measurement_id, grades);
CREATE INDEX measurement_by_retailer ON measurement (retailer_id, kind, measured_at, measurement_id, grades);
CREATE INDEX measurement_by_time ON measurement (kind, measured_at, measurement_id, grades);

CREATE TRIGGER measurement_comes AFTER INSERT ON measurement BEGIN
    INSERT INTO tally (company_id, resource, slot, records)
    SELECT value, 'physicalMeasurement', 0, 1
    FROM (SELECT NEW.vendor_id AS value UNION ALL SELECT NEW.dealer_id UNION ALL SELECT NEW.retailer_id)
    WHERE value IS NOT NULL
    ON CONFLICT (company_id, resource, slot) DO UPDATE SET records = records + 1;
END;
CREATE TRIGGER measurement_goes AFTER DELETE ON measurement BEGIN
    UPDATE tally SET records = records - 1
    WHERE company_id IN (OLD.vendor_id, OLD.dealer_id, OLD.retailer_id)
        AND resource = 'physicalMeasurement' AND slot = 0;
END;
