//! Psychological tests: results graded by the product's scale and by published classes, searched, rejected if
//! impossible for the instrument, corrected, removed and exported; within the caller's tree only.

use crate::{
    exports::lines_of,
    support::{TestDatabase, World, code},
};
use serde_json::{Value as Json, json};
use uno_core::{
    contract::{
        Method,
        error::{ErrorBody, ErrorCode},
        measurements::{IntakeOutcome, IntakeReport},
        psychological_tests::{
            CreatePsychologicalTest, DeletePsychologicalTest, ExportPsychologicalTests, GetPsychologicalTest,
            ListPsychologicalTestRevisions, ListPsychologicalTests, PsychologicalTest, PsychologicalTestFilter,
            PsychologicalTestPath, PsychologicalTestSave, UpdatePsychologicalTest,
        },
        revisions::RevisionFilter,
        terms::Language,
    },
    domain::{
        decimal::Hundredths,
        grade::{
            Indicator,
            indicator::HealthGrade::{self, Attention, Caution, Good, Warning},
            psychological::PsychologicalInstrument::{self, BepsiK, CbiWork, Gad7, Pss10},
        },
    },
};

/// Returns a test of member A1 at a given minute.
fn sent(minute: u32, instrument: &str, result: f64) -> Json {
    let at = format!("2026-03-02T10:{minute:02}:00+09:00");
    json!({ "memberNo": "A1", "measuredAt": at, "instrument": instrument, "result": result })
}

fn send(world: &World, method: Method, path: &str, token: &str, body: &Json) -> (u16, String) {
    let text = body.to_string();
    world.server.send(method, &world.server.url(path), Some(token), Some(text.as_bytes()))
}

fn take(world: &World, token: &str, items: &[Json]) -> IntakeReport {
    let (status, answer) = send(world, Method::Post, "/api/v1/measurements", token, &json!({ "psychological": items }));
    assert_eq!(status, 200, "{answer}");
    serde_json::from_str(&answer).unwrap()
}

fn list(world: &World, token: &str, filter: &PsychologicalTestFilter) -> Vec<PsychologicalTest> {
    world.server.call::<ListPsychologicalTests>(Some(token), &(), filter, &()).unwrap().data
}

fn path(one: &PsychologicalTest) -> PsychologicalTestPath {
    PsychologicalTestPath { psychological_test_id: one.psychological_test_id }
}

fn any() -> PsychologicalTestFilter {
    PsychologicalTestFilter::default()
}

type Told = (PsychologicalInstrument, i64, Option<i64>, Option<HealthGrade>);

/// Returns instrument, result, score and grade of all matches, the oldest first.
fn told(world: &World, token: &str, filter: &PsychologicalTestFilter) -> Vec<Told> {
    let found = list(world, token, filter);
    let hundredths = |value: Option<Hundredths>| value.map(|value| value.0);
    found.iter().rev().map(|one| (one.instrument, one.result.0, hundredths(one.score), one.grade)).collect()
}

#[test]
fn what_an_instrument_can_give_is_taken_and_graded_and_all_else_is_refused() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        world.add_member(world.retailer_id, "A1", "김하나");
        let items = [
            sent(0, "PSS_10", 13.0),
            sent(1, "GAD_7", 10.0),
            sent(2, "BEPSI_K", 2.8),
            sent(3, "CBI_WORK", 49.9),
            // Rejected:
            sent(4, "PSS_10", 41.0),
            sent(5, "PSS_10", 13.5),
            sent(6, "BEPSI_K", 0.9),
            sent(7, "GAD_7", 22.0),
            sent(8, "CBI", 100.01),
            sent(9, "BAT_12", 2.545),
            sent(10, "PHQ_9", 10.0),
            sent(0, "PSS_10", 14.0),
        ];
        let report = take(&world, &world.operator, &items);
        let faults: Vec<String> = report
            .results
            .iter()
            .map(|result| result.fields.first().map(|field| format!("{} {}", field.path, field.code)))
            .map(Option::unwrap_or_default)
            .collect();
        let refused = [
            "result tooLarge",
            "result integer",
            "result tooSmall",
            "result tooLarge",
            "result tooLarge",
            "result decimals",
            "instrument choice",
            "measuredAt taken",
        ];
        assert_eq!(faults, [["", "", "", ""].as_slice(), &refused].concat());
        assert!(report.results[..4].iter().all(|result| result.outcome == IntakeOutcome::Created));
        assert_eq!(
            told(&world, &world.retailer, &any()),
            [
                (Pss10, 1_300, Some(3_250), Some(Good)),
                (Gad7, 1_000, Some(5_500), Some(Caution)),
                (BepsiK, 280, Some(6_750), Some(Warning)),
                (CbiWork, 4_990, Some(5_489), Some(Attention)),
            ]
        );
        assert!(list(&world, &world.retailer, &any())[0].why.is_none(), "lists do not say why");
    });
}

#[test]
fn one_test_says_why_it_has_its_grade_and_what_its_own_classes_say() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        world.add_member(world.retailer_id, "A1", "김하나");
        take(&world, &world.operator, &[sent(0, "PSS_10", 27.0)]);
        let listed = list(&world, &world.dealer, &any()).remove(0);
        let one = world.server.call::<GetPsychologicalTest>(Some(&world.dealer), &path(&listed), &(), &()).unwrap();
        let why = one.why.unwrap();
        let said: Vec<_> = why.iter().map(|why| (why.indicator, why.grade.as_str(), why.converted_from)).collect();
        assert_eq!(said, [(Indicator::Stress, "WARNING", Some(Indicator::Pss10)), (Indicator::Pss10, "HIGH", None)]);
        assert_eq!((one.rule_set.as_deref(), one.rule_version), (Some("mind-kr"), Some(1)));
    });
}

#[test]
fn every_filter_finds_what_it_names_and_no_other_tree() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let member = world.add_member(world.retailer_id, "A1", "김하나");
        world.add_member(world.other_retailer_id, "B1", "이둘");
        take(&world, &world.operator, &[sent(0, "PSS_10", 13.0), sent(1, "GAD_7", 10.0)]);
        let mut other = sent(2, "PSS_10", 30.0);
        other["memberNo"] = json!("B1");
        other["companyId"] = json!(world.other_retailer_id);
        take(&world, &world.admin, &[other]);
        let found = |token: &str, filter: &PsychologicalTestFilter| -> Vec<i64> {
            list(&world, token, filter).into_iter().map(|one| one.result.0).collect()
        };
        assert_eq!(found(&world.admin, &any()), [3_000, 1_000, 1_300]);
        assert_eq!(found(&world.dealer, &any()), [1_000, 1_300]);
        assert_eq!(found(&world.other_vendor, &any()), [3_000]);
        let by_pss = PsychologicalTestFilter { instruments: vec![Pss10], ..any() };
        assert_eq!(found(&world.admin, &by_pss), [3_000, 1_300]);
        let cautious = PsychologicalTestFilter { grades: vec![Caution, Warning], ..any() };
        assert_eq!(found(&world.admin, &cautious), [3_000, 1_000]);
        let both = PsychologicalTestFilter { instruments: vec![Pss10], grades: vec![Caution], ..any() };
        assert!(found(&world.admin, &both).is_empty());
        let of_one = PsychologicalTestFilter { member_id: Some(member.member_id), ..any() };
        assert_eq!(found(&world.admin, &of_one), [1_000, 1_300]);
        assert!(found(&world.other_vendor, &of_one).is_empty());
        let hidden = &list(&world, &world.other_vendor, &any())[0];
        let refused = world.server.call::<GetPsychologicalTest>(Some(&world.dealer), &path(hidden), &(), &());
        assert_eq!(code(&refused.unwrap_err()), ErrorCode::NotFound);
    });
}

#[test]
fn it_is_entered_by_hand_corrected_and_removed() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let member = world.add_member(world.retailer_id, "A1", "김하나");
        let mut body = sent(0, "GAD_7", 22.0);
        body["memberNo"] = Json::Null;
        body["memberId"] = json!(member.member_id);
        let (status, answer) = send(&world, Method::Post, "/api/v1/psychological-tests", &world.operator, &body);
        let error: ErrorBody = serde_json::from_str(&answer).unwrap();
        assert_eq!((status, error.fields[0].path.as_str()), (422, "result"));
        body["result"] = json!(9);
        let save: PsychologicalTestSave = serde_json::from_value(body).unwrap();
        let written = world.server.call::<CreatePsychologicalTest>(Some(&world.operator), &(), &(), &save).unwrap();
        assert_eq!((written.grade, written.version), (Some(Attention), 1));
        let save = PsychologicalTestSave { result: Hundredths(1_000), ..written.form() };
        let path = path(&written);
        let corrected = world.server.call::<UpdatePsychologicalTest>(Some(&world.operator), &path, &(), &save).unwrap();
        assert_eq!((corrected.grade, corrected.score, corrected.version), (Some(Caution), Some(Hundredths(5_500)), 2));
        let pages = RevisionFilter { page: None, page_size: None };
        let history =
            world.server.call::<ListPsychologicalTestRevisions>(Some(&world.retailer), &path, &pages, &()).unwrap();
        assert!(history.data[0].changes.iter().any(|change| change.field == "result"));
        let refused = world.server.call::<DeletePsychologicalTest>(Some(&world.operator), &path, &(), &());
        assert_eq!(code(&refused.unwrap_err()), ErrorCode::Forbidden, "sites remove nothing");
        world.server.call::<DeletePsychologicalTest>(Some(&world.retailer), &path, &(), &()).unwrap();
        assert!(told(&world, &world.admin, &any()).is_empty());
    });
}

#[test]
fn a_file_tells_what_the_list_does_in_words() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        world.add_member(world.retailer_id, "A1", "김하나");
        take(&world, &world.operator, &[sent(0, "PSS_10", 13.0), sent(1, "BEPSI_K", 2.8)]);
        let lines = lines_of::<ExportPsychologicalTests>(&world, &world.retailer, &any(), Language::Ko);
        assert_eq!(lines.len(), 3);
        assert!(lines[0].contains("검사 도구,결과,점수(0~100),등급"), "{}", lines[0]);
        assert!(lines[1].contains("BEPSI-K,2.8,67.5,경고"), "{}", lines[1]);
        assert!(lines[2].contains("PSS-10,13,32.5,양호"), "{}", lines[2]);
    });
}
