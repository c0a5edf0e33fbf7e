-- A user for each of the first :users members, for trying the lists of users at size: a quarter have signed up, every
-- level is there and the highest rare, some are dormant or about to be. Three in ten are linked with the member.
INSERT INTO account (account_id, login_id, login_key, password_hash, authority, name, name_key, permission_group_id,
    created_at, updated_at, last_signed_in_at)
SELECT 1000000 + member_id, 'many.' || member_id, 'many.' || member_id, '', 'MEMBER', name, name_key,
    (SELECT min(permission_group_id) FROM account WHERE authority = 'MEMBER'), created_at, created_at, created_at
FROM member WHERE member_id <= :users;
INSERT INTO user_profile (user_id, account_id, is_online, name_key, birth_date, sex, phone_number, phone_digits,
    phone_tail, email, address, level, created_at, updated_at, used_at, told_at, dormant_at)
SELECT 1000000 + member_id, 1000000 + member_id, member_id % 4 = 0, name_key, birth_date, sex, phone_number,
    phone_digits, phone_tail, email, address,
    CASE WHEN member_id % 2000 = 7 THEN 'REGULAR_VERIFIED_3_MEMBER' WHEN member_id % 50 = 3 THEN 'REGULAR_VERIFIED_2_MEMBER'
        WHEN member_id % 5 = 1 THEN 'REGULAR_VERIFIED_1_MEMBER' WHEN member_id % 3 = 0 THEN 'REGULAR_GUEST'
        ELSE 'REGULAR_MEMBER' END,
    created_at, created_at, (SELECT max(created_at) FROM member),
    CASE WHEN member_id % 33 = 5 OR member_id % 500 = 8 THEN created_at END, CASE WHEN member_id % 33 = 5 THEN created_at END
FROM member WHERE member_id <= :users;
INSERT INTO member_link (user_id, member_id, company_id, vendor_id, dealer_id, retailer_id, state, evidence,
    requested_by, created_at, activated_at)
SELECT 1000000 + member_id, member_id, company_id, vendor_id, dealer_id, retailer_id, 'ACTIVE', 'DOCUMENT', 'STAFF',
    created_at, created_at
FROM member WHERE member_id <= :users
    AND (vendor_id = (SELECT min(company_id) FROM company) OR member_id % 9 IN (1, 5))
    AND NOT EXISTS (SELECT 1 FROM member_link WHERE member_link.member_id = member.member_id AND closed_at IS NULL);
