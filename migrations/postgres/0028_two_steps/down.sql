UPDATE past_form SET form = (form::jsonb - 'requiresTwoSteps')::text WHERE resource = 'permissionGroup';
ALTER TABLE permission_group DROP COLUMN requires_two_steps;
DROP TABLE recovery_code;
DROP TABLE two_step;
