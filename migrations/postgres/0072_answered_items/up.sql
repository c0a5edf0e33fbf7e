-- A questionnaire that was answered item by item counts like one whose mean was sent: the days on which one was are
-- folded into statistics anew.
INSERT INTO statistic_change (kind, level, period, marked_at)
SELECT DISTINCT kind, 0, (measured_at + 62135715600000) / 86400000, CAST(extract(epoch FROM now()) * 1000 AS BIGINT)
FROM measurement JOIN stress_answers USING (measurement_id)
WHERE bepsi_k_items IS NOT NULL;
