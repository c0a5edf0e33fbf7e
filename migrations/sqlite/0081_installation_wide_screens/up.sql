-- What belongs to the whole installation is changed by administrators alone: groups of companies' staff keep the right
-- to read such screens, and lose the others.
WITH RECURSIVE item (menu_item_id, url) AS (
    SELECT menu_item_id, url FROM menu_item WHERE parent_id IS NULL
    UNION ALL
    SELECT menu_item.menu_item_id, item.url || menu_item.url
    FROM menu_item JOIN item ON menu_item.parent_id = item.menu_item_id
)
UPDATE permission
SET can_create = FALSE, can_update = FALSE, can_delete = FALSE
WHERE (can_create OR can_update OR can_delete)
    AND permission_group_id IN (
        SELECT permission_group_id FROM permission_group WHERE authority NOT IN ('ADMIN', 'MEMBER')
    )
    AND menu_item_id IN (
        SELECT menu_item_id FROM item WHERE url IN (
            '/app_management/service_app_management', '/app_management/user_app_management',
            '/app_management/external_device_management', '/system_management/board_management',
            '/system_management/terms_management', '/system_management/code_management',
            '/system_management/menu_management', '/system_management/grade_rule_management'
        )
    );
