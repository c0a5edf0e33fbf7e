-- What a stress measurement has beside its header: what the device said, what was computed from the intervals between
-- normal beats, and the scores. Quantities stand in hundredths; the intervals in ms, two bytes each, the lower one first.
-- They come last: whoever does not ask for them does not read them.
CREATE TABLE stress_measurement (
    measurement_id BIGINT PRIMARY KEY REFERENCES measurement (measurement_id) ON DELETE CASCADE,
    heart_rate BIGINT,
    duration_seconds INTEGER,
    artifact_percent BIGINT,
    sdnn BIGINT,
    rmssd BIGINT,
    pnn50 BIGINT,
    tp BIGINT,
    lf BIGINT,
    hf BIGINT,
    stress_index BIGINT,
    interval_count INTEGER,
    computed_mean_nn BIGINT,
    computed_heart_rate BIGINT,
    computed_sdnn BIGINT,
    computed_rmssd BIGINT,
    computed_pnn50 BIGINT,
    computed_stress_index BIGINT,
    stress_score BIGINT,
    stress_instrument TEXT COLLATE "C",
    anxiety_score BIGINT,
    burnout_score BIGINT,
    burnout_instrument TEXT COLLATE "C",
    nn_intervals BYTEA
);
-- What was answered with it: results of questionnaires, those of BEPSI-K as five digits, and the survey before.
CREATE TABLE stress_answers (
    measurement_id BIGINT PRIMARY KEY REFERENCES measurement (measurement_id) ON DELETE CASCADE,
    pss_10_total INTEGER,
    bepsi_k_items TEXT COLLATE "C",
    bepsi_k_mean BIGINT,
    gad_7_total INTEGER,
    cbi_personal BIGINT,
    cbi_work BIGINT,
    cbi_client BIGINT,
    cbi_mean BIGINT,
    bat_12_mean BIGINT,
    activation_score BIGINT,
    sleep_hours BIGINT,
    caffeine_cups INTEGER,
    smoking TEXT COLLATE "C",
    medication TEXT COLLATE "C",
    mood TEXT COLLATE "C"
);
