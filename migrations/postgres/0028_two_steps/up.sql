-- Signing in with a second step: the seed of an account's codes, sealed with a key that is not in the database. It
-- counts once a code has confirmed it; of the codes the last step that was accepted is kept, so that none counts twice.
CREATE TABLE two_step (
    account_id BIGINT PRIMARY KEY NOT NULL REFERENCES account (account_id) ON DELETE CASCADE,
    sealed_seed TEXT COLLATE "C" NOT NULL,
    begun_at BIGINT NOT NULL,
    confirmed_at BIGINT,
    last_step BIGINT NOT NULL DEFAULT 0
);

-- What opens an account without its telephone, as keyed hashes; used ones are removed.
CREATE TABLE recovery_code (
    account_id BIGINT NOT NULL REFERENCES account (account_id) ON DELETE CASCADE,
    code_hash TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (account_id, code_hash)
);

-- A group can demand it of its accounts. Those that were deleted come back as whole forms and demanded nothing; an undone
-- change of one that stands says nothing about it.
ALTER TABLE permission_group ADD COLUMN requires_two_steps BOOLEAN NOT NULL DEFAULT FALSE;
UPDATE past_form SET form = (form::jsonb || '{"requiresTwoSteps":false}')::text WHERE resource = 'permissionGroup' AND kept_until IS NOT NULL;
