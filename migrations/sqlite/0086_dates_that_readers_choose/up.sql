-- The days at which a reader has learnt somebody's age by choosing when a measurement was made, by the day (days since
-- 1970 in Seoul) of asking. Enough of them tell the birth date. Removed when the day of asking is over.
CREATE TABLE chosen_date (
    -- An account (`a1`) or a credential (`c1`).
    reader TEXT NOT NULL,
    day INTEGER NOT NULL,
    member_id BIGINT NOT NULL,
    measured_on DATE NOT NULL,
    PRIMARY KEY (reader, day, member_id, measured_on)
) WITHOUT ROWID;
