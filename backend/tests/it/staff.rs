//! Staff accounts: who may create and change which, and that nobody gains more permissions than the caller has.

use crate::support::{
    PASSWORD, Server, TestDatabase, World, account_id, add_account, at_once, code, group_of, manager, operator,
    revert_to_before, session,
};
use diesel::{ExpressionMethods, QueryDsl, RunQueryDsl, connection::SimpleConnection as _};
use kernel::{db::schema::account, settings::Settings};
use serde_json::{Value as Json, json};
use std::time::{Duration, Instant};
use uno_core::{
    contract::{
        Endpoint, Method,
        account_sessions::{AccountPath, EndAccountSessions},
        companies::{CompanyId, CompanyType, ListCompanyOptions},
        error::{ErrorBody, ErrorCode},
        managers::{
            AccountSort, AccountState, AccountStatus, CreateManager, DeleteManager, GetManager, ListManagerRevisions,
            ListManagers, ListPermissionGroupChoices, Manager, ManagerFilter, ManagerId, ManagerPath, ManagerRole,
            ManagerSave, PasswordReset, PermissionGroupChoiceFilter, PermissionGroupId, SetManagerPassword,
            UpdateManager,
        },
        menu_items::{CreateMenuItem, MenuItemSave, UpdateMenuItem},
        operators::{
            CancelOperatorLaunch, CreateOperator, DeleteOperator, GetOperator, GetOwnOperator, LaunchOperators,
            LaunchStatus, ListMainManagerChoices, ListOperatorRevisions, ListOperators, MainManagerFilter, Operator,
            OperatorFilter, OperatorId, OperatorLaunch, OperatorPath, SetOperatorPassword, UpdateOperator,
        },
        own_account::{
            AccountId, ChangePassword, GetAccount, GetOwnDetails, OwnDetails, PasswordChange, UpdateOwnDetails,
        },
        permission_groups::UpdatePermissionGroup,
        revisions::{DeletedRecordFilter, ListDeletedRecords, RevisionFilter, RevisionPath, Undo, UndoRevision},
        services::ServiceId,
        sign_in::{CreateToken, GrantType, TokenPair, TokenRequest},
    },
    domain::{access::Authority, time::Bound},
};

const ANY_PAGE: RevisionFilter = RevisionFilter { page: None, page_size: None };

fn create(world: &World, token: &str, save: &ManagerSave) -> Result<Manager, ErrorBody> {
    world.server.call::<CreateManager>(Some(token), &(), &(), save)
}

fn path(id: ManagerId) -> ManagerPath {
    ManagerPath { manager_id: id }
}

fn own_path(world: &World, login_id: &str) -> ManagerPath {
    path(ManagerId(account_id(&world.server.state, login_id)))
}

/// Changes some fields of a record; returns the error.
fn patch<E: Endpoint>(world: &World, token: &str, id: i64, fields: &Json) -> Option<ErrorBody> {
    let address = E::INFO.path.split('/').map(|part| if part.starts_with('{') { id.to_string() } else { part.into() });
    let address = world.server.url(&address.collect::<Vec<_>>().join("/"));
    let (status, text) = world.server.send(Method::Patch, &address, Some(token), Some(fields.to_string().as_bytes()));
    (status != 200).then(|| serde_json::from_str(&text).unwrap())
}

/// Returns the code of an error and its first violation.
fn said(error: &ErrorBody) -> (ErrorCode, String) {
    let field = error.fields.first().map(|field| format!("{} {}", field.path, field.code));
    (code(error), field.unwrap_or_default())
}

fn refused<T: std::fmt::Debug>(answer: Result<T, ErrorBody>) -> (ErrorCode, String) {
    said(&answer.unwrap_err())
}

fn invalid(field: &str) -> (ErrorCode, String) {
    (ErrorCode::Invalid, field.into())
}

const FORBIDDEN: (ErrorCode, String) = (ErrorCode::Forbidden, String::new());
const NOT_FOUND: (ErrorCode, String) = (ErrorCode::NotFound, String::new());

fn sign_in(server: &Server, login_id: &str, password: &str) -> Result<TokenPair, ErrorCode> {
    let request = TokenRequest {
        login_id: Some(login_id.into()),
        password: Some(password.into()),
        ..TokenRequest::by(GrantType::IdPassword)
    };
    server.call::<CreateToken>(None, &(), &(), &request).map_err(|error| code(&error))
}

fn change_password(server: &Server, token: &str, old: &str, new: &str) -> Result<(), ErrorBody> {
    let change = PasswordChange { current_password: old.into(), new_password: new.into() };
    server.call::<ChangePassword>(Some(token), &(), &(), &change).map(|_| ())
}

fn is_signed_in(server: &Server, token: &str) -> bool {
    server.call::<GetAccount>(Some(token), &(), &(), &()).is_ok()
}

/// Changes permissions of groups directly, so that one group may do more than another.
fn widen(test: &TestDatabase, statement: &str) {
    test.database.connect().unwrap().batch_execute(statement).unwrap();
}

#[test]
fn a_manager_comes_back_as_registered_is_found_by_each_field_and_has_a_history() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let save = ManagerSave {
            name: "Kim Manager".into(),
            phone_number: Some("010-2345-6789".into()),
            email: Some("kim@example.com".into()),
            memo: Some("첫째 줄\n둘째 줄".into()),
            ..manager("Kim.Manager", ManagerRole::Dealer, Some(world.dealer_id))
        };
        let made = create(&world, &world.vendor, &save).unwrap();
        assert_eq!((made.login_id.as_str(), made.company_name.as_deref()), ("kim.manager", Some("한빛 메디컬")));
        assert_eq!((made.has_password, made.must_change_password, made.version), (false, false, 1));
        assert_eq!(made.permission_group_name, "대리점");
        assert_eq!(
            world.server.call::<GetManager>(Some(&world.vendor), &path(made.manager_id), &(), &()),
            Ok(made.clone())
        );
        let found = |token: &str, filter: Json| -> Vec<String> {
            let filter: ManagerFilter = serde_json::from_value(filter).unwrap();
            let page = world.server.call::<ListManagers>(Some(token), &(), &filter, &()).unwrap();
            page.data.into_iter().map(|manager| manager.login_id).collect()
        };
        for filter in [
            json!({"name": "KIM"}),
            json!({"loginId": "M.man"}),
            json!({"companyName": "메디", "managerRoles": ["DEALER"], "name": "kim"}),
            json!({"companyId": world.dealer_id.0, "name": "k"}),
            json!({"phoneNumber": "2345-67"}),
            json!({"startCreatedAt": "2020-01-01", "endCreatedAt": "2100-01-01", "phoneNumber": "010"}),
        ] {
            assert_eq!(found(&world.vendor, filter.clone()), ["kim.manager"], "{filter}");
            assert!(found(&world.other_vendor, filter.clone()).is_empty(), "{filter}");
        }
        assert!(found(&world.admin, json!({"phoneNumber": "kim"})).is_empty());
        assert_eq!(found(&world.admin, json!({"managerRoles": ["ADMIN"]})), ["root"]);
        assert_eq!(found(&world.vendor, json!({"sort": "NAME"})), ["dealer", "kim.manager", "retailer", "vendor"]);
        let path = path(made.manager_id);
        let status = json!({"status": "SUSPENDED", "companyId": world.dealer_id.0, "version": 1});
        assert!(patch::<UpdateManager>(&world, &world.vendor, made.manager_id.0, &status).is_none());
        let past = world.server.call::<ListManagerRevisions>(Some(&world.vendor), &path, &ANY_PAGE, &()).unwrap();
        let told: Vec<_> = past.data[1].changes.iter().map(|change| change.field.as_str()).collect();
        let fields =
            ["loginId", "name", "role", "companyName", "permissionGroupName", "phoneNumber", "email", "status"];
        assert_eq!(told, [fields.as_slice(), &["memo"]].concat());
        assert_eq!(past.data[0].changes[0].after.as_deref(), Some("SUSPENDED"));
    });
}

#[test]
fn a_manager_belongs_to_a_company_of_the_own_tier_and_an_administrator_to_none() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let tiers = [
            (ManagerRole::Vendor, world.vendor_id),
            (ManagerRole::Dealer, world.dealer_id),
            (ManagerRole::Retailer, world.retailer_id),
        ];
        for (at, (role, own)) in tiers.into_iter().enumerate() {
            for (company_role, company) in tiers {
                let answer =
                    create(&world, &world.admin, &manager(&format!("m{at}.{}", company.0), role, Some(company)));
                if company == own {
                    assert!(answer.is_ok(), "{role:?}");
                } else {
                    assert_eq!(refused(answer), invalid("companyId wrongTier"), "{role:?} of {company_role:?}");
                }
            }
            let answer = create(&world, &world.admin, &manager("nobody", role, None));
            assert_eq!(refused(answer), invalid("companyId required"));
        }
        let answer = create(&world, &world.admin, &manager("admin.two", ManagerRole::Admin, Some(world.vendor_id)));
        assert_eq!(refused(answer), invalid("companyId notAllowed"));
        assert!(create(&world, &world.admin, &manager("admin.two", ManagerRole::Admin, None)).is_ok());
    });
}

#[test]
fn nobody_makes_a_manager_above_the_own_tier_outside_the_own_tree_or_who_may_do_more() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let make = |token: &str, save: ManagerSave| refused(create(&world, token, &save));
        let (vendor, dealer, retailer) = (Some(world.vendor_id), Some(world.dealer_id), Some(world.retailer_id));
        for (token, role, company) in [
            (&world.vendor, ManagerRole::Admin, None),
            (&world.dealer, ManagerRole::Admin, None),
            (&world.dealer, ManagerRole::Vendor, vendor),
            (&world.retailer, ManagerRole::Dealer, dealer),
        ] {
            assert_eq!(make(token, manager("above", role, company)), invalid("role aboveOwnTier"));
        }
        for (token, role, company) in [
            (&world.vendor, ManagerRole::Vendor, world.other_vendor_id),
            (&world.vendor, ManagerRole::Retailer, world.other_retailer_id),
            (&world.other_vendor, ManagerRole::Retailer, world.retailer_id),
            (&world.retailer, ManagerRole::Retailer, world.other_retailer_id),
        ] {
            assert_eq!(make(token, manager("elsewhere", role, Some(company))), invalid("companyId notFound"));
        }
        for (role, company, group) in [
            (ManagerRole::Dealer, dealer, Authority::Admin),
            (ManagerRole::Dealer, dealer, Authority::Vendor),
            (ManagerRole::Retailer, retailer, Authority::Operator),
            (ManagerRole::Retailer, retailer, Authority::Member),
        ] {
            let save = ManagerSave { permission_group_id: group_of(group), ..manager("other.group", role, company) };
            assert_eq!(make(&world.vendor, save), invalid("permissionGroupId wrongRole"));
        }
        let save = ManagerSave {
            permission_group_id: PermissionGroupId(999),
            ..manager("x.group", ManagerRole::Vendor, vendor)
        };
        assert_eq!(make(&world.admin, save), invalid("permissionGroupId notFound"));
        assert!(create(&world, &world.dealer, &manager("fits", ManagerRole::Retailer, retailer)).is_ok());
        // A permission, and then a service, that the dealer does not have.
        for wider in [
            "UPDATE permission SET can_delete = FALSE WHERE permission_group_id = 3 AND menu_item_id = 4",
            "UPDATE permission SET can_delete = TRUE WHERE permission_group_id = 3 AND menu_item_id = 4; \
             INSERT INTO permission (permission_group_id, menu_item_id, can_read, can_create, can_update, can_delete) \
             VALUES (4, 7, TRUE, FALSE, FALSE, FALSE)",
            "DELETE FROM permission WHERE permission_group_id = 4 AND menu_item_id = 7; \
             INSERT INTO permission_group_service (permission_group_id, service_id) VALUES (4, 3); \
             DELETE FROM permission_group_service WHERE permission_group_id = 3 AND service_id = 3",
        ] {
            widen(test, wider);
            std::thread::sleep(Duration::from_millis(600));
            let save = manager("more", ManagerRole::Retailer, retailer);
            assert_eq!(make(&world.dealer, save), invalid("permissionGroupId exceedsOwn"), "{wider}");
            let offered = |standing: Option<i64>| {
                let filter = PermissionGroupChoiceFilter { permission_group_id: standing.map(PermissionGroupId) };
                let choices =
                    world.server.call::<ListPermissionGroupChoices>(Some(&world.dealer), &(), &filter, &()).unwrap();
                choices.into_iter().map(|choice| choice.name).collect::<Vec<_>>()
            };
            assert_eq!(offered(None), ["대리점", "운영자"], "{wider}");
            assert_eq!(
                offered(Some(4)),
                ["대리점", "운영자", "판매점"],
                "{wider}: by name, where accounts in reach have it"
            );
        }
    });
}

#[test]
fn nobody_changes_a_manager_into_more_than_could_be_made() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let save = manager("under.vendor", ManagerRole::Dealer, Some(world.dealer_id));
        let id = create(&world, &world.vendor, &save).unwrap().manager_id.0;
        let change = |token: &str, fields: Json| said(&patch::<UpdateManager>(&world, token, id, &fields).unwrap());
        let admin = json!({"role": "ADMIN", "companyId": null, "permissionGroupId": 1});
        assert_eq!(change(&world.vendor, admin), invalid("role aboveOwnTier"));
        let vendor = json!({"role": "VENDOR", "companyId": world.vendor_id.0, "permissionGroupId": 2});
        assert_eq!(change(&world.dealer, vendor.clone()), invalid("role aboveOwnTier"));
        assert_eq!(change(&world.vendor, json!({"permissionGroupId": 1})), invalid("permissionGroupId wrongRole"));
        assert_eq!(change(&world.vendor, json!({"role": "VENDOR"})), invalid("companyId wrongTier"));
        let abroad = json!({"role": "RETAILER", "companyId": world.other_retailer_id.0, "permissionGroupId": 4});
        assert_eq!(change(&world.vendor, abroad), invalid("companyId notFound"));
        assert_eq!(change(&world.vendor, json!({"loginId": "another"})), invalid("loginId fixed"));
        assert_eq!(change(&world.vendor, json!({"hasPassword": true})), invalid("hasPassword unknown"));
        assert_eq!(change(&world.other_vendor, json!({"name": "x"})), NOT_FOUND);
        assert!(patch::<UpdateManager>(&world, &world.vendor, id, &vendor).is_none(), "a vendor may make another");
    });
}

#[test]
fn nobody_does_anything_to_an_account_that_may_do_more_or_belongs_to_another_tree() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let id = ManagerId(account_id(&world.server.state, "retailer"));
        widen(test, "UPDATE permission SET can_delete = FALSE WHERE permission_group_id = 3 AND menu_item_id = 4");
        let reset = PasswordReset { password: None };
        let call = &world.server;
        for (token, expected) in [(&world.dealer, FORBIDDEN), (&world.other_vendor, NOT_FOUND)] {
            let account = AccountPath { account_id: AccountId(id.0) };
            assert_eq!(said(&patch::<UpdateManager>(&world, token, id.0, &json!({"name": "x"})).unwrap()), expected);
            assert_eq!(refused(call.call::<DeleteManager>(Some(token), &path(id), &(), &())), expected);
            assert_eq!(refused(call.call::<SetManagerPassword>(Some(token), &path(id), &(), &reset)), expected);
            assert_eq!(refused(call.call::<EndAccountSessions>(Some(token), &account, &(), &())), expected);
        }
        let shown = call.call::<GetManager>(Some(&world.dealer), &path(id), &(), &()).unwrap();
        let reasons = [shown.can.update.reason, shown.can.delete.reason].map(Option::unwrap);
        assert_eq!(reasons, ["exceedsOwn", "exceedsOwn"]);
        // Nor does an operator whose installation grants access to these screens.
        widen(
            test,
            "INSERT INTO permission (permission_group_id, menu_item_id, can_read, can_create, can_update, can_delete) \
             SELECT 5, menu_item_id, TRUE, TRUE, TRUE, TRUE FROM menu_item \
             WHERE url IN ('/manager_account', '/operator_account')",
        );
        std::thread::sleep(Duration::from_millis(600));
        assert_eq!(
            said(&patch::<UpdateManager>(&world, &world.operator, id.0, &json!({"name": "x"})).unwrap()),
            FORBIDDEN
        );
        assert_eq!(refused(call.call::<SetManagerPassword>(Some(&world.operator), &path(id), &(), &reset)), FORBIDDEN);
        let save = manager("by.operator", ManagerRole::Retailer, Some(world.retailer_id));
        assert_eq!(refused(create(&world, &world.operator, &save)), invalid("role aboveOwnTier"));
        assert_eq!(call.call::<GetManager>(Some(&world.admin), &path(id), &(), &()).unwrap().name, "retailer");
    });
}

#[test]
fn a_sign_in_id_belongs_to_one_account_whatever_its_case() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let (role, company) = (ManagerRole::Vendor, Some(world.vendor_id));
        create(&world, &world.admin, &manager("Some.Body", role, company)).unwrap();
        for taken in ["some.body", "SOME.BODY", "VENDOR", "Member"] {
            let answer = refused(create(&world, &world.admin, &manager(taken, role, company)));
            assert_eq!(answer, (ErrorCode::Taken, "loginId taken".into()), "{taken}");
        }
        let taken = world.server.call::<CreateOperator>(
            Some(&world.admin),
            &(),
            &(),
            &operator("SOME.body", world.retailer_id),
        );
        assert_eq!(refused(taken), (ErrorCode::Taken, "loginId taken".into()));
        for wrong in ["abc", "a b c d", "한글이름", "a@b.c.d"] {
            assert_eq!(refused(create(&world, &world.admin, &manager(wrong, role, company))).0, ErrorCode::Invalid);
        }
    });
}

#[test]
fn a_first_password_is_shown_once_and_opens_nothing_but_its_own_change() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let save = manager("new.vendor", ManagerRole::Vendor, Some(world.vendor_id));
        let made = create(&world, &world.admin, &save).unwrap();
        let set = |password: Option<&str>| {
            let reset = PasswordReset { password: password.map(str::to_owned) };
            world.server.call::<SetManagerPassword>(Some(&world.admin), &path(made.manager_id), &(), &reset)
        };
        for guess in ["", " ", "nobody has this password"] {
            assert!(sign_in(&world.server, "new.vendor", guess).is_err(), "without a password nobody signs in");
        }
        assert_eq!(refused(set(Some("short"))), (ErrorCode::PasswordRejected, "password tooShort".into()));
        let named = (ErrorCode::PasswordRejected, "password containsLoginId".into());
        assert_eq!(refused(set(Some("xx-new.vendor-xx kettle"))), named);
        assert_eq!(set(Some("correct horse battery")).unwrap().password, None, "a typed one is not sent back");
        let password = set(None).unwrap().password.unwrap();
        assert!(sign_in(&world.server, "new.vendor", "correct horse battery").is_err());
        let token = sign_in(&world.server, "NEW.vendor", &password).unwrap().access_token.token;
        let own = world.server.call::<GetAccount>(Some(&token), &(), &(), &()).unwrap();
        assert!(own.must_change_password);
        for (method, address) in [
            (Method::Get, "/api/v1/managers"),
            (Method::Get, "/api/v1/menu-items"),
            (Method::Get, "/api/v1/services"),
            (Method::Post, "/api/v1/members"),
            (Method::Get, "/api/v1/jobs"),
        ] {
            let body = (method == Method::Post).then_some(b"{}".as_slice());
            let (status, text) = world.server.send(method, &world.server.url(address), Some(&token), body);
            let error: ErrorBody = serde_json::from_str(&text).unwrap();
            assert_eq!((status, code(&error)), (403, ErrorCode::PasswordChangeRequired), "{address}");
        }
        let same = change_password(&world.server, &token, &password, &password);
        assert_eq!(refused(same), (ErrorCode::PasswordRejected, "newPassword sameAsBefore".into()));
        change_password(&world.server, &token, &password, "a quite new password").unwrap();
        assert!(world.server.call::<ListManagers>(Some(&token), &(), &any(), &()).is_ok(), "at once");
        let shown = world.server.call::<GetManager>(Some(&world.admin), &path(made.manager_id), &(), &()).unwrap();
        assert_eq!((shown.has_password, shown.must_change_password), (true, false));
        assert!(shown.last_signed_in_at.is_some());
        // No stored text reveals a password.
        let kept = everything_told(test);
        for secret in [password.as_str(), "correct horse battery", "a quite new password", "argon2id"] {
            assert!(!kept.contains(secret), "{secret}");
        }
        assert!(kept.contains(r#""field":"password""#), "that it was set is told");
    });
}

fn any() -> ManagerFilter {
    ManagerFilter { page_size: Some(200), ..ManagerFilter::default() }
}

/// Returns everything stored in histories, bins and the sign-in log.
fn everything_told(test: &TestDatabase) -> String {
    use kernel::db::schema::{past_form, revision, sign_in_log};
    test.database
        .read_blocking(|connection| {
            let changes: Vec<String> = revision::table.select(revision::changes).load(connection)?;
            let forms: Vec<String> = past_form::table.select(past_form::form).load(connection)?;
            let log: Vec<(String, String)> =
                sign_in_log::table.select((sign_in_log::address, sign_in_log::browser)).load(connection)?;
            Ok(format!("{changes:?}{forms:?}{log:?}").replace('\\', ""))
        })
        .unwrap()
}

#[test]
fn suspending_resetting_and_deleting_end_the_sessions_on_every_instance_within_a_second() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let elsewhere = Server::start_with(test, Settings::default());
        let reset = PasswordReset { password: None };
        for (login_id, how) in [("aaaa", "suspend"), ("bbbb", "reset"), ("cccc", "delete"), ("dddd", "move")] {
            let save = manager(login_id, ManagerRole::Vendor, Some(world.vendor_id));
            let id = create(&world, &world.admin, &save).unwrap().manager_id;
            let pair = session(&world.server.state, login_id, Authority::Vendor);
            let token = &pair.access_token.token;
            assert!(is_signed_in(&elsewhere, token) && is_signed_in(&world.server, token));
            let admin = Some(world.admin.as_str());
            match how {
                "suspend" => {
                    assert!(
                        patch::<UpdateManager>(&world, &world.admin, id.0, &json!({"status": "SUSPENDED"})).is_none()
                    );
                }
                "reset" => drop(world.server.call::<SetManagerPassword>(admin, &path(id), &(), &reset).unwrap()),
                "delete" => drop(world.server.call::<DeleteManager>(admin, &path(id), &(), &()).unwrap()),
                _ => {
                    let other = json!({"companyId": world.other_vendor_id.0});
                    assert!(patch::<UpdateManager>(&world, &world.admin, id.0, &other).is_none());
                }
            }
            let begun = Instant::now();
            while is_signed_in(&elsewhere, token) || is_signed_in(&world.server, token) {
                assert!(begun.elapsed() < Duration::from_secs(1), "{how}");
                std::thread::sleep(Duration::from_millis(20));
            }
            let renewal = TokenRequest {
                refresh_token: Some(pair.refresh_token.token.clone()),
                ..TokenRequest::by(GrantType::Refresh)
            };
            assert!(elsewhere.call::<CreateToken>(None, &(), &(), &renewal).is_err(), "{how}");
        }
        // A suspended account cannot sign in until it is active again.
        let id = account_id(&world.server.state, "vendor");
        assert!(patch::<UpdateManager>(&world, &world.admin, id, &json!({"status": "SUSPENDED"})).is_none());
        assert_eq!(sign_in(&world.server, "vendor", PASSWORD).err(), Some(ErrorCode::PasswordMismatch));
        assert!(patch::<UpdateManager>(&world, &world.admin, id, &json!({"status": "ACTIVE"})).is_none());
        assert!(sign_in(&world.server, "vendor", PASSWORD).is_ok());
    });
}

#[test]
fn a_deleted_manager_comes_back_without_sessions_and_without_a_password() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let id = ManagerId(account_id(&world.server.state, "dealer"));
        let removed = world.server.call::<DeleteManager>(Some(&world.vendor), &path(id), &(), &()).unwrap();
        let undo = |token: &str| {
            let path = RevisionPath { revision_id: removed.revision_id.unwrap() };
            world.server.call::<UndoRevision>(Some(token), &path, &(), &Undo { version: None })
        };
        assert_eq!(refused(undo(&world.other_vendor)), NOT_FOUND);
        assert_eq!(undo(&world.vendor).unwrap().record_id, id.0);
        std::thread::sleep(Duration::from_millis(600));
        assert!(!is_signed_in(&world.server, &world.dealer), "no session comes back");
        assert_eq!(sign_in(&world.server, "dealer", PASSWORD).err(), Some(ErrorCode::PasswordMismatch));
        let shown = world.server.call::<GetManager>(Some(&world.vendor), &path(id), &(), &()).unwrap();
        assert_eq!((shown.has_password, shown.company_id), (false, Some(world.dealer_id)));
    });
}

#[test]
fn a_deleted_administrator_is_in_no_bin_but_the_administrators() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let save = manager("second.admin", ManagerRole::Admin, None);
        let id = create(&world, &world.admin, &save).unwrap().manager_id;
        let removed = world.server.call::<DeleteManager>(Some(&world.admin), &path(id), &(), &()).unwrap();
        let bin = |token: &str| {
            let filter = DeletedRecordFilter {
                resource: "manager".into(),
                kind: None,
                company_id: None,
                page: None,
                page_size: None,
            };
            world.server.call::<ListDeletedRecords>(Some(token), &(), &filter, &()).unwrap().total
        };
        assert_eq!([&world.admin, &world.vendor, &world.dealer].map(|token| bin(token)), [1, 0, 0]);
        let path = RevisionPath { revision_id: removed.revision_id.unwrap() };
        let undo = world.server.call::<UndoRevision>(Some(&world.vendor), &path, &(), &Undo { version: None });
        assert_eq!(refused(undo), NOT_FOUND);
    });
}

#[test]
fn what_an_account_was_is_not_put_back_by_who_could_not_have_made_it() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let save = manager("went.down", ManagerRole::Vendor, Some(world.vendor_id));
        let id = create(&world, &world.admin, &save).unwrap().manager_id;
        let down = json!({"role": "DEALER", "companyId": world.dealer_id.0, "permissionGroupId": 3});
        assert!(patch::<UpdateManager>(&world, &world.vendor, id.0, &down).is_none());
        let past = world.server.call::<ListManagerRevisions>(Some(&world.dealer), &path(id), &ANY_PAGE, &()).unwrap();
        let path = RevisionPath { revision_id: past.data[0].revision_id };
        let undo = |token: &str| world.server.call::<UndoRevision>(Some(token), &path, &(), &Undo { version: None });
        let by_dealer = undo(&world.dealer).unwrap_err();
        assert!([ErrorCode::NotFound, ErrorCode::Invalid].contains(&code(&by_dealer)), "{by_dealer:?}");
        assert!(undo(&world.vendor).is_ok());
    });
}

#[test]
fn nobody_suspends_deletes_or_raises_oneself_or_sets_the_own_password_without_knowing_it() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        create(&world, &world.admin, &manager("second.admin", ManagerRole::Admin, None)).unwrap();
        for (token, login_id) in [(&world.admin, "root"), (&world.vendor, "vendor")] {
            let path = own_path(&world, login_id);
            let id = path.manager_id.0;
            let change = |fields: Json| patch::<UpdateManager>(&world, token, id, &fields).map(|error| said(&error));
            assert_eq!(change(json!({"status": "SUSPENDED"})), Some(invalid("status ownAccount")));
            assert_eq!(change(json!({"permissionGroupId": 3})), Some(invalid("permissionGroupId ownAccount")));
            assert_eq!(change(json!({"name": "새 이름", "memo": "x"})), None);
            let removed = world.server.call::<DeleteManager>(Some(token), &path, &(), &());
            assert_eq!(refused(removed), invalid("managerId ownAccount"));
            let reset = PasswordReset { password: None };
            let set = world.server.call::<SetManagerPassword>(Some(token), &path, &(), &reset);
            assert_eq!(refused(set), invalid("password ownAccount"));
            let shown = world.server.call::<GetManager>(Some(token), &path, &(), &()).unwrap();
            assert_eq!(shown.can.delete.reason.as_deref(), Some("ownAccount"));
        }
    });
}

/// Adds administrators with passwords; returns their sessions.
fn administrators(world: &World, names: &[&str]) -> Vec<(String, i64)> {
    let add = |name: &&str| {
        let token = add_account(&world.server.state, name, Authority::Admin, None);
        (token, account_id(&world.server.state, name))
    };
    names.iter().map(add).collect()
}

#[test]
fn the_last_administrator_who_can_sign_in_stays_however_many_go_at_once() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let active = || {
            let admins = account::table.filter(account::authority.eq("ADMIN")).filter(account::disabled_at.is_null());
            let admins = admins.filter(account::password_hash.ne(""));
            test.database.read_blocking(|connection| Ok(admins.count().get_result::<i64>(connection)?)).unwrap()
        };
        // An administrator without a password does not count.
        create(&world, &world.admin, &manager("no.password", ManagerRole::Admin, None)).unwrap();
        let root = account_id(&world.server.state, "root");
        let others = administrators(&world, &["admin.a", "admin.b", "admin.c"]);
        let everybody: Vec<(String, i64)> = [(world.admin.clone(), root)].into_iter().chain(others).collect();
        // Each suspends the next one in a circle, at the same time.
        at_once(everybody.len(), 1, |thread, _| {
            let next = everybody[(thread + 1) % everybody.len()].1;
            if thread % 2 == 0 {
                let _ = patch::<UpdateManager>(&world, &everybody[thread].0, next, &json!({"status": "SUSPENDED"}));
            } else {
                let _ =
                    world.server.call::<DeleteManager>(Some(&everybody[thread].0), &path(ManagerId(next)), &(), &());
            }
        });
        assert!(active() >= 1);
        // The last one can be neither removed nor changed by anyone.
        test.database
            .write_blocking(|connection| {
                let rest = account::table.filter(account::account_id.ne(root)).filter(account::authority.eq("ADMIN"));
                diesel::update(rest).set(account::disabled_at.eq(1)).execute(connection)?;
                let back = account::table.find(root);
                Ok(diesel::update(back).set(account::disabled_at.eq(None::<i64>)).execute(connection)?)
            })
            .unwrap();
        if active() == 1 {
            let helper = add_account(&world.server.state, "helper", Authority::Admin, None);
            widen(test, "UPDATE account SET password_hash = '' WHERE login_id = 'helper'");
            let change = |fields: Json| said(&patch::<UpdateManager>(&world, &helper, root, &fields).unwrap());
            assert_eq!(change(json!({"status": "SUSPENDED"})), invalid("status lastAdmin"));
            let down = json!({"role": "VENDOR", "companyId": world.vendor_id.0, "permissionGroupId": 2});
            assert_eq!(change(down), invalid("role lastAdmin"));
            let removed = world.server.call::<DeleteManager>(Some(&helper), &path(ManagerId(root)), &(), &());
            assert_eq!(refused(removed), invalid("managerId lastAdmin"));
        }
    });
}

fn make_operator(world: &World, token: &str, login_id: &str, company: CompanyId) -> Operator {
    world.server.call::<CreateOperator>(Some(token), &(), &(), &operator(login_id, company)).unwrap()
}

fn operator_path(id: OperatorId) -> OperatorPath {
    OperatorPath { operator_id: id }
}

#[test]
fn an_operator_comes_back_as_registered_and_gets_nothing_that_is_not_its_makers() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let boss = ManagerId(account_id(&world.server.state, "dealer"));
        let save = uno_core::contract::operators::OperatorSave {
            main_manager_id: Some(boss),
            service_ids: vec![ServiceId(1)],
            phone_number: Some("02-123-4567".into()),
            postal_code: Some("04524".into()),
            address: Some("서울특별시 중구 세종대로 110".into()),
            address_detail: Some("3층".into()),
            ..operator("site.one", world.retailer_id)
        };
        let make = |token: &str, save: &_| world.server.call::<CreateOperator>(Some(token), &(), &(), save);
        let made = make(&world.vendor, &save).unwrap();
        assert_eq!((made.main_manager_name.as_deref(), made.launch_status), (Some("dealer"), LaunchStatus::Preparing));
        assert_eq!(made.form(), uno_core::contract::operators::OperatorSave { version: Some(1), ..save.clone() });
        let mut number = 0;
        let mut refuse = |token: &str, change: fn(&mut uno_core::contract::operators::OperatorSave, &World)| {
            number += 1;
            let mut other = save.clone();
            other.login_id = format!("site.x{number}");
            change(&mut other, &world);
            refused(make(token, &other))
        };
        let company =
            |save: &mut uno_core::contract::operators::OperatorSave, world: &World| save.company_id = world.dealer_id;
        assert_eq!(refuse(&world.vendor, company), invalid("companyId wrongTier"));
        let company = |save: &mut uno_core::contract::operators::OperatorSave, world: &World| {
            save.company_id = world.other_retailer_id
        };
        assert_eq!(refuse(&world.vendor, company), invalid("companyId notFound"));
        let group = |save: &mut uno_core::contract::operators::OperatorSave, _: &World| {
            save.permission_group_id = PermissionGroupId(4)
        };
        assert_eq!(refuse(&world.vendor, group), invalid("permissionGroupId wrongRole"));
        let service = |save: &mut uno_core::contract::operators::OperatorSave, _: &World| {
            save.service_ids = vec![ServiceId(1), ServiceId(3)]
        };
        assert_eq!(refuse(&world.retailer, service), invalid("serviceIds exceedsOwn"));
        let boss = |save: &mut uno_core::contract::operators::OperatorSave, world: &World| {
            save.main_manager_id = Some(ManagerId(account_id(&world.server.state, "vendor2")));
        };
        assert_eq!(refuse(&world.vendor, boss), invalid("mainManagerId notFound"));
        assert_eq!(refuse(&world.admin, boss), invalid("mainManagerId otherTree"));
        let code = |save: &mut uno_core::contract::operators::OperatorSave, _: &World| {
            save.postal_code = Some("abc".into());
        };
        assert_eq!(refuse(&world.vendor, code), invalid("postalCode format"));
        let change = |token: &str, fields: Json| {
            patch::<UpdateOperator>(&world, token, made.operator_id.0, &fields).map(|error| said(&error))
        };
        assert_eq!(change(&world.retailer, json!({"serviceIds": [1, 2]})), None, "the retailer has both");
        assert_eq!(change(&world.retailer, json!({"serviceIds": [3]})), Some(invalid("serviceIds exceedsOwn")));
        assert_eq!(change(&world.retailer, json!({"name": "새 이름"})), None, "who stands above may stay its manager");
        assert_eq!(change(&world.other_vendor, json!({"name": "x"})), Some(NOT_FOUND));
        assert_eq!(
            change(&world.vendor, json!({"permissionGroupId": 2})),
            Some(invalid("permissionGroupId wrongRole"))
        );
        assert_eq!(
            change(&world.vendor, json!({"companyId": world.other_retailer_id.0})),
            Some(invalid("companyId notFound"))
        );
        // A manager with operators cannot be removed.
        let removed = world.server.call::<DeleteManager>(Some(&world.vendor), &own_path(&world, "dealer"), &(), &());
        assert_eq!(refused(removed), (ErrorCode::HasDependents, "operators hasDependents".into()));
        // An operator's services are those it works with.
        session(&world.server.state, "site.one", Authority::Operator);
        let path = operator_path(made.operator_id);
        let set = world.server.call::<SetOperatorPassword>(
            Some(&world.retailer),
            &path,
            &(),
            &PasswordReset { password: None },
        );
        let password = set.unwrap().password.unwrap();
        let token = sign_in(&world.server, "site.one", &password).unwrap().access_token.token;
        change_password(&world.server, &token, &password, "a quite new password").unwrap();
        let own = world.server.call::<GetOwnOperator>(Some(&token), &(), &(), &()).unwrap();
        assert_eq!((own.operator_id, own.service_ids), (made.operator_id, vec![ServiceId(1), ServiceId(2)]));
        let account = world.server.call::<GetAccount>(Some(&token), &(), &(), &()).unwrap();
        assert_eq!(account.permission_group.allowed_service_ids, [ServiceId(1)], "of these what its group has");
        assert!(
            world
                .server
                .call::<ListCompanyOptions>(Some(&token), &(), &serde_json::from_str("{}").unwrap(), &())
                .is_ok()
        );
        let removed = world.server.call::<DeleteOperator>(Some(&world.retailer), &path, &(), &()).unwrap();
        let back = RevisionPath { revision_id: removed.revision_id.unwrap() };
        world.server.call::<UndoRevision>(Some(&world.vendor), &back, &(), &Undo { version: None }).unwrap();
        let back = world.server.call::<GetOperator>(Some(&world.retailer), &path, &(), &()).unwrap();
        assert_eq!(
            (back.service_ids, back.address_detail.as_deref(), back.has_password),
            (vec![ServiceId(1), ServiceId(2)], Some("3층"), false)
        );
    });
}

#[test]
fn who_leads_operators_of_a_line_is_neither_moved_out_of_it_nor_removed() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let save = manager("leader", ManagerRole::Vendor, Some(world.vendor_id));
        let leader = create(&world, &world.admin, &save).unwrap().manager_id;
        let led = uno_core::contract::operators::OperatorSave {
            main_manager_id: Some(leader),
            ..operator("led.one", world.retailer_id)
        };
        let led = world.server.call::<CreateOperator>(Some(&world.admin), &(), &(), &led).unwrap().operator_id;
        let change = |fields: Json| patch::<UpdateManager>(&world, &world.admin, leader.0, &fields);
        let removable = || {
            let found = world.server.call::<GetManager>(Some(&world.admin), &path(leader), &(), &()).unwrap();
            found.can.delete.reason
        };
        assert_eq!(removable().as_deref(), Some("leadsOperators"), "nor removed, which is said before it is tried");
        let refused = change(json!({"companyId": world.other_vendor_id.0})).unwrap();
        assert_eq!(said(&refused), invalid("companyId leadsOperators"));
        let down = json!({"role": "DEALER", "companyId": world.dealer_id.0, "permissionGroupId": 3});
        assert_eq!(change(down), None, "the dealer is above the operator too");
        let foreign = json!({"role": "RETAILER", "companyId": world.other_retailer_id.0, "permissionGroupId": 4});
        assert_eq!(said(&change(foreign.clone()).unwrap()), invalid("companyId leadsOperators"));
        let admin = json!({"role": "ADMIN", "companyId": null, "permissionGroupId": 1});
        assert_eq!(change(admin), None, "an administrator answers for any");
        let free = json!({"mainManagerId": null});
        assert_eq!(patch::<UpdateOperator>(&world, &world.vendor, led.0, &free), None);
        assert_eq!(change(foreign), None, "who leads nobody goes wherever");
        assert_eq!(removable(), None);
    });
}

#[test]
fn a_main_manager_of_another_line_stands_in_the_way_of_nothing_else() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let led = make_operator(&world, &world.vendor, "led.two", world.retailer_id).operator_id;
        // Data from before such moves were rejected.
        widen(
            test,
            "UPDATE operator SET main_manager_id = (SELECT account_id FROM account WHERE login_id = 'vendor2') \
             WHERE account_id = (SELECT account_id FROM account WHERE login_id = 'led.two')",
        );
        let change = |fields: Json| patch::<UpdateOperator>(&world, &world.vendor, led.0, &fields);
        assert_eq!(change(json!({"memo": "x"})), None);
        let foreign = account_id(&world.server.state, "vendor2");
        let own = account_id(&world.server.state, "dealer");
        assert_eq!(change(json!({"mainManagerId": own})), None);
        assert_eq!(said(&change(json!({"mainManagerId": foreign})).unwrap()), invalid("mainManagerId notFound"));
    });
}

#[test]
fn operators_are_launched_all_or_none_and_each_launch_can_be_cancelled() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let ids: Vec<OperatorId> = ["site.a", "site.b", "site.c"]
            .iter()
            .map(|login_id| make_operator(&world, &world.vendor, login_id, world.retailer_id).operator_id)
            .collect();
        let foreign = make_operator(&world, &world.other_vendor, "site.other", world.other_retailer_id).operator_id;
        let launch = |ids: &[OperatorId], at: Option<&str>| {
            let body = OperatorLaunch { operator_ids: ids.to_vec(), launched_at: at.and_then(Bound::parse) };
            world.server.call::<LaunchOperators>(Some(&world.vendor), &(), &(), &body)
        };
        let state = |id: OperatorId| {
            let shown = world.server.call::<GetOperator>(Some(&world.vendor), &operator_path(id), &(), &()).unwrap();
            (shown.launch_status, shown.launched_at.is_some())
        };
        assert_eq!(refused(launch(&[], None)), invalid("operatorIds required"));
        assert!(launch(&ids[..1], Some("2026-03-02")).is_ok());
        let wrong = launch(&[ids[1], foreign, ids[0], OperatorId(987_654_321), ids[2], ids[2]], None).unwrap_err();
        let told: Vec<_> = wrong.fields.iter().map(|field| format!("{} {}", field.path, field.code)).collect();
        assert_eq!(
            told,
            ["operatorIds[1] notFound", "operatorIds[2] launched", "operatorIds[3] notFound", "operatorIds[5] twice"]
        );
        assert_eq!(state(ids[1]), (LaunchStatus::Preparing, false), "nothing was launched");
        assert_eq!(refused(launch(&ids[1..], Some("1999-01-01"))), invalid("launchedAt tooEarly"));
        assert_eq!(refused(launch(&ids[1..], Some("2100-01-01"))), invalid("launchedAt tooLate"));
        let day = kernel::clock::now().plus_milliseconds(9 * 366 * 86_400_000).date_in_seoul().text();
        assert!(launch(&ids[1..], Some(&day)).is_ok());
        assert_eq!(state(ids[0]), (LaunchStatus::Operating, true));
        assert_eq!(state(ids[1]), (LaunchStatus::Preparing, true), "its day has not come");
        let found = |filter: Json| {
            let filter: OperatorFilter = serde_json::from_value(filter).unwrap();
            world.server.call::<ListOperators>(Some(&world.vendor), &(), &filter, &()).unwrap().total
        };
        assert_eq!(found(json!({"startLaunchedAt": "2026-03-02", "endLaunchedAt": "2026-03-02"})), 1);
        assert_eq!(found(json!({"startLaunchedAt": day})), 2);
        assert_eq!(found(json!({"serviceIds": [1]})), 0);
        assert_eq!(found(json!({"launchStatuses": ["OPERATING"]})), 1, "whose day has come");
        let preparing = json!({"launchStatuses": ["PREPARING"], "startLaunchedAt": day});
        assert_eq!(found(preparing), 2, "also those that have a day");
        let both = found(json!({"launchStatuses": ["OPERATING", "PREPARING"]}));
        assert_eq!((both, found(json!({"launchStatuses": ["PREPARING"]}))), (found(json!({})), both - 1));
        assert_eq!((found(json!({"hasLaunch": true})), found(json!({"hasLaunch": false}))), (3, both - 3));
        let those = json!({"operatorIds": [ids[0], foreign]});
        assert_eq!((found(those), found(json!({"operatorIds": ids, "hasLaunch": false}))), (1, 0));
        let cancel =
            |token: &str| world.server.call::<CancelOperatorLaunch>(Some(token), &operator_path(ids[0]), &(), &());
        assert_eq!(refused(cancel(&world.other_vendor)), NOT_FOUND);
        assert!(cancel(&world.vendor).is_ok() && cancel(&world.vendor).is_ok());
        assert_eq!(state(ids[0]), (LaunchStatus::Preparing, false));
        let past = world
            .server
            .call::<ListOperatorRevisions>(Some(&world.vendor), &operator_path(ids[0]), &ANY_PAGE, &())
            .unwrap();
        let told: Vec<_> = past.data.iter().map(|revision| revision.changes[0].field.as_str()).collect();
        assert_eq!(told, ["launchedAt", "launchedAt", "loginId"]);
    });
}

#[test]
fn a_deleted_operator_comes_back_with_its_launch() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let id = make_operator(&world, &world.vendor, "site.back", world.retailer_id).operator_id;
        let body = OperatorLaunch { operator_ids: vec![id], launched_at: Bound::parse("2026-03-02") };
        world.server.call::<LaunchOperators>(Some(&world.vendor), &(), &(), &body).unwrap();
        let shown = || world.server.call::<GetOperator>(Some(&world.vendor), &operator_path(id), &(), &()).unwrap();
        let before = shown().launched_at;
        assert!(before.is_some());
        let removed = world.server.call::<DeleteOperator>(Some(&world.vendor), &operator_path(id), &(), &()).unwrap();
        let back = RevisionPath { revision_id: removed.revision_id.unwrap() };
        world.server.call::<UndoRevision>(Some(&world.vendor), &back, &(), &Undo { version: None }).unwrap();
        assert_eq!((shown().launched_at, shown().launch_status), (before, LaunchStatus::Operating));
    });
}

#[test]
fn an_account_that_is_put_back_keeps_its_group_where_that_of_before_has_gone() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        widen(
            test,
            "INSERT INTO permission_group (permission_group_id, name, name_key, authority, created_at, updated_at) \
             VALUES (77, 'small', 'small', 'DEALER', 1, 1)",
        );
        let save = ManagerSave {
            permission_group_id: PermissionGroupId(77),
            ..manager("of.small", ManagerRole::Dealer, Some(world.dealer_id))
        };
        let id = create(&world, &world.vendor, &save).unwrap().manager_id;
        let other = json!({"name": "새 이름", "permissionGroupId": 3});
        assert_eq!(patch::<UpdateManager>(&world, &world.vendor, id.0, &other), None);
        widen(test, "DELETE FROM permission_group WHERE permission_group_id = 77");
        let past = world.server.call::<ListManagerRevisions>(Some(&world.vendor), &path(id), &ANY_PAGE, &()).unwrap();
        let back = RevisionPath { revision_id: past.data[0].revision_id };
        let restored =
            world.server.call::<UndoRevision>(Some(&world.vendor), &back, &(), &Undo { version: None }).unwrap();
        assert_eq!(restored.altered_fields, ["permissionGroupId"]);
        let shown = world.server.call::<GetManager>(Some(&world.vendor), &path(id), &(), &()).unwrap();
        assert_eq!((shown.name.as_str(), shown.status), ("문매니", AccountStatus::Active));
        assert_eq!(shown.permission_group_id, group_of(Authority::Dealer));
    });
}

#[test]
fn an_operator_comes_back_without_the_manager_who_answers_for_it_no_more() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let leader = |login_id: &str, role, company| {
            create(&world, &world.admin, &manager(login_id, role, Some(company))).unwrap().manager_id
        };
        let gone = leader("gone.one", ManagerRole::Vendor, world.vendor_id);
        let moved = leader("moved.one", ManagerRole::Retailer, world.retailer_id);
        let stayed = leader("stayed.one", ManagerRole::Dealer, world.dealer_id);
        let led_by = |login_id: &str, leader| {
            let save = uno_core::contract::operators::OperatorSave {
                main_manager_id: Some(leader),
                ..operator(login_id, world.retailer_id)
            };
            let made = world.server.call::<CreateOperator>(Some(&world.admin), &(), &(), &save).unwrap();
            let path = operator_path(made.operator_id);
            let removed = world.server.call::<DeleteOperator>(Some(&world.admin), &path, &(), &()).unwrap();
            (made.operator_id, RevisionPath { revision_id: removed.revision_id.unwrap() })
        };
        let led = [led_by("led.a", gone), led_by("led.b", moved), led_by("led.c", stayed)];
        world.server.call::<DeleteManager>(Some(&world.admin), &path(gone), &(), &()).unwrap();
        let elsewhere = json!({"companyId": world.other_retailer_id.0});
        assert_eq!(patch::<UpdateManager>(&world, &world.admin, moved.0, &elsewhere), None);
        for ((id, back), expected) in led.into_iter().zip([None, None, Some(stayed)]) {
            let restored =
                world.server.call::<UndoRevision>(Some(&world.admin), &back, &(), &Undo { version: None }).unwrap();
            assert_eq!(restored.altered_fields.contains(&"mainManagerId".into()), expected.is_none());
            let shown = world.server.call::<GetOperator>(Some(&world.admin), &operator_path(id), &(), &()).unwrap();
            assert_eq!(shown.main_manager_id, expected);
        }
    });
}

#[test]
fn an_account_whose_group_has_gone_comes_back_suspended_with_the_built_in_one() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        widen(
            test,
            "INSERT INTO permission_group (permission_group_id, name, name_key, authority, created_at, updated_at) \
             VALUES (77, 'small', 'small', 'DEALER', 1, 1), (78, 'site', 'site', 'OPERATOR', 1, 1)",
        );
        let save = ManagerSave {
            permission_group_id: PermissionGroupId(77),
            ..manager("of.small", ManagerRole::Dealer, Some(world.dealer_id))
        };
        let id = create(&world, &world.vendor, &save).unwrap().manager_id;
        let removed = world.server.call::<DeleteManager>(Some(&world.vendor), &path(id), &(), &()).unwrap();
        let site = uno_core::contract::operators::OperatorSave {
            permission_group_id: PermissionGroupId(78),
            ..operator("of.site", world.retailer_id)
        };
        let site = world.server.call::<CreateOperator>(Some(&world.vendor), &(), &(), &site).unwrap().operator_id;
        let gone = world.server.call::<DeleteOperator>(Some(&world.vendor), &operator_path(site), &(), &()).unwrap();
        widen(test, "DELETE FROM permission_group WHERE permission_group_id IN (77, 78)");
        for revision_id in [removed.revision_id, gone.revision_id].map(Option::unwrap) {
            let back = RevisionPath { revision_id };
            world.server.call::<UndoRevision>(Some(&world.vendor), &back, &(), &Undo { version: None }).unwrap();
        }
        let shown = world.server.call::<GetManager>(Some(&world.vendor), &path(id), &(), &()).unwrap();
        assert_eq!((shown.permission_group_id, shown.status), (group_of(Authority::Dealer), AccountStatus::Suspended));
        let shown = world.server.call::<GetOperator>(Some(&world.vendor), &operator_path(site), &(), &()).unwrap();
        assert_eq!(
            (shown.permission_group_id, shown.status),
            (group_of(Authority::Operator), AccountStatus::Suspended)
        );
    });
}

/// Adds groups owned by the vendor: 77 for its retailers, 78 for their operators.
fn add_groups_of_vendor(test: &TestDatabase, world: &World) {
    let vendor = world.vendor_id.0;
    widen(
        test,
        &format!(
            "INSERT INTO permission_group \
             (permission_group_id, name, name_key, authority, company_id, created_at, updated_at) \
             VALUES (77, 'shops', 'shops', 'RETAILER', {vendor}, 1, 1), \
             (78, 'sites', 'sites', 'OPERATOR', {vendor}, 1, 1)"
        ),
    );
}

#[test]
fn whose_role_company_or_group_is_changed_has_no_password_that_others_gave() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        widen(
            test,
            "INSERT INTO permission_group (permission_group_id, name, name_key, authority, created_at, updated_at) \
             VALUES (77, 'small', 'small', 'DEALER', 1, 1)",
        );
        let given = |login_id: &str| {
            let id = create(&world, &world.vendor, &manager(login_id, ManagerRole::Dealer, Some(world.dealer_id)));
            let id = id.unwrap().manager_id;
            let reset = PasswordReset { password: None };
            let set = world.server.call::<SetManagerPassword>(Some(&world.vendor), &path(id), &(), &reset).unwrap();
            (id, set.password.unwrap())
        };
        let guide = |name: &str| {
            let save = MenuItemSave {
                parent_id: None,
                name: name.to_owned(),
                names: Vec::new(),
                url: Some(format!("/guide-{}", name.replace('.', "-"))),
                unrestricted: false,
                is_hidden: false,
                position: 900,
                version: None,
            };
            let made = world.server.call::<CreateMenuItem>(Some(&world.admin), &(), &(), &save).unwrap();
            made.menu_item_id.0
        };
        let elsewhere = world.add_company(CompanyType::Dealer, "먼 대리점", Some(world.other_vendor_id)).company_id;
        for (login_id, change) in [
            ("up.one", json!({"role": "ADMIN", "companyId": null, "permissionGroupId": 1})),
            ("away.one", json!({"companyId": elsewhere.0})),
            ("other.group", json!({"permissionGroupId": 77})),
        ] {
            let (id, password) = given(login_id);
            let token = sign_in(&world.server, login_id, &password).unwrap().access_token.token;
            assert_eq!(patch::<UpdateManager>(&world, &world.admin, id.0, &json!({"name": "새 이름"})), None);
            assert!(sign_in(&world.server, login_id, &password).is_ok(), "another change leaves it");
            assert_eq!(patch::<UpdateManager>(&world, &world.admin, id.0, &change), None);
            assert!(sign_in(&world.server, login_id, &password).is_err(), "{login_id}");
            let own = world.server.call::<GetAccount>(Some(&token), &(), &(), &());
            assert_eq!(code(&own.unwrap_err()), ErrorCode::Unauthenticated, "{login_id}: nor is it used any more");
            let past =
                world.server.call::<ListManagerRevisions>(Some(&world.admin), &path(id), &ANY_PAGE, &()).unwrap();
            assert_eq!((past.data[0].changes[0].field.as_str(), &past.data[0].changes[0].after), ("password", &None));
        }
        // A group that allows more has the same effect, whoever widens it.
        let (id, password) = given("with.group");
        assert_eq!(patch::<UpdateManager>(&world, &world.vendor, id.0, &json!({"permissionGroupId": 77})), None);
        let service = json!({"allowedServiceIds": [1]});
        assert_eq!(patch::<UpdatePermissionGroup>(&world, &world.admin, 77, &json!({"name": "더 작은"})), None);
        assert!(sign_in(&world.server, "with.group", &password).is_ok(), "another name gives nothing");
        assert_eq!(patch::<UpdatePermissionGroup>(&world, &world.admin, 77, &service), None);
        assert!(sign_in(&world.server, "with.group", &password).is_err());
        // So does an entry that gets an address, and one that is no longer unrestricted.
        for (login_id, before, after) in [
            ("with.entry", json!({"url": null}), json!({"url": "/guide"})),
            ("with.closed", json!({"unrestricted": true}), json!({"unrestricted": false})),
        ] {
            let (id, password) = given(login_id);
            let group = json!({"permissionGroupId": 77});
            let guide = guide(login_id);
            widen(
                test,
                &format!(
                    "INSERT INTO permission (permission_group_id, menu_item_id, can_read, can_create, can_update, can_delete) \
                     VALUES (77, {guide}, TRUE, FALSE, FALSE, FALSE)"
                ),
            );
            assert_eq!(patch::<UpdateMenuItem>(&world, &world.admin, guide, &before), None);
            std::thread::sleep(Duration::from_millis(600));
            let is_given = patch::<UpdateManager>(&world, &world.vendor, id.0, &group);
            assert_eq!(is_given, None, "{login_id}");
            assert!(sign_in(&world.server, login_id, &password).is_ok(), "{login_id}");
            assert_eq!(patch::<UpdateMenuItem>(&world, &world.admin, guide, &after), None);
            assert!(sign_in(&world.server, login_id, &password).is_err(), "{login_id}");
            widen(test, &format!("DELETE FROM permission WHERE menu_item_id = {guide}"));
        }
        // The person who assigned the password knows it, and changes the account within their own power.
        let (id, password) = given("by.oneself");
        assert_eq!(patch::<UpdateManager>(&world, &world.vendor, id.0, &json!({"permissionGroupId": 77})), None);
        assert!(sign_in(&world.server, "by.oneself", &password).is_ok());
        // A password chosen by the owner is known to nobody else.
        let (id, password) = given("has.changed");
        let token = sign_in(&world.server, "has.changed", &password).unwrap().access_token.token;
        change_password(&world.server, &token, &password, "a quite new password").unwrap();
        assert_eq!(patch::<UpdateManager>(&world, &world.admin, id.0, &json!({"permissionGroupId": 77})), None);
        assert!(sign_in(&world.server, "has.changed", "a quite new password").is_ok());
    });
}

#[test]
fn who_removes_an_account_puts_it_back_with_what_was_given_from_above() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        add_groups_of_vendor(test, &world);
        let of_shops = ManagerSave {
            permission_group_id: PermissionGroupId(77),
            ..manager("of.shops", ManagerRole::Retailer, Some(world.retailer_id))
        };
        let of_sites = uno_core::contract::operators::OperatorSave {
            permission_group_id: PermissionGroupId(78),
            service_ids: vec![ServiceId(1), ServiceId(3)],
            main_manager_id: Some(ManagerId(account_id(&world.server.state, "vendor"))),
            ..operator("of.sites", world.retailer_id)
        };
        let shop = path(create(&world, &world.vendor, &of_shops).unwrap().manager_id);
        let site = world.server.call::<CreateOperator>(Some(&world.vendor), &(), &(), &of_sites).unwrap();
        let site = operator_path(site.operator_id);
        let shown = || {
            let shop = world.server.call::<GetManager>(Some(&world.vendor), &shop, &(), &()).unwrap().form();
            let site = world.server.call::<GetOperator>(Some(&world.vendor), &site, &(), &()).unwrap().form();
            (
                ManagerSave { version: None, ..shop },
                uno_core::contract::operators::OperatorSave { version: None, ..site },
            )
        };
        let before = shown();
        let removed = [
            world.server.call::<DeleteManager>(Some(&world.retailer), &shop, &(), &()).unwrap(),
            world.server.call::<DeleteOperator>(Some(&world.retailer), &site, &(), &()).unwrap(),
        ];
        for removed in removed {
            let restored = crate::undo::undo(&world, &world.retailer, removed.revision_id.unwrap(), None).unwrap();
            assert!(restored.altered_fields.is_empty(), "{:?}", restored.altered_fields);
        }
        assert_eq!(shown(), before);
        // The group may allow more in the meantime.
        let gone = world.server.call::<DeleteManager>(Some(&world.retailer), &shop, &(), &()).unwrap();
        widen(test, "INSERT INTO permission_group_service (permission_group_id, service_id) VALUES (77, 3)");
        let refusal = crate::undo::undo(&world, &world.retailer, gone.revision_id.unwrap(), None);
        assert_eq!(refused(refusal), invalid("permissionGroupId exceedsOwn"));
    });
}

#[test]
fn an_account_that_has_a_group_from_above_is_changed_and_suspended_from_below() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        add_groups_of_vendor(test, &world);
        let of_shops = |login_id: &str| ManagerSave {
            permission_group_id: PermissionGroupId(77),
            ..manager(login_id, ManagerRole::Retailer, Some(world.retailer_id))
        };
        let id = create(&world, &world.vendor, &of_shops("of.shops")).unwrap().manager_id.0;
        let change = |fields: Json| patch::<UpdateManager>(&world, &world.dealer, id, &fields);
        assert_eq!(change(json!({"name": "새 이름", "status": "SUSPENDED"})), None);
        let site = uno_core::contract::operators::OperatorSave {
            permission_group_id: PermissionGroupId(78),
            ..operator("of.sites", world.retailer_id)
        };
        let site = world.server.call::<CreateOperator>(Some(&world.vendor), &(), &(), &site).unwrap().operator_id;
        let fields = json!({"status": "SUSPENDED", "permissionGroupId": 78});
        assert_eq!(patch::<UpdateOperator>(&world, &world.retailer, site.0, &fields), None);
        // They may keep it, but not assign it.
        let answer = create(&world, &world.dealer, &of_shops("another"));
        assert_eq!(refused(answer), invalid("permissionGroupId notFound"));
        let other = manager("another", ManagerRole::Retailer, Some(world.retailer_id));
        let other = create(&world, &world.dealer, &other).unwrap().manager_id.0;
        let given = patch::<UpdateManager>(&world, &world.dealer, other, &json!({"permissionGroupId": 77}));
        assert_eq!(said(&given.unwrap()), invalid("permissionGroupId notFound"));
        let is_offered = |token: &str, standing: Option<i64>| {
            let filter = PermissionGroupChoiceFilter { permission_group_id: standing.map(PermissionGroupId) };
            let choices = world.server.call::<ListPermissionGroupChoices>(Some(token), &(), &filter, &()).unwrap();
            choices.iter().any(|choice| choice.name == "shops")
        };
        assert!(is_offered(&world.dealer, Some(77)) && is_offered(&world.vendor, None));
        assert!(!is_offered(&world.dealer, None), "only for an account that has it");
        assert!(!is_offered(&world.other_vendor, Some(77)), "nobody is told of it who reaches no such account");
    });
}

#[test]
fn a_group_of_another_tree_is_given_to_no_account() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let (far, near) = (world.other_vendor_id.0, world.dealer_id.0);
        widen(
            test,
            &format!(
                "INSERT INTO permission_group \
                 (permission_group_id, name, name_key, authority, company_id, created_at, updated_at) \
                 VALUES (77, 'far', 'far', 'RETAILER', {far}, 1, 1), (78, 'near', 'near', 'RETAILER', {near}, 1, 1), \
                 (79, 'far sites', 'far sites', 'OPERATOR', {far}, 1, 1)"
            ),
        );
        let of_group = |login_id: &str, group: i64| ManagerSave {
            permission_group_id: PermissionGroupId(group),
            ..manager(login_id, ManagerRole::Retailer, Some(world.retailer_id))
        };
        let other_tree = invalid("permissionGroupId otherTree");
        assert_eq!(refused(create(&world, &world.admin, &of_group("of.far", 77))), other_tree);
        let site = uno_core::contract::operators::OperatorSave {
            permission_group_id: PermissionGroupId(79),
            ..operator("far.site", world.retailer_id)
        };
        assert_eq!(refused(world.server.call::<CreateOperator>(Some(&world.admin), &(), &(), &site)), other_tree);
        let made = create(&world, &world.admin, &of_group("of.near", 78)).unwrap().manager_id;
        let change =
            |fields: Json| patch::<UpdateManager>(&world, &world.admin, made.0, &fields).map(|error| said(&error));
        assert_eq!(change(json!({"permissionGroupId": 77})), Some(other_tree.clone()));
        // Nor can an account keep the group of its line when it moves to another line.
        let direct = world.add_company(CompanyType::Retailer, "직영점", Some(world.vendor_id)).company_id.0;
        assert_eq!(change(json!({"companyId": direct})), Some(other_tree.clone()));
        assert_eq!(change(json!({"companyId": direct, "permissionGroupId": 4})), None);
        // Data from before this was checked.
        let given = format!("UPDATE account SET permission_group_id = 77 WHERE account_id = {}", made.0);
        widen(test, &given);
        assert_eq!(change(json!({"memo": "x", "permissionGroupId": 77})), None, "it stays until it changes");
        assert_eq!(change(json!({"companyId": world.retailer_id.0})), Some(other_tree));
        let removed = world.server.call::<DeleteManager>(Some(&world.admin), &path(made), &(), &()).unwrap();
        let back = RevisionPath { revision_id: removed.revision_id.unwrap() };
        world.server.call::<UndoRevision>(Some(&world.admin), &back, &(), &Undo { version: None }).unwrap();
        let shown = world.server.call::<GetManager>(Some(&world.admin), &path(made), &(), &()).unwrap();
        let built_in = group_of(Authority::Retailer);
        assert_eq!((shown.permission_group_id, shown.status), (built_in, AccountStatus::Suspended));
    });
}

#[test]
fn lists_go_through_every_account_once_in_each_order() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        for number in 0..7 {
            let save = ManagerSave {
                name: format!("이름 {}", number % 3),
                ..manager(&format!("page.{number}"), ManagerRole::Retailer, Some(world.retailer_id))
            };
            create(&world, &world.admin, &save).unwrap();
        }
        for sort in AccountSort::ALL {
            let mut found = Vec::new();
            for page in 0.. {
                let filter = ManagerFilter {
                    sort: Some(*sort),
                    page: Some(page),
                    page_size: Some(3),
                    ..ManagerFilter::default()
                };
                let page = world.server.call::<ListManagers>(Some(&world.vendor), &(), &filter, &()).unwrap();
                assert_eq!(page.total, 10, "{sort:?}");
                if page.data.is_empty() {
                    break;
                }
                found.extend(page.data.into_iter().map(|manager| (manager.name, manager.manager_id)));
            }
            let mut names: Vec<String> = found.iter().map(|(name, _)| name.clone()).collect();
            let distinct: std::collections::BTreeSet<_> = found.iter().map(|(_, id)| *id).collect();
            assert_eq!((found.len(), distinct.len()), (10, 10), "{sort:?}");
            if *sort == AccountSort::NameDescending {
                names.reverse();
            }
            if matches!(sort, AccountSort::Name | AccountSort::NameDescending) {
                assert!(names.is_sorted(), "{sort:?}: {names:?}");
            }
        }
    });
}

#[test]
fn accounts_of_an_installation_of_before_are_in_their_lists_and_sign_in_as_they_did() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let mut connection = test.database.connect().unwrap();
        revert_to_before(&mut connection, "0022");
        kernel::db::migrations::run(&mut connection).unwrap();
        let names = |token: &str| {
            let page = world.server.call::<ListManagers>(Some(token), &(), &any(), &()).unwrap();
            let mut names: Vec<_> = page.data.into_iter().map(|manager| manager.login_id).collect();
            names.sort();
            names
        };
        assert_eq!(names(&world.admin), ["dealer", "retailer", "root", "vendor", "vendor2"]);
        assert_eq!(names(&world.dealer), ["dealer", "retailer"]);
        let operators = OperatorFilter::default();
        let page = world.server.call::<ListOperators>(Some(&world.retailer), &(), &operators, &()).unwrap();
        assert_eq!((page.data[0].login_id.as_str(), page.data[0].has_password), ("operator", true));
        assert!(sign_in(&world.server, "retailer", PASSWORD).is_ok());
    });
}

#[test]
fn an_account_says_until_when_attempts_pause_it() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let locked = || {
            let path = own_path(&world, "dealer");
            world.server.call::<GetManager>(Some(&world.vendor), &path, &(), &()).unwrap().locked_until.is_some()
        };
        assert!(!locked());
        for _ in 0..10 {
            assert!(sign_in(&world.server, "dealer", "a wrong password").is_err());
        }
        assert!(locked());
        let shown =
            world.server.call::<GetManager>(Some(&world.vendor), &own_path(&world, "dealer"), &(), &()).unwrap();
        assert_eq!(shown.status, AccountStatus::Active, "it is paused for that network, not suspended");
        // A new password clears the failed attempts on the old one.
        assert_eq!(sign_in(&world.server, "dealer", PASSWORD).err(), Some(ErrorCode::TooManyRequests));
        let (path, reset) = (own_path(&world, "dealer"), PasswordReset { password: None });
        let made = world.server.call::<SetManagerPassword>(Some(&world.vendor), &path, &(), &reset).unwrap();
        assert!(!locked());
        assert!(sign_in(&world.server, "dealer", &made.password.unwrap()).is_ok());
    });
}

#[test]
fn accounts_are_found_by_the_state_that_their_list_shows() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        for (login_id, status) in [("new.one", AccountStatus::Active), ("gone.one", AccountStatus::Suspended)] {
            let save = ManagerSave { status, ..manager(login_id, ManagerRole::Vendor, Some(world.vendor_id)) };
            create(&world, &world.admin, &save).unwrap();
        }
        for _ in 0..10 {
            assert!(sign_in(&world.server, "dealer", "a wrong password").is_err());
        }
        let found = |states: &[&str]| {
            let filter: ManagerFilter = serde_json::from_value(json!({"accountStates": states})).unwrap();
            let page = world.server.call::<ListManagers>(Some(&world.vendor), &(), &filter, &()).unwrap();
            let mut names: Vec<String> = page.data.into_iter().map(|manager| manager.login_id).collect();
            names.sort();
            assert_eq!(page.total, i64::try_from(names.len()).unwrap(), "{states:?}");
            names.join(" ")
        };
        assert_eq!(found(&["NO_PASSWORD"]), "new.one");
        assert_eq!(found(&["SUSPENDED"]), "gone.one", "whether it has a password or not");
        assert_eq!(found(&["LOCKED"]), "dealer");
        assert_eq!(found(&["ACTIVE"]), "retailer vendor");
        assert_eq!(found(&["LOCKED", "SUSPENDED", "NO_PASSWORD"]), "dealer gone.one new.one");
        assert_eq!(found(&[]), found(&["ACTIVE", "LOCKED", "SUSPENDED", "NO_PASSWORD"]), "each is in one of them");
        make_operator(&world, &world.retailer, "new.operator", world.retailer_id);
        let operators = |state: AccountState| {
            let filter = OperatorFilter { account_states: vec![state], ..OperatorFilter::default() };
            world.server.call::<ListOperators>(Some(&world.retailer), &(), &filter, &()).unwrap().total
        };
        assert_eq!((operators(AccountState::NoPassword), operators(AccountState::Suspended)), (1, 0));
    });
}

#[test]
fn accounts_are_found_by_their_group() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let group = make_operator(&world, &world.retailer, "new.operator", world.retailer_id).permission_group_id;
        let vendors = create(&world, &world.admin, &manager("new.vendor", ManagerRole::Vendor, Some(world.vendor_id)));
        let vendors = vendors.unwrap().permission_group_id;
        let managers = |token: &str, group: PermissionGroupId| {
            let filter = ManagerFilter { permission_group_id: Some(group), ..any() };
            let page = world.server.call::<ListManagers>(Some(token), &(), &filter, &()).unwrap();
            let mut names: Vec<String> = page.data.into_iter().map(|manager| manager.login_id).collect();
            names.sort();
            assert_eq!(page.total, i64::try_from(names.len()).unwrap());
            names.join(" ")
        };
        assert_eq!(managers(&world.admin, vendors), "new.vendor vendor vendor2");
        assert_eq!(managers(&world.vendor, vendors), "new.vendor vendor", "of others nothing is told");
        assert_eq!(managers(&world.vendor, group), "", "those are operators");
        let operators = |group: PermissionGroupId| {
            let filter = OperatorFilter { permission_group_id: Some(group), ..OperatorFilter::default() };
            let page = world.server.call::<ListOperators>(Some(&world.vendor), &(), &filter, &()).unwrap();
            page.data.into_iter().map(|operator| operator.login_id).collect::<Vec<_>>()
        };
        assert!(operators(group).contains(&"new.operator".to_owned()));
        assert!(operators(vendors).is_empty());
    });
}

#[test]
fn who_is_offered_as_main_manager_of_a_company_may_be_one() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let offered = |token: &str, company_id: Option<CompanyId>| {
            let filter: MainManagerFilter = serde_json::from_value(json!({"companyId": company_id})).unwrap();
            let found = world.server.call::<ListMainManagerChoices>(Some(token), &(), &filter, &()).unwrap();
            let mut names: Vec<String> = found.into_iter().map(|choice| choice.name).collect();
            names.sort();
            names.join(" ")
        };
        assert_eq!(offered(&world.admin, None), "dealer retailer root vendor vendor2");
        assert_eq!(offered(&world.admin, Some(world.retailer_id)), "dealer retailer root vendor");
        assert_eq!(offered(&world.admin, Some(world.other_retailer_id)), "root vendor2");
        assert_eq!(offered(&world.vendor, Some(world.retailer_id)), "dealer retailer vendor");
        assert_eq!(offered(&world.dealer, Some(world.retailer_id)), "dealer retailer", "nobody above is told");
        assert_eq!(offered(&world.vendor, Some(world.other_retailer_id)), "");
    });
}

#[test]
fn a_password_that_is_set_while_its_account_signs_in_leaves_no_session_of_the_one_before() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let made =
            create(&world, &world.admin, &manager("racing", ManagerRole::Vendor, Some(world.vendor_id))).unwrap();
        let set = |password: &str| {
            let reset = PasswordReset { password: Some(password.into()) };
            world.server.call::<SetManagerPassword>(Some(&world.admin), &path(made.manager_id), &(), &reset).unwrap();
        };
        let passwords = [PASSWORD.to_owned(), "Another-word-2026!".into(), "A-third-word-2026!".into()];
        set(&passwords[0]);
        let rounds = passwords.len() - 1;
        let answers = at_once(5, rounds, |thread, round| {
            if thread == 0 {
                // While the others' passwords are being verified.
                std::thread::sleep(Duration::from_millis(20));
                set(&passwords[round + 1]);
                return None;
            }
            // The next password is not used before the next round.
            sign_in(&world.server, "racing", &passwords[round]).ok()
        });
        let tokens: Vec<TokenPair> = answers.into_iter().flatten().flatten().collect();
        let alive = tokens.iter().filter(|pair| is_signed_in(&world.server, &pair.access_token.token)).count();
        assert_eq!(alive, 0, "of {} that were signed in", tokens.len());
        assert!(sign_in(&world.server, "racing", &passwords[0]).is_err());
        assert!(sign_in(&world.server, "racing", &passwords[rounds]).is_ok());
    });
}

#[test]
fn staff_change_their_own_name_at_once_and_how_they_are_reached_by_their_password() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let own = |token: &str| world.server.call::<GetOwnDetails>(Some(token), &(), &(), &()).unwrap();
        let change =
            |token: &str, fields: &Json| patch::<UpdateOwnDetails>(&world, token, 0, fields).map(|error| said(&error));
        // Other accounts never change.
        let (bystander, before) = (&world.vendor, own(&world.vendor));
        for token in [&world.admin, &world.dealer, &world.operator] {
            let first = own(token);
            assert_eq!(change(token, &json!({"name": "  김 담당 "})), None);
            let named = own(token);
            assert_eq!((named.name.as_str(), named.version), ("김 담당", first.version + 1));
            let account = world.server.call::<GetAccount>(Some(token), &(), &(), &()).unwrap();
            let person = account.manager_information.or(account.operator_information);
            assert_eq!(person.map(|person| person.name).as_deref(), Some("김 담당"), "who asks is told so at once");

            let reached = json!({"phoneNumber": "010-2345-6789", "email": "own@example.com"});
            let without = change(token, &reached);
            assert_eq!(without, Some(invalid("currentPassword required")), "a session that was left open");
            let with = |password: &str| {
                let mut sent = reached.clone();
                sent["currentPassword"] = password.into();
                sent
            };
            let wrong = change(token, &with("not the password at all"));
            let field = "currentPassword wrongPassword".to_owned();
            assert_eq!(wrong, Some((ErrorCode::PasswordMismatch, field)), "said of its field");
            assert_eq!(own(token), named, "nothing of it");
            assert_eq!(change(token, &with(PASSWORD)), None);
            let known = own(token);
            assert_eq!(
                (known.phone_number.as_deref(), known.email.as_deref()),
                (Some("010-2345-6789"), Some("own@example.com"))
            );

            // An omitted field keeps its value, and null clears it.
            assert_eq!(change(token, &json!({"email": null, "currentPassword": PASSWORD})), None);
            let cleared = own(token);
            assert_eq!(cleared, OwnDetails { email: None, version: known.version + 1, ..known.clone() });
            let late = change(token, &json!({"name": "늦음", "version": known.version}));
            assert_eq!(late.map(|(code, _)| code), Some(ErrorCode::Changed));
            for (field, value, fault) in
                [("name", "", "required"), ("email", "nowhere", "format"), ("phoneNumber", "abc", "format")]
            {
                let fault = invalid(&format!("{field} {fault}"));
                assert_eq!(change(token, &json!({field: value, "currentPassword": PASSWORD})), Some(fault));
            }
            for field in ["loginId", "status", "permissionGroupId", "role", "memo"] {
                assert_eq!(
                    change(token, &json!({field: "x"})).map(|(code, _)| code),
                    Some(ErrorCode::Invalid),
                    "{field}"
                );
            }
        }
        assert_eq!(own(bystander), before);
        let id = account_id(&world.server.state, "dealer");
        let past =
            world.server.call::<ListManagerRevisions>(Some(&world.vendor), &own_path(&world, "dealer"), &ANY_PAGE, &());
        let told: Vec<_> =
            past.unwrap().data.iter().map(|one| (one.account_name.clone(), one.changes[0].field.clone())).collect();
        let by_oneself = |field: &str| ("김 담당".to_owned(), field.to_owned());
        assert_eq!(
            told[..2],
            [by_oneself("email"), by_oneself("phoneNumber")],
            "the account's own history tells of it"
        );
        assert_eq!(told[2].1, "name");
        // The forms of managers and operators do not bypass the password.
        let around = patch::<UpdateManager>(&world, &world.dealer, id, &json!({"email": "thief@example.com"}));
        assert_eq!(around.map(|error| said(&error)), Some(invalid("email ownAccount")));
        assert_eq!(patch::<UpdateManager>(&world, &world.vendor, id, &json!({"email": "new@example.com"})), None);
        // The e-mail address of staff is known too: a password derived from it is rejected.
        let weak = change_password(&world.server, &world.dealer, PASSWORD, "new@example.com-1");
        assert_eq!(code(&weak.unwrap_err()), ErrorCode::PasswordRejected);
    });
}
