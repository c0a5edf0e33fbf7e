-- The tables of the product. Times are milliseconds since 1970 in UTC; quantities are hundredths of
-- their unit; words are those of the contract. SQLite compares text by its bytes.

CREATE TABLE setting (
    name TEXT NOT NULL PRIMARY KEY,
    value TEXT NOT NULL
);

CREATE TABLE service (
    service_id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    code TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL
);

CREATE TABLE menu_item (
    menu_item_id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    parent_id BIGINT REFERENCES menu_item (menu_item_id),
    name TEXT NOT NULL,
    url TEXT NOT NULL,
    unrestricted BOOLEAN NOT NULL DEFAULT FALSE,
    position BIGINT NOT NULL
);

CREATE TABLE permission_group (
    permission_group_id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    name TEXT NOT NULL,
    authority TEXT NOT NULL
);

CREATE TABLE permission (
    permission_group_id BIGINT NOT NULL REFERENCES permission_group (permission_group_id) ON DELETE CASCADE,
    menu_item_id BIGINT NOT NULL REFERENCES menu_item (menu_item_id) ON DELETE CASCADE,
    can_read BOOLEAN NOT NULL,
    can_create BOOLEAN NOT NULL,
    can_update BOOLEAN NOT NULL,
    can_delete BOOLEAN NOT NULL,
    PRIMARY KEY (permission_group_id, menu_item_id)
);

CREATE TABLE permission_group_service (
    permission_group_id BIGINT NOT NULL REFERENCES permission_group (permission_group_id) ON DELETE CASCADE,
    service_id BIGINT NOT NULL REFERENCES service (service_id) ON DELETE CASCADE,
    PRIMARY KEY (permission_group_id, service_id)
);

-- A company carries the ids of its whole line (its own included), so that a subtree is one
-- indexed equality. The counts are those of the whole subtree, kept with every change.
CREATE TABLE company (
    company_id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('VENDOR', 'DEALER', 'RETAILER')),
    name TEXT NOT NULL,
    name_key TEXT NOT NULL,
    parent_company_id BIGINT REFERENCES company (company_id),
    vendor_id BIGINT,
    dealer_id BIGINT,
    retailer_id BIGINT,
    business_number TEXT,
    representative_name TEXT,
    phone_number TEXT,
    email TEXT,
    postal_code TEXT,
    address TEXT,
    address_detail TEXT,
    memo TEXT,
    member_count BIGINT NOT NULL DEFAULT 0,
    physical_measurement_count BIGINT NOT NULL DEFAULT 0,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    version BIGINT NOT NULL DEFAULT 1
);
CREATE INDEX company_by_parent ON company (parent_company_id);
CREATE INDEX company_by_vendor ON company (vendor_id);
CREATE INDEX company_by_dealer ON company (dealer_id);
CREATE INDEX company_by_kind ON company (kind, created_at, company_id);
CREATE INDEX company_by_name ON company (name_key, company_id);

CREATE TABLE company_service (
    company_id BIGINT NOT NULL REFERENCES company (company_id) ON DELETE CASCADE,
    service_id BIGINT NOT NULL REFERENCES service (service_id) ON DELETE CASCADE,
    PRIMARY KEY (company_id, service_id)
);

CREATE TABLE account (
    account_id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    login_id TEXT NOT NULL,
    login_key TEXT NOT NULL UNIQUE,
    password_hash TEXT NOT NULL,
    authority TEXT NOT NULL,
    name TEXT NOT NULL,
    company_id BIGINT REFERENCES company (company_id),
    permission_group_id BIGINT NOT NULL REFERENCES permission_group (permission_group_id),
    disabled_at BIGINT,
    created_at BIGINT NOT NULL
);
CREATE INDEX account_by_company ON account (company_id);

-- A session is the family of the refresh tokens that follow from one sign-in.
CREATE TABLE session (
    session_id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    account_id BIGINT NOT NULL REFERENCES account (account_id) ON DELETE CASCADE,
    generation BIGINT NOT NULL,
    rotated_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    revoked_at BIGINT
);
CREATE INDEX session_by_account ON session (account_id);
CREATE INDEX session_by_end ON session (expires_at);

-- Every token of a family by its hash, so that an old one is known for what it is.
CREATE TABLE refresh_token (
    token_hash TEXT NOT NULL PRIMARY KEY,
    session_id BIGINT NOT NULL REFERENCES session (session_id) ON DELETE CASCADE,
    generation BIGINT NOT NULL
);
CREATE INDEX refresh_token_by_session ON refresh_token (session_id);

-- Failed sign-ins by account and by address.
CREATE TABLE sign_in_attempt (
    subject TEXT NOT NULL PRIMARY KEY,
    failures BIGINT NOT NULL,
    window_started_at BIGINT NOT NULL,
    blocked_until BIGINT NOT NULL
);

CREATE TABLE member (
    member_id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    company_id BIGINT NOT NULL REFERENCES company (company_id),
    vendor_id BIGINT,
    dealer_id BIGINT,
    retailer_id BIGINT,
    member_no TEXT NOT NULL,
    name TEXT NOT NULL,
    name_key TEXT NOT NULL,
    birth_date DATE NOT NULL,
    sex TEXT NOT NULL CHECK (sex IN ('MALE', 'FEMALE')),
    phone_number TEXT,
    phone_digits TEXT,
    email TEXT,
    address TEXT,
    memo TEXT,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    version BIGINT NOT NULL DEFAULT 1,
    UNIQUE (company_id, member_no)
);

-- Every name once: a part of a name is sought among the names, not among the members.
CREATE TABLE member_name (
    name_key TEXT NOT NULL PRIMARY KEY
) WITHOUT ROWID;

CREATE TABLE physical_measurement (
    physical_measurement_id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    member_id BIGINT NOT NULL REFERENCES member (member_id) ON DELETE CASCADE,
    company_id BIGINT NOT NULL,
    vendor_id BIGINT,
    dealer_id BIGINT,
    retailer_id BIGINT,
    measured_at BIGINT NOT NULL,
    received_at BIGINT NOT NULL,
    sex TEXT NOT NULL,
    age INTEGER,
    height BIGINT,
    weight BIGINT,
    body_fat BIGINT,
    systolic INTEGER,
    diastolic INTEGER,
    pulse INTEGER,
    setting TEXT NOT NULL,
    bmi_tenths BIGINT,
    bmi_grade TEXT,
    obesity_class_3 BOOLEAN NOT NULL,
    blood_pressure_grade TEXT,
    blood_pressure_class TEXT,
    isolated_systolic BOOLEAN NOT NULL,
    body_fat_grade TEXT,
    rule_set TEXT NOT NULL,
    rule_version INTEGER NOT NULL,
    UNIQUE (member_id, measured_at)
);

-- Who changed what; changes is a JSON list of {field, before, after} with personal data masked.
CREATE TABLE revision (
    revision_id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    resource TEXT NOT NULL,
    record_id BIGINT NOT NULL,
    action TEXT NOT NULL,
    account_id BIGINT NOT NULL,
    account_name TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    changes TEXT NOT NULL
);
CREATE INDEX revision_by_record ON revision (resource, record_id, revision_id);

-- Who read personal data in full, as the law on personal information asks.
CREATE TABLE access_log (
    access_log_id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    account_id BIGINT NOT NULL,
    member_id BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    request_id TEXT NOT NULL,
    address TEXT NOT NULL
);
CREATE INDEX access_log_by_member ON access_log (member_id, created_at);

CREATE TABLE job (
    job_id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    account_id BIGINT NOT NULL REFERENCES account (account_id) ON DELETE CASCADE,
    company_id BIGINT REFERENCES company (company_id) ON DELETE SET NULL,
    kind TEXT NOT NULL,
    state TEXT NOT NULL,
    file_name TEXT NOT NULL,
    parameters TEXT NOT NULL,
    progress BIGINT NOT NULL DEFAULT 0,
    total BIGINT NOT NULL DEFAULT 0,
    created_rows BIGINT NOT NULL DEFAULT 0,
    updated_rows BIGINT NOT NULL DEFAULT 0,
    unchanged_rows BIGINT NOT NULL DEFAULT 0,
    rejected_rows BIGINT NOT NULL DEFAULT 0,
    failure TEXT,
    has_file BOOLEAN NOT NULL DEFAULT FALSE,
    attempts BIGINT NOT NULL DEFAULT 0,
    leased_until BIGINT NOT NULL DEFAULT 0,
    created_at BIGINT NOT NULL,
    finished_at BIGINT
);
CREATE INDEX job_by_account ON job (account_id, job_id);
CREATE INDEX job_by_state ON job (state, job_id);

-- Files that jobs read (INPUT) and leave (RESULT), in pieces so that none is in memory whole.
CREATE TABLE job_file_piece (
    job_id BIGINT NOT NULL REFERENCES job (job_id) ON DELETE CASCADE,
    role TEXT NOT NULL,
    position BIGINT NOT NULL,
    content BLOB NOT NULL,
    PRIMARY KEY (job_id, role, position)
);

-- What became of each row of an import.
CREATE TABLE job_row (
    job_id BIGINT NOT NULL REFERENCES job (job_id) ON DELETE CASCADE,
    line BIGINT NOT NULL,
    outcome TEXT NOT NULL,
    problem TEXT,
    PRIMARY KEY (job_id, line)
);

-- Services, menu and permission groups that every installation starts with.
INSERT INTO service (service_id, code, name) VALUES
    (1, 'BRAIN_BODY', '브레인바디'),
    (2, 'STRESS', '스트레스 측정'),
    (3, 'VISION', '시력 측정');

INSERT INTO menu_item (menu_item_id, parent_id, name, url, position) VALUES
    (1, NULL, '회원 관리', '/member_management', 10),
    (2, 1, '업체 회원 관리', '/company_member_management', 10),
    (3, NULL, '이력 관리', '/history', 20),
    (4, 3, '신체 측정 결과 이력', '/physical_test_result_history', 10),
    (5, NULL, '업체 관리', '/company_management', 30),
    (6, 5, '총판 관리', '/vendor_management', 10),
    (7, 5, '대리점 관리', '/dealer_management', 20),
    (8, 5, '판매점 관리', '/retailer_management', 30);

INSERT INTO permission_group (permission_group_id, name, authority) VALUES
    (1, '최고 관리자', 'ADMIN'),
    (2, '총판', 'VENDOR'),
    (3, '대리점', 'DEALER'),
    (4, '판매점', 'RETAILER'),
    (5, '운영자', 'OPERATOR'),
    (6, '회원', 'MEMBER');

INSERT INTO permission (permission_group_id, menu_item_id, can_read, can_create, can_update, can_delete) VALUES
    (1, 2, TRUE, TRUE, TRUE, TRUE),
    (1, 4, TRUE, TRUE, TRUE, TRUE),
    (1, 6, TRUE, TRUE, TRUE, TRUE),
    (1, 7, TRUE, TRUE, TRUE, TRUE),
    (1, 8, TRUE, TRUE, TRUE, TRUE),
    (2, 2, TRUE, TRUE, TRUE, TRUE),
    (2, 4, TRUE, FALSE, FALSE, FALSE),
    (2, 7, TRUE, TRUE, TRUE, TRUE),
    (2, 8, TRUE, TRUE, TRUE, TRUE),
    (3, 2, TRUE, TRUE, TRUE, TRUE),
    (3, 4, TRUE, FALSE, FALSE, FALSE),
    (3, 8, TRUE, TRUE, TRUE, TRUE),
    (4, 2, TRUE, TRUE, TRUE, TRUE),
    (4, 4, TRUE, FALSE, FALSE, FALSE),
    (5, 2, TRUE, TRUE, TRUE, FALSE),
    (5, 4, TRUE, FALSE, FALSE, FALSE);

INSERT INTO permission_group_service (permission_group_id, service_id) VALUES
    (1, 1), (1, 2), (1, 3), (2, 1), (2, 2), (2, 3), (3, 1), (3, 2), (3, 3), (4, 1), (4, 2), (5, 1);
