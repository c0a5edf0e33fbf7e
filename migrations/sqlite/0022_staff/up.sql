-- Accounts of staff, who are managers or operators, as records of their own: whose they are by the line of their
-- company, as members are; who may sign in and must change the password first; from where somebody signed in.

ALTER TABLE account ADD COLUMN staff TEXT;
ALTER TABLE account ADD COLUMN vendor_id BIGINT;
ALTER TABLE account ADD COLUMN dealer_id BIGINT;
ALTER TABLE account ADD COLUMN retailer_id BIGINT;
ALTER TABLE account ADD COLUMN name_key TEXT NOT NULL DEFAULT '';
ALTER TABLE account ADD COLUMN phone_number TEXT;
ALTER TABLE account ADD COLUMN phone_digits TEXT;
ALTER TABLE account ADD COLUMN email TEXT;
ALTER TABLE account ADD COLUMN memo TEXT;
ALTER TABLE account ADD COLUMN must_change_password BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE account ADD COLUMN paused_until BIGINT NOT NULL DEFAULT 0;
ALTER TABLE account ADD COLUMN last_signed_in_at BIGINT;
ALTER TABLE account ADD COLUMN updated_at BIGINT NOT NULL DEFAULT 0;
ALTER TABLE account ADD COLUMN version BIGINT NOT NULL DEFAULT 1;

UPDATE account SET
    staff = CASE authority WHEN 'MEMBER' THEN NULL WHEN 'OPERATOR' THEN 'OPERATOR' ELSE 'MANAGER' END,
    vendor_id = (SELECT company.vendor_id FROM company WHERE company.company_id = account.company_id),
    dealer_id = (SELECT company.dealer_id FROM company WHERE company.company_id = account.company_id),
    retailer_id = (SELECT company.retailer_id FROM company WHERE company.company_id = account.company_id),
    name_key = lower(name),
    updated_at = created_at;

-- Each list in each of its orders for each scope. Accounts of users are many, and in none of these lists.
CREATE INDEX staff_by_creation ON account (staff, created_at, account_id) WHERE staff IS NOT NULL;
CREATE INDEX staff_by_name ON account (staff, name_key, account_id) WHERE staff IS NOT NULL;
CREATE INDEX staff_of_vendor_by_creation ON account (staff, vendor_id, created_at, account_id) WHERE staff IS NOT NULL;
CREATE INDEX staff_of_vendor_by_name ON account (staff, vendor_id, name_key, account_id) WHERE staff IS NOT NULL;
CREATE INDEX staff_of_dealer_by_creation ON account (staff, dealer_id, created_at, account_id) WHERE staff IS NOT NULL;
CREATE INDEX staff_of_dealer_by_name ON account (staff, dealer_id, name_key, account_id) WHERE staff IS NOT NULL;
CREATE INDEX staff_of_retailer_by_creation ON account (staff, retailer_id, created_at, account_id) WHERE staff IS NOT NULL;
CREATE INDEX staff_of_retailer_by_name ON account (staff, retailer_id, name_key, account_id) WHERE staff IS NOT NULL;

-- What an operator has beside the account. Until it is launched, nothing of it counts.
CREATE TABLE operator (
    account_id INTEGER PRIMARY KEY NOT NULL REFERENCES account (account_id) ON DELETE CASCADE,
    main_manager_id BIGINT REFERENCES account (account_id),
    postal_code TEXT,
    address TEXT,
    address_detail TEXT,
    launched_at BIGINT
);
CREATE INDEX operator_by_main_manager ON operator (main_manager_id);
INSERT INTO operator (account_id) SELECT account_id FROM account WHERE staff = 'OPERATOR';

-- The services of an operator; those of its group where it has none of its own.
CREATE TABLE operator_service (
    account_id BIGINT NOT NULL REFERENCES operator (account_id) ON DELETE CASCADE,
    service_id BIGINT NOT NULL REFERENCES service (service_id) ON DELETE CASCADE,
    PRIMARY KEY (account_id, service_id)
);

-- Where a session began.
ALTER TABLE session ADD COLUMN address TEXT;
ALTER TABLE session ADD COLUMN browser TEXT;

-- Who signed in or failed to, of accounts that there are: nothing is kept of an id that nobody has.
CREATE TABLE sign_in_log (
    sign_in_log_id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    account_id BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    outcome TEXT NOT NULL,
    address TEXT NOT NULL,
    browser TEXT NOT NULL
);
CREATE INDEX sign_in_log_by_account ON sign_in_log (account_id, sign_in_log_id);
CREATE INDEX sign_in_log_by_creation ON sign_in_log (created_at);
