DROP INDEX permission_group_of_company_by_name;
DROP INDEX permission_group_by_name;
-- Of those that have one name, all but the first are told apart by their numbers.
UPDATE permission_group SET name = name || ' ' || permission_group_id, name_key = name_key || ' ' || permission_group_id
WHERE EXISTS (SELECT 1 FROM permission_group AS other WHERE other.name_key = permission_group.name_key
    AND other.permission_group_id < permission_group.permission_group_id);
UPDATE past_form SET company_id = NULL WHERE resource = 'permissionGroup';
CREATE UNIQUE INDEX permission_group_by_name ON permission_group (name_key);
ALTER TABLE permission_group DROP COLUMN company_id;
