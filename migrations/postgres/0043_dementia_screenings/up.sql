-- Screenings for dementia: the points of the domains of CIST, the answers of KDSQ (with commas between, -1 for none) or
-- the total alone; the score that was graded and the cut that applied. Which instrument, says the header's test_case.
CREATE TABLE dementia_screening (
    measurement_id BIGINT PRIMARY KEY REFERENCES measurement (measurement_id) ON DELETE CASCADE,
    orientation INTEGER,
    attention INTEGER,
    visuospatial INTEGER,
    executive INTEGER,
    memory INTEGER,
    language INTEGER,
    answers TEXT COLLATE "C" NOT NULL DEFAULT '',
    total INTEGER,
    score INTEGER,
    cut INTEGER,
    education_years INTEGER,
    informant TEXT COLLATE "C"
);

-- Norms of CIST, a table (a JSON list) a row. All screenings up to graded_to are graded by it, all at all from graded_at.
CREATE TABLE dementia_norm (
    version INTEGER PRIMARY KEY,
    file_name TEXT NOT NULL,
    norms TEXT NOT NULL,
    loaded_at BIGINT NOT NULL,
    loaded_by TEXT NOT NULL,
    graded_to BIGINT NOT NULL DEFAULT 0,
    graded_at BIGINT,
    changed BIGINT NOT NULL DEFAULT 0
);
