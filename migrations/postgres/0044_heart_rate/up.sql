-- What a heart rate has beside its header, whose test case says whether it was measured at rest or after exercise.
CREATE TABLE heart_rate_measurement (
    measurement_id BIGINT PRIMARY KEY NOT NULL REFERENCES measurement (measurement_id) ON DELETE CASCADE,
    rate INTEGER NOT NULL
);
