//! Measurements without a person: listed through their own indexes, and assigned to the member confirmed by birth date
//! and telephone.

use crate::{
    planner::{count_everything, plan},
    support::{TestDatabase, World, code, date, member},
};
use diesel::{
    ExpressionMethods, QueryDsl, RunQueryDsl,
    connection::{Connection as _, InstrumentationEvent, SimpleConnection as _},
};
use kernel::{
    access::caller,
    db::{DatabaseConnection, schema::access_log},
};
use measurements::{physical_measurements::store::Physical, store};
use serde_json::json;
use std::sync::{Arc, Mutex};
use uno_core::{
    contract::{
        Method,
        error::{ErrorBody, ErrorCode},
        measurements::{IntakeReport, KindOfMeasurements},
        members::{CreateMember, Member, MemberId, MemberSave},
        person_confirmations::{ConfirmPerson, PersonConfirmation},
        physical_measurements::{
            GetPhysicalMeasurement, ListPhysicalMeasurementRevisions, ListPhysicalMeasurements, PhysicalMeasurement,
            PhysicalMeasurementFilter, PhysicalMeasurementId, PhysicalMeasurementPath,
        },
        revisions::{RevisionAction, RevisionFilter},
        validation::Violation,
    },
    domain::grade::Sex,
};

const BORN: &str = "1980-02-29";
const PHONE: &str = "010-1234-5678";

pub fn known(world: &World, number: &str) -> Member {
    let save = MemberSave {
        name: "김하나".into(),
        birth_date: date(BORN),
        sex: Sex::Female,
        phone_number: Some(PHONE.into()),
        ..member(world.retailer_id, number)
    };
    world.server.call::<CreateMember>(Some(&world.admin), &(), &(), &save).unwrap()
}

/// Sends a measurement from a site without a person.
pub fn measure(world: &World, hour: u32) -> i64 {
    let at = format!("2026-01-05T{hour:02}:00:00+09:00");
    let item = json!({ "sourceId": kernel::auth::tokens::random_token().unwrap(), "measuredAt": at, "setting": "CLINIC", "heightCm": 165, "weightKg": 60, "bodyFatPercent": 33 });
    let body = json!({ "physical": [item] }).to_string();
    let url = world.server.url("/api/v1/measurements");
    let (status, answer) = world.server.send(Method::Post, &url, Some(&world.operator), Some(body.as_bytes()));
    assert_eq!(status, 200, "{answer}");
    let report: IntakeReport = serde_json::from_str(&answer).unwrap();
    report.results[0].measurement_id.unwrap_or_else(|| panic!("{report:?}"))
}

fn said(measurement_id: i64, member_id: MemberId) -> PersonConfirmation {
    PersonConfirmation {
        kind: KindOfMeasurements::Physical,
        measurement_id,
        member_id,
        birth_date: date(BORN),
        phone_number: PHONE.into(),
        version: 1,
    }
}

fn confirm(world: &World, token: &str, said: &PersonConfirmation) -> Result<(), ErrorBody> {
    world.server.call::<ConfirmPerson>(Some(token), &(), &(), said).map(drop)
}

pub fn get(world: &World, id: i64) -> PhysicalMeasurement {
    let path = PhysicalMeasurementPath { physical_measurement_id: PhysicalMeasurementId(id) };
    world.server.call::<GetPhysicalMeasurement>(Some(&world.admin), &path, &(), &()).unwrap()
}

fn listed(world: &World, token: &str, is_unassigned: Option<bool>) -> Vec<i64> {
    let filter = PhysicalMeasurementFilter { is_unassigned, ..PhysicalMeasurementFilter::default() };
    let page = world.server.call::<ListPhysicalMeasurements>(Some(token), &(), &filter, &()).unwrap();
    assert_eq!((page.total, page.total_is_exact), (i64::try_from(page.data.len()).unwrap(), true));
    page.data.iter().map(|row| row.physical_measurement_id.0).collect()
}

#[test]
fn a_measurement_is_the_members_once_birth_date_and_telephone_agree_and_is_graded_for_that_person() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let one = known(&world, "A1");
        let (first, second) = (measure(&world, 9), measure(&world, 10));
        assert_eq!(listed(&world, &world.retailer, Some(true)), [second, first]);
        assert_eq!(listed(&world, &world.other_vendor, Some(true)), Vec::<i64>::new());
        assert_eq!(get(&world, first).body_fat_grade, None, "by the age and sex of nobody");

        let written = PersonConfirmation { phone_number: "+82 10-1234-5678".into(), ..said(first, one.member_id) };
        confirm(&world, &world.operator, &written).unwrap();
        let given = get(&world, first);
        assert_eq!((given.member_id, given.sex, given.age), (Some(one.member_id), Some(Sex::Female), Some(45)));
        assert!(given.body_fat_grade.is_some());
        assert_eq!(listed(&world, &world.retailer, Some(true)), [second]);
        assert_eq!(listed(&world, &world.retailer, Some(false)), [first]);
        assert_eq!(listed(&world, &world.retailer, None), [second, first]);

        let path = PhysicalMeasurementPath { physical_measurement_id: PhysicalMeasurementId(first) };
        let filter = RevisionFilter { page: None, page_size: None };
        let history = world.server.call::<ListPhysicalMeasurementRevisions>(Some(&world.admin), &path, &filter, &());
        let last = history.unwrap().data.remove(0);
        assert_eq!((last.action, last.account_name.as_str()), (RevisionAction::Update, "operator"));
    });
}

#[test]
fn who_is_not_confirmed_is_given_nothing_and_is_not_told_what_was_wrong() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let one = known(&world, "A1");
        let without_phone = world.add_member(world.retailer_id, "A2", "이둘");
        let foreign = MemberSave { birth_date: date(BORN), ..member(world.other_retailer_id, "B1") };
        let foreign = world.server.call::<CreateMember>(Some(&world.admin), &(), &(), &foreign).unwrap();
        let id = measure(&world, 9);
        let refused = |said: PersonConfirmation| confirm(&world, &world.operator, &said).unwrap_err();
        for wrong in [
            PersonConfirmation { birth_date: date("1980-02-28"), ..said(id, one.member_id) },
            PersonConfirmation { phone_number: "010-1234-5679".into(), ..said(id, one.member_id) },
            said(id, without_phone.member_id),
            said(id, foreign.member_id),
            said(id, MemberId(987_654)),
        ] {
            let error = refused(wrong);
            assert_eq!(error.fields, [Violation::new("memberId", "notConfirmed")], "{error:?}");
        }
        assert_eq!(get(&world, id).member_id, None);
        let tries: Vec<Option<i64>> = access_log::table
            .filter(access_log::action.eq("CONFIRM"))
            .order(access_log::access_log_id)
            .select(access_log::member_id)
            .load(&mut test.database.connect().unwrap())
            .unwrap();
        let (own, other) = (Some(one.member_id.0), Some(without_phone.member_id.0));
        assert_eq!(tries, [own, own, other], "each whom the caller reaches");
    });
}

#[test]
fn a_moment_that_is_taken_leaves_the_try_in_the_log() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let one = known(&world, "A1");
        let (first, second) = (measure(&world, 9), measure(&world, 9));
        confirm(&world, &world.operator, &said(first, one.member_id)).unwrap();
        let error = confirm(&world, &world.operator, &said(second, one.member_id)).unwrap_err();
        assert_eq!(error.fields, [Violation::new("measuredAt", "taken")]);
        let tries = access_log::table.filter(access_log::action.eq("CONFIRM")).count();
        assert_eq!(tries.get_result::<i64>(&mut test.database.connect().unwrap()).unwrap(), 2);
    });
}

#[test]
fn what_is_somebodys_or_another_trees_or_was_changed_meanwhile_is_given_to_nobody() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let (one, two) = (known(&world, "A1"), known(&world, "A2"));
        let id = measure(&world, 9);
        let refused = |token: &str, said: PersonConfirmation| code(&confirm(&world, token, &said).unwrap_err());
        assert_eq!(refused(&world.other_vendor, said(id, one.member_id)), ErrorCode::NotFound);
        let of_another_kind = PersonConfirmation { kind: KindOfMeasurements::Stress, ..said(id, one.member_id) };
        assert_eq!(refused(&world.operator, of_another_kind), ErrorCode::NotFound);
        let overtaken = PersonConfirmation { version: 2, ..said(id, one.member_id) };
        assert_eq!(refused(&world.operator, overtaken), ErrorCode::Changed);
        confirm(&world, &world.operator, &said(id, one.member_id)).unwrap();
        let again = PersonConfirmation { version: 2, ..said(id, two.member_id) };
        assert_eq!(refused(&world.operator, again), ErrorCode::Changed);
        assert_eq!(get(&world, id).member_id, Some(one.member_id));
    });
}

#[test]
fn whoever_guesses_is_stopped() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let one = known(&world, "A1");
        let (id, own) = (measure(&world, 9), measure(&world, 10));
        // A correct answer, or one that was not compared, does not count as a guess.
        confirm(&world, &world.operator, &said(own, one.member_id)).unwrap();
        let overtaken = PersonConfirmation { version: 9, ..said(id, one.member_id) };
        assert_eq!(code(&confirm(&world, &world.operator, &overtaken).unwrap_err()), ErrorCode::Changed);
        let guess = |day: u32| {
            let birth_date = date(&format!("1980-{:02}-{:02}", 3 + day / 28, 1 + day % 28));
            let said = PersonConfirmation { birth_date, ..said(id, one.member_id) };
            code(&confirm(&world, &world.operator, &said).unwrap_err())
        };
        let answers: Vec<_> = (0..31).map(guess).collect();
        assert_eq!(answers[29], ErrorCode::Invalid);
        assert_eq!(answers[30], ErrorCode::TooManyRequests);
    });
}

#[test]
fn a_list_of_what_is_nobodys_or_was_made_on_trial_walks_an_index_of_its_own() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let one = known(&world, "A1");
        let mut connection = test.database.connect().unwrap();
        let [vendor, dealer, retailer] = [world.vendor_id.0, world.dealer_id.0, world.retailer_id.0];
        let rows = format!(
            "WITH RECURSIVE counted (at) AS (SELECT 1 UNION ALL SELECT at + 1 FROM counted WHERE at < 3000) \
             INSERT INTO measurement \
             (kind, member_id, company_id, vendor_id, dealer_id, retailer_id, measured_at, received_at, trial) \
             SELECT 1, CASE WHEN at % 100 > 0 THEN {} END, {retailer}, {vendor}, {dealer}, {retailer}, at, at, \
             at % 100 = 50 \
             FROM counted",
            one.member_id.0
        );
        connection.batch_execute(&rows).unwrap();
        count_everything(&mut connection);
        // As with millions of rows, for which a sequential scan is out of the question.
        if let DatabaseConnection::Postgres(connection) = &mut connection {
            connection.batch_execute("SET enable_seqscan = off").unwrap();
        }
        for token in [&world.admin, &world.vendor, &world.dealer, &world.retailer] {
            let claims = world.server.state.keys.claims(token).unwrap();
            let caller = caller::of_account(&mut connection, claims.sub.parse().unwrap()).unwrap().unwrap();
            let (totals, cursors) = (test.database.totals(), world.server.state.cursors().unwrap());
            let none = PhysicalMeasurementFilter::default;
            let of_nobody = PhysicalMeasurementFilter { is_unassigned: Some(true), ..none() };
            let on_trial = PhysicalMeasurementFilter { is_trial: Some(true), ..none() };
            for (filter, word, index) in
                [(of_nobody, "coalesce(", "measurement_of_nobody_by_"), (on_trial, "trial", "measurement_on_trial_by_")]
            {
                let asked = Arc::new(Mutex::new(Vec::new()));
                let heard = Arc::clone(&asked);
                connection.set_instrumentation(move |event: InstrumentationEvent<'_>| {
                    if let InstrumentationEvent::StartQuery { query, .. } = event {
                        heard.lock().unwrap().push(query.to_string());
                    }
                });
                let page = store::list::<Physical>(&mut connection, totals, &cursors, &caller, &filter).unwrap();
                assert_eq!((page.total, page.total_is_exact), (30, true));
                let asked = std::mem::take(&mut *asked.lock().unwrap());
                let of_ids = asked.iter().find(|query| query.contains(word) && query.contains("ORDER BY")).unwrap();
                let plan = plan(&mut connection, of_ids.split(" -- binds").next().unwrap());
                assert!(plan.contains(index), "{of_ids}\n{plan}");
            }
            let not_on_trial = PhysicalMeasurementFilter { is_trial: Some(false), ..none() };
            let page = store::list::<Physical>(&mut connection, totals, &cursors, &caller, &not_on_trial).unwrap();
            assert_eq!((page.total, page.total_is_exact), (2_970, true));
            assert!(page.data.iter().all(|row| !row.trial));
        }
    });
}
