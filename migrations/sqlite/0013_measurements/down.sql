-- Puts header and detail of the physical measurements back into one row; other kinds are lost.
CREATE TABLE whole_measurement (
    physical_measurement_id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    member_id BIGINT NOT NULL REFERENCES member (member_id) ON DELETE CASCADE,
    company_id BIGINT NOT NULL,
    vendor_id BIGINT,
    dealer_id BIGINT,
    retailer_id BIGINT,
    measured_at BIGINT NOT NULL,
    received_at BIGINT NOT NULL,
    sex TEXT NOT NULL,
    age INTEGER,
    height BIGINT,
    weight BIGINT,
    body_fat BIGINT,
    systolic INTEGER,
    diastolic INTEGER,
    pulse INTEGER,
    setting TEXT NOT NULL,
    bmi_tenths BIGINT,
    bmi_grade TEXT,
    obesity_class_3 BOOLEAN NOT NULL,
    blood_pressure_grade TEXT,
    blood_pressure_class TEXT,
    isolated_systolic BOOLEAN NOT NULL,
    body_fat_grade TEXT,
    rule_set TEXT NOT NULL,
    rule_version INTEGER NOT NULL,
    UNIQUE (member_id, measured_at)
);
INSERT INTO whole_measurement (physical_measurement_id, member_id, company_id, vendor_id, dealer_id, retailer_id,
    measured_at, received_at, sex, age, height, weight, body_fat, systolic, diastolic, pulse, setting, bmi_tenths,
    bmi_grade, obesity_class_3, blood_pressure_grade, blood_pressure_class, isolated_systolic, body_fat_grade,
    rule_set, rule_version)
SELECT measurement.measurement_id, member_id, company_id, vendor_id, dealer_id, retailer_id,
    measured_at, received_at, sex, age, height, weight, body_fat, systolic, diastolic, pulse, setting, bmi_tenths,
    CASE measurement.grades / 1 % 16
        WHEN 1 THEN 'UNDERWEIGHT' WHEN 2 THEN 'NORMAL' WHEN 3 THEN 'OVERWEIGHT' WHEN 4 THEN 'OBESITY_1'
        WHEN 5 THEN 'OBESITY_2' END,
    obesity_class_3,
    CASE measurement.grades / 16 % 16
        WHEN 1 THEN 'NORMAL' WHEN 2 THEN 'PRE_STAGE' WHEN 3 THEN 'STAGE_1' WHEN 4 THEN 'STAGE_2' END,
    blood_pressure_class, isolated_systolic,
    CASE measurement.grades / 256 % 16
        WHEN 1 THEN 'BELOW_STANDARD' WHEN 2 THEN 'STANDARD' WHEN 3 THEN 'ABOVE_STANDARD' END,
    rule_set, rule_version
FROM measurement INNER JOIN physical_measurement ON physical_measurement.measurement_id = measurement.measurement_id
ORDER BY measurement.measurement_id;

DELETE FROM sqlite_sequence WHERE name = 'whole_measurement';
INSERT INTO sqlite_sequence (name, seq)
SELECT 'whole_measurement', seq FROM sqlite_sequence WHERE name = 'measurement';

DROP TABLE physical_measurement;
DROP TABLE measurement;
ALTER TABLE whole_measurement RENAME TO physical_measurement;
CREATE INDEX physical_measurement_by_vendor ON physical_measurement
    (vendor_id, measured_at, physical_measurement_id, bmi_grade, blood_pressure_grade, body_fat_grade);
CREATE INDEX physical_measurement_by_dealer ON physical_measurement
    (dealer_id, measured_at, physical_measurement_id, bmi_grade, blood_pressure_grade, body_fat_grade);
CREATE INDEX physical_measurement_by_retailer ON physical_measurement
    (retailer_id, measured_at, physical_measurement_id, bmi_grade, blood_pressure_grade, body_fat_grade);
CREATE INDEX physical_measurement_by_time ON physical_measurement
    (measured_at, physical_measurement_id, bmi_grade, blood_pressure_grade, body_fat_grade);

CREATE TRIGGER physical_measurement_comes AFTER INSERT ON physical_measurement BEGIN
    INSERT INTO tally (company_id, resource, slot, records)
    SELECT value, 'physicalMeasurement', 0, 1
    FROM (SELECT NEW.vendor_id AS value UNION ALL SELECT NEW.dealer_id UNION ALL SELECT NEW.retailer_id)
    WHERE value IS NOT NULL
    ON CONFLICT (company_id, resource, slot) DO UPDATE SET records = records + 1;
END;
CREATE TRIGGER physical_measurement_goes AFTER DELETE ON physical_measurement BEGIN
    UPDATE tally SET records = records - 1
    WHERE company_id IN (OLD.vendor_id, OLD.dealer_id, OLD.retailer_id)
        AND resource = 'physicalMeasurement' AND slot = 0;
END;
