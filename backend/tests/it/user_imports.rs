//! Registering many users with one file: together with their member records, linked to them.

use crate::{
    imports::{counts, csv, ended, job_of, nothing_decided, start, upload_to},
    support::{TestDatabase, World, code, date, link, member, registration, session},
};
use diesel::{ExpressionMethods, QueryDsl, RunQueryDsl, connection::SimpleConnection as _};
use kernel::db::schema::{account, revision};
use std::fmt::Write as _;
use std::time::Instant;
use uno_core::{
    contract::{
        error::ErrorCode,
        jobs::JobState,
        managed_users::{ListUsers, User, UserFilter},
        member_imports::{MemberImportPreview, MemberImportStart, StartMemberImport},
        member_links::{CreateMemberLink, LinkState, ListMemberLinks, MemberLinkSave},
        members::{CreateMember, ListMembers, MemberFilter, MemberPath, MemberSave},
        page::Page,
        users::{GetOwnProfile, LevelEvidence, SignUp, UserLevel, UserRegistration},
    },
    domain::access::Authority,
};

const HEADER: &str = "memberNo,sex,birthDate,name,phoneNumber\n";
const AS_USERS: &str = "format=CSV&evidence=DOCUMENT&level=REGULAR_VERIFIED_2_MEMBER";

fn preview(world: &World, token: &str, text: &str) -> MemberImportPreview {
    upload_to(world, token, world.retailer_id, AS_USERS, text.as_bytes()).unwrap()
}

fn regular(world: &World, token: &str) -> Page<User> {
    let filter = UserFilter { is_online: Some(false), page_size: Some(200), ..UserFilter::default() };
    world.server.call::<ListUsers>(Some(token), &(), &filter, &()).unwrap()
}

#[test]
fn everybody_in_a_file_becomes_a_member_and_a_user_who_are_linked() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let text = format!("{HEADER}A1,M,1980-05-17,김하나,010-1234-5678\nA2,F,1992-11-03,이두리,\n");
        let found = preview(&world, &world.retailer, &text);
        assert_eq!((found.valid_rows, found.new_users, found.linked_members), (2, Some(2), Some(0)));
        assert_eq!(regular(&world, &world.admin).total, 0, "a preview writes nothing");
        let job = start(&world, &world.retailer, &found);
        assert_eq!((job.state, counts(&job)), (JobState::Succeeded, [2, 0, 0, 0]));
        let users = regular(&world, &world.retailer).data;
        let names: Vec<&str> = users.iter().map(|user| user.name.as_str()).collect();
        assert_eq!(names.len(), 2);
        assert!(names.contains(&"김하나") && names.contains(&"이두리"), "{names:?}");
        for user in &users {
            let told = (user.level, user.level_evidence, user.is_online, &user.login_id);
            let evidence = Some(LevelEvidence::Document);
            assert_eq!(told, (UserLevel::RegularVerified2Member, evidence, false, &None), "{user:?}");
            assert_eq!(user.company_names, ["한빛 건강센터"]);
        }
        assert_eq!(regular(&world, &world.other_vendor).total, 0, "another tree hears nothing of them");
        let members =
            world.server.call::<ListMembers>(Some(&world.retailer), &(), &MemberFilter::default(), &()).unwrap();
        for record in members.data {
            let path = MemberPath { member_id: record.member_id };
            let links = world.server.call::<ListMemberLinks>(Some(&world.retailer), &path, &(), &()).unwrap();
            let known = (links[0].state, links[0].evidence, links[0].requested_by.as_deref());
            assert_eq!(known, (LinkState::Active, Some(LevelEvidence::Document), Some("retailer")));
        }
        let past: Vec<(String, String)> = test
            .database
            .read_blocking(|connection| {
                let made = revision::table.filter(revision::resource.eq_any(["member", "memberLink", "user"]));
                let told = (revision::resource, revision::account_name);
                Ok(made.order((revision::resource, revision::record_id)).select(told).load(connection)?)
            })
            .unwrap();
        let by = |resource: &str| (resource.to_owned(), "retailer".to_owned());
        let expected = ["member", "member", "memberLink", "memberLink", "user", "user"].map(by);
        assert_eq!(past, expected, "each has its history");
    });
}

#[test]
fn the_same_file_again_makes_nobody_twice_and_a_known_member_becomes_a_user() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let first = format!("{HEADER}A1,M,1980-05-17,김하나,\n");
        start(&world, &world.retailer, &csv(&world, &first));
        assert_eq!(regular(&world, &world.admin).total, 0, "members alone, where nothing else is asked for");
        let found = preview(&world, &world.retailer, &first);
        assert_eq!((found.new_users, found.linked_members), (Some(1), Some(0)));
        assert_eq!(counts(&start(&world, &world.retailer, &found)), [1, 0, 0, 0]);
        // The person appears in two rows with measurements, and is one user.
        let again = "memberNo,sex,birthDate,heightCm,weightKg,measuredAt\nA1,M,1980-05-17,170,60,2020-01-01\n\
            A1,M,1980-05-17,170,61,2020-02-01\nA3,M,1980-05-17,170,60,2020-01-01\nA3,M,1980-05-17,170,60,2020-03-01\n";
        let found = preview(&world, &world.retailer, again);
        assert_eq!((found.valid_rows, found.new_users, found.linked_members), (4, Some(1), Some(1)));
        assert_eq!(counts(&start(&world, &world.retailer, &found)), [4, 0, 0, 0]);
        assert_eq!(regular(&world, &world.admin).total, 2);
        let found = preview(&world, &world.retailer, again);
        assert_eq!((found.new_users, found.linked_members), (Some(0), Some(2)));
        assert_eq!(counts(&start(&world, &world.retailer, &found)), [0, 0, 4, 0]);
        assert_eq!(regular(&world, &world.admin).total, 2);
    });
}

#[test]
fn whose_member_is_linked_or_asked_already_stays_as_they_are() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let known = |number: &str, phone: &str| {
            let save = MemberSave { phone_number: Some(phone.into()), ..member(world.retailer_id, number) };
            world.server.call::<CreateMember>(Some(&world.admin), &(), &(), &save).unwrap()
        };
        let user = |login_id: &str, phone: &str| {
            let new = UserRegistration {
                birth_date: Some(date("1980-05-17")),
                phone_number: Some(phone.into()),
                ..registration(login_id)
            };
            world.server.call::<SignUp>(None, &(), &(), &new).unwrap();
            let token = session(&world.server.state, login_id, Authority::Member).access_token.token;
            let profile = world.server.call::<GetOwnProfile>(Some(&token), &(), &(), &()).unwrap();
            (token, profile.user_id)
        };
        let (linked, asked) = (known("A1", "010-1111-1111"), known("A2", "010-2222-2222"));
        let (own, _) = user("jiwoo.yun", "010-1111-1111");
        link(test, &world, &own, linked.member_id);
        let (_, user_id) = user("hana.kim", "010-2222-2222");
        let path = MemberPath { member_id: asked.member_id };
        let save = MemberLinkSave { user_id, evidence: None, level: None };
        world.server.call::<CreateMemberLink>(Some(&world.retailer), &path, &(), &save).unwrap();
        let found = preview(&world, &world.retailer, "memberNo,sex,birthDate\nA1,M,1980-05-17\nA2,M,1980-05-17\n");
        assert_eq!((found.new_users, found.linked_members), (Some(0), Some(2)));
        assert_eq!(counts(&start(&world, &world.retailer, &found)), [0, 0, 2, 0]);
        assert_eq!(regular(&world, &world.admin).total, 0);
    });
}

#[test]
fn evidence_and_level_are_said_together_and_are_a_verified_one() {
    let test = TestDatabase::sqlite();
    let world = World::build(&test);
    for (query, path, expected) in [
        ("format=CSV&evidence=PHONE", "level", "required"),
        ("format=CSV&level=REGULAR_VERIFIED_1_MEMBER", "evidence", "required"),
        ("format=CSV&evidence=PHONE&level=REGULAR_MEMBER", "level", "choice"),
        ("format=CSV&evidence=HEARSAY&level=REGULAR_VERIFIED_1_MEMBER", "evidence", "choice"),
    ] {
        let error = upload_to(&world, &world.retailer, world.retailer_id, query, HEADER.as_bytes()).unwrap_err();
        assert_eq!((error.fields[0].path.as_str(), error.fields[0].code.as_str()), (path, expected), "{query}");
    }
}

#[test]
fn who_may_register_no_user_registers_none_by_a_file_however_late_the_right_was_taken() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let text = format!("{HEADER}A1,M,1980-05-17,김하나,\n");
        let before = preview(&world, &world.retailer, &text);
        let taken = "DELETE FROM permission WHERE permission_group_id IN (SELECT permission_group_id FROM account \
            WHERE login_id = 'retailer') AND menu_item_id IN (SELECT menu_item_id FROM menu_item \
            WHERE url = '/member_management' AND parent_id IS NOT NULL)";
        test.database.connect().unwrap().batch_execute(taken).unwrap();
        let retailer = session(&world.server.state, "retailer", Authority::Retailer).access_token.token;
        let error = upload_to(&world, &retailer, world.retailer_id, AS_USERS, text.as_bytes()).unwrap_err();
        assert_eq!(code(&error), ErrorCode::Forbidden);
        assert!(upload_to(&world, &retailer, world.retailer_id, "format=CSV", text.as_bytes()).is_ok());
        let path = uno_core::contract::jobs::JobPath { job_id: job_of(&before).job_id };
        let error =
            world.server.call::<StartMemberImport>(Some(&retailer), &path, &(), &nothing_decided()).unwrap_err();
        assert_eq!(code(&error), ErrorCode::Forbidden);
        assert_eq!(regular(&world, &world.admin).total, 0);
    });
}

#[test]
fn nobody_registers_users_in_another_tree() {
    let test = TestDatabase::sqlite();
    let world = World::build(&test);
    let text = format!("{HEADER}A1,M,1980-05-17,김하나,\n");
    let error = upload_to(&world, &world.retailer, world.other_retailer_id, AS_USERS, text.as_bytes()).unwrap_err();
    assert_eq!(code(&error), ErrorCode::NotFound);
    let waiting = preview(&world, &world.retailer, &text);
    let path = uno_core::contract::jobs::JobPath { job_id: job_of(&waiting).job_id };
    let error =
        world.server.call::<StartMemberImport>(Some(&world.other_vendor), &path, &(), &nothing_decided()).unwrap_err();
    assert_eq!(code(&error), ErrorCode::NotFound);
}

/// Measures the time for a hundred thousand people: `cargo test --release … -- --ignored a_hundred_thousand
/// --nocapture`.
#[test]
#[ignore = "measures; in a release build"]
fn a_hundred_thousand_people_are_previewed_within_five_seconds_and_made_within_sixty() {
    for query in ["format=CSV", AS_USERS] {
        let test = TestDatabase::sqlite();
        let world = World::build(&test);
        let mut text = HEADER.to_owned();
        for number in 0..100_000 {
            let (month, day) = (1 + number % 12, 1 + number % 28);
            let _ = writeln!(
                text,
                "N{number},M,1980-{month:02}-{day:02},이름{number},010-{:04}-{:04}",
                number / 10_000,
                number % 10_000
            );
        }
        let started = Instant::now();
        let found = upload_to(&world, &world.retailer, world.retailer_id, query, text.as_bytes()).unwrap();
        let previewed = started.elapsed();
        assert_eq!(found.valid_rows, 100_000);
        let path = uno_core::contract::jobs::JobPath { job_id: job_of(&found).job_id };
        let decided = MemberImportStart { accept_changes: None, leave_out: Vec::new() };
        let started = Instant::now();
        world.server.call::<StartMemberImport>(Some(&world.retailer), &path, &(), &decided).unwrap();
        let job = ended(&world, &world.retailer, path.job_id);
        println!("{query}: previewed in {previewed:?}, made in {:?}", started.elapsed());
        assert_eq!(counts(&job), [100_000, 0, 0, 0]);
        let accounts: i64 = test
            .database
            .read_blocking(|connection| {
                Ok(account::table.filter(account::password_hash.eq("")).count().get_result(connection)?)
            })
            .unwrap();
        assert_eq!(accounts, if query == AS_USERS { 100_000 } else { 0 });
    }
}
