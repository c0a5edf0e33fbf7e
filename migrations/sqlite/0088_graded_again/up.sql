-- Why a version moves a published cut-off; the moments between which what its effect counts was measured and received.
ALTER TABLE grade_rule_version ADD COLUMN deviation_reason TEXT;
ALTER TABLE grade_rule_version ADD COLUMN counted_since BIGINT;
ALTER TABLE grade_rule_version ADD COLUMN counted_until BIGINT;

-- The rules that come with the product have changed: what they graded is graded again in the background, and the rows of
-- these versions count what changes, up to counted_to.
UPDATE grade_rule_version SET effect = '[]', counted = 0, counted_to = 0, counted_at = NULL
WHERE rule_version = 1 AND rule_set IN ('physical-kr', 'mind-kr', 'heart-rate-rest');
