-- Versions of the rules of grading: those that come with the product, and those that an installation makes of them. A
-- version grades what is measured from effective_from on. Its effect, a JSON list, is counted member by member: all up
-- to counted_to, all at all from counted_at.
CREATE TABLE grade_rule_version (
    grade_rule_version_id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    rule_set TEXT NOT NULL,
    rule_version INTEGER NOT NULL,
    status TEXT NOT NULL,
    effective_from DATE NOT NULL,
    note TEXT NOT NULL,
    rules TEXT NOT NULL,
    effect TEXT NOT NULL DEFAULT '[]',
    counted BIGINT NOT NULL DEFAULT 0,
    counted_to BIGINT NOT NULL DEFAULT 0,
    counted_at BIGINT,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    version BIGINT NOT NULL DEFAULT 1,
    UNIQUE (rule_set, rule_version)
);
CREATE UNIQUE INDEX grade_rule_version_draft ON grade_rule_version (rule_set) WHERE status = 'DRAFT';
