-- Where the counting of SQLite stands. Here a statement counts what it adds when it ends, and this stays empty.
CREATE TABLE tally_reach (
    member_id BIGINT NOT NULL,
    measurement_id BIGINT NOT NULL
);
