DROP TABLE grade_rule_version;
