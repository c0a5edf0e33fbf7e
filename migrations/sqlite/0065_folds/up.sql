-- How often the segments of a month or of its days have been written: what was added up of them is good for as long as
-- this stays what it was.
CREATE TABLE statistic_month (
    kind INTEGER NOT NULL,
    month BIGINT NOT NULL,
    folds BIGINT NOT NULL,
    PRIMARY KEY (kind, month)
);
