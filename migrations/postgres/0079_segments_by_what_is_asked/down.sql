DROP TABLE statistic_segment;
CREATE TABLE statistic_segment (
    company_id BIGINT NOT NULL,
    division_id BIGINT NOT NULL,
    kind INTEGER NOT NULL,
    level INTEGER NOT NULL,
    period BIGINT NOT NULL,
    tests BYTEA NOT NULL,
    grades BYTEA NOT NULL,
    figures BYTEA NOT NULL,
    PRIMARY KEY (company_id, division_id, kind, level, period)
);
CREATE INDEX statistic_segment_by_period ON statistic_segment (kind, level, period);
INSERT INTO statistic_change (kind, level, period, marked_at)
SELECT kind, 0, (measured_at + 62135715600000) / 86400000, min(received_at)
FROM measurement
GROUP BY kind, (measured_at + 62135715600000) / 86400000;
