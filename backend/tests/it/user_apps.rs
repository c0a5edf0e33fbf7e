//! User apps: the companies that offer them, their users, and the uses reported by members' apps.

use crate::support::{TestDatabase, World, code, link};
use diesel::{ExpressionMethods as _, QueryDsl as _, RunQueryDsl as _, connection::SimpleConnection as _};
use kernel::{
    clock,
    db::{DatabaseConnection, schema::user_app_use},
};
use std::time::Duration;
use uno_core::{
    contract::{
        companies::{CompanyId, CompanyPath, CompanyType, DeleteCompany, GetCompany},
        error::{ErrorBody, ErrorCode},
        managed_users::{ListUserAppUses, UserAppUse, UserPath},
        services::ServiceId,
        user_apps::{
            AppPlatform, CompanyUserApp, CompanyUserAppFilter, CompanyUserAppGrant, CompanyUserAppPath,
            CompanyUserAppSave, CreateCompanyUserApp, CreateUserApp, DeleteCompanyUserApp, DeleteUserApp,
            GetCompanyUserApp, GrantUserApp, ListCompanyUserApps, ListUserAppOptions, UserApp, UserAppId, UserAppPath,
            UserAppSave, UserAppStatus,
        },
        users::{GetOwnProfile, GetOwnRecords, OwnRecordKind, UpdateOwnTracking, UserProfile, UserTrackingChange},
    },
    domain::time::Timestamp,
};

const DAY: i64 = 86_400_000;
const PACKAGE: &str = "com.example.uno";

pub fn app(name: &str, package: &str) -> UserAppSave {
    UserAppSave {
        name: name.into(),
        service_id: ServiceId(1),
        android_package: Some(package.into()),
        ios_bundle: None,
        status: UserAppStatus::Active,
        version: None,
    }
}

fn add_app(world: &World, save: &UserAppSave) -> Result<UserApp, ErrorBody> {
    world.server.call::<CreateUserApp>(Some(&world.admin), &(), &(), save)
}

fn grant(world: &World, token: &str, company_id: CompanyId, app: UserAppId) -> Result<CompanyUserApp, ErrorBody> {
    let body = CompanyUserAppGrant { user_app_id: app, starts_on: None };
    world.server.call::<GrantUserApp>(Some(token), &CompanyPath { company_id }, &(), &body)
}

fn listed(world: &World, token: &str, filter: &CompanyUserAppFilter) -> Vec<CompanyUserApp> {
    world.server.call::<ListCompanyUserApps>(Some(token), &(), filter, &()).unwrap().data
}

fn use_of(package: &str, version: &str) -> UserTrackingChange {
    UserTrackingChange {
        enabled: None,
        package_id: Some(package.into()),
        platform: Some(AppPlatform::Android),
        app_version: Some(version.into()),
    }
}

fn track(world: &World, change: &UserTrackingChange) -> Result<UserProfile, ErrorBody> {
    world.server.call::<UpdateOwnTracking>(Some(&world.member), &(), &(), change)
}

fn allow(world: &World, enabled: bool) {
    let change = UserTrackingChange { enabled: Some(enabled), package_id: None, platform: None, app_version: None };
    track(world, &change).unwrap();
}

/// Returns version and time of the last use of each recorded use.
fn uses(test: &TestDatabase) -> Vec<(String, i64)> {
    let all = |connection: &mut DatabaseConnection| {
        Ok(user_app_use::table.select((user_app_use::app_version, user_app_use::last_used_at)).load(connection)?)
    };
    test.database.read_blocking(all).unwrap()
}

fn fault(error: &ErrorBody) -> (&str, &str) {
    error.fields.first().map_or(("", ""), |field| (field.path.as_str(), field.code.as_str()))
}

#[test]
fn a_use_that_is_told_while_recording_is_turned_off_is_not_kept() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        add_app(&world, &app("UNO", PACKAGE)).unwrap();
        allow(&world, true);
        track(&world, &use_of(PACKAGE, "1.0")).unwrap();
        let mut connection = test.database.connect().unwrap();
        // SQLite has a single writer.
        let DatabaseConnection::Postgres(holding) = &mut connection else { return };
        holding.batch_execute("BEGIN; SELECT * FROM rate_limit WHERE subject LIKE 'appUse %' FOR UPDATE").unwrap();
        std::thread::scope(|scope| {
            let pause = || std::thread::sleep(Duration::from_millis(200));
            scope.spawn(|| track(&world, &use_of(PACKAGE, "2.0")).unwrap());
            pause();
            scope.spawn(|| allow(&world, false));
            pause();
            holding.batch_execute("COMMIT").unwrap();
        });
        assert!(uses(test).is_empty(), "nothing is kept of whom nobody may record");
    });
}

#[test]
fn an_app_is_given_to_companies_of_the_own_tree_and_seen_by_these_alone() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let app = add_app(&world, &app("UNO", PACKAGE)).unwrap().user_app_id;
        let given = grant(&world, &world.vendor, world.retailer_id, app).unwrap();
        assert_eq!((given.company_name.as_str(), given.user_app_name.as_str()), ("한빛 건강센터", "UNO"));
        assert_eq!((given.starts_on, given.ends_on, given.is_ended), (clock::today(), None, false));
        grant(&world, &world.admin, world.other_retailer_id, app).unwrap();
        let elsewhere = grant(&world, &world.vendor, world.other_retailer_id, app).unwrap_err();
        assert_eq!(code(&elsewhere), ErrorCode::NotFound);
        assert_eq!(code(&grant(&world, &world.dealer, world.retailer_id, app).unwrap_err()), ErrorCode::Forbidden);

        let any = CompanyUserAppFilter::default();
        let companies = |token: &str| -> Vec<CompanyId> {
            listed(&world, token, &any).iter().map(|given| given.company_id).collect()
        };
        assert_eq!(companies(&world.admin).len(), 2);
        for token in [&world.vendor, &world.dealer, &world.retailer] {
            assert_eq!(companies(token), [world.retailer_id]);
        }
        assert_eq!(companies(&world.other_vendor), [world.other_retailer_id]);
        let path = CompanyUserAppPath { company_user_app_id: given.company_user_app_id };
        let foreign = world.server.call::<GetCompanyUserApp>(Some(&world.other_vendor), &path, &(), &());
        assert_eq!(code(&foreign.unwrap_err()), ErrorCode::NotFound);
        let below = CompanyUserAppFilter { company_id: Some(world.vendor_id), ..CompanyUserAppFilter::default() };
        assert_eq!(listed(&world, &world.admin, &below).len(), 1, "a company means those below it, too");
        assert_eq!(listed(&world, &world.other_vendor, &below).len(), 0);
    });
}

#[test]
fn an_app_is_open_once_for_a_company_and_can_be_given_again_when_it_has_ended() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let app = add_app(&world, &app("UNO", PACKAGE)).unwrap().user_app_id;
        let first = grant(&world, &world.vendor, world.retailer_id, app).unwrap();
        let twice = grant(&world, &world.vendor, world.retailer_id, app).unwrap_err();
        assert_eq!((code(&twice), fault(&twice).0), (ErrorCode::Taken, "userAppId"));
        let address = world.server.url(&format!("/api/v1/company-user-apps/{}", first.company_user_app_id.0));
        let patch = |body: &str| {
            world.server.send(uno_core::contract::Method::Patch, &address, Some(&world.vendor), Some(body.as_bytes()))
        };
        assert_eq!(patch(&format!(r#"{{"companyId":{}}}"#, world.dealer_id.0)).0, 422);
        assert_eq!(patch(r#"{"endsOn":"2020-01-01"}"#).0, 422, "before it began");
        assert_eq!(patch(&format!(r#"{{"endsOn":"{}"}}"#, clock::today())).0, 200);
        grant(&world, &world.vendor, world.retailer_id, app).unwrap();
        let removed =
            world.server.call::<DeleteUserApp>(Some(&world.admin), &UserAppPath { user_app_id: app }, &(), &());
        assert_eq!(code(&removed.unwrap_err()), ErrorCode::HasDependents);
    });
}

#[test]
fn a_company_that_offers_apps_is_not_removed() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let company_id = world.add_company(CompanyType::Retailer, "새 지점", Some(world.dealer_id)).company_id;
        let app = add_app(&world, &app("UNO", PACKAGE)).unwrap().user_app_id;
        let given = grant(&world, &world.vendor, company_id, app).unwrap();
        let path = CompanyPath { company_id };
        let removal = || world.server.call::<DeleteCompany>(Some(&world.admin), &path, &(), &());
        let removable = || world.server.call::<GetCompany>(Some(&world.admin), &path, &(), &()).unwrap().can.delete;
        let refused = removal().unwrap_err();
        assert_eq!((code(&refused), fault(&refused)), (ErrorCode::HasDependents, ("userApps", "hasDependents")));
        assert_eq!(removable().reason.as_deref(), Some("hasDependents"));
        let path = CompanyUserAppPath { company_user_app_id: given.company_user_app_id };
        world.server.call::<DeleteCompanyUserApp>(Some(&world.admin), &path, &(), &()).unwrap();
        assert!(removable().allowed);
        removal().unwrap();
    });
}

#[test]
fn an_app_that_somebody_has_used_is_not_removed() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let path = UserAppPath { user_app_id: add_app(&world, &app("UNO", PACKAGE)).unwrap().user_app_id };
        let removal = || world.server.call::<DeleteUserApp>(Some(&world.admin), &path, &(), &());
        allow(&world, true);
        track(&world, &use_of(PACKAGE, "1.0")).unwrap();
        let refused = removal().unwrap_err();
        assert_eq!((code(&refused), fault(&refused)), (ErrorCode::HasDependents, ("users", "hasDependents")));
        assert_eq!(uses(test).len(), 1);
        allow(&world, false);
        removal().unwrap();
    });
}

#[test]
fn what_is_stopped_or_of_a_service_that_somebody_does_not_hold_cannot_be_given() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let stopped = add_app(&world, &UserAppSave { status: UserAppStatus::Stopped, ..app("Old", "com.example.old") });
        let stopped = stopped.unwrap().user_app_id;
        let save = CompanyUserAppSave {
            company_id: world.retailer_id,
            user_app_id: stopped,
            starts_on: clock::today(),
            ends_on: None,
            version: None,
        };
        let refused = world.server.call::<CreateCompanyUserApp>(Some(&world.admin), &(), &(), &save).unwrap_err();
        assert_eq!(fault(&refused), ("userAppId", "notFound"));
        assert!(world.server.call::<ListUserAppOptions>(Some(&world.admin), &(), &(), &()).unwrap().is_empty());
        let twice = add_app(&world, &app("New", "com.example.old")).unwrap_err();
        assert_eq!((code(&twice), fault(&twice).0), (ErrorCode::Taken, "androidPackage"));
        let odd = add_app(&world, &app("Odd", "com.example/odd")).unwrap_err();
        assert_eq!(fault(&odd), ("androidPackage", "packageId"));
    });
}

#[test]
fn users_count_where_they_are_linked_once_each_and_for_thirty_days_as_active() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let app = add_app(&world, &app("UNO", PACKAGE)).unwrap().user_app_id;
        for company_id in [world.vendor_id, world.dealer_id, world.retailer_id, world.other_vendor_id] {
            grant(&world, &world.admin, company_id, app).unwrap();
        }
        let figures = |world: &World| -> Vec<(i64, i64)> {
            let mut found = listed(world, &world.admin, &CompanyUserAppFilter::default());
            found.sort_by_key(|given| given.company_user_app_id);
            found.iter().map(|given| (given.users, given.active_users)).collect()
        };
        allow(&world, true);
        track(&world, &use_of(PACKAGE, "2.0")).unwrap();
        assert_eq!(figures(&world), [(0, 0); 4], "linked with nobody");
        for number in ["A1", "A2"] {
            let member = world.add_member(world.retailer_id, number, "윤지우");
            link(test, &world, &world.member, member.member_id);
        }
        assert_eq!(figures(&world), [(1, 1), (1, 1), (1, 1), (0, 0)], "one person, two records");
        let long_ago = clock::now().0 - 31 * DAY;
        let past = diesel::update(user_app_use::table).set(user_app_use::last_used_at.eq(long_ago));
        test.database.write_blocking(|connection| Ok(past.execute(connection)?)).unwrap();
        assert_eq!(figures(&world), [(1, 0), (1, 0), (1, 0), (0, 0)]);
    });
}

#[test]
fn an_app_tells_its_use_as_often_as_it_likes_and_only_news_are_written() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        add_app(&world, &app("UNO", PACKAGE)).unwrap();
        track(&world, &use_of(PACKAGE, "2.0")).unwrap();
        assert!(uses(test).is_empty(), "nobody has allowed it");
        allow(&world, true);
        for _ in 0..40 {
            track(&world, &use_of(PACKAGE, "2.0")).unwrap();
        }
        let first = uses(test);
        assert_eq!(first.len(), 1);
        track(&world, &use_of(PACKAGE, "2.1")).unwrap();
        assert_eq!(uses(test)[0].0, "2.1");
        let earlier = clock::now().0 - 11 * 60_000;
        let past = diesel::update(user_app_use::table).set(user_app_use::last_used_at.eq(earlier));
        test.database.write_blocking(|connection| Ok(past.execute(connection)?)).unwrap();
        track(&world, &use_of(PACKAGE, "2.1")).unwrap();
        assert!(uses(test)[0].1 > earlier);

        assert_eq!(fault(&track(&world, &use_of("com.example.unknown", "1")).unwrap_err()), ("packageId", "notFound"));
        let half = UserTrackingChange { app_version: None, ..use_of(PACKAGE, "1") };
        assert_eq!(fault(&track(&world, &half).unwrap_err()), ("appVersion", "required"));
        let nothing = UserTrackingChange { enabled: None, package_id: None, platform: None, app_version: None };
        assert_eq!(fault(&track(&world, &nothing).unwrap_err()), ("enabled", "required"));
        let refused = (0..40).find_map(|number| track(&world, &use_of(PACKAGE, &number.to_string())).err());
        assert_eq!(code(&refused.unwrap()), ErrorCode::TooManyRequests, "versions that change with each call");
        allow(&world, false);
        track(&world, &use_of(PACKAGE, "9.9")).unwrap();
        assert!(uses(test).is_empty(), "and nothing is left of what was allowed before");
    });
}

#[test]
fn what_is_kept_about_a_member_is_counted_where_it_is_kept() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let records = || world.server.call::<GetOwnRecords>(Some(&world.member), &(), &(), &()).unwrap();
        let told = records();
        assert!(told.iter().any(|one| one.kind == OwnRecordKind::Physical) && told.iter().all(|one| one.count == 0));
        let own = world.add_member(world.retailer_id, "A1", "윤지우");
        let other = world.add_member(world.retailer_id, "A2", "남");
        crate::support::write_measurement(test, &own, world.retailer_id, "2026-01-10T09:00:00+09:00");
        crate::support::write_measurement(test, &other, world.retailer_id, "2026-01-11T09:00:00+09:00");
        link(test, &world, &world.member, own.member_id);
        let told = records();
        let latest = Timestamp(1_768_003_200_000);
        assert_eq!((told[0].count, told[0].latest_at), (1, Some(latest)));
    });
}

#[test]
fn nothing_is_kept_of_whoever_no_longer_allows_it() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let app = add_app(&world, &app("유노 앱", "kr.uno.app")).unwrap();
        grant(&world, &world.admin, world.retailer_id, app.user_app_id).unwrap();
        let record = world.add_member(world.retailer_id, "A1", "윤지우");
        link(test, &world, &world.member, record.member_id);
        allow(&world, true);
        track(&world, &use_of("kr.uno.app", "1.0.0")).unwrap();
        let users = || listed(&world, &world.retailer, &CompanyUserAppFilter::default())[0].users;
        assert_eq!((uses(test).len(), users()), (1, 1));
        allow(&world, false);
        assert_eq!((uses(test).len(), users()), (0, 0));
    });
}

#[test]
fn staff_are_told_which_apps_a_user_uses_and_a_company_of_those_of_its_own_line() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let member = world.add_member(world.retailer_id, "A1", "윤지우");
        let user_id = world.server.call::<GetOwnProfile>(Some(&world.member), &(), &(), &()).unwrap().user_id;
        let told = |token: &str| -> Result<Vec<UserAppUse>, ErrorCode> {
            let told = world.server.call::<ListUserAppUses>(Some(token), &UserPath { user_id }, &(), &());
            told.map_err(|error| code(&error))
        };
        let names = |token: &str| told(token).unwrap().into_iter().map(|app| app.name).collect::<Vec<_>>();
        let given = add_app(&world, &app("UNO", PACKAGE)).unwrap();
        let above = add_app(&world, &app("한빛", "com.example.vendor")).unwrap();
        let elsewhere = add_app(&world, &app("새봄", "com.example.other")).unwrap();
        grant(&world, &world.admin, world.retailer_id, given.user_app_id).unwrap();
        grant(&world, &world.admin, world.vendor_id, above.user_app_id).unwrap();
        grant(&world, &world.admin, world.other_vendor_id, elsewhere.user_app_id).unwrap();
        allow(&world, true);
        for package in [PACKAGE, "com.example.vendor", "com.example.other"] {
            track(&world, &use_of(package, "2.14.0")).unwrap();
        }
        let mut all = names(&world.admin);
        all.sort();
        assert_eq!(all, ["UNO", "새봄", "한빛"]);
        let one = told(&world.admin).unwrap().into_iter().find(|app| app.name == "UNO").unwrap();
        assert_eq!((one.app_version.as_str(), one.platform), ("2.14.0", AppPlatform::Android));
        assert!(one.first_used_at <= one.last_used_at && !one.service_name.is_empty());
        assert_eq!(told(&world.retailer), Err(ErrorCode::NotFound), "whom it does not reach");
        link(test, &world, &world.member, member.member_id);
        for token in [&world.vendor, &world.dealer, &world.retailer] {
            let mut of_line = names(token);
            of_line.sort();
            assert_eq!(of_line, ["UNO", "한빛"], "what others give is none of its business");
        }
        assert_eq!(told(&world.other_vendor), Err(ErrorCode::NotFound));
        assert_eq!(told(&world.member), Err(ErrorCode::Forbidden));
        allow(&world, false);
        assert_eq!(told(&world.admin), Ok(Vec::new()), "nothing is kept of who no longer allows it");
    });
}
