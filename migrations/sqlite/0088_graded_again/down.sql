UPDATE grade_rule_version SET effect = '[]', counted = 0, counted_to = 0, counted_at = updated_at WHERE rule_version = 1;
DELETE FROM grade_rule_version WHERE rule_set = 'urgent-values';
ALTER TABLE grade_rule_version DROP COLUMN counted_until;
ALTER TABLE grade_rule_version DROP COLUMN counted_since;
ALTER TABLE grade_rule_version DROP COLUMN deviation_reason;
