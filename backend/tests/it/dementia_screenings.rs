//! Dementia screenings: received through every channel, graded with the built-in cut-offs and the loaded norms,
//! searched, corrected, removed and exported.

use crate::{
    exports::lines_of,
    meanwhile::{admin, meanwhile},
    support::{TestDatabase, World, code},
    writing::assert_exact,
};
use diesel::{QueryDsl, RunQueryDsl};
use kernel::{
    db::{
        DatabaseConnection,
        schema::{dementia_screening, measurement},
    },
    records::{self, Rows as _},
};
use measurements::{dementia_screenings::store::Dementia, entry::Entry};
use serde_json::{Value as Json, json};
use uno_core::{
    contract::{
        Method,
        dementia_norms::{DementiaNormTable, DementiaNormsLoad, ListDementiaNorms, LoadDementiaNorms},
        dementia_screenings::{
            DeleteDementiaScreening, DementiaScreening, DementiaScreeningFilter, DementiaScreeningId,
            DementiaScreeningPath, DementiaScreeningSave, ExportDementiaScreenings, GetDementiaScreening,
            ListDementiaScreeningRevisions, ListDementiaScreenings,
        },
        error::{ErrorBody, ErrorCode},
        logs::{ChangeLogFilter, ChangedResource, ListChangeLogs},
        measurements::{IntakeOutcome, IntakeReport, KindOfMeasurements, MeasurementSelection, PrintMeasurements},
        members::{GetMember, MemberPath},
        revisions::{RevisionAction, RevisionFilter},
        terms::Language,
    },
    domain::grade::{
        IntervalEnd,
        screening::{
            ScreeningInstrument::{self, Cist, KdsqC, KdsqP, MmseKc},
            ScreeningOutcome::{self, FollowUp, Normal, Suspected},
        },
    },
};

/// Every member in these tests was born on 17 May 1980.
const NORMS: &str = "ageFrom,ageTo,educationFrom,educationTo,cut\n40,49,0,6,20\n40,49,7,,24\n50,,0,6,18\n50,,7,,22\n";

/// Returns a screening on a day in 2026, when every member is 45.
fn sent(day: u32, values: Json) -> Json {
    let mut item = json!({ "measuredAt": format!("2026-01-{day:02}T10:00:00+09:00"), "memberNo": "A1" });
    for (name, value) in values.as_object().unwrap() {
        item[name] = value.clone();
    }
    item
}

fn cist(day: u32, points: [u8; 6], education: u8) -> Json {
    let [orientation, attention, visuospatial, executive, memory, language] = points;
    let points = json!({
        "instrument": "CIST", "educationYears": education, "orientation": orientation, "attention": attention,
        "visuospatial": visuospatial, "executive": executive, "memory": memory, "language": language,
    });
    sent(day, points)
}

fn send(world: &World, method: Method, path: &str, token: &str, body: &Json) -> (u16, Json) {
    let text = body.to_string();
    let (status, answer) = world.server.send(method, &world.server.url(path), Some(token), Some(text.as_bytes()));
    (status, serde_json::from_str(&answer).unwrap_or(Json::Null))
}

fn take(world: &World, token: &str, items: &[Json]) -> IntakeReport {
    let (status, answer) = send(world, Method::Post, "/api/v1/measurements", token, &json!({ "dementia": items }));
    assert_eq!(status, 200, "{answer}");
    serde_json::from_value(answer).unwrap()
}

/// Returns the first violation of each, or an empty text.
fn faults(report: &IntakeReport) -> Vec<String> {
    let fault = |result: &uno_core::contract::measurements::IntakeResult| {
        result.fields.first().map(|field| format!("{} {}", field.path, field.code)).unwrap_or_default()
    };
    report.results.iter().map(fault).collect()
}

fn list(world: &World, token: &str, filter: &DementiaScreeningFilter) -> Vec<DementiaScreening> {
    world.server.call::<ListDementiaScreenings>(Some(token), &(), filter, &()).unwrap().data
}

fn any() -> DementiaScreeningFilter {
    DementiaScreeningFilter::default()
}

/// Instrument, score, outcome and cut.
type Told = (ScreeningInstrument, Option<u16>, Option<ScreeningOutcome>, Option<u16>);

/// Returns all of them, the oldest first.
fn told(world: &World) -> Vec<Told> {
    let found = list(world, &world.admin, &any());
    found.iter().rev().map(|one| (one.instrument, one.score, one.outcome, one.cut)).collect()
}

fn load(world: &World, token: &str, content: &str) -> Result<DementiaNormTable, ErrorBody> {
    let body = DementiaNormsLoad { file_name: "규준.csv".into(), content: content.into() };
    world.server.call::<LoadDementiaNorms>(Some(token), &(), &(), &body)
}

/// Grades everything that waits for the current table, as the server does concurrently.
fn grade_all(test: &TestDatabase) {
    while measurements::dementia_screenings::grade_next(&test.database).unwrap() {}
}

#[test]
fn each_instrument_is_taken_with_what_it_has_and_refused_with_what_no_person_can_have() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        world.add_member(world.retailer_id, "A1", "김하나");
        let kdsq = |day, answers: Json| sent(day, json!({ "instrument": "KDSQ_C", "answers": answers }));
        let mut skipped = vec![1; 15];
        skipped[4] = -1;
        let items = [
            cist(1, [5, 3, 2, 6, 10, 4], 12),
            kdsq(2, json!([0, 1, 2, 0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1])),
            sent(3, json!({ "instrument": "KDSQ_P", "answers": [1, 1, 1, 1, 0], "informant": "CHILD" })),
            sent(4, json!({ "instrument": "MMSE_KC", "total": 23 })),
            kdsq(5, json!(skipped)),
            sent(6, json!({ "instrument": "CIST", "total": 21, "educationYears": 30 })),
            // Rejected:
            sent(7, json!({ "instrument": "CIST" })),
            sent(8, json!({ "instrument": "CIST", "orientation": 6 })),
            sent(9, json!({ "instrument": "CIST", "answers": [0, 1, 2, 0, 1] })),
            sent(10, json!({ "instrument": "KDSQ_P", "answers": [0, 1, 2, 0] })),
            sent(11, json!({ "instrument": "KDSQ_P", "answers": [0, 1, 2, 0, 3] })),
            sent(12, json!({ "instrument": "KDSQ_P", "total": 11 })),
            sent(13, json!({ "instrument": "MMSE_KC", "memory": 3, "total": 20 })),
            sent(14, json!({ "instrument": "MMSE_KC" })),
            sent(15, json!({ "instrument": "KDSQ_C", "answers": vec![1; 15], "total": 14 })),
            sent(16, json!({ "instrument": "MOCA", "total": 20 })),
            sent(17, json!({ "total": 20 })),
            sent(18, json!({ "instrument": "CIST", "orientation": 5, "memory": 10, "total": 14 })),
            sent(19, json!({ "instrument": "CIST", "orientation": 0, "memory": 0, "total": 16 })),
            sent(20, json!({ "instrument": "KDSQ_P", "answers": [2, 2, -1, 0, 0], "total": 7 })),
            sent(21, json!({ "instrument": "KDSQ_P", "answers": [2, 2, -1, 0, 0], "total": 3 })),
            sent(22, json!({ "instrument": "MMSE_KC", "total": 31 })),
            sent(23, json!({ "instrument": "CIST", "total": -1 })),
            sent(24, json!({ "instrument": "KDSQ_C", "answers": vec![-2; 15] })),
        ];
        let report = take(&world, &world.operator, &items);
        let expected = [
            "",
            "",
            "",
            "",
            "",
            "",
            "total required",
            "orientation tooLarge",
            "answers notAllowed",
            "answers count",
            "answers[4] tooLarge",
            "total tooLarge",
            "memory notAllowed",
            "total required",
            "total sum",
            "instrument choice",
            "instrument required",
            "total tooSmall",
            "total tooLarge",
            "total tooLarge",
            "total tooSmall",
            "total tooLarge",
            "total tooSmall",
            "answers[0] tooSmall",
        ];
        assert_eq!(faults(&report), expected);
        assert_eq!(report.results[5].unusual, ["educationYears"], "possible, and rare");
        assert_eq!(
            told(&world),
            [
                (Cist, Some(30), None, None),
                (KdsqC, Some(6), Some(Suspected), Some(6)),
                (KdsqP, Some(4), Some(FollowUp), Some(4)),
                (MmseKc, Some(23), Some(Suspected), Some(24)),
                (KdsqC, None, None, None),
                (Cist, Some(21), None, None),
            ],
            "without norms CIST has no grade, without all answers nothing has"
        );
        let found = list(&world, &world.retailer, &any());
        assert_eq!(found[1].answers, skipped.iter().map(|answer| i64::from(*answer)).collect::<Vec<_>>());
        let rules = |one: &DementiaScreening| (one.rule_set.clone(), one.rule_version);
        assert_eq!(rules(&found[2]), (Some("cognition-kr".into()), Some(1)));
        assert_eq!(rules(&found[5]), (None, None));
        // A total equal to the sum of its parts is not stored separately, so that a single part can be corrected.
        let again =
            [sent(25, json!({ "instrument": "KDSQ_P", "answers": [1, 1, 1, 0, 0], "total": 3, "educationYears": 6 }))];
        assert_eq!(faults(&take(&world, &world.operator, &again)), [""]);
        assert_eq!(list(&world, &world.retailer, &any())[0].total, None);
        assert_exact(test);
    });
}

#[test]
fn a_table_of_norms_is_taken_whole_or_refused_with_the_place_that_is_wrong() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let head = "ageFrom,ageTo,educationFrom,educationTo,cut\n";
        let refused = |content: &str| {
            let error = load(&world, &world.admin, content).unwrap_err();
            assert_eq!(code(&error), ErrorCode::Invalid);
            let told = |field: &uno_core::contract::validation::Violation| {
                let params: Vec<_> = field.params.iter().map(|(_, value)| value.to_owned()).collect();
                format!("{} {} {}", field.path, field.code, params.join(" ")).trim().to_owned()
            };
            error.fields.iter().map(told).collect::<Vec<_>>()
        };
        let columns = "ageFrom,ageTo,educationFrom,educationTo,cut";
        assert_eq!(refused("age,education,cut\n60,0,15"), [format!("content normHeader {columns}")]);
        assert_eq!(refused(&format!("{head}60,69,0,,15\n60,69,0\n")), ["content normLine 3"]);
        assert_eq!(refused(&format!("{head}60,69,0,,열다섯\n")), ["content normCell 5 2"]);
        assert_eq!(refused(head), ["content required"]);
        let missing_cell = format!("{head}60,69,0,6,18\n60,69,7,,22\n70,,0,6,15\n");
        assert_eq!(refused(&missing_cell), ["content normGap 70– 7–"]);
        let missing_ages = format!("{head}60,64,0,,18\n70,,0,,15\n");
        assert_eq!(refused(&missing_ages), ["content normGap 65–69 0–"]);
        let twice = format!("{head}60,69,0,6,18\n60,69,4,,22\n");
        assert_eq!(refused(&twice), ["content normOverlap 60–69 4–6"]);
        assert_eq!(refused(&format!("{head}60,,0,,31\n")), ["content normTooLarge 60– 0–"]);
        assert_eq!(refused(&format!("{head}69,60,0,,20\n")), ["content normEmpty 69–60 0–"]);
        let none = world.server.call::<ListDementiaNorms>(Some(&world.retailer), &(), &(), &()).unwrap();
        assert!(none.tables.is_empty() && !none.load.allowed);

        // Only for administrators of the installation.
        assert_eq!(code(&load(&world, &world.vendor, NORMS).unwrap_err()), ErrorCode::Forbidden);
        assert_eq!(code(&load(&world, &world.operator, NORMS).unwrap_err()), ErrorCode::Forbidden);
        let table = load(&world, &world.admin, &format!("\u{feff}{}", NORMS.replace('\n', "\r\n"))).unwrap();
        assert_eq!((table.version, table.norms.len(), table.loaded_by.as_str()), (1, 4, "root"));
        assert_eq!(table.graded_at, None);
        grade_all(test);
        let tables = world.server.call::<ListDementiaNorms>(Some(&world.admin), &(), &(), &()).unwrap();
        assert!(tables.load.allowed && tables.tables[0].graded_at.is_some());
        assert_eq!(tables.tables[0].norms, table.norms);
        let filter = ChangeLogFilter { resources: vec![ChangedResource::DementiaNorms], ..Default::default() };
        let log = world.server.call::<ListChangeLogs>(Some(&world.admin), &(), &filter, &()).unwrap();
        assert_eq!((log.data.len(), log.data[0].record_id), (1, 1));
    });
}

#[test]
fn every_screening_by_cist_is_graded_by_the_table_in_force() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let one = world.add_member(world.retailer_id, "A1", "김하나");
        let unschooled = json!({ "instrument": "CIST", "total": 22 });
        take(&world, &world.operator, &[cist(1, [5, 3, 2, 4, 6, 2], 12), cist(2, [5, 3, 2, 4, 6, 2], 6)]);
        take(&world, &world.operator, &[sent(3, unschooled), sent(4, json!({ "instrument": "MMSE_KC", "total": 29 }))]);
        load(&world, &world.admin, NORMS).unwrap();
        let graded = [
            (Cist, Some(22), Some(Suspected), Some(24)),
            (Cist, Some(22), Some(Normal), Some(20)),
            (Cist, Some(22), None, None),
            (MmseKc, Some(29), Some(Normal), Some(24)),
        ];
        grade_all(test);
        assert_eq!(told(&world), graded);
        let tables = world.server.call::<ListDementiaNorms>(Some(&world.admin), &(), &(), &()).unwrap().tables;
        assert_eq!(tables[0].changed, 2);
        let norms = |one: &DementiaScreening| (one.rule_set.clone(), one.rule_version);
        let found = list(&world, &world.admin, &any());
        assert_eq!(norms(&found[3]), (Some("cist-norms".into()), Some(1)));
        assert_eq!(norms(&found[1]), (Some("cist-norms".into()), Some(1)), "looked at, and without a cell");

        // New ones are graded immediately, older ones again when a new table replaces the first.
        take(&world, &world.operator, &[cist(5, [5, 3, 2, 4, 6, 2], 7)]);
        assert_eq!(told(&world)[4].2, Some(Suspected));
        assert_eq!(load(&world, &world.admin, &NORMS.replace(",24", ",22")).unwrap().version, 2);
        grade_all(test);
        let outcomes: Vec<_> = told(&world).iter().map(|(_, _, outcome, cut)| (*outcome, *cut)).collect();
        let normal = (Some(Normal), Some(22));
        assert_eq!(outcomes, [normal, (Some(Normal), Some(20)), (None, None), (Some(Normal), Some(24)), normal]);

        // With another age, 55, another norm applies.
        let body = json!({ "birthDate": "1970-05-17" });
        let path = format!("/api/v1/members/{}", one.member_id.0);
        assert_eq!(send(&world, Method::Patch, &path, &world.retailer, &body).0, 200);
        let member = MemberPath { member_id: one.member_id };
        let member = world.server.call::<GetMember>(Some(&world.retailer), &member, &(), &()).unwrap();
        assert!(member.birth_date.starts_with("1970"), "{}", member.birth_date);
        assert_eq!(told(&world)[1], (Cist, Some(22), Some(Normal), Some(18)));
        assert_exact(test);
    });
}

#[test]
fn a_screening_that_is_being_corrected_is_graded_by_a_new_table_as_it_is_corrected() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        world.add_member(world.retailer_id, "A1", "김하나");
        take(&world, &world.operator, &[cist(1, [5, 3, 2, 4, 6, 2], 12)]);
        load(&world, &world.admin, NORMS).unwrap();
        let id = list(&world, &world.admin, &any()).remove(0).dementia_screening_id.0;
        let correct = |connection: &mut DatabaseConnection| {
            let admin = admin(&world, connection);
            let before = Entry::<Dementia>::standing(connection, &admin, id).unwrap();
            let save = DementiaScreeningSave { memory: Some(10), ..before.clone() };
            records::update::<Entry<Dementia>>(connection, &admin, id, &before, save).unwrap();
        };
        meanwhile(test, correct, || grade_all(test));
        assert_eq!(told(&world), [(Cist, Some(26), Some(Normal), Some(24))]);
    });
}

#[test]
fn a_screening_says_why_by_the_cut_or_the_norm_that_graded_it() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        world.add_member(world.retailer_id, "A1", "김하나");
        let points = [5, 3, 2, 4, 6, 2];
        take(&world, &world.operator, &[cist(1, points, 12), sent(2, json!({ "instrument": "CIST", "total": 22 }))]);
        let others = [
            sent(3, json!({ "instrument": "KDSQ_C", "total": 6 })),
            sent(4, json!({ "instrument": "KDSQ_P", "answers": [1, 1, 1, 1, 0] })),
            sent(5, json!({ "instrument": "MMSE_KC", "total": 24 })),
            sent(6, json!({ "instrument": "KDSQ_P", "answers": [2, 2, -1, 0, 0] })),
        ];
        take(&world, &world.operator, &others);
        let listed = || {
            let mut found = list(&world, &world.admin, &any());
            found.reverse();
            found
        };
        assert!(listed().iter().all(|one| one.why.is_none()), "lists give no reasons");
        let whole = |end: Option<IntervalEnd>| end.map(|end| (end.cut.0 / 100, end.inclusive));
        let why = |one: &DementiaScreening| {
            let path = DementiaScreeningPath { dementia_screening_id: one.dementia_screening_id };
            let found = world.server.call::<GetDementiaScreening>(Some(&world.retailer), &path, &(), &()).unwrap();
            let told = found.why.unwrap().into_iter().map(|why| {
                let rules = format!("{} {} {}", why.source.as_str(), why.rule_set, why.rule_version);
                (rules, why.grade, why.value.text(), whole(why.lower), whole(why.upper))
            });
            told.collect::<Vec<_>>()
        };
        let one = |rules: &str, grade: &str, value: &str, lower, upper| {
            vec![(rules.to_owned(), grade.to_owned(), value.to_owned(), lower, upper)]
        };
        let expected = [
            vec![],
            vec![],
            one("KDSQ cognition-kr 1", "SUSPECTED", "6", Some((6, true)), None),
            one("KDSQ cognition-kr 1", "FOLLOW_UP", "4", Some((4, true)), None),
            one("MMSE_KC cognition-kr 1", "NORMAL", "24", Some((24, true)), None),
            vec![],
        ];
        assert_eq!(listed().iter().map(why).collect::<Vec<_>>(), expected, "without norms CIST says nothing");

        load(&world, &world.admin, NORMS).unwrap();
        grade_all(test);
        let by_first = one("CIST_NORMS cist-norms 1", "SUSPECTED", "22", None, Some((24, false)));
        assert_eq!(why(&listed()[0]), by_first);
        assert!(why(&listed()[1]).is_empty(), "nothing of whose education nothing is known");
        let path = DementiaScreeningPath { dementia_screening_id: listed()[0].dementia_screening_id };
        let found = world.server.call::<GetDementiaScreening>(Some(&world.retailer), &path, &(), &()).unwrap();
        let why_it_says_so = found.why.unwrap().remove(0);
        assert_eq!((why_it_says_so.age_from, why_it_says_so.age_to), (40, Some(49)));
        assert_eq!((why_it_says_so.education_from, why_it_says_so.education_to), (Some(7), None));

        // The explanation refers to the table that graded it, until another one has.
        load(&world, &world.admin, &NORMS.replace(",24", ",22")).unwrap();
        grade_all(test);
        let by_second = one("CIST_NORMS cist-norms 2", "NORMAL", "22", Some((22, true)), None);
        assert_eq!(why(&listed()[0]), by_second);
        let ids = vec![listed()[0].dementia_screening_id.0];
        let selection = MeasurementSelection { kind: KindOfMeasurements::Dementia, ids };
        let print = world.server.call::<PrintMeasurements>(Some(&world.retailer), &(), &(), &selection).unwrap();
        let printed = print.printed.dementia[0].why.as_ref().unwrap();
        assert_eq!((printed.len(), printed[0].rule_version), (1, 2));
    });
}

#[test]
fn filters_and_scopes_find_what_they_name() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        world.add_member(world.retailer_id, "A1", "김하나");
        world.add_member(world.other_retailer_id, "B1", "이둘");
        let other = |day, total: u8| {
            let mut item = sent(day, json!({ "instrument": "KDSQ_P", "total": total }));
            item["memberNo"] = "B1".into();
            item["companyId"] = world.other_retailer_id.0.into();
            item
        };
        take(&world, &world.operator, &[sent(1, json!({ "instrument": "MMSE_KC", "total": 20 }))]);
        take(&world, &world.operator, &[sent(2, json!({ "instrument": "KDSQ_C", "total": 2 }))]);
        take(&world, &world.other_vendor, &[other(3, 9), other(4, 1)]);
        let ids = |filter: DementiaScreeningFilter| -> Vec<u32> {
            let found = list(&world, &world.admin, &filter);
            found
                .iter()
                .map(|one| one.measured_at.date_in_seoul().0.format("%d").to_string().parse().unwrap())
                .collect()
        };
        assert_eq!(ids(any()), [4, 3, 2, 1]);
        assert_eq!(ids(DementiaScreeningFilter { instruments: vec![KdsqP], ..any() }), [4, 3]);
        assert_eq!(ids(DementiaScreeningFilter { outcomes: vec![FollowUp, Suspected], ..any() }), [3, 1]);
        let both = DementiaScreeningFilter { outcomes: vec![Normal], instruments: vec![KdsqC, Cist], ..any() };
        assert_eq!(ids(both), [2]);
        assert_eq!(ids(DementiaScreeningFilter { member_name: Some("이".into()), ..any() }), [4, 3]);
        assert_eq!(list(&world, &world.dealer, &any()).len(), 2);
        assert_eq!(list(&world, &world.other_vendor, &any()).len(), 2);
        let foreign = list(&world, &world.retailer, &any()).remove(0).dementia_screening_id;
        let path = DementiaScreeningPath { dementia_screening_id: foreign };
        let refused =
            world.server.call::<GetDementiaScreening>(Some(&world.other_vendor), &path, &(), &()).unwrap_err();
        assert_eq!(code(&refused), ErrorCode::NotFound);
        let removed = world.server.call::<DeleteDementiaScreening>(Some(&world.other_vendor), &path, &(), &());
        assert_eq!(code(&removed.unwrap_err()), ErrorCode::NotFound);
        // An id never refers to a measurement of another kind.
        let unknown = DementiaScreeningPath { dementia_screening_id: DementiaScreeningId(foreign.0 + 1_000) };
        assert!(world.server.call::<GetDementiaScreening>(Some(&world.admin), &unknown, &(), &()).is_err());

        let lines = lines_of::<ExportDementiaScreenings>(&world, &world.vendor, &any(), Language::Ko);
        assert_eq!(lines.len(), 3, "{lines:?}");
        assert!(lines[0].contains("진단 아님"), "{}", lines[0]);
        assert!(lines[1].contains("KDSQ-C,2,") && lines[2].contains("MMSE-KC,20,"), "{lines:?}");
    });
}

#[test]
fn what_is_entered_by_hand_is_corrected_graded_anew_and_removed_for_good() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let one = world.add_member(world.retailer_id, "A1", "김하나");
        let calls = "/api/v1/dementia-screenings";
        let mut body = sent(1, json!({ "instrument": "KDSQ_P", "answers": [0, 1, 1, 1, 0], "informant": "SPOUSE" }));
        let (status, answer) = send(&world, Method::Post, calls, &world.operator, &body);
        let made: DementiaScreening = serde_json::from_value(answer).unwrap();
        assert_eq!((status, made.member_id, made.outcome), (200, Some(one.member_id), Some(Normal)));
        assert!(made.trial, "the site was not launched");
        let (status, answer) = send(&world, Method::Post, calls, &world.operator, &body);
        assert_eq!((status, answer["fields"][0]["path"].as_str()), (409, Some("measuredAt")), "it is there already");
        body["instrument"] = "MMSE_KC".into();
        body["answers"] = json!([]);
        body["total"] = 30.into();
        assert_eq!(send(&world, Method::Post, calls, &world.operator, &body).0, 200, "another test at the same time");

        let own = format!("{calls}/{}", made.dementia_screening_id.0);
        let (status, _) = send(&world, Method::Delete, &own, &world.operator, &json!({}));
        assert_eq!(status, 403, "sites remove nothing");
        let change = json!({ "answers": [0, 1, 1, 2, 0], "version": made.version });
        let (status, answer) = send(&world, Method::Patch, &own, &world.retailer, &change);
        let corrected: DementiaScreening = serde_json::from_value(answer).unwrap();
        assert_eq!((status, corrected.score, corrected.outcome), (200, Some(4), Some(FollowUp)));
        assert_eq!(send(&world, Method::Patch, &own, &world.retailer, &change).0, 409);
        let (status, answer) = send(&world, Method::Patch, &own, &world.retailer, &json!({ "instrument": "KDSQ_C" }));
        assert_eq!((status, answer["fields"][0]["code"].as_str()), (422, Some("count")));
        let path = DementiaScreeningPath { dementia_screening_id: made.dementia_screening_id };
        let history = world
            .server
            .call::<ListDementiaScreeningRevisions>(
                Some(&world.retailer),
                &path,
                &RevisionFilter { page: None, page_size: None },
                &(),
            )
            .unwrap()
            .data;
        let actions: Vec<_> = history.iter().map(|revision| revision.action).collect();
        assert_eq!(actions, [RevisionAction::Update, RevisionAction::Create]);
        world.server.call::<DeleteDementiaScreening>(Some(&world.retailer), &path, &(), &()).unwrap();
        assert!(world.server.call::<GetDementiaScreening>(Some(&world.retailer), &path, &(), &()).is_err());
        let left = |connection: &mut DatabaseConnection| {
            let headers = measurement::table.count().get_result::<i64>(connection)?;
            Ok((headers, dementia_screening::table.count().get_result::<i64>(connection)?))
        };
        assert_eq!(test.database.read_blocking(left).unwrap(), (1, 1));
        assert_exact(test);
    });
}

#[test]
fn a_screening_that_was_sent_again_is_known() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        world.add_member(world.retailer_id, "A1", "김하나");
        let mut item = cist(1, [5, 3, 2, 4, 6, 2], 12);
        item["sourceId"] = "7".into();
        let outcomes = |report: IntakeReport| report.results.iter().map(|one| one.outcome).collect::<Vec<_>>();
        let twice = [item.clone(), item.clone()];
        assert_eq!(outcomes(take(&world, &world.operator, &twice)), [IntakeOutcome::Created, IntakeOutcome::Known]);
        assert_eq!(outcomes(take(&world, &world.operator, &twice)), [IntakeOutcome::Known; 2]);
    });
}
