//! Users as seen and managed by staff: scope, changes, and removal.

use crate::{
    exports::export_of,
    imports::sheet,
    support::{PASSWORD, TestDatabase, World, code, date, link, member, registration, session, write_measurement},
};
use diesel::{ExpressionMethods, QueryDsl, RunQueryDsl};
use kernel::db::schema::{account, sign_in_log, user_profile};
use uno_core::{
    contract::{
        error::{ErrorBody, ErrorCode},
        exports::ExportOptions,
        logs::{AccessAction, AccessLogFilter, ListAccessLogs},
        managed_users::{
            DeleteUser, ExportUsers, GetUser, ListUserLinks, ListUserRevisions, ListUsers, RegisterUser, UpdateUser,
            User, UserFilter, UserOfMember, UserPath, UserSave,
        },
        managers::AccountSort,
        member_links::{EndMemberLink, LinkState, ListMemberLinks, MemberLinkPath},
        members::{CreateMember, Member, MemberPath, MemberSave},
        page::Page,
        physical_measurements::{ListPhysicalMeasurements, PhysicalMeasurementFilter},
        revisions::{RevisionAction, RevisionFilter},
        sign_in::{CreateToken, GrantType, TokenRequest},
        users::{DeleteOwnUser, GetOwnProfile, LevelEvidence, SignUp, UserId, UserLevel, UserRegistration},
    },
    domain::{access::Authority, grade::Sex},
};

pub fn sign_up(world: &World, new: &UserRegistration) -> (String, UserId) {
    world.server.call::<SignUp>(None, &(), &(), new).unwrap();
    let token = session(&world.server.state, &new.login_id, Authority::Member).access_token.token;
    let profile = world.server.call::<GetOwnProfile>(Some(&token), &(), &(), &()).unwrap();
    (token, profile.user_id)
}

pub fn person(login_id: &str, name: &str) -> UserRegistration {
    UserRegistration {
        name: name.into(),
        birth_date: Some(date("1990-02-03")),
        sex: Some(Sex::Female),
        phone_number: Some("010-1234-5678".into()),
        ..registration(login_id)
    }
}

fn list(world: &World, token: &str, filter: &UserFilter) -> Page<User> {
    world.server.call::<ListUsers>(Some(token), &(), filter, &()).unwrap()
}

fn names(world: &World, token: &str, filter: &UserFilter) -> Vec<String> {
    let page = list(world, token, filter);
    assert_eq!(page.total, i64::try_from(page.data.len()).unwrap());
    page.data.into_iter().map(|user| user.name).collect()
}

fn online() -> UserFilter {
    UserFilter { is_online: Some(true), ..UserFilter::default() }
}

fn get(world: &World, token: &str, user_id: UserId) -> Result<User, ErrorBody> {
    world.server.call::<GetUser>(Some(token), &UserPath { user_id }, &(), &())
}

fn save(world: &World, token: &str, user_id: UserId, save: &UserSave) -> Result<User, ErrorBody> {
    world.server.call::<UpdateUser>(Some(token), &UserPath { user_id }, &(), save)
}

fn verified(level: UserLevel) -> UserSave {
    UserSave { level, level_evidence: Some(LevelEvidence::Document), version: None }
}

fn register(world: &World, token: &str, member: &Member) -> Result<User, ErrorBody> {
    let path = MemberPath { member_id: member.member_id };
    let body = UserOfMember { evidence: LevelEvidence::InPerson, level: UserLevel::RegularVerified1Member };
    let registered = world.server.call::<RegisterUser>(Some(token), &path, &(), &body)?;
    get(world, token, registered.user_id)
}

#[test]
fn administrators_reach_every_user_and_companies_those_who_are_linked_while_they_are() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let (here, there) = (
            world.add_member(world.retailer_id, "A1", "윤지우"),
            world.add_member(world.other_retailer_id, "B1", "김하나"),
        );
        let (own, own_id) = sign_up(&world, &person("jiwoo.yun", "윤지우"));
        let (other, other_id) = sign_up(&world, &person("hana.kim", "김하나"));
        sign_up(&world, &person("nobody.yet", "박셋"));
        link(test, &world, &own, here.member_id);
        link(test, &world, &other, there.member_id);
        assert_eq!(names(&world, &world.admin, &online()), ["박셋", "김하나", "윤지우"], "the newest first");
        for token in [&world.vendor, &world.dealer, &world.retailer] {
            assert_eq!(names(&world, token, &online()), ["윤지우"]);
            assert!(get(&world, token, own_id).is_ok());
            assert_eq!(code(&get(&world, token, other_id).unwrap_err()), ErrorCode::NotFound);
            let error = save(&world, token, other_id, &verified(UserLevel::RegularVerified1Member)).unwrap_err();
            assert_eq!(code(&error), ErrorCode::NotFound);
        }
        assert_eq!(names(&world, &world.other_vendor, &online()), ["김하나"]);
        assert_eq!(get(&world, &world.retailer, own_id).unwrap().company_names, ["한빛 건강센터"]);
        let links =
            |token: &str| world.server.call::<ListUserLinks>(Some(token), &UserPath { user_id: own_id }, &(), &());
        let known = links(&world.retailer).unwrap().remove(0);
        assert_eq!((known.member_no.as_str(), known.state), ("A1", LinkState::Active));

        let path = MemberLinkPath { member_id: here.member_id, link_id: known.link_id };
        world.server.call::<EndMemberLink>(Some(&world.retailer), &path, &(), &()).unwrap();
        assert!(names(&world, &world.retailer, &online()).is_empty());
        assert_eq!(code(&get(&world, &world.retailer, own_id).unwrap_err()), ErrorCode::NotFound);
        assert_eq!(code(&links(&world.retailer).unwrap_err()), ErrorCode::NotFound);
        assert!(get(&world, &world.admin, own_id).unwrap().company_names.is_empty());
    });
}

#[test]
fn a_user_of_two_members_of_a_company_is_listed_once() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let (own, _) = sign_up(&world, &person("jiwoo.yun", "윤지우"));
        for number in ["A1", "A2"] {
            let member = world.add_member(world.retailer_id, number, "윤지우");
            link(test, &world, &own, member.member_id);
        }
        let page = list(&world, &world.retailer, &online());
        assert_eq!((page.total, page.data.len()), (1, 1));
        assert_eq!(page.data[0].company_names, ["한빛 건강센터"]);
    });
}

#[test]
fn users_are_sought_by_the_words_of_the_interface_and_told_masked() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        for (login_id, name) in [("jiwoo.yun", "윤지우"), ("jiho.yun", "윤지호"), ("hana.kim", "김하나")] {
            sign_up(&world, &person(login_id, name));
        }
        let other = UserRegistration {
            birth_date: Some(date("1985-06-07")),
            phone_number: Some("010-9999-0000".into()),
            ..person("dul.lee", "이둘")
        };
        sign_up(&world, &other);
        let found = |query: &str| {
            let (status, text) = world.server.send(
                uno_core::contract::Method::Get,
                &world.server.url(&format!("/api/v1/users?{query}")),
                Some(&world.admin),
                None,
            );
            assert_eq!(status, 200, "{text}");
            let page: Page<User> = serde_json::from_str(&text).unwrap();
            page.data.into_iter().map(|user| user.name).collect::<Vec<_>>()
        };
        assert_eq!(found("name=%EC%9C%A4&isOnline=true&page=0&pageSize=10"), ["윤지우", "윤지호"], "by name");
        assert_eq!(found("name=%EC%9C%A4&page=1&pageSize=1"), ["윤지호"]);
        assert!(found("isOnline=false").is_empty());
        assert_eq!(found("birthDate=1985-06-07"), ["이둘"]);
        assert_eq!(found("phoneNumber=010-9999-0000"), ["이둘"]);
        assert_eq!(found("phoneNumber=0000"), ["이둘"], "as lists show it");
        assert!(found("startCreatedAt=2200-01-01&endCreatedAt=2200-01-02").is_empty());
        assert!(found("levels=REGULAR_VERIFIED_1_MEMBER").is_empty());
        let page = list(&world, &world.admin, &UserFilter { sort: Some(AccountSort::Name), ..online() });
        let told = serde_json::to_string(&page.data).unwrap();
        for secret in ["1234-", "02-03", "9999"] {
            assert!(!told.contains(secret), "{secret}: {told}");
        }
        let all: AccessLogFilter = serde_json::from_str("{}").unwrap();
        let log = world.server.call::<ListAccessLogs>(Some(&world.admin), &(), &all, &()).unwrap();
        let actions: Vec<AccessAction> = log.data.iter().map(|row| row.action).collect();
        use AccessAction::{SearchByBirthDate, SearchByPhone};
        assert_eq!(actions, [SearchByPhone, SearchByPhone, SearchByBirthDate], "the latest first");
    });
}

#[test]
fn staff_give_a_verified_level_with_its_evidence_and_nothing_else_is_theirs_to_say() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let member = world.add_member(world.retailer_id, "A1", "윤지우");
        let (own, user_id) = sign_up(&world, &person("jiwoo.yun", "윤지우"));
        link(test, &world, &own, member.member_id);
        let user = save(&world, &world.retailer, user_id, &verified(UserLevel::RegularVerified2Member)).unwrap();
        assert_eq!(
            (user.level, user.level_evidence),
            (UserLevel::RegularVerified2Member, Some(LevelEvidence::Document))
        );
        let profile = world.server.call::<GetOwnProfile>(Some(&own), &(), &(), &()).unwrap();
        assert_eq!((profile.level, profile.version), (UserLevel::RegularVerified2Member, 2));
        let bare = UserSave { level: UserLevel::RegularVerified3Member, level_evidence: None, version: None };
        let error = save(&world, &world.retailer, user_id, &bare).unwrap_err();
        assert_eq!((error.fields[0].path.as_str(), error.fields[0].code.as_str()), ("levelEvidence", "required"));
        let stale = UserSave { version: Some(1), ..verified(UserLevel::RegularVerified3Member) };
        let error = save(&world, &world.retailer, user_id, &stale).unwrap_err();
        assert_eq!(code(&error), ErrorCode::Changed);
        let url = world.server.url(&format!("/api/v1/users/{}", user_id.0));
        let named = br#"{"name":"Somebody"}"#;
        let patch = uno_core::contract::Method::Patch;
        assert_eq!(world.server.send(patch, &url, Some(&world.retailer), Some(named)).0, 422);
        let filter = RevisionFilter { page: None, page_size: None };
        let path = UserPath { user_id };
        let past = world.server.call::<ListUserRevisions>(Some(&world.retailer), &path, &filter, &()).unwrap();
        let fields: Vec<&str> = past.data[0].changes.iter().map(|change| change.field.as_str()).collect();
        assert_eq!((fields, past.data[0].account_name.as_str()), (vec!["level", "levelEvidence"], "retailer"));
        assert_eq!(past.data[1].action, RevisionAction::Create, "the user's own doings are part of it");
        assert!(!serde_json::to_string(&past.data).unwrap().contains("1234-"));
    });
}

#[test]
fn who_has_not_told_birth_date_and_sex_is_verified_by_nobody() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let (_, user_id) = sign_up(&world, &registration("bare.person"));
        for level in [UserLevel::RegularMember, UserLevel::RegularVerified1Member] {
            let form = UserSave {
                level_evidence: verified(level).level_evidence.filter(|_| level > UserLevel::RegularMember),
                ..verified(level)
            };
            let error = save(&world, &world.admin, user_id, &form).unwrap_err();
            assert_eq!((error.fields[0].path.as_str(), error.fields[0].code.as_str()), ("level", "profileIncomplete"));
        }
    });
}

#[test]
fn the_history_of_a_user_names_no_staff_of_another_tree() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let (own, user_id) = sign_up(&world, &person("jiwoo.yun", "윤지우"));
        for (company, number) in [(world.retailer_id, "A1"), (world.other_retailer_id, "B1")] {
            let member = world.add_member(company, number, "윤지우");
            link(test, &world, &own, member.member_id);
        }
        save(&world, &world.other_vendor, user_id, &verified(UserLevel::RegularVerified1Member)).unwrap();
        save(&world, &world.dealer, user_id, &verified(UserLevel::RegularVerified2Member)).unwrap();
        save(&world, &world.admin, user_id, &verified(UserLevel::RegularVerified3Member)).unwrap();
        let authors = |token: &str| -> Vec<String> {
            let (path, filter) = (UserPath { user_id }, RevisionFilter { page: None, page_size: None });
            let history = world.server.call::<ListUserRevisions>(Some(token), &path, &filter, &()).unwrap();
            history.data.into_iter().map(|revision| revision.account_name).collect()
        };
        assert_eq!(authors(&world.admin), ["root", "dealer", "vendor2", "윤*우"]);
        assert_eq!(authors(&world.vendor), ["root", "dealer", "v*****2", "윤*우"]);
        assert_eq!(authors(&world.other_vendor), ["root", "d****r", "vendor2", "윤*우"]);
        // The record does not name its last author either.
        save(&world, &world.other_vendor, user_id, &verified(UserLevel::RegularVerified1Member)).unwrap();
        let last = |token: &str| {
            let user = world.server.call::<GetUser>(Some(token), &UserPath { user_id }, &(), &()).unwrap();
            user.authors.unwrap().changed.unwrap().account_name
        };
        assert_eq!((last(&world.admin).as_str(), last(&world.vendor).as_str()), ("vendor2", "v*****2"));
    });
}

#[test]
fn a_member_is_registered_as_a_user_who_is_linked_and_cannot_sign_in() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let new = MemberSave { phone_number: Some("010-1234-5678".into()), ..member(world.retailer_id, "A1") };
        let record = world.server.call::<CreateMember>(Some(&world.admin), &(), &(), &new).unwrap();
        let user = register(&world, &world.retailer, &record).unwrap();
        assert_eq!((user.is_online, &user.login_id, user.name.as_str()), (false, &None, "김민수"));
        assert_eq!((user.level, user.company_names), (UserLevel::RegularVerified1Member, vec!["한빛 건강센터".into()]));
        let regular = UserFilter { is_online: Some(false), ..UserFilter::default() };
        assert_eq!(names(&world, &world.retailer, &regular), ["김민수"]);
        assert!(names(&world, &world.retailer, &online()).is_empty());
        let path = MemberPath { member_id: record.member_id };
        let links = world.server.call::<ListMemberLinks>(Some(&world.retailer), &path, &(), &()).unwrap();
        assert_eq!((links[0].state, links[0].user_id), (LinkState::Active, user.user_id));
        let error = register(&world, &world.retailer, &record).unwrap_err();
        assert_eq!((code(&error), error.fields[0].path.as_str()), (ErrorCode::Taken, "memberId"));
        assert_eq!(list(&world, &world.admin, &regular).total, 1, "who was refused left no account");
        let named = user_profile::table
            .inner_join(account::table)
            .filter(user_profile::user_id.eq(user.user_id))
            .select(account::login_id);
        let login_id: String = test.database.read_blocking(|connection| Ok(named.first(connection)?)).unwrap();
        for password in ["", PASSWORD] {
            let request = TokenRequest {
                login_id: Some(login_id.clone()),
                password: Some(password.into()),
                ..TokenRequest::by(GrantType::Password)
            };
            assert!(world.server.call::<CreateToken>(None, &(), &(), &request).is_err(), "{password:?}");
        }
    });
}

/// Returns the remaining rows of a user.
fn left(test: &TestDatabase, user_id: UserId, login_id: &str) -> (i64, i64) {
    let profiles = user_profile::table.filter(user_profile::user_id.eq(user_id)).count();
    let accounts = account::table.filter(account::login_key.eq(login_id.to_owned())).count();
    test.database
        .read_blocking(|connection| Ok((profiles.get_result(connection)?, accounts.get_result(connection)?)))
        .unwrap()
}

#[test]
fn a_removed_user_is_signed_out_and_forgotten_while_the_companys_measurements_stay() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        for by_oneself in [false, true] {
            let number = if by_oneself { "A1" } else { "A2" };
            let login_id = if by_oneself { "jiwoo.yun" } else { "hana.kim" };
            let record = world.add_member(world.retailer_id, number, "윤지우");
            write_measurement(test, &record, world.retailer_id, "2026-01-10T09:00:00+09:00");
            let (own, user_id) = sign_up(&world, &person(login_id, "윤지우"));
            link(test, &world, &own, record.member_id);
            let path = UserPath { user_id };
            for token in [&world.vendor, &world.retailer] {
                let error = world.server.call::<DeleteUser>(Some(token), &path, &(), &()).unwrap_err();
                assert_eq!(code(&error), ErrorCode::Forbidden, "whoever is linked is not theirs to remove");
            }
            if by_oneself {
                world.server.call::<DeleteOwnUser>(Some(&own), &(), &(), &()).unwrap();
            } else {
                world.server.call::<DeleteUser>(Some(&world.admin), &path, &(), &()).unwrap();
                world.server.state.callers.forget(world.server.state.keys.claims(&own).unwrap().sid);
            }
            assert_eq!(left(test, user_id, login_id), (0, 0));
            let error = world.server.call::<GetOwnProfile>(Some(&own), &(), &(), &()).unwrap_err();
            assert_eq!(code(&error), ErrorCode::Unauthenticated);
            assert_eq!(code(&get(&world, &world.admin, user_id).unwrap_err()), ErrorCode::NotFound);
            let of_member = MemberPath { member_id: record.member_id };
            assert!(world.server.call::<ListMemberLinks>(Some(&world.admin), &of_member, &(), &()).unwrap().is_empty());
            let measured =
                PhysicalMeasurementFilter { member_id: Some(record.member_id), ..PhysicalMeasurementFilter::default() };
            let page =
                world.server.call::<ListPhysicalMeasurements>(Some(&world.retailer), &(), &measured, &()).unwrap();
            assert_eq!(page.total, 1, "they are the company's");
            let told = kernel_past(test, user_id);
            assert!(told.iter().all(|changes| !changes.contains("1990") && !changes.contains("5678")), "{told:?}");
        }
        let entries: i64 =
            test.database.read_blocking(|connection| Ok(sign_in_log::table.count().get_result(connection)?)).unwrap();
        assert_eq!(entries, 0, "nor from where they signed in");
    });
}

fn kernel_past(test: &TestDatabase, user_id: UserId) -> Vec<String> {
    use kernel::db::schema::revision;
    let past = revision::table
        .filter(revision::resource.eq("user"))
        .filter(revision::record_id.eq(user_id.0))
        .select(revision::changes);
    test.database.read_blocking(|connection| Ok(past.load(connection)?)).unwrap()
}

#[test]
fn who_registers_a_user_is_answered_numbers_and_nothing_about_the_member() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let record = world.add_member(world.retailer_id, "A1", "김민수");
        let address = world.server.url(&format!("/api/v1/members/{}/user", record.member_id.0));
        let body = br#"{"evidence":"IN_PERSON","level":"REGULAR_VERIFIED_1_MEMBER"}"#;
        let (status, text) =
            world.server.send(uno_core::contract::Method::Post, &address, Some(&world.retailer), Some(body));
        let answer: serde_json::Map<String, serde_json::Value> = serde_json::from_str(&text).unwrap();
        assert_eq!(
            (status, answer.keys().map(String::as_str).collect::<Vec<_>>()),
            (200, vec!["linkId", "userId"]),
            "{text}"
        );
    });
}

#[test]
fn whoever_may_see_one_of_the_two_screens_sees_its_users_alone() {
    use diesel::connection::SimpleConnection as _;
    TestDatabase::each(|test| {
        let world = World::build(test);
        let record = world.add_member(world.retailer_id, "A1", "김민수");
        let regular = register(&world, &world.retailer, &record).unwrap();
        let (own, user_id) = sign_up(&world, &person("jiwoo.yun", "윤지우"));
        link(test, &world, &own, world.add_member(world.retailer_id, "A2", "윤지우").member_id);
        let taken = "DELETE FROM permission WHERE permission_group_id IN (SELECT permission_group_id FROM account \
            WHERE login_id = 'retailer') AND menu_item_id IN (SELECT menu_item_id FROM menu_item \
            WHERE url = '/online_member_management')";
        test.database.connect().unwrap().batch_execute(taken).unwrap();
        let retailer = session(&world.server.state, "retailer", Authority::Retailer).access_token.token;
        assert_eq!(names(&world, &retailer, &UserFilter::default()), ["김민수"]);
        let error = world.server.call::<ListUsers>(Some(&retailer), &(), &online(), &()).unwrap_err();
        assert_eq!(code(&error), ErrorCode::Forbidden);
        assert!(get(&world, &retailer, regular.user_id).is_ok());
        assert_eq!(code(&get(&world, &retailer, user_id).unwrap_err()), ErrorCode::NotFound);
        let rows =
            sheet(export_of::<ExportUsers>(&world, &retailer, &UserFilter::default(), &ExportOptions::default()).1);
        assert_eq!(rows.len(), 2, "a title and one user: {rows:?}");
        assert!(rows[1].iter().any(|cell| *cell == "김민수"), "{rows:?}");
    });
}
