-- Removes what the migration added.
DELETE FROM permission WHERE menu_item_id BETWEEN 9 AND 23;
DELETE FROM menu_item WHERE menu_item_id BETWEEN 9 AND 23 AND parent_id IS NOT NULL;
DELETE FROM menu_item WHERE menu_item_id BETWEEN 9 AND 23;
DROP TABLE admin_board;
DROP TABLE user_profile;
DROP TABLE qr_code;
ALTER TABLE session DROP COLUMN public_key;
