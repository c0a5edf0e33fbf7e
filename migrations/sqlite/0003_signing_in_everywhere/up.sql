-- QR sign-in, sessions bound to a key, users' own profiles, boards, and the menus for them.

-- A public key (SubjectPublicKeyInfo, base64url) binds the session: renewals carry a proof.
ALTER TABLE session ADD COLUMN public_key TEXT;

-- Codes that browsers show and members confirm; the code and the browser's secret as hashes.
CREATE TABLE qr_code (
    code_hash TEXT NOT NULL PRIMARY KEY,
    browser_hash TEXT NOT NULL,
    browser TEXT NOT NULL,
    address TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('PENDING', 'CONFIRMED', 'DECLINED', 'USED')),
    account_id BIGINT REFERENCES account (account_id) ON DELETE CASCADE,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
);
CREATE INDEX qr_code_by_end ON qr_code (expires_at);
CREATE INDEX qr_code_by_address ON qr_code (address, expires_at);
CREATE INDEX qr_code_by_account ON qr_code (account_id);

-- What users say about themselves; a link to a company's member gives them that member's measurements.
CREATE TABLE user_profile (
    user_id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    account_id BIGINT NOT NULL UNIQUE REFERENCES account (account_id) ON DELETE CASCADE,
    member_id BIGINT UNIQUE REFERENCES member (member_id) ON DELETE SET NULL,
    birth_date DATE,
    sex TEXT CHECK (sex IN ('MALE', 'FEMALE')),
    phone_number TEXT,
    phone_digits TEXT,
    email TEXT,
    address TEXT,
    level TEXT NOT NULL,
    tracking_enabled BOOLEAN NOT NULL DEFAULT FALSE,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    version BIGINT NOT NULL DEFAULT 1
);

-- Announcements; content is sanitised HTML, the popup's days are those of Seoul, both included.
CREATE TABLE admin_board (
    admin_board_id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    category TEXT NOT NULL,
    name TEXT NOT NULL,
    name_key TEXT NOT NULL,
    sub_name TEXT,
    content TEXT NOT NULL,
    is_popup BOOLEAN NOT NULL,
    popup_target TEXT,
    popup_from DATE,
    popup_to DATE,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    version BIGINT NOT NULL DEFAULT 1
);
CREATE INDEX admin_board_by_creation ON admin_board (created_at, admin_board_id);
CREATE INDEX admin_board_by_popup ON admin_board (is_popup, popup_to);

INSERT INTO menu_item (menu_item_id, parent_id, name, url, position) VALUES
    (9, NULL, '내 정보', '/users/me', 100),
    (10, NULL, '측정 결과', '/users/measurements', 110),
    (11, 10, '스트레스', '/stress', 10),
    (12, 10, '신체', '/physical', 20),
    (13, 10, '시력', '/vision', 30),
    (14, NULL, '이용 이력', '/users/usage_histories', 120),
    (15, 14, '콘텐츠', '/content', 10),
    (16, NULL, '게시판', '/users/board', 130),
    (17, 16, '고민', '/concern', 10),
    (18, NULL, '훈련', '/users/training', 140),
    (19, 18, '참여 이력', '/participation', 10),
    (20, NULL, '설문', '/users/survey', 150),
    (21, 20, '설문 이력', '/survey', 10),
    (22, NULL, '시스템 관리', '/system_management', 60),
    (23, 22, '게시판 관리', '/board_management', 50);

INSERT INTO permission (permission_group_id, menu_item_id, can_read, can_create, can_update, can_delete) VALUES
    (6, 9, TRUE, FALSE, TRUE, FALSE),
    (6, 11, TRUE, FALSE, FALSE, FALSE),
    (6, 12, TRUE, FALSE, FALSE, FALSE),
    (6, 13, TRUE, FALSE, FALSE, FALSE),
    (6, 15, TRUE, FALSE, FALSE, FALSE),
    (6, 17, TRUE, FALSE, FALSE, FALSE),
    (6, 19, TRUE, FALSE, FALSE, FALSE),
    (6, 21, TRUE, FALSE, FALSE, FALSE),
    (1, 23, TRUE, TRUE, TRUE, TRUE);
