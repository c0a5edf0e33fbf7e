-- Terms by kind, edition and language; and which screens of the product an installation has been given,
-- so that none comes back that somebody has removed.
CREATE TABLE terms (
    terms_id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    kind TEXT NOT NULL,
    edition TEXT NOT NULL,
    language TEXT NOT NULL,
    content TEXT NOT NULL,
    is_required BOOLEAN NOT NULL,
    effective_from DATE NOT NULL,
    status TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    version BIGINT NOT NULL DEFAULT 1,
    UNIQUE (kind, language, edition)
);
CREATE INDEX terms_by_effect ON terms (effective_from, terms_id);

CREATE TABLE given_screen (
    url TEXT PRIMARY KEY NOT NULL
);
INSERT INTO given_screen (url) VALUES ('/system_management'), ('/system_management/board_management');
