//! Users who have not used the product for a year: notified, dormant, masked, and reactivated by sign-in. Also sign-in
//! of users registered by staff. The tests control the date.

use crate::{
    audit::let_vendors_read,
    support::{PASSWORD, TestDatabase, World, code, date, link, member, registration, session, write_measurement},
};
use diesel::{ExpressionMethods, QueryDsl, RunQueryDsl};
use kernel::{
    clock,
    db::schema::{account, user_profile},
    delivery::Delivery,
};
use people::users::dormancy;
use uno_core::{
    contract::{
        consents::{ConsentSave, GiveConsents, ListUserConsents},
        error::{ErrorBody, ErrorCode},
        logs::{AccessLogFilter, ListAccessLogs},
        managed_users::{
            GetUser, ListUserRevisions, ListUsers, RegisterUser, SetUserPassword, UpdateUser, User, UserFilter,
            UserOfMember, UserPath, UserSave, UserSignIn, UserStatus,
        },
        managers::AccountSort,
        member_links::{
            AnswerOwnLink, CreateMemberLink, LinkState, ListLinkCandidates, ListMemberLinks, ListOwnLinks,
            MemberLinkSave, OwnLinkAnswer, OwnLinkFilter, OwnLinkPath,
        },
        members::{CreateMember, Member, MemberPath, MemberSave},
        own_account::{ChangePassword, GetAccount, ListOwnAccessLogs, PasswordChange},
        physical_measurements::PhysicalMeasurement,
        revisions::RevisionFilter,
        sign_in::{CreateToken, GrantType, TokenRequest},
        terms::{CreateTerms, Language, TermsKind, TermsSave, TermsStatus},
        users::{
            GetOwnProfile, LevelEvidence, ListOwnPhysicalMeasurements, OwnMeasurementFilter, SignUp, UserId, UserLevel,
            UserRegistration,
        },
    },
    domain::{access::Authority, grade::Sex, time::Timestamp},
};

const DAY: i64 = 86_400_000;
const FIRST: &str = "seven green lanterns";

pub fn at(days: i64) -> Timestamp {
    Timestamp(clock::now().0 + days * DAY)
}

/// Creates a user with an account, a link and complete personal data.
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

pub fn get(world: &World, token: &str, user_id: UserId) -> Result<User, ErrorBody> {
    world.server.call::<GetUser>(Some(token), &UserPath { user_id }, &(), &())
}

fn found(world: &World, token: &str, filter: &UserFilter) -> i64 {
    world.server.call::<ListUsers>(Some(token), &(), filter, &()).unwrap().total
}

fn in_status(status: UserStatus) -> UserFilter {
    UserFilter { statuses: vec![status], ..UserFilter::default() }
}

pub fn sign_in(world: &World, login_id: &str, password: &str, wake_up: Option<bool>) -> Result<String, ErrorBody> {
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
            dormancy::process_unused(&test.database, &Delivery::default(), at(days)).unwrap();
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
    dormancy::process_unused(&test.database, &Delivery::default(), at(800)).unwrap();
    assert_eq!(get(&world, &world.admin, user_id).unwrap().status, UserStatus::SoonDormant);
    dormancy::process_unused(&test.database, &Delivery::default(), at(829)).unwrap();
    assert_eq!(get(&world, &world.admin, user_id).unwrap().status, UserStatus::SoonDormant);
    dormancy::process_unused(&test.database, &Delivery::default(), at(830)).unwrap();
    assert_eq!(get(&world, &world.admin, user_id).unwrap().status, UserStatus::Dormant);
}

#[test]
fn a_measurement_is_a_use_and_so_is_signing_in() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let record = world.add_member(world.retailer_id, "A1", "윤지우");
        let measured = linked(test, &world, "jiwoo.yun", &record);
        let signing_in = linked(test, &world, "hana.kim", &world.add_member(world.retailer_id, "A2", "윤지우"));
        dormancy::process_unused(&test.database, &Delivery::default(), at(340)).unwrap();
        assert_eq!(found(&world, &world.admin, &in_status(UserStatus::SoonDormant)), 2);
        let day = at(100).date_in_seoul().to_string();
        write_measurement(test, &record, world.retailer_id, &format!("{day}T09:00:00+09:00"));
        sign_in(&world, "hana.kim", PASSWORD, None).unwrap();
        assert_eq!(get(&world, &world.admin, signing_in).unwrap().status, UserStatus::Active, "at once");
        dormancy::process_unused(&test.database, &Delivery::default(), at(341)).unwrap();
        assert_eq!(get(&world, &world.admin, measured).unwrap().status, UserStatus::Active, "the next day");
        dormancy::process_unused(&test.database, &Delivery::default(), at(400)).unwrap();
        dormancy::process_unused(&test.database, &Delivery::default(), at(432)).unwrap();
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
        dormancy::process_unused(&test.database, &Delivery::default(), at(370)).unwrap();
        dormancy::process_unused(&test.database, &Delivery::default(), at(401)).unwrap();
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
        let same = MemberSave {
            name: "윤지우".into(),
            birth_date: date("1990-02-03"),
            phone_number: Some("010-1234-5678".into()),
            ..member(world.retailer_id, "A2")
        };
        let same = world.server.call::<CreateMember>(Some(&world.admin), &(), &(), &same).unwrap().member_id;
        let candidates = |token: &str| {
            let path = MemberPath { member_id: same };
            world.server.call::<ListLinkCandidates>(Some(token), &path, &(), &()).unwrap().len()
        };
        assert_eq!((candidates(&world.retailer), candidates(&world.admin)), (0, 1));
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

/// Makes every inactive user dormant.
fn a_year_passes(test: &TestDatabase) {
    dormancy::process_unused(&test.database, &Delivery::default(), at(370)).unwrap();
    dormancy::process_unused(&test.database, &Delivery::default(), at(401)).unwrap();
}

#[test]
fn no_other_list_names_who_is_dormant() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let_vendors_read(test, &world);
        let record = world.add_member(world.retailer_id, "A1", "윤지우");
        let user_id = linked(test, &world, "jiwoo.yun", &record);
        let terms = TermsSave {
            kind: TermsKind::Marketing,
            edition: "1.0".into(),
            language: Language::Ko,
            content: "<p>본문</p>".into(),
            is_required: false,
            effective_from: clock::today(),
            status: TermsStatus::Published,
            version: None,
        };
        let terms_id = world.server.call::<CreateTerms>(Some(&world.admin), &(), &(), &terms).unwrap().terms_id;
        let own = session(&world.server.state, "jiwoo.yun", Authority::Member).access_token.token;
        let body = ConsentSave { terms_ids: vec![terms_id] };
        world.server.call::<GiveConsents>(Some(&own), &(), &(), &body).unwrap();
        let consents = |token: &str| {
            let path = UserPath { user_id };
            world.server.call::<ListUserConsents>(Some(token), &path, &(), &()).unwrap()
        };
        assert_eq!(consents(&world.vendor)[0].agreed_from, "127.0.0.1");
        let names = |token: &str| {
            let all = AccessLogFilter::default();
            let listed = world.server.call::<ListAccessLogs>(Some(token), &(), &all, &()).unwrap().data;
            let filter = RevisionFilter { page: None, page_size: None };
            let own = world.server.call::<ListOwnAccessLogs>(Some(token), &(), &filter, &()).unwrap().data;
            let listed = listed.into_iter().filter_map(|row| row.user_name);
            listed.chain(own.into_iter().filter_map(|row| row.user_name)).collect::<Vec<_>>()
        };
        assert_eq!(names(&world.vendor), ["윤지우"; 2]);
        a_year_passes(test);
        let veiled = consents(&world.vendor);
        assert_eq!((veiled.len(), veiled[0].agreed_from.contains("127")), (1, false), "{veiled:?}");
        assert_eq!(consents(&world.admin)[0].agreed_from, "127.0.0.1");
        let named = names(&world.vendor);
        assert!(!named.is_empty() && named.iter().all(|name| name == "윤*우"), "{named:?}");
        assert!(names(&world.admin).iter().all(|name| name == "윤지우"));
    });
}

#[test]
fn the_log_does_not_name_a_user_who_has_left_the_company() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let record = world.add_member(world.retailer_id, "A1", "윤지우");
        let user_id = linked(test, &world, "jiwoo.yun", &record);
        let_vendors_read(test, &world);
        let path = UserPath { user_id };
        world.server.call::<ListUserConsents>(Some(&world.vendor), &path, &(), &()).unwrap();
        let own = session(&world.server.state, "jiwoo.yun", Authority::Member).access_token.token;
        let all = OwnLinkFilter::default();
        let links = world.server.call::<ListOwnLinks>(Some(&own), &(), &all, &()).unwrap().data;
        let path = OwnLinkPath { link_id: links[0].link_id };
        let ended = OwnLinkAnswer { state: LinkState::Ended };
        world.server.call::<AnswerOwnLink>(Some(&own), &path, &(), &ended).unwrap();
        let names = |token: &str| {
            let all = AccessLogFilter::default();
            let listed = world.server.call::<ListAccessLogs>(Some(token), &(), &all, &()).unwrap().data;
            listed.into_iter().filter_map(|row| row.user_name).collect::<Vec<_>>()
        };
        assert_eq!((names(&world.vendor), names(&world.admin)), (vec!["윤*우".into()], vec!["윤지우".into()]));
    });
}

#[test]
fn the_order_of_names_tells_nothing_of_who_is_dormant() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let rename = |user_id: UserId, name: &str| {
            test.database
                .write_blocking(|connection| {
                    let row = diesel::update(user_profile::table.find(user_id));
                    row.set(user_profile::name_key.eq(name)).execute(connection)?;
                    Ok(())
                })
                .unwrap();
        };
        // Of three users, the middle one is dormant.
        let ids: Vec<UserId> = ["나영", "다운", "가람"]
            .into_iter()
            .enumerate()
            .map(|(place, name)| {
                let record = world.add_member(world.retailer_id, &format!("A{place}"), "윤지우");
                let user_id = linked(test, &world, &format!("user.number{place}"), &record);
                rename(user_id, name);
                user_id
            })
            .collect();
        dormancy::process_unused(&test.database, &Delivery::default(), at(370)).unwrap();
        for place in [1, 2] {
            sign_in(&world, &format!("user.number{place}"), PASSWORD, None).unwrap();
        }
        // 나영 has not signed in.
        test.database
            .write_blocking(|connection| {
                let used = diesel::update(user_profile::table.filter(user_profile::user_id.ne(ids[0])));
                used.set(user_profile::used_at.eq(at(400).0)).execute(connection)?;
                Ok(())
            })
            .unwrap();
        dormancy::process_unused(&test.database, &Delivery::default(), at(401)).unwrap();
        let ordered = |token: &str, sort| {
            let filter = UserFilter { sort: Some(sort), ..UserFilter::default() };
            let page = world.server.call::<ListUsers>(Some(token), &(), &filter, &()).unwrap();
            page.data.into_iter().map(|user| user.user_id).filter(|id| ids.contains(id)).collect::<Vec<_>>()
        };
        assert_eq!(ordered(&world.admin, AccountSort::Name), [ids[2], ids[0], ids[1]]);
        assert_eq!(ordered(&world.retailer, AccountSort::Name), [ids[2], ids[1], ids[0]], "behind those who are named");
        assert_eq!(ordered(&world.retailer, AccountSort::NameDescending), [ids[1], ids[2], ids[0]]);
    });
}

#[test]
fn becoming_dormant_and_waking_up_stand_in_the_history() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let record = world.add_member(world.retailer_id, "A1", "윤지우");
        let user_id = linked(test, &world, "jiwoo.yun", &record);
        let told = |token: &str| {
            let filter = RevisionFilter { page: None, page_size: None };
            let path = UserPath { user_id };
            world.server.call::<ListUserRevisions>(Some(token), &path, &filter, &()).unwrap().data
        };
        let before = told(&world.admin).len();
        a_year_passes(test);
        let became = told(&world.admin);
        assert_eq!(became.len(), before + 1, "once");
        let change = &became[0].changes[0];
        assert_eq!(
            (change.field.as_str(), change.before.as_deref(), change.after.as_deref()),
            ("status", Some("ACTIVE"), Some("DORMANT"))
        );
        assert!(!became[0].can_undo);
        assert_eq!(told(&world.retailer).len(), before + 1, "a company is told when");
        sign_in(&world, "jiwoo.yun", PASSWORD, Some(true)).unwrap();
        sign_in(&world, "jiwoo.yun", PASSWORD, None).unwrap();
        let awake = told(&world.admin);
        assert_eq!(awake.len(), before + 2, "once");
        assert_eq!(awake[0].changes[0].after.as_deref(), Some("ACTIVE"));
        assert_eq!(awake[0].account_name, "윤*우");
    });
}

#[test]
fn who_cannot_sign_in_wakes_up_by_being_measured_again() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let record = world.add_member(world.retailer_id, "A1", "윤지우");
        let measured = regular(&world, &record).user_id;
        let there = world.add_member(world.retailer_id, "A2", "윤지우");
        let asked = linked(test, &world, "jiwoo.yun", &there);
        a_year_passes(test);
        let measure = |record: &Member, days: i64| {
            let day = at(days).date_in_seoul().to_string();
            write_measurement(test, record, world.retailer_id, &format!("{day}T09:00:00+09:00"));
        };
        let status = |user_id: UserId| get(&world, &world.retailer, user_id).unwrap().status;
        measure(&record, 10);
        dormancy::process_unused(&test.database, &Delivery::default(), at(403)).unwrap();
        assert_eq!(status(measured), UserStatus::Dormant, "old results are nobody's use");
        measure(&record, 403);
        measure(&there, 403);
        dormancy::process_unused(&test.database, &Delivery::default(), at(404)).unwrap();
        assert_eq!((status(measured), status(asked)), (UserStatus::Active, UserStatus::Dormant));
        dormancy::process_unused(&test.database, &Delivery::default(), at(405)).unwrap();
        assert_eq!(status(measured), UserStatus::Active);
        let filter = RevisionFilter { page: None, page_size: None };
        let path = UserPath { user_id: measured };
        let past = world.server.call::<ListUserRevisions>(Some(&world.retailer), &path, &filter, &()).unwrap().data;
        assert_eq!(past[0].account_name, "UNO", "nobody else did it");
    });
}

#[test]
fn a_company_wakes_nobody_up_by_giving_a_password() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let user = regular(&world, &world.add_member(world.retailer_id, "A1", "윤지우"));
        give(&world, &world.retailer, user.user_id, &with_id("jiwoo.yun")).unwrap();
        a_year_passes(test);
        let again = UserSignIn { login_id: None, password: Some(FIRST.into()) };
        for token in [&world.retailer, &world.vendor] {
            let seen = get(&world, token, user.user_id).unwrap();
            assert_eq!(seen.password.reason.as_deref(), Some("dormant"));
            assert_eq!(code(&give(&world, token, user.user_id, &again).unwrap_err()), ErrorCode::Forbidden);
        }
        give(&world, &world.admin, user.user_id, &again).unwrap();
    });
}

#[test]
fn who_is_dormant_is_signed_out_and_wakes_up_by_the_password_and_by_wanting_to() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let record = world.add_member(world.retailer_id, "A1", "윤지우");
        let user_id = linked(test, &world, "jiwoo.yun", &record);
        let before = session(&world.server.state, "jiwoo.yun", Authority::Member).access_token.token;
        dormancy::process_unused(&test.database, &Delivery::default(), at(370)).unwrap();
        dormancy::process_unused(&test.database, &Delivery::default(), at(401)).unwrap();
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
    assert_eq!(refused(&with_id("  ")), expected("loginId", "required"), "blank is as good as none");
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
        // The person is also a member of a second company.
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

#[test]
fn a_password_that_another_company_gave_ends_when_staff_link_the_person_and_the_persons_own_stays() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let of_phone = |company_id, number: &str| {
            let new = MemberSave { phone_number: Some("010-1234-5678".into()), ..member(company_id, number) };
            world.server.call::<CreateMember>(Some(&world.admin), &(), &(), &new).unwrap()
        };
        let user = regular(&world, &of_phone(world.retailer_id, "A1"));
        let link_at_once = |token: &str, record: &Member| {
            let path = MemberPath { member_id: record.member_id };
            let save = MemberLinkSave {
                user_id: user.user_id,
                evidence: Some(LevelEvidence::InPerson),
                level: Some(UserLevel::RegularVerified1Member),
            };
            world.server.call::<CreateMemberLink>(Some(token), &path, &(), &save).unwrap();
        };
        // The same company may link another record of the person.
        give(&world, &world.retailer, user.user_id, &with_id("minsu.kim")).unwrap();
        link_at_once(&world.retailer, &of_phone(world.retailer_id, "A2"));
        let first = sign_in(&world, "minsu.kim", FIRST, None).unwrap();
        link_at_once(&world.other_vendor, &of_phone(world.other_retailer_id, "B1"));
        world.server.state.callers.forget(world.server.state.keys.claims(&first).unwrap().sid);
        let error = world.server.call::<GetAccount>(Some(&first), &(), &(), &()).unwrap_err();
        assert_eq!(code(&error), ErrorCode::Unauthenticated, "the giver knows it");
        assert!(sign_in(&world, "minsu.kim", FIRST, None).is_err());
        let again = with_id("minsu.kim");
        for token in [&world.retailer, &world.other_vendor] {
            let error = give(&world, token, user.user_id, &again).unwrap_err();
            assert_eq!(code(&error), ErrorCode::Forbidden);
        }
        give(&world, &world.admin, user.user_id, &again).unwrap();
        let first = sign_in(&world, "minsu.kim", FIRST, None).unwrap();
        let change = PasswordChange { current_password: FIRST.into(), new_password: PASSWORD.into() };
        world.server.call::<ChangePassword>(Some(&first), &(), &(), &change).unwrap();
        let own = sign_in(&world, "minsu.kim", PASSWORD, None).unwrap();
        link_at_once(&world.other_vendor, &of_phone(world.other_retailer_id, "B2"));
        world.server.state.callers.forget(world.server.state.keys.claims(&own).unwrap().sid);
        assert!(world.server.call::<GetAccount>(Some(&own), &(), &(), &()).is_ok(), "the person's own stays");
        // A user who signed up keeps the password, whoever links.
        let new = UserRegistration {
            birth_date: Some(date("1980-05-17")),
            sex: Some(Sex::Male),
            phone_number: Some("010-7777-5678".into()),
            ..registration("jiwoo.yun")
        };
        world.server.call::<SignUp>(None, &(), &(), &new).unwrap();
        let own = session(&world.server.state, "jiwoo.yun", Authority::Member).access_token.token;
        let own_id = world.server.call::<GetOwnProfile>(Some(&own), &(), &(), &()).unwrap().user_id;
        for (company_id, token) in
            [(world.retailer_id, &world.retailer), (world.other_retailer_id, &world.other_vendor)]
        {
            let new = MemberSave {
                name: new.name.clone(),
                phone_number: new.phone_number.clone(),
                ..member(company_id, "C1")
            };
            let record = world.server.call::<CreateMember>(Some(&world.admin), &(), &(), &new).unwrap();
            let level = Some(UserLevel::RegularVerified1Member);
            let save = MemberLinkSave { user_id: own_id, evidence: Some(LevelEvidence::Document), level };
            let path = MemberPath { member_id: record.member_id };
            world.server.call::<CreateMemberLink>(Some(token), &path, &(), &save).unwrap();
        }
        assert!(sign_in(&world, "jiwoo.yun", PASSWORD, None).is_ok());
    });
}
