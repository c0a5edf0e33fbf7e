//! Stress measurements: computed from intervals, graded by the decisive instrument, explained, searched by grade,
//! corrected, removed, exported; within the caller's tree only.

use crate::{
    exports::{export_of, lines_of},
    imports::sheet,
    support::{TestDatabase, World, code, link},
};
use serde_json::{Value as Json, json};
use uno_core::{
    contract::{
        Method,
        error::ErrorCode,
        exports::ExportOptions,
        measurements::{IntakeOutcome, IntakeReport},
        page::Page,
        revisions::{RevisionAction, RevisionFilter},
        stress_measurements::{
            CreateStressMeasurement, DeleteStressMeasurement, ExportStressMeasurements, GetStressMeasurement, LastDay,
            ListStressMeasurementRevisions, ListStressMeasurements, Medication, Mood, SleepQuality, Smoking,
            StressMeasurement, StressMeasurementFilter, StressMeasurementPath, StressMeasurementSave,
        },
        terms::Language,
        users::{GetOwnRecords, ListOwnStressMeasurements, OwnMeasurementFilter, OwnRecordKind},
    },
    domain::{
        decimal::{Hundredths, Thousandths},
        grade::{
            Indicator, RuleStanding,
            indicator::{HealthGrade, LethargyGrade},
            quality::QualityDoubt,
        },
        pre_survey::InfluencingFactor,
    },
};

/// Returns a measurement of member A1 at an hour of a day.
fn sent(hour: u32, values: Json) -> Json {
    let mut item = json!({ "memberNo": "A1", "measuredAt": format!("2026-01-05T{hour:02}:00:00+09:00") });
    for (name, value) in values.as_object().unwrap() {
        item[name] = value.clone();
    }
    item
}

fn take(world: &World, token: &str, items: &[Json]) -> IntakeReport {
    let body = json!({ "source": "키오스크 7", "stress": items }).to_string();
    let url = world.server.url("/api/v1/measurements");
    let (status, answer) = world.server.send(Method::Post, &url, Some(token), Some(body.as_bytes()));
    assert_eq!(status, 200, "{answer}");
    serde_json::from_str(&answer).unwrap()
}

fn list(world: &World, token: &str, filter: &StressMeasurementFilter) -> Page<StressMeasurement> {
    world.server.call::<ListStressMeasurements>(Some(token), &(), filter, &()).unwrap()
}

fn get(world: &World, token: &str, one: &StressMeasurement) -> StressMeasurement {
    world.server.call::<GetStressMeasurement>(Some(token), &path(one), &(), &()).unwrap()
}

fn path(one: &StressMeasurement) -> StressMeasurementPath {
    StressMeasurementPath { stress_measurement_id: one.stress_measurement_id }
}

fn patch(world: &World, token: &str, one: &StressMeasurement, body: &Json) -> (u16, Json) {
    let url = world.server.url(&format!("/api/v1/stress-measurements/{}", one.stress_measurement_id.0));
    let (status, text) = world.server.send(Method::Patch, &url, Some(token), Some(body.to_string().as_bytes()));
    (status, serde_json::from_str(&text).unwrap())
}

/// Sends a measurement of A1 from the site; returns it.
fn one(world: &World, values: Json) -> StressMeasurement {
    let report = take(world, &world.operator, &[sent(1, values)]);
    assert_eq!(report.created, 1, "{:?}", report.results);
    list(world, &world.retailer, &StressMeasurementFilter::default()).data.remove(0)
}

/// A hundred intervals, ninety of them in one bin: an index of 90 / (2 · 0.825 · 0.2) = 272.7.
fn hundred() -> Vec<u16> {
    (0..100).map(|beat| if beat % 10 == 9 { 1_000 } else { 800 + beat % 10 * 5 }).collect()
}

#[test]
fn what_can_be_computed_from_intervals_is_computed_and_kept_beside_what_the_device_says() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        world.add_member(world.retailer_id, "A1", "김하나");
        let values = json!({
            "nnIntervals": [800, 820, 790, 810, 805, 815], "sdnn": 12.5, "stressIndex": 149, "heartRate": 74.4,
        });
        let listed = one(&world, values);
        let computed = listed.computed.unwrap();
        // The test vector of the domain reference.
        assert_eq!((computed.sdnn, computed.rmssd), (Hundredths(1_080), Hundredths(1_910)));
        assert_eq!((computed.heart_rate, computed.intervals), (Hundredths(7_438), 6));
        assert_eq!(computed.stress_index, None, "six intervals are no histogram");
        assert_eq!((listed.sdnn, listed.heart_rate), (Some(Hundredths(1_250)), Some(Hundredths(7_440))));
        assert!(listed.nn_intervals.is_empty() && listed.why.is_none(), "lists leave them out");
        assert_eq!((listed.stress_grade, listed.stress_instrument), (None, None), "of five seconds nothing is graded");
        let shown = get(&world, &world.dealer, &listed);
        assert_eq!(shown.nn_intervals, [800, 820, 790, 810, 805, 815]);
        assert_eq!(shown.why, Some(Vec::new()));

        // With enough intervals the index is computed and takes precedence over the device's.
        let (status, answer) =
            patch(&world, &world.retailer, &listed, &json!({ "nnIntervals": hundred(), "stressIndex": 50 }));
        assert_eq!(status, 200, "{answer}");
        let shown = get(&world, &world.retailer, &listed);
        assert_eq!(shown.computed.unwrap().stress_index, Some(Hundredths(27_273)));
        assert_eq!((shown.stress_index, shown.stress_grade), (Some(Hundredths(5_000)), Some(HealthGrade::Attention)));
        let why = shown.why.unwrap().remove(0);
        assert_eq!((why.indicator, why.converted_from), (Indicator::Stress, Some(Indicator::StressIndex)));
        assert_eq!((why.raw, why.standing), (Thousandths(272_730), RuleStanding::Convention));
        assert_eq!(Some(why.value), shown.stress_score.map(Thousandths::from));
        assert_eq!(why.doubts, [QualityDoubt::Short], "a minute and a half");
        let other = world.server.call::<GetStressMeasurement>(Some(&world.other_vendor), &path(&listed), &(), &());
        assert_eq!(code(&other.unwrap_err()), ErrorCode::NotFound);
    });
}

#[test]
fn every_indicator_is_graded_by_the_instrument_that_counts_and_the_others_are_told() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        world.add_member(world.retailer_id, "A1", "김하나");
        let values = json!({
            "pss10Total": 23, "bepsiKItems": [3, 3, 3, 3, 2], "gad7Total": 10, "cbiPersonal": 30, "cbiWork": 61.4,
            "bat12Mean": 1, "activationScore": 39.9,
        });
        let shown = get(&world, &world.operator, &one(&world, values));
        assert_eq!((shown.stress_grade, shown.stress_instrument), (Some(HealthGrade::Caution), Some(Indicator::Pss10)));
        assert_eq!(shown.stress_score, Some(Hundredths(5_750)));
        assert_eq!(shown.anxiety_grade, Some(HealthGrade::Caution));
        assert_eq!(
            (shown.burnout_grade, shown.burnout_instrument),
            (Some(HealthGrade::Warning), Some(Indicator::CbiWork))
        );
        assert_eq!(shown.lethargy_grade, Some(LethargyGrade::Lethargic));
        let why: Vec<_> =
            shown.why.iter().flatten().map(|why| (why.indicator, why.grade.as_str(), why.standing)).collect();
        use RuleStanding::{Convention, Published};
        assert_eq!(
            why,
            [
                (Indicator::Stress, "CAUTION", Convention),
                (Indicator::Anxiety, "CAUTION", Convention),
                (Indicator::Burnout, "WARNING", Convention),
                (Indicator::Lethargy, "LETHARGIC", Convention),
                (Indicator::Pss10, "MODERATE", Published),
                (Indicator::BepsiK, "HIGH", Published),
                (Indicator::Gad7, "MODERATE", Published),
                (Indicator::CbiPersonal, "NONE", Published),
                (Indicator::CbiWork, "BURNOUT", Published),
                (Indicator::Bat12, "NONE", Published),
            ]
        );
        // Without an instrument there is no grade, not even a default.
        let (status, answer) = patch(
            &world,
            &world.retailer,
            &shown,
            &json!({ "pss10Total": null, "bepsiKItems": [], "gad7Total": null, "heartRate": 70 }),
        );
        assert_eq!((status, &answer["stressGrade"], &answer["anxietyScore"]), (200, &Json::Null, &Json::Null));
    });
}

#[test]
fn what_is_impossible_is_refused_at_its_field_and_what_is_rare_is_marked() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        world.add_member(world.retailer_id, "A1", "김하나");
        let items: Vec<Json> = [
            json!({ "nnIntervals": [800, 299] }),
            json!({ "nnIntervals": [800] }),
            json!({ "nnIntervals": vec![800; 2_001] }),
            json!({ "pss10Total": 41 }),
            json!({ "gad7Total": 22 }),
            json!({ "bepsiKItems": [1, 2, 3, 4] }),
            json!({ "bepsiKItems": [1, 2, 3, 4, 6] }),
            json!({ "bepsiKItems": [1, 2, 3, 4, 5], "bepsiKMean": 3 }),
            json!({ "cbiMean": 100.1 }),
            json!({ "bat12Mean": 0.9 }),
            json!({ "activationScore": 100.5 }),
            json!({ "sleepHours": 7, "mood": "GOOD" }),
            json!({ "mood": "ANGRY", "heartRate": 70 }),
            json!({ "heartRate": 19 }),
            json!({ "pss10Total": 13.5 }),
            json!({ "gad7Total": -1 }),
            json!({ "bepsiKMean": 5.01 }),
            json!({ "cbiPersonal": 50, "cbiWork": 60, "cbiClient": 40, "cbiMean": 48 }),
            json!({ "cbiPersonal": 50, "cbiWork": 60, "cbiClient": 40, "cbiMean": 52.1 }),
            json!({ "cbiPersonal": 50, "cbiWork": 60, "cbiClient": 40, "cbiMean": 51 }),
            json!({ "lf": 700, "hf": 600, "tp": 1_200, "artifactPercent": 8, "sleepHours": 20 }),
        ]
        .into_iter()
        .zip(1..)
        .map(|(values, hour)| sent(hour, values))
        .collect();
        let report = take(&world, &world.operator, &items);
        let told: Vec<_> = report
            .results
            .iter()
            .map(|result| {
                result.fields.first().map(|field| format!("{} {}", field.path, field.code)).unwrap_or_default()
            })
            .collect();
        assert_eq!(
            told,
            [
                "nnIntervals[1] tooSmall",
                "nnIntervals tooFew",
                "nnIntervals tooMany",
                "pss10Total tooLarge",
                "gad7Total tooLarge",
                "bepsiKItems tooFew",
                "bepsiKItems[4] tooLarge",
                "bepsiKMean notAllowed",
                "cbiMean tooLarge",
                "bat12Mean tooSmall",
                "activationScore tooLarge",
                "heartRate required",
                "mood choice",
                "heartRate tooSmall",
                "pss10Total integer",
                "gad7Total tooSmall",
                "bepsiKMean tooLarge",
                "cbiMean tooSmall",
                "cbiMean tooLarge",
                "",
                "",
            ]
        );
        let last = report.results.last().unwrap();
        assert_eq!((last.outcome, last.path.as_str()), (IntakeOutcome::Created, "stress[20]"));
        assert_eq!(last.unusual, ["artifactPercent", "tp", "sleepHours"]);
    });
}

#[test]
fn every_grade_finds_what_has_it_in_the_own_tree_alone() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        world.add_member(world.retailer_id, "A1", "김하나");
        let other = world.add_member(world.other_retailer_id, "B1", "이둘");
        let report = take(
            &world,
            &world.admin,
            &[
                sent(1, json!({ "companyId": world.retailer_id, "stressIndex": 731, "gad7Total": 3 })),
                sent(2, json!({ "companyId": world.retailer_id, "stressIndex": 20, "cbiMean": 49.9 })),
                json!({
                    "memberId": other.member_id,
                    "measuredAt": "2026-01-05T03:00:00+09:00",
                    "activationScore": 70,
                }),
            ],
        );
        assert_eq!(report.created, 3, "{:?}", report.results);
        let found = |token: &str, filter: StressMeasurementFilter| -> Vec<u32> {
            let page = list(&world, token, &filter);
            assert_eq!(page.total, i64::try_from(page.data.len()).unwrap());
            page.data.iter().map(|row| u32::try_from(row.measured_at.0 / 3_600_000 % 24 + 9).unwrap() % 24).collect()
        };
        let any = StressMeasurementFilter::default;
        assert_eq!(found(&world.admin, any()), [3, 2, 1]);
        let stress = |grades| StressMeasurementFilter { stress_grades: grades, ..any() };
        assert_eq!(found(&world.admin, stress(vec![HealthGrade::Danger])), [1]);
        assert_eq!(found(&world.admin, stress(vec![HealthGrade::Danger, HealthGrade::VeryHealthy])), [2, 1]);
        let filter = StressMeasurementFilter { anxiety_grades: vec![HealthGrade::Good], ..any() };
        assert_eq!(found(&world.admin, filter), [1]);
        let filter = StressMeasurementFilter { burnout_grades: vec![HealthGrade::Attention], ..any() };
        assert_eq!(found(&world.admin, filter), [2]);
        let filter = StressMeasurementFilter { lethargy_grades: vec![LethargyGrade::Tense], ..any() };
        assert_eq!(found(&world.admin, filter), [3]);
        let filter = StressMeasurementFilter {
            stress_grades: vec![HealthGrade::Danger],
            burnout_grades: vec![HealthGrade::Attention],
            ..any()
        };
        assert_eq!(found(&world.admin, filter), [0_u32; 0], "each indicator has bits of its own");
        assert_eq!(found(&world.retailer, any()), [2, 1]);
        assert_eq!(found(&world.other_vendor, any()), [3]);
    });
}

#[test]
fn a_correction_grades_anew_and_its_history_tells_intervals_in_short() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let member = world.add_member(world.retailer_id, "A1", "김하나");
        let save: StressMeasurementSave = serde_json::from_value(json!({
            "memberId": member.member_id, "measuredAt": "2026-01-05T09:00:00+09:00", "nnIntervals": hundred(),
        }))
        .unwrap();
        let made = world.server.call::<CreateStressMeasurement>(Some(&world.retailer), &(), &(), &save).unwrap();
        assert_eq!((made.stress_grade, made.why.is_some()), (Some(HealthGrade::Attention), true));
        let (status, answer) = patch(&world, &world.retailer, &made, &json!({ "nnIntervals": [], "pss10Total": 3 }));
        assert_eq!((status, answer["stressGrade"].as_str()), (200, Some("VERY_HEALTHY")));
        assert_eq!(answer["computed"], Json::Null);
        let (status, answer) = patch(&world, &world.retailer, &made, &json!({ "pss10Total": null }));
        assert_eq!((status, answer["fields"][0]["path"].as_str()), (422, Some("heartRate")));
        assert_eq!(patch(&world, &world.other_vendor, &made, &json!({ "pss10Total": 4 })).0, 404);

        let any = RevisionFilter { page: None, page_size: None };
        let history = world
            .server
            .call::<ListStressMeasurementRevisions>(Some(&world.retailer), &path(&made), &any, &())
            .unwrap();
        let actions: Vec<_> = history.data.iter().map(|revision| revision.action).collect();
        assert_eq!(actions, [RevisionAction::Update, RevisionAction::Create]);
        let intervals = history.data[0].changes.iter().find(|change| change.field == "nnIntervals").unwrap();
        assert_eq!(
            (intervals.before.as_deref(), intervals.after.as_deref()),
            (Some("800, 805, 810, 815, 820, 825, 830, 835, … (100)"), None)
        );

        let removed = world.server.call::<DeleteStressMeasurement>(Some(&world.operator), &path(&made), &(), &());
        assert_eq!(code(&removed.unwrap_err()), ErrorCode::Forbidden, "sites remove nothing");
        world.server.call::<DeleteStressMeasurement>(Some(&world.retailer), &path(&made), &(), &()).unwrap();
        let gone = world.server.call::<GetStressMeasurement>(Some(&world.retailer), &path(&made), &(), &());
        assert_eq!(code(&gone.unwrap_err()), ErrorCode::NotFound);
        assert_eq!(list(&world, &world.admin, &StressMeasurementFilter::default()).total, 0);
    });
}

#[test]
fn members_see_their_own_and_are_told_that_there_are_some() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let own = world.add_member(world.retailer_id, "A1", "김하나");
        world.add_member(world.retailer_id, "A2", "이둘");
        let of_other = json!({ "memberNo": "A2", "measuredAt": "2026-01-05T02:00:00+09:00", "pss10Total": 30 });
        take(&world, &world.operator, &[sent(1, json!({ "pss10Total": 13 })), of_other]);
        link(test, &world, &world.member, own.member_id);
        let filter = OwnMeasurementFilter::default();
        let page = world.server.call::<ListOwnStressMeasurements>(Some(&world.member), &(), &filter, &()).unwrap();
        assert_eq!((page.total, page.data[0].stress_grade), (1, Some(HealthGrade::Good)));
        let records = world.server.call::<GetOwnRecords>(Some(&world.member), &(), &(), &()).unwrap();
        let told = records.iter().find(|record| record.kind == OwnRecordKind::Stress).unwrap();
        assert_eq!((told.count, told.latest_at), (1, Some(page.data[0].measured_at)));
    });
}

/// Returns all answers to the questions before a measurement.
fn asked_before() -> Json {
    json!({
        "pss10Total": 13, "sleepHours": 5.5, "sleepQuality": "BAD", "caffeineCups": 2, "caffeineHoursAgo": 1.5,
        "smoking": "CURRENT", "smokingHoursAgo": 3, "medication": "TAKEN", "medicationNames": " 혈압약 ",
        "alcohol": "NO", "exercise": "YES", "mealHoursAgo": 2, "mood": "NORMAL",
    })
}

#[test]
fn what_was_asked_before_is_kept_with_the_measurement_and_says_what_may_have_influenced_it() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        world.add_member(world.retailer_id, "A1", "김하나");
        let listed = one(&world, asked_before());
        assert_eq!((listed.sleep_quality, listed.exercise), (Some(SleepQuality::Bad), Some(LastDay::Yes)));
        assert_eq!((listed.medication, listed.medication_names.as_deref()), (Some(Medication::Taken), None));
        assert_eq!(listed.influences, None, "lists leave out what stands with the single one");

        let shown = get(&world, &world.dealer, &listed);
        assert_eq!((shown.sleep_hours, shown.caffeine_cups), (Some(Hundredths(550)), Some(2)));
        assert_eq!((shown.caffeine_hours_ago, shown.meal_hours_ago), (Some(Hundredths(150)), Some(Hundredths(200))));
        assert_eq!((shown.smoking, shown.smoking_hours_ago), (Some(Smoking::Current), Some(Hundredths(300))));
        assert_eq!((shown.medication_names.as_deref(), shown.alcohol), (Some("혈압약"), Some(LastDay::No)));
        assert_eq!(shown.mood, Some(Mood::Normal));
        use InfluencingFactor::{Caffeine, Exercise, Medication as Medicine, PoorSleep, ShortSleep};
        let factors: Vec<_> = shown.influences.iter().flatten().map(|influence| influence.factor).collect();
        assert_eq!(factors, [ShortSleep, PoorSleep, Caffeine, Medicine, Exercise]);
        // A caution does not change the result.
        let without = sent(2, json!({ "pss10Total": 13 }));
        assert_eq!(take(&world, &world.operator, &[without]).created, 1);
        let plain =
            get(&world, &world.retailer, &list(&world, &world.retailer, &StressMeasurementFilter::default()).data[0]);
        assert_eq!((plain.stress_score, plain.stress_grade), (shown.stress_score, shown.stress_grade));
        assert_eq!(plain.influences, Some(Vec::new()));

        let other = world.server.call::<GetStressMeasurement>(Some(&world.other_vendor), &path(&listed), &(), &());
        assert_eq!(code(&other.unwrap_err()), ErrorCode::NotFound);
        assert_eq!(list(&world, &world.other_vendor, &StressMeasurementFilter::default()).total, 0);
    });
}

#[test]
fn an_answer_before_that_cannot_be_is_refused_at_its_field() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        world.add_member(world.retailer_id, "A1", "김하나");
        let items: Vec<Json> = [
            json!({ "sleepHours": 24.5 }),
            json!({ "sleepQuality": "FINE" }),
            json!({ "caffeineCups": 31 }),
            json!({ "caffeineHoursAgo": -1 }),
            json!({ "smoking": "CURRENT", "smokingHoursAgo": 25 }),
            json!({ "smoking": "NEVER", "smokingHoursAgo": 1 }),
            json!({ "smokingHoursAgo": 1 }),
            json!({ "medication": "NONE", "medicationNames": "혈압약" }),
            json!({ "medication": "TAKEN", "medicationNames": "약".repeat(201) }),
            json!({ "alcohol": true }),
            json!({ "exercise": "MAYBE" }),
            json!({ "mealHoursAgo": "두 시간" }),
            json!({ "medication": "NONE", "medicationNames": "" }),
            json!({ "caffeineCups": 0, "caffeineHoursAgo": 20, "mealHoursAgo": 0 }),
        ]
        .into_iter()
        .zip(1..)
        .map(|(mut values, hour)| {
            values["pss10Total"] = json!(10);
            sent(hour, values)
        })
        .collect();
        let report = take(&world, &world.operator, &items);
        let told: Vec<_> = report
            .results
            .iter()
            .map(|result| {
                result.fields.first().map(|field| format!("{} {}", field.path, field.code)).unwrap_or_default()
            })
            .collect();
        assert_eq!(
            told,
            [
                "sleepHours tooLarge",
                "sleepQuality choice",
                "caffeineCups tooLarge",
                "caffeineHoursAgo tooSmall",
                "smokingHoursAgo tooLarge",
                "smokingHoursAgo notAllowed",
                "smokingHoursAgo notAllowed",
                "medicationNames notAllowed",
                "medicationNames tooLong",
                "alcohol type",
                "exercise choice",
                "mealHoursAgo type",
                "",
                "",
            ]
        );
    });
}

#[test]
fn a_measurement_sent_again_with_other_answers_is_another() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        world.add_member(world.retailer_id, "A1", "김하나");
        let numbered = |names: &str| {
            let mut item = sent(1, asked_before());
            item["sourceId"] = json!("K-1");
            item["medicationNames"] = json!(names);
            item
        };
        let outcome = |names: &str| take(&world, &world.operator, &[numbered(names)]).results.remove(0);
        assert_eq!(outcome("혈압약").outcome, IntakeOutcome::Created);
        assert_eq!(outcome("혈압약").outcome, IntakeOutcome::Known);
        let refused = outcome("감기약");
        assert_eq!((refused.outcome, refused.fields.is_empty()), (IntakeOutcome::Refused, false));
    });
}

#[test]
fn answers_are_corrected_and_histories_do_not_tell_which_medicine() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        world.add_member(world.retailer_id, "A1", "김하나");
        let made = one(&world, asked_before());
        let (status, answer) =
            patch(&world, &world.retailer, &made, &json!({ "caffeineHoursAgo": 4.5, "medicationNames": "감기약" }));
        assert_eq!((status, answer["medicationNames"].as_str()), (200, Some("감기약")));
        let factors: Vec<_> =
            answer["influences"].as_array().unwrap().iter().map(|one| one["factor"].as_str().unwrap()).collect();
        assert!(!factors.contains(&"CAFFEINE"), "{factors:?}");
        let (status, answer) = patch(&world, &world.retailer, &made, &json!({ "medication": "NONE" }));
        assert_eq!((status, answer["fields"][0]["path"].as_str()), (422, Some("medicationNames")));
        let any = RevisionFilter { page: None, page_size: None };
        let history = world
            .server
            .call::<ListStressMeasurementRevisions>(Some(&world.retailer), &path(&made), &any, &())
            .unwrap();
        let told = |field: &str| {
            let change = history.data[0].changes.iter().find(|change| change.field == field).unwrap();
            (change.before.clone().unwrap(), change.after.clone().unwrap())
        };
        assert_eq!(told("medicationNames"), ("***".to_owned(), "***".to_owned()));
        assert_eq!(told("caffeineHoursAgo"), ("1.5".to_owned(), "4.5".to_owned()));
    });
}

#[test]
fn members_see_what_they_have_answered_and_files_have_it_without_the_medicine() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let own = world.add_member(world.retailer_id, "A1", "김하나");
        one(&world, asked_before());
        link(test, &world, &world.member, own.member_id);
        let filter = OwnMeasurementFilter::default();
        let page = world.server.call::<ListOwnStressMeasurements>(Some(&world.member), &(), &filter, &()).unwrap();
        assert_eq!((page.data[0].sleep_quality, page.data[0].caffeine_cups), (Some(SleepQuality::Bad), Some(2)));
        let any = StressMeasurementFilter::default();
        let lines = lines_of::<ExportStressMeasurements>(&world, &world.retailer, &any, Language::Ko);
        for word in ["수면의 질", "카페인 후 경과", "24시간 내 음주"] {
            assert!(lines[0].contains(word), "{word}: {}", lines[0]);
        }
        assert!(!lines[1].contains("혈압약"), "{}", lines[1]);
    });
}

#[test]
fn a_file_has_scores_grades_and_both_of_what_was_said_and_computed() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        world.add_member(world.retailer_id, "A1", "김하나");
        one(&world, json!({ "nnIntervals": hundred(), "sdnn": 50.5, "mood": "BAD" }));
        let any = StressMeasurementFilter::default();
        let lines = lines_of::<ExportStressMeasurements>(&world, &world.retailer, &any, Language::Ko);
        assert_eq!(lines.len(), 2);
        for word in ["스트레스 등급", "SDNN(ms)", "기분"] {
            assert!(lines[0].contains(word), "{word}: {}", lines[0]);
        }
        for value in ["김하나", "관심", "스트레스 지수", "50.5", "272.73", "나쁨"] {
            assert!(lines[1].contains(value), "{value}: {}", lines[1]);
        }
        let options = ExportOptions { reason: Some("점검".into()), ..ExportOptions::default() };
        let (_, bytes) = export_of::<ExportStressMeasurements>(&world, &world.other_vendor, &any, &options);
        assert_eq!(sheet(bytes).len(), 1, "of another tree only the header");
    });
}
