-- What every kind of measurement says beside its values: by whom and with what it was made, and what it was sent under.
ALTER TABLE measurement ADD COLUMN test_case TEXT NOT NULL DEFAULT '';
ALTER TABLE measurement ADD COLUMN user_id BIGINT REFERENCES user_profile (user_id) ON DELETE CASCADE;
ALTER TABLE measurement ADD COLUMN division_id BIGINT;
ALTER TABLE measurement ADD COLUMN service_id BIGINT;
ALTER TABLE measurement ADD COLUMN operator_id BIGINT;
ALTER TABLE measurement ADD COLUMN external_device_id BIGINT;
ALTER TABLE measurement ADD COLUMN trial BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE measurement ADD COLUMN unusual TEXT NOT NULL DEFAULT '';
ALTER TABLE measurement ADD COLUMN source TEXT;
ALTER TABLE measurement ADD COLUMN source_id TEXT;
ALTER TABLE measurement ADD COLUMN content_hash BIGINT;
ALTER TABLE measurement ADD COLUMN updated_at BIGINT NOT NULL DEFAULT 0;
ALTER TABLE measurement ADD COLUMN version BIGINT NOT NULL DEFAULT 1;

-- At one moment a person has one measurement of a kind, or one of each of its tests.
DROP INDEX measurement_by_member;
CREATE UNIQUE INDEX measurement_by_member ON measurement (member_id, kind, measured_at, test_case);
CREATE UNIQUE INDEX measurement_of_user ON measurement (user_id, kind, measured_at, test_case)
    WHERE user_id IS NOT NULL AND member_id IS NULL;
CREATE UNIQUE INDEX measurement_by_source ON measurement (source, source_id) WHERE source_id IS NOT NULL;

-- Whoever read the history of physical measurements by a group that came with the product may now write into it; sites
-- remove nothing. Groups of an installation's own stay as they are.
UPDATE permission SET
    can_create = TRUE,
    can_update = TRUE,
    can_delete = permission_group_id IN (SELECT permission_group_id FROM permission_group WHERE authority <> 'OPERATOR')
WHERE can_read
    AND menu_item_id IN (
        SELECT menu_item.menu_item_id FROM menu_item
        JOIN menu_item AS above ON above.menu_item_id = menu_item.parent_id
        WHERE above.url = '/history' AND menu_item.url = '/physical_test_result_history'
    )
    AND permission_group_id IN (
        SELECT permission_group_id FROM permission_group WHERE is_built_in AND authority <> 'MEMBER'
    );
