//! Users who have not used the product for a year: told of, dormant, veiled, and woken up by signing in. And how those
//! sign in whom staff have registered. The day is the test's to say.

use crate::support::{
    PASSWORD, TestDatabase, World, code, date, link, member, registration, session, write_measurement,
};
use diesel::{ExpressionMethods, QueryDsl, RunQueryDsl};
use kernel::{
    clock,
    db::schema::{account, user_profile},
};
use people::users::dormancy;
use uno_core::{
    contract::{
        error::{ErrorBody, ErrorCode},
        managed_users::{
            GetUser, ListUserRevisions, ListUsers, RegisterUser, SetUserPassword, UpdateUser, User, UserFilter,
            UserOfMember, UserPath, UserSave, UserSignIn, UserStatus,
        },
        member_links::ListMemberLinks,
        members::{CreateMember, Member, MemberPath, MemberSave},
        own_account::{ChangePassword, GetAccount, PasswordChange},
        physical_measurements::PhysicalMeasurement,
        revisions::RevisionFilter,
        sign_in::{CreateToken, GrantType, TokenRequest},
        users::{
            GetOwnProfile, LevelEvidence, ListOwnPhysicalMeasurements, OwnMeasurementFilter, SignUp, UserId, UserLevel,
            UserRegistration,
        },
    },
    domain::{access::Authority, time::Timestamp},
};

const DAY: i64 = 86_400_000;
const FIRST: &str = "seven green lanterns";

fn at(days: i64) -> Timestamp {
    Timestamp(clock::now().0 + days * DAY)
}

/// A user with an account and a link, who has told everything.
fn linked(test: &TestDatabase, world: &World, login_id: &str, record: &Member) -> UserId {
    let new = UserRegistration {
        name: "윤지우".into(),
        birth_date: Some(date("1990-02-03")),
        phone_number: Some("010-1234-5678".into()),
        ..registration(login_id)
    };
    world.server.call::<SignUp>(None, &(), &(), &new).unwrap();
    let own = session(&world.server.state, login_id, Authority::Member).access_token.token;
    link(test, world, &own, record.member_id);
    world.server.call::<GetOwnProfile>(Some(&own), &(), &(), &()).unwrap().user_id
}

fn regular(world: &World, record: &Member) -> User {
    let path = MemberPath { member_id: record.member_id };
    let body = UserOfMember { evidence: LevelEvidence::InPerson, level: UserLevel::RegularVerified1Member };
    let registered = world.server.call::<RegisterUser>(Some(&world.retailer), &path, &(), &body).unwrap();
    get(world, &world.retailer, registered.user_id).unwrap()
}

fn get(world: &World, token: &str, user_id: UserId) -> Result<User, ErrorBody> {
    world.server.call::<GetUser>(Some(token), &UserPath { user_id }, &(), &())
}

fn found(world: &World, token: &str, filter: &UserFilter) -> i64 {
    world.server.call::<ListUsers>(Some(token), &(), filter, &()).unwrap().total
}

fn in_status(status: UserStatus) -> UserFilter {
    UserFilter { statuses: vec![status], ..UserFilter::default() }
}

fn sign_in(world: &World, login_id: &str, password: &str, wake_up: Option<bool>) -> Result<String, ErrorBody> {
    let request = TokenRequest {
        login_id: Some(login_id.into()),
        password: Some(password.into()),
        wake_up,
        ..TokenRequest::by(GrantType::Password)
    };
    world.server.call::<CreateToken>(None, &(), &(), &request).map(|pair| pair.access_token.token)
}

fn give(world: &World, token: &str, user_id: UserId, sent: &UserSignIn) -> Result<Option<String>, ErrorBody> {
    world.server.call::<SetUserPassword>(Some(token), &UserPath { user_id }, &(), sent).map(|set| set.password)
}

fn with_id(login_id: &str) -> UserSignIn {
    UserSignIn { login_id: Some(login_id.into()), password: Some(FIRST.into()) }
}

#[test]
fn who_does_not_use_the_product_is_told_of_before_becoming_dormant() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let record = world.add_member(world.retailer_id, "A1", "윤지우");
        let user_id = linked(test, &world, "jiwoo.yun", &record);
        let status = |days: i64| {
            dormancy::look_after(&test.database, at(days)).unwrap();
            get(&world, &world.retailer, user_id).unwrap().status
        };
        assert_eq!(status(334), UserStatus::Active);
        assert_eq!(status(336), UserStatus::SoonDormant);
        let told = get(&world, &world.retailer, user_id).unwrap();
        let from = told.dormant_from.unwrap().0 - at(366).0;
        assert!(from.abs() < DAY, "thirty days after the notice: {from}");
        assert_eq!(found(&world, &world.retailer, &in_status(UserStatus::SoonDormant)), 1);
        assert_eq!(found(&world, &world.retailer, &in_status(UserStatus::Active)), 0);
        assert_eq!(status(365), UserStatus::SoonDormant, "the notice has its thirty days");
        assert_eq!(status(367), UserStatus::Dormant);
        assert_eq!(found(&world, &world.admin, &in_status(UserStatus::Dormant)), 1);
        let both = UserFilter { statuses: vec![UserStatus::Dormant, UserStatus::SoonDormant], ..UserFilter::default() };
        assert_eq!(found(&world, &world.admin, &both), 1);
        assert_eq!(found(&world, &world.other_vendor, &both), 0, "another tree hears nothing of it");
        let staff: i64 = test
            .database
            .read_blocking(|connection| {
                let ids =
                    user_profile::table.filter(user_profile::dormant_at.is_not_null()).select(user_profile::account_id);
                let staff = account::table.filter(account::account_id.eq_any(ids)).filter(account::staff.is_not_null());
                Ok(staff.count().get_result(connection)?)
            })
            .unwrap();
        assert_eq!(staff, 0);
        assert!(sign_in(&world, "retailer", PASSWORD, None).is_ok(), "staff are never dormant");
    });
}

#[test]
fn nobody_becomes_dormant_who_was_told_of_too_late() {
    let test = TestDatabase::sqlite();
    let world = World::build(&test);
    let record = world.add_member(world.retailer_id, "A1", "윤지우");
    let user_id = linked(&test, &world, "jiwoo.yun", &record);
    dormancy::look_after(&test.database, at(800)).unwrap();
    assert_eq!(get(&world, &world.admin, user_id).unwrap().status, UserStatus::SoonDormant);
    dormancy::look_after(&test.database, at(829)).unwrap();
    assert_eq!(get(&world, &world.admin, user_id).unwrap().status, UserStatus::SoonDormant);
    dormancy::look_after(&test.database, at(830)).unwrap();
    assert_eq!(get(&world, &world.admin, user_id).unwrap().status, UserStatus::Dormant);
}

#[test]
fn a_measurement_is_a_use_and_so_is_signing_in() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let record = world.add_member(world.retailer_id, "A1", "윤지우");
        let measured = linked(test, &world, "jiwoo.yun", &record);
        let signing_in = linked(test, &world, "hana.kim", &world.add_member(world.retailer_id, "A2", "윤지우"));
        dormancy::look_after(&test.database, at(340)).unwrap();
        assert_eq!(found(&world, &world.admin, &in_status(UserStatus::SoonDormant)), 2);
        let day = at(100).date_in_seoul().to_string();
        write_measurement(test, &record, world.retailer_id, &format!("{day}T09:00:00+09:00"));
        sign_in(&world, "hana.kim", PASSWORD, None).unwrap();
        assert_eq!(get(&world, &world.admin, signing_in).unwrap().status, UserStatus::Active, "at once");
        dormancy::look_after(&test.database, at(341)).unwrap();
        assert_eq!(get(&world, &world.admin, measured).unwrap().status, UserStatus::Active, "the next day");
        dormancy::look_after(&test.database, at(400)).unwrap();
        dormancy::look_after(&test.database, at(432)).unwrap();
        assert_eq!(get(&world, &world.admin, signing_in).unwrap().status, UserStatus::Dormant);
        assert_eq!(get(&world, &world.admin, measured).unwrap().status, UserStatus::Active);
    });
}

#[test]
fn of_who_is_dormant_a_company_is_told_nothing_by_which_somebody_is_known() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let record = world.add_member(world.retailer_id, "A1", "윤지우");
        let user_id = linked(test, &world, "jiwoo.yun", &record);
        dormancy::look_after(&test.database, at(370)).unwrap();
        dormancy::look_after(&test.database, at(401)).unwrap();
        let veiled = get(&world, &world.retailer, user_id).unwrap();
        assert_eq!((veiled.status, veiled.name.as_str()), (UserStatus::Dormant, "윤*우"));
        let personal = (veiled.login_id, veiled.birth_date, veiled.age, veiled.sex, veiled.phone_number, veiled.email);
        assert_eq!(personal, (None, None, None, None, None, None));
        assert_eq!(veiled.can.update.reason.as_deref(), Some("dormant"));
        let whole = get(&world, &world.admin, user_id).unwrap();
        assert_eq!((whole.name.as_str(), whole.phone_number.is_some()), ("윤지우", true), "it is kept");
        for filter in [
            UserFilter { name: Some("윤".into()), ..UserFilter::default() },
            UserFilter { phone_number: Some("010-1234-5678".into()), ..UserFilter::default() },
            UserFilter { birth_date: Some(date("1990-02-03")), ..UserFilter::default() },
        ] {
            assert_eq!(found(&world, &world.retailer, &filter), 0, "{filter:?}");
            assert_eq!(found(&world, &world.admin, &filter), 1, "{filter:?}");
        }
        assert_eq!(found(&world, &world.retailer, &UserFilter::default()), 1, "the person is still listed");
        let path = MemberPath { member_id: record.member_id };
        let links = world.server.call::<ListMemberLinks>(Some(&world.retailer), &path, &(), &()).unwrap();
        assert_eq!((links[0].user_name.as_str(), &links[0].phone_number), ("윤*우", &None));
        let filter = RevisionFilter { page: None, page_size: None };
        let path = UserPath { user_id };
        let past = world.server.call::<ListUserRevisions>(Some(&world.retailer), &path, &filter, &()).unwrap();
        assert!(past.data.iter().all(|revision| revision.changes.is_empty()), "{past:?}");
        assert!(past.data.iter().all(|revision| revision.account_name != "윤지우"), "{past:?}");
        let past = world.server.call::<ListUserRevisions>(Some(&world.admin), &path, &filter, &()).unwrap();
        assert!(past.data.iter().any(|revision| !revision.changes.is_empty()));
        let save = UserSave {
            level: UserLevel::RegularVerified1Member,
            level_evidence: Some(LevelEvidence::Phone),
            version: None,
        };
        for token in [&world.retailer, &world.admin] {
            let error = world.server.call::<UpdateUser>(Some(token), &path, &(), &save).unwrap_err();
            assert_eq!(code(&error), ErrorCode::Forbidden);
        }
    });
}

#[test]
fn who_is_dormant_is_signed_out_and_wakes_up_by_the_password_and_by_wanting_to() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let record = world.add_member(world.retailer_id, "A1", "윤지우");
        let user_id = linked(test, &world, "jiwoo.yun", &record);
        let before = session(&world.server.state, "jiwoo.yun", Authority::Member).access_token.token;
        dormancy::look_after(&test.database, at(370)).unwrap();
        dormancy::look_after(&test.database, at(401)).unwrap();
        world.server.state.callers.forget(world.server.state.keys.claims(&before).unwrap().sid);
        let error = world.server.call::<GetOwnProfile>(Some(&before), &(), &(), &()).unwrap_err();
        assert_eq!(code(&error), ErrorCode::Unauthenticated);
        for wake_up in [None, Some(false)] {
            assert_eq!(code(&sign_in(&world, "jiwoo.yun", PASSWORD, wake_up).unwrap_err()), ErrorCode::Dormant);
        }
        for wake_up in [None, Some(true)] {
            let error = sign_in(&world, "jiwoo.yun", "not the password", wake_up).unwrap_err();
            assert_eq!(code(&error), ErrorCode::PasswordMismatch, "nobody else hears that it is dormant");
        }
        assert_eq!(get(&world, &world.retailer, user_id).unwrap().status, UserStatus::Dormant);
        let own = sign_in(&world, "jiwoo.yun", PASSWORD, Some(true)).unwrap();
        let profile = world.server.call::<GetOwnProfile>(Some(&own), &(), &(), &()).unwrap();
        assert_eq!((profile.name.as_str(), profile.phone_number.is_some()), ("윤지우", true), "as it was");
        let awake = get(&world, &world.retailer, user_id).unwrap();
        assert_eq!((awake.status, awake.name.as_str(), awake.dormant_from), (UserStatus::Active, "윤지우", None));
        assert!(sign_in(&world, "jiwoo.yun", PASSWORD, None).is_ok());
    });
}

#[test]
fn who_was_registered_by_staff_signs_in_changes_the_password_and_sees_the_measurements() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let new = MemberSave { phone_number: Some("010-1234-5678".into()), ..member(world.retailer_id, "A1") };
        let record = world.server.call::<CreateMember>(Some(&world.admin), &(), &(), &new).unwrap();
        write_measurement(test, &record, world.retailer_id, "2026-01-10T09:00:00+09:00");
        let user = regular(&world, &record);
        assert!(user.password.allowed && user.login_id.is_none());
        let made = give(
            &world,
            &world.retailer,
            user.user_id,
            &UserSignIn { login_id: Some("minsu.kim".into()), password: None },
        );
        let made = made.unwrap().unwrap();
        assert_eq!(get(&world, &world.retailer, user.user_id).unwrap().login_id.as_deref(), Some("minsu.kim"));
        let first = sign_in(&world, "minsu.kim", &made, None).unwrap();
        let error = world.server.call::<GetOwnProfile>(Some(&first), &(), &(), &()).unwrap_err();
        assert_eq!(code(&error), ErrorCode::PasswordChangeRequired, "nothing before it is changed");
        let change = PasswordChange { current_password: made.clone(), new_password: PASSWORD.into() };
        world.server.call::<ChangePassword>(Some(&first), &(), &(), &change).unwrap();
        let own = sign_in(&world, "minsu.kim", PASSWORD, None).unwrap();
        let account = world.server.call::<GetAccount>(Some(&own), &(), &(), &()).unwrap();
        assert_eq!(account.role, Authority::Member);
        let page = world
            .server
            .call::<ListOwnPhysicalMeasurements>(Some(&own), &(), &OwnMeasurementFilter::default(), &())
            .unwrap();
        let seen: Vec<PhysicalMeasurement> = page.data;
        assert_eq!(seen.len(), 1);
        let filter = RevisionFilter { page: None, page_size: None };
        let path = UserPath { user_id: user.user_id };
        let past = world.server.call::<ListUserRevisions>(Some(&world.retailer), &path, &filter, &()).unwrap();
        let told: Vec<&str> = past.data[0].changes.iter().map(|change| change.field.as_str()).collect();
        assert_eq!((told, past.data[0].account_name.as_str()), (vec!["loginId", "password"], "retailer"));
        assert!(!serde_json::to_string(&past.data).unwrap().contains(&made), "the password is kept nowhere");
    });
}

#[test]
fn a_sign_in_id_is_given_once_and_is_nobody_elses() {
    let test = TestDatabase::sqlite();
    let world = World::build(&test);
    let user = regular(&world, &world.add_member(world.retailer_id, "A1", "김민수"));
    let refused = |sent: &UserSignIn| {
        let error = give(&world, &world.retailer, user.user_id, sent).unwrap_err();
        (error.fields[0].path.clone(), error.fields[0].code.clone())
    };
    let expected = |path: &str, code: &str| (path.to_owned(), code.to_owned());
    let none = UserSignIn { login_id: None, password: Some(FIRST.into()) };
    assert_eq!(refused(&none), expected("loginId", "required"));
    assert_eq!(refused(&with_id("Retailer")), expected("loginId", "taken"));
    assert_eq!(refused(&UserSignIn { password: Some("short".into()), ..with_id("minsu.kim") }).0, "password");
    assert_eq!(give(&world, &world.retailer, user.user_id, &with_id("minsu.kim")).unwrap(), None);
    assert_eq!(refused(&with_id("minsu.lee")), expected("loginId", "notAllowed"));
    let first = sign_in(&world, "minsu.kim", FIRST, None).unwrap();
    give(&world, &world.retailer, user.user_id, &UserSignIn { login_id: None, password: None }).unwrap();
    world.server.state.callers.forget(world.server.state.keys.claims(&first).unwrap().sid);
    let error = world.server.call::<GetAccount>(Some(&first), &(), &(), &()).unwrap_err();
    assert_eq!(code(&error), ErrorCode::Unauthenticated, "a new password ends the sessions");
    assert_eq!(code(&sign_in(&world, "minsu.kim", FIRST, None).unwrap_err()), ErrorCode::PasswordMismatch);
}

#[test]
fn nobody_lets_in_who_is_another_companys_too_or_has_signed_up() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let record = world.add_member(world.retailer_id, "A1", "윤지우");
        let user = regular(&world, &record);
        let error = give(&world, &world.other_vendor, user.user_id, &with_id("minsu.kim")).unwrap_err();
        assert_eq!(code(&error), ErrorCode::NotFound, "another tree");
        let error = give(&world, &world.member, user.user_id, &with_id("minsu.kim")).unwrap_err();
        assert_eq!(code(&error), ErrorCode::Forbidden);
        // The person is a member of a second company, too.
        give(&world, &world.dealer, user.user_id, &with_id("minsu.kim")).unwrap();
        let first = sign_in(&world, "minsu.kim", FIRST, None).unwrap();
        let change = PasswordChange { current_password: FIRST.into(), new_password: PASSWORD.into() };
        world.server.call::<ChangePassword>(Some(&first), &(), &(), &change).unwrap();
        let own = sign_in(&world, "minsu.kim", PASSWORD, None).unwrap();
        let there = world.add_member(world.other_retailer_id, "B1", "윤지우");
        link(test, &world, &own, there.member_id);
        let again = UserSignIn { login_id: None, password: None };
        for token in [&world.vendor, &world.dealer, &world.retailer, &world.other_vendor] {
            let seen = get(&world, token, user.user_id).unwrap();
            assert_eq!(seen.password.reason.as_deref(), Some("linkedElsewhere"));
            let error = give(&world, token, user.user_id, &again).unwrap_err();
            assert_eq!(code(&error), ErrorCode::Forbidden);
        }
        assert!(give(&world, &world.admin, user.user_id, &again).unwrap().is_some());
        let online = linked(test, &world, "jiwoo.yun", &world.add_member(world.retailer_id, "A2", "윤지우"));
        assert_eq!(get(&world, &world.admin, online).unwrap().password.reason.as_deref(), Some("signedUp"));
        let error = give(&world, &world.admin, online, &again).unwrap_err();
        assert_eq!(code(&error), ErrorCode::Forbidden);
    });
}
