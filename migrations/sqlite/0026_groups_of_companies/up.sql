-- Whose a group is: that of a company is made by its accounts, one of the installation by administrators. Names are
-- told apart within each, so that none tells of another company's.
ALTER TABLE permission_group ADD COLUMN company_id INTEGER REFERENCES company (company_id) ON DELETE CASCADE;
UPDATE permission_group SET company_id = (
    SELECT account.company_id FROM revision JOIN account ON account.account_id = revision.account_id
    WHERE revision.resource = 'permissionGroup' AND revision.record_id = permission_group.permission_group_id
        AND revision.action = 'CREATE' ORDER BY revision.revision_id LIMIT 1)
WHERE NOT is_built_in;
UPDATE past_form SET company_id = (
    SELECT account.company_id FROM revision JOIN account ON account.account_id = revision.account_id
    WHERE revision.resource = 'permissionGroup' AND revision.record_id = past_form.record_id
        AND revision.action = 'CREATE' ORDER BY revision.revision_id LIMIT 1)
WHERE resource = 'permissionGroup';
DROP INDEX permission_group_by_name;
CREATE UNIQUE INDEX permission_group_by_name ON permission_group (name_key) WHERE company_id IS NULL;
CREATE UNIQUE INDEX permission_group_of_company_by_name ON permission_group (company_id, name_key) WHERE company_id IS NOT NULL;
