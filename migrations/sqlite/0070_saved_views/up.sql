-- How somebody looks at a list, under a name: what it is asked for, as in an address, and its columns as JSON. It goes with
-- the account. An account has one of a name and one default of each list.
CREATE TABLE saved_view (
    saved_view_id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    account_id BIGINT NOT NULL REFERENCES account (account_id) ON DELETE CASCADE,
    list TEXT NOT NULL,
    name TEXT NOT NULL,
    name_key TEXT NOT NULL,
    query TEXT,
    column_list TEXT NOT NULL,
    visibility TEXT NOT NULL,
    is_default BOOLEAN NOT NULL,
    version BIGINT NOT NULL DEFAULT 1
);
CREATE UNIQUE INDEX saved_view_by_name ON saved_view (account_id, list, name_key);
CREATE UNIQUE INDEX saved_view_default ON saved_view (account_id, list) WHERE is_default;
