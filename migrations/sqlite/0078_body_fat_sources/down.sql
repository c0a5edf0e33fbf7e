ALTER TABLE grade_rule_version DROP COLUMN body_fat_source;
