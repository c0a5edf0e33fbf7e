-- A segment is written by what statistics ask for: what is told of everybody stands by itself, without the groups of sex
-- and age that only some ask for, and before them, because whatever stands behind it is then not read. Whose values are
-- counted stands beside the values, for those alone to whom small groups are not told. Everything is folded anew: until it
-- is, what was received first on a day is not counted, and statistics say so.
DROP TABLE statistic_segment;
CREATE TABLE statistic_segment (
    company_id BIGINT NOT NULL,
    division_id BIGINT NOT NULL,
    kind INTEGER NOT NULL,
    level INTEGER NOT NULL,
    period BIGINT NOT NULL,
    categories BYTEA NOT NULL,
    grades BYTEA NOT NULL,
    cases BYTEA NOT NULL,
    figures_by_group BYTEA NOT NULL,
    tests_by_group BYTEA NOT NULL,
    grades_by_group BYTEA NOT NULL,
    measured_by_group BYTEA NOT NULL,
    PRIMARY KEY (company_id, division_id, kind, level, period)
);
CREATE INDEX statistic_segment_by_period ON statistic_segment (kind, level, period);
INSERT INTO statistic_change (kind, level, period, marked_at)
SELECT kind, 0, (measured_at + 62135715600000) / 86400000, min(received_at)
FROM measurement
GROUP BY kind, (measured_at + 62135715600000) / 86400000;
