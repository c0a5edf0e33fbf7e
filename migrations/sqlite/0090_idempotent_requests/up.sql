-- What a request that its sender named by a key was answered, for a repeat of it. Neither the key nor the request is
-- stored, only their hashes under the server's secret, and the result is sealed. Rows are deleted after a day, oldest first.
CREATE TABLE idempotent_request (
    idempotent_request_id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    key_hash BLOB NOT NULL,
    request_hash BLOB NOT NULL,
    result TEXT NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE UNIQUE INDEX idempotent_request_by_key ON idempotent_request (key_hash);
