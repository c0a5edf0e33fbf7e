-- What a psychological test has beside its header, whose test case says by which instrument: the total or the mean that
-- the instrument gave, and the score from 0 to 100 that was graded, both in hundredths.
CREATE TABLE psychological_test (
    measurement_id INTEGER PRIMARY KEY NOT NULL REFERENCES measurement (measurement_id) ON DELETE CASCADE,
    result BIGINT NOT NULL,
    score BIGINT
);
