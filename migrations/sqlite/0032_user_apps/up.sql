-- The apps that members use, which of them a company gives its members, and who has used which.
CREATE TABLE user_app (
    user_app_id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    name TEXT NOT NULL,
    name_key TEXT NOT NULL,
    service_id BIGINT NOT NULL REFERENCES service (service_id),
    android_package TEXT,
    ios_bundle TEXT,
    status TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    version BIGINT NOT NULL DEFAULT 1
);
CREATE UNIQUE INDEX user_app_by_name ON user_app (name_key);
CREATE UNIQUE INDEX user_app_by_android_package ON user_app (android_package);
CREATE UNIQUE INDEX user_app_by_ios_bundle ON user_app (ios_bundle);

-- From a day on, until one where it has ended. Open once for a company and an app.
CREATE TABLE company_user_app (
    company_user_app_id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    company_id BIGINT NOT NULL REFERENCES company (company_id) ON DELETE CASCADE,
    user_app_id BIGINT NOT NULL REFERENCES user_app (user_app_id),
    starts_on DATE NOT NULL,
    ends_on DATE,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    version BIGINT NOT NULL DEFAULT 1
);
CREATE UNIQUE INDEX company_user_app_open ON company_user_app (company_id, user_app_id) WHERE ends_on IS NULL;
CREATE INDEX company_user_app_by_app ON company_user_app (user_app_id);
CREATE INDEX company_user_app_by_start ON company_user_app (starts_on, company_user_app_id);

-- One row for a user and an app: when it was used first and last, and what it was then.
CREATE TABLE user_app_use (
    user_id BIGINT NOT NULL REFERENCES user_profile (user_id) ON DELETE CASCADE,
    user_app_id BIGINT NOT NULL REFERENCES user_app (user_app_id) ON DELETE CASCADE,
    platform TEXT NOT NULL,
    app_version TEXT NOT NULL,
    first_used_at BIGINT NOT NULL,
    last_used_at BIGINT NOT NULL,
    PRIMARY KEY (user_id, user_app_id)
) WITHOUT ROWID;
CREATE INDEX user_app_use_by_app ON user_app_use (user_app_id, last_used_at);
