-- The models of measuring devices that apps know, and which of them stand at an operator's site.
CREATE TABLE external_device (
    external_device_id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    name TEXT NOT NULL,
    name_key TEXT NOT NULL,
    maker TEXT NOT NULL,
    maker_key TEXT NOT NULL,
    model TEXT NOT NULL,
    model_key TEXT NOT NULL,
    -- A code of one list; what refers to it keeps it from being removed.
    kind_list TEXT NOT NULL DEFAULT 'DEVICE_KIND' CHECK (kind_list = 'DEVICE_KIND'),
    kind TEXT NOT NULL,
    -- A JSON list of {kind, value}, and the values alone, by which they are sought.
    radio_ids TEXT NOT NULL DEFAULT '[]',
    radio_key TEXT NOT NULL DEFAULT '',
    firmware TEXT,
    memo TEXT,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    version BIGINT NOT NULL DEFAULT 1,
    FOREIGN KEY (kind_list, kind) REFERENCES code_entry (list, code)
);
CREATE UNIQUE INDEX external_device_by_model ON external_device (maker_key, model_key);
CREATE INDEX external_device_by_name ON external_device (name_key, external_device_id);
CREATE INDEX external_device_by_creation ON external_device (created_at, external_device_id);
CREATE INDEX external_device_by_kind ON external_device (kind_list, kind);

CREATE TABLE operator_external_device (
    account_id BIGINT NOT NULL REFERENCES operator (account_id) ON DELETE CASCADE,
    external_device_id BIGINT NOT NULL REFERENCES external_device (external_device_id),
    PRIMARY KEY (account_id, external_device_id)
) WITHOUT ROWID;
CREATE INDEX operator_external_device_by_device ON operator_external_device (external_device_id);
