-- Whose published table grades body fat, in versions of the rules of the body.
ALTER TABLE grade_rule_version ADD COLUMN body_fat_source TEXT;
UPDATE grade_rule_version SET body_fat_source = 'INBODY' WHERE rule_set = 'physical-kr';
