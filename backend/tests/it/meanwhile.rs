//! Concurrent changes of related rows: each transaction sees the other's result.

use crate::{
    imports,
    support::{TestDatabase, World, code, company, date, member},
};
use content::terms::store::TermsRecord;
use diesel::{ExpressionMethods, QueryDsl, RunQueryDsl, connection::SimpleConnection};
use kernel::{
    access::caller::{self, Caller},
    clock,
    db::{
        Backend, DatabaseConnection,
        schema::{company as companies, member as members, member_name},
    },
    records::{self, Rows as _},
};
use measurements::{entry::Entry, heart_rate_measurements::store::HeartRate};
use organisation::companies::store::CompanyRecord;
use people::members::store::{self as member_rows, MemberRecord};
use serde_json::json;
use std::{thread, time::Duration};
use uno_core::contract::{
    Method,
    companies::{CompanyId, CompanyPath, CompanySave, CompanyType, CreateCompany, GetCompany, UpdateCompany},
    error::ErrorCode,
    heart_rate_measurements::{
        CreateHeartRateMeasurement, HeartRateMeasurementFilter, HeartRateMeasurementSave, ListHeartRateMeasurements,
    },
    members::{CreateMember, DeleteMember, MemberPath, MemberSave},
    terms::{CreateTerms, DeleteTerms, GetPublishedTerms, Language, TermsKind, TermsPath, TermsSave, TermsStatus},
};

/// Runs `second` while the transaction of `first` is still open.
pub fn meanwhile<T: Send>(
    test: &TestDatabase,
    first: impl FnOnce(&mut DatabaseConnection),
    second: impl FnOnce() -> T + Send,
) -> T {
    let mut connection = test.database.connect().unwrap();
    let begin = if test.database.backend() == Backend::Sqlite { "BEGIN IMMEDIATE" } else { "BEGIN" };
    connection.batch_execute(begin).unwrap();
    first(&mut connection);
    thread::scope(|scope| {
        let second = scope.spawn(second);
        thread::sleep(Duration::from_millis(300));
        connection.batch_execute("COMMIT").unwrap();
        second.join().unwrap()
    })
}

/// Returns the administrator as a caller.
pub fn admin(world: &World, connection: &mut DatabaseConnection) -> Caller {
    let claims = world.server.state.keys.claims(&world.admin).unwrap();
    caller::load(connection, &claims, clock::now().0).unwrap()
}

/// Returns a dealer of the first vendor without dependents, and the form that moves it to the second vendor.
fn movable(world: &World) -> (CompanyId, CompanySave) {
    let dealer = world.add_company(CompanyType::Dealer, "옮길 대리점", Some(world.vendor_id));
    let save = CompanySave {
        parent_company_id: Some(world.other_vendor_id),
        version: Some(dealer.version),
        ..company(CompanyType::Dealer, "옮길 대리점")
    };
    (dealer.company_id, save)
}

/// Returns the vendor of a company, and the vendors in the lines of its members and of the companies below it.
fn vendors(test: &TestDatabase, id: CompanyId) -> (Option<i64>, Vec<Option<i64>>) {
    let mut connection = test.database.connect().unwrap();
    let own = companies::table.find(id.0).select(companies::vendor_id).first(&mut connection).unwrap();
    let mut below: Vec<Option<i64>> =
        members::table.filter(members::company_id.eq(id.0)).select(members::vendor_id).load(&mut connection).unwrap();
    below.extend(
        companies::table
            .filter(companies::parent_company_id.eq(id.0))
            .select(companies::vendor_id)
            .load::<Option<i64>>(&mut connection)
            .unwrap(),
    );
    (own, below)
}

#[test]
fn a_company_is_not_moved_away_from_a_member_who_is_being_registered() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let (dealer_id, save) = movable(&world);
        let register = |connection: &mut DatabaseConnection| {
            let admin = admin(&world, connection);
            member_rows::create(connection, &admin, &member(dealer_id, "A1")).unwrap();
        };
        let path = CompanyPath { company_id: dealer_id };
        let moved =
            meanwhile(test, register, || world.server.call::<UpdateCompany>(Some(&world.admin), &path, &(), &save));
        let (own, below) = vendors(test, dealer_id);
        assert_eq!(below, [own]);
        assert_eq!(moved.unwrap_err().fields[0].code, "hasDependents");
    });
}

#[test]
fn a_company_is_not_moved_away_from_one_that_is_being_made_below_it() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let (dealer_id, save) = movable(&world);
        let make = |connection: &mut DatabaseConnection| {
            let admin = admin(&world, connection);
            let below =
                CompanySave { parent_company_id: Some(dealer_id), ..company(CompanyType::Retailer, "새 매장") };
            records::create::<CompanyRecord>(connection, &admin, below).unwrap();
        };
        let path = CompanyPath { company_id: dealer_id };
        let moved = meanwhile(test, make, || world.server.call::<UpdateCompany>(Some(&world.admin), &path, &(), &save));
        let (own, below) = vendors(test, dealer_id);
        assert_eq!(below, [own]);
        assert_eq!(moved.unwrap_err().fields[0].code, "hasDependents");
    });
}

#[test]
fn what_is_made_in_a_company_that_is_being_moved_belongs_to_its_new_line() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        for makes_company in [false, true] {
            let (dealer_id, save) = movable(&world);
            let move_it = |connection: &mut DatabaseConnection| {
                let admin = admin(&world, connection);
                let before = CompanyRecord::standing(connection, &admin, dealer_id.0).unwrap();
                records::update::<CompanyRecord>(connection, &admin, dealer_id.0, &before, save.clone()).unwrap();
            };
            meanwhile(test, move_it, || {
                if makes_company {
                    world.add_company(CompanyType::Retailer, "새 매장", Some(dealer_id));
                } else {
                    world.add_member(dealer_id, "A1", "김하나");
                }
            });
            let (own, below) = vendors(test, dealer_id);
            assert_eq!((own, below), (Some(world.other_vendor_id.0), vec![Some(world.other_vendor_id.0)]));
        }
    });
}

#[test]
fn a_name_stays_known_when_its_last_bearer_leaves_while_another_comes() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let leaving = world.add_member(world.retailer_id, "A1", "남궁하나");
        let come = |connection: &mut DatabaseConnection| {
            let admin = admin(&world, connection);
            let save = MemberSave { name: "남궁하나".into(), ..member(world.retailer_id, "A2") };
            member_rows::create(connection, &admin, &save).unwrap();
        };
        let path = MemberPath { member_id: leaving.member_id };
        meanwhile(test, come, || world.server.call::<DeleteMember>(Some(&world.admin), &path, &(), &())).unwrap();
        let known: Vec<String> =
            member_name::table.select(member_name::name_key).load(&mut test.database.connect().unwrap()).unwrap();
        assert_eq!(known, ["남궁하나"]);
    });
}

#[test]
fn what_is_measured_while_the_birth_date_is_corrected_is_graded_by_the_new_one() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let found = world.add_member(world.retailer_id, "A1", "김하나");
        let sent = |day: u32, rate: i64| -> HeartRateMeasurementSave {
            let measured_at = format!("2026-01-{day:02}T10:00:00+09:00");
            let body = json!({
                "memberId": found.member_id.0, "measuredAt": measured_at, "rate": rate, "context": "REST",
            });
            serde_json::from_value(body).unwrap()
        };
        let take = |save: &HeartRateMeasurementSave| {
            world.server.call::<CreateHeartRateMeasurement>(Some(&world.admin), &(), &(), save).unwrap()
        };
        let ages = || {
            let filter = HeartRateMeasurementFilter::default();
            let listed = world.server.call::<ListHeartRateMeasurements>(Some(&world.admin), &(), &filter, &());
            listed.unwrap().data.iter().map(|one| (one.rate, one.age)).collect::<Vec<_>>()
        };
        let id = take(&sent(1, 60)).heart_rate_measurement_id.0;
        let correct = |connection: &mut DatabaseConnection| {
            let admin = admin(&world, connection);
            let before = MemberRecord::standing(connection, &admin, found.member_id.0).unwrap();
            let save = MemberSave { birth_date: date("1960-05-17"), ..before.clone() };
            records::update::<MemberRecord>(connection, &admin, found.member_id.0, &before, save).unwrap();
        };
        meanwhile(test, correct, || take(&sent(2, 61)));
        assert_eq!(ages(), [(61, Some(65)), (60, Some(65))]);

        let measure = |connection: &mut DatabaseConnection| {
            let admin = admin(&world, connection);
            records::create::<Entry<HeartRate>>(connection, &admin, sent(3, 62)).unwrap();
            let before = Entry::<HeartRate>::standing(connection, &admin, id).unwrap();
            let save = HeartRateMeasurementSave { rate: 63, ..before.clone() };
            records::update::<Entry<HeartRate>>(connection, &admin, id, &before, save).unwrap();
        };
        let address = world.server.url(&format!("/api/v1/members/{}", found.member_id.0));
        let body = br#"{"birthDate":"1950-05-17"}"#;
        let (status, text) =
            meanwhile(test, measure, || world.server.send(Method::Patch, &address, Some(&world.admin), Some(body)));
        assert_eq!(status, 200, "{text}");
        assert_eq!(ages(), [(62, Some(75)), (61, Some(75)), (63, Some(75))]);
    });
}

#[test]
fn a_row_of_a_file_that_agrees_with_a_birth_date_that_is_being_corrected_is_told_and_not_taken() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let found = world.add_member(world.retailer_id, "A1", "김하나");
        let preview = imports::csv(&world, "회원번호,성별,생년월일,키,측정일시\nA1,남,1980-05-17,170,2020-01-01");
        assert_eq!((preview.valid_rows, preview.changed_rows), (1, 0));
        let correct = |connection: &mut DatabaseConnection| {
            let admin = admin(&world, connection);
            let before = MemberRecord::standing(connection, &admin, found.member_id.0).unwrap();
            let save = MemberSave { birth_date: date("1960-05-17"), ..before.clone() };
            records::update::<MemberRecord>(connection, &admin, found.member_id.0, &before, save).unwrap();
        };
        let job = meanwhile(test, correct, || imports::start(&world, &world.retailer, &preview));
        assert_eq!(imports::counts(&job), [0, 0, 0, 1], "{job:?}");
    });
}

#[test]
fn a_company_that_is_removed_while_something_is_made_in_it_has_dependents_or_is_gone() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let (dealer_id, _) = movable(&world);
        let register = |connection: &mut DatabaseConnection| {
            let admin = admin(&world, connection);
            member_rows::create(connection, &admin, &member(dealer_id, "A1")).unwrap();
        };
        let path = CompanyPath { company_id: dealer_id };
        let removed = meanwhile(test, register, || {
            world.server.call::<uno_core::contract::companies::DeleteCompany>(Some(&world.admin), &path, &(), &())
        });
        assert_eq!(code(&removed.unwrap_err()), ErrorCode::HasDependents);
        world.server.call::<GetCompany>(Some(&world.admin), &path, &(), &()).unwrap();

        let (dealer_id, _) = movable(&world);
        let remove = |connection: &mut DatabaseConnection| {
            let admin = admin(&world, connection);
            records::delete::<CompanyRecord>(connection, &admin, dealer_id.0).unwrap();
        };
        let registered = meanwhile(test, remove, || {
            world.server.call::<CreateMember>(Some(&world.admin), &(), &(), &member(dealer_id, "A1"))
        });
        assert_eq!(registered.unwrap_err().fields[0].path, "companyId");
        let (dealer_id, _) = movable(&world);
        let remove = |connection: &mut DatabaseConnection| {
            let admin = admin(&world, connection);
            records::delete::<CompanyRecord>(connection, &admin, dealer_id.0).unwrap();
        };
        let below = CompanySave { parent_company_id: Some(dealer_id), ..company(CompanyType::Retailer, "새 매장") };
        let made = meanwhile(test, remove, || world.server.call::<CreateCompany>(Some(&world.admin), &(), &(), &below));
        assert_eq!(made.unwrap_err().fields[0].path, "parentCompanyId");
    });
}

#[test]
fn two_who_change_different_fields_at_the_same_time_both_succeed() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let found = world.add_member(world.retailer_id, "A1", "김하나");
        let rename = |connection: &mut DatabaseConnection| {
            let admin = admin(&world, connection);
            let before = MemberRecord::standing(connection, &admin, found.member_id.0).unwrap();
            let save = MemberSave { name: "김둘".into(), ..before.clone() };
            records::update::<MemberRecord>(connection, &admin, found.member_id.0, &before, save).unwrap();
        };
        let address = world.server.url(&format!("/api/v1/members/{}", found.member_id.0));
        let (status, text) = meanwhile(test, rename, || {
            world.server.send(Method::Patch, &address, Some(&world.admin), Some(br#"{"memo":"calls"}"#))
        });
        assert_eq!(status, 200, "{text}");
        assert!(text.contains("김둘"), "{text}");
    });
}

#[test]
fn terms_that_are_being_published_are_not_removed_with_the_draft() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let draft = TermsSave {
            kind: TermsKind::Privacy,
            edition: "1.0".into(),
            language: Language::Ko,
            content: "<p>방침</p>".into(),
            is_required: true,
            effective_from: clock::today(),
            status: TermsStatus::Draft,
            version: None,
        };
        let written = world.server.call::<CreateTerms>(Some(&world.admin), &(), &(), &draft).unwrap();
        let path = TermsPath { terms_id: written.terms_id };
        let publish = |connection: &mut DatabaseConnection| {
            let admin = admin(&world, connection);
            let before = TermsSave { version: Some(written.version), ..draft.clone() };
            let published = TermsSave { status: TermsStatus::Published, ..before.clone() };
            records::update::<TermsRecord>(connection, &admin, written.terms_id.0, &before, published).unwrap();
        };
        let removed =
            meanwhile(test, publish, || world.server.call::<DeleteTerms>(Some(&world.admin), &path, &(), &()));
        assert_eq!(removed.unwrap_err().fields[0].code, "published");
        world.server.call::<GetPublishedTerms>(None, &path, &(), &()).unwrap();
    });
}
