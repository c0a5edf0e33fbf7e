-- What a permission group is for, and who changed it; which entries of the menu came with the product, what they are
-- called in other languages, and whether they are shown.
ALTER TABLE permission_group ADD COLUMN name_key TEXT NOT NULL DEFAULT '';
ALTER TABLE permission_group ADD COLUMN description TEXT;
-- The group that accounts of its authority are made in: it stays.
ALTER TABLE permission_group ADD COLUMN is_built_in BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE permission_group ADD COLUMN created_at BIGINT NOT NULL DEFAULT 0;
ALTER TABLE permission_group ADD COLUMN updated_at BIGINT NOT NULL DEFAULT 0;
ALTER TABLE permission_group ADD COLUMN version BIGINT NOT NULL DEFAULT 1;
UPDATE permission_group SET name_key = lower(name), created_at = (strftime('%s', 'now') * 1000), updated_at = (strftime('%s', 'now') * 1000),
    is_built_in = permission_group_id IN (SELECT min(permission_group_id) FROM permission_group GROUP BY authority);
CREATE UNIQUE INDEX permission_group_by_name ON permission_group (name_key);
CREATE INDEX account_by_permission_group ON account (permission_group_id);

-- The Korean name that the product has given; an entry without one is the installation's own.
ALTER TABLE menu_item ADD COLUMN given_name TEXT;
-- Names in other languages: a JSON list of {language, name}.
ALTER TABLE menu_item ADD COLUMN names TEXT NOT NULL DEFAULT '[]';
ALTER TABLE menu_item ADD COLUMN is_hidden BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE menu_item ADD COLUMN created_at BIGINT NOT NULL DEFAULT 0;
ALTER TABLE menu_item ADD COLUMN updated_at BIGINT NOT NULL DEFAULT 0;
ALTER TABLE menu_item ADD COLUMN version BIGINT NOT NULL DEFAULT 1;
-- Room between neighbours for what is moved there.
UPDATE menu_item SET position = position * 1000, created_at = (strftime('%s', 'now') * 1000), updated_at = (strftime('%s', 'now') * 1000);
CREATE INDEX menu_item_by_parent ON menu_item (parent_id, position);
UPDATE menu_item SET given_name = '회원 관리' WHERE url = '/member_management' AND parent_id IS NULL;
UPDATE menu_item SET given_name = '업체 회원 관리' WHERE url = '/company_member_management' AND parent_id IN (SELECT menu_item_id FROM menu_item WHERE url = '/member_management');
UPDATE menu_item SET given_name = '이력 관리' WHERE url = '/history' AND parent_id IS NULL;
UPDATE menu_item SET given_name = '신체 측정 결과 이력' WHERE url = '/physical_test_result_history' AND parent_id IN (SELECT menu_item_id FROM menu_item WHERE url = '/history');
UPDATE menu_item SET given_name = '업체 관리' WHERE url = '/company_management' AND parent_id IS NULL;
UPDATE menu_item SET given_name = '총판 관리' WHERE url = '/vendor_management' AND parent_id IN (SELECT menu_item_id FROM menu_item WHERE url = '/company_management');
UPDATE menu_item SET given_name = '대리점 관리' WHERE url = '/dealer_management' AND parent_id IN (SELECT menu_item_id FROM menu_item WHERE url = '/company_management');
UPDATE menu_item SET given_name = '판매점 관리' WHERE url = '/retailer_management' AND parent_id IN (SELECT menu_item_id FROM menu_item WHERE url = '/company_management');
UPDATE menu_item SET given_name = '내 정보' WHERE url = '/users/me' AND parent_id IS NULL;
UPDATE menu_item SET given_name = '측정 결과' WHERE url = '/users/measurements' AND parent_id IS NULL;
UPDATE menu_item SET given_name = '스트레스' WHERE url = '/stress' AND parent_id IN (SELECT menu_item_id FROM menu_item WHERE url = '/users/measurements');
UPDATE menu_item SET given_name = '신체' WHERE url = '/physical' AND parent_id IN (SELECT menu_item_id FROM menu_item WHERE url = '/users/measurements');
UPDATE menu_item SET given_name = '시력' WHERE url = '/vision' AND parent_id IN (SELECT menu_item_id FROM menu_item WHERE url = '/users/measurements');
UPDATE menu_item SET given_name = '이용 이력' WHERE url = '/users/usage_histories' AND parent_id IS NULL;
UPDATE menu_item SET given_name = '콘텐츠' WHERE url = '/content' AND parent_id IN (SELECT menu_item_id FROM menu_item WHERE url = '/users/usage_histories');
UPDATE menu_item SET given_name = '게시판' WHERE url = '/users/board' AND parent_id IS NULL;
UPDATE menu_item SET given_name = '고민' WHERE url = '/concern' AND parent_id IN (SELECT menu_item_id FROM menu_item WHERE url = '/users/board');
UPDATE menu_item SET given_name = '훈련' WHERE url = '/users/training' AND parent_id IS NULL;
UPDATE menu_item SET given_name = '참여 이력' WHERE url = '/participation' AND parent_id IN (SELECT menu_item_id FROM menu_item WHERE url = '/users/training');
UPDATE menu_item SET given_name = '설문' WHERE url = '/users/survey' AND parent_id IS NULL;
UPDATE menu_item SET given_name = '설문 이력' WHERE url = '/survey' AND parent_id IN (SELECT menu_item_id FROM menu_item WHERE url = '/users/survey');
UPDATE menu_item SET given_name = '시스템 관리' WHERE url = '/system_management' AND parent_id IS NULL;
UPDATE menu_item SET given_name = '게시판 관리' WHERE url = '/board_management' AND parent_id IN (SELECT menu_item_id FROM menu_item WHERE url = '/system_management');
UPDATE menu_item SET given_name = '약관 관리' WHERE url = '/terms_management' AND parent_id IN (SELECT menu_item_id FROM menu_item WHERE url = '/system_management');
UPDATE menu_item SET given_name = '로그 관리' WHERE url = '/log_management' AND parent_id IS NULL;
UPDATE menu_item SET given_name = '개인정보 접근 기록' WHERE url = '/access_log' AND parent_id IN (SELECT menu_item_id FROM menu_item WHERE url = '/log_management');
UPDATE menu_item SET given_name = '변경 기록' WHERE url = '/audit_log' AND parent_id IN (SELECT menu_item_id FROM menu_item WHERE url = '/log_management');
