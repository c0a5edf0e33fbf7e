//! Heart rates: graded at rest for adults, searched, rejected if impossible, separated by tree.

use crate::support::{TestDatabase, World, code, date, member};
use serde_json::{Value as Json, json};
use uno_core::{
    contract::{
        Method,
        error::{ErrorBody, ErrorCode},
        heart_rate_measurements::{
            CreateHeartRateMeasurement, DeleteHeartRateMeasurement, GetHeartRateMeasurement, HeartRateMeasurement,
            HeartRateMeasurementFilter, HeartRateMeasurementPath, HeartRateMeasurementSave,
            ListHeartRateMeasurementRevisions, ListHeartRateMeasurements, UpdateHeartRateMeasurement,
        },
        measurements::IntakeReport,
        members::{CreateMember, Member, MemberSave},
        page::Page,
        revisions::RevisionFilter,
    },
    domain::grade::{heart_rate::HeartRateContext, indicator::HeartRateGrade},
};

fn body(member: &Member, minute: usize, rate: i64, context: &str) -> Json {
    let at = format!("2026-03-02T10:{minute:02}:00+09:00");
    json!({ "memberId": member.member_id, "measuredAt": at, "rate": rate, "context": context })
}

fn write(world: &World, body: Json) -> HeartRateMeasurement {
    let save: HeartRateMeasurementSave = serde_json::from_value(body).unwrap();
    world.server.call::<CreateHeartRateMeasurement>(Some(&world.admin), &(), &(), &save).unwrap()
}

fn list(world: &World, token: &str, filter: &HeartRateMeasurementFilter) -> Page<HeartRateMeasurement> {
    world.server.call::<ListHeartRateMeasurements>(Some(token), &(), filter, &()).unwrap()
}

#[test]
fn grown_people_are_graded_at_rest_and_told_why() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let grown = world.add_member(world.retailer_id, "A1", "김하나");
        let save = MemberSave { birth_date: date("2008-03-03"), ..member(world.retailer_id, "C1") };
        let child = world.server.call::<CreateMember>(Some(&world.admin), &(), &(), &save).unwrap();
        use HeartRateGrade::{Bradycardia, Normal, Tachycardia};
        for (minute, (rate, grade)) in
            [(59, Bradycardia), (60, Normal), (100, Normal), (101, Tachycardia)].into_iter().enumerate()
        {
            let found = write(&world, body(&grown, minute, rate, "REST"));
            assert_eq!((found.grade, found.rule_set.as_deref()), (Some(grade), Some("heart-rate-rest")), "{rate}");
            let why = found.why.unwrap();
            assert_eq!((why.len(), why[0].grade.as_str(), why[0].value.0), (1, grade.as_str(), rate * 1_000));
        }
        let moved = write(&world, body(&grown, 3, 150, "AFTER_EXERCISE"));
        assert_eq!((moved.grade, moved.why), (None, Some(Vec::new())), "at the same moment as one at rest");
        assert_eq!(write(&world, body(&child, 9, 59, "REST")).grade, None, "a day before the eighteenth birthday");
        assert_eq!(write(&world, body(&grown, 10, 34, "REST")).unusual, ["rate"]);
    });
}

#[test]
fn every_filter_finds_what_it_names_and_no_other_tree() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let one = world.add_member(world.retailer_id, "A1", "김하나");
        let two = world.add_member(world.other_retailer_id, "B1", "이둘");
        write(&world, body(&one, 0, 55, "REST"));
        write(&world, body(&one, 1, 140, "AFTER_EXERCISE"));
        write(&world, body(&two, 2, 70, "REST"));
        let any = HeartRateMeasurementFilter::default;
        let rates = |token: &str, filter: &HeartRateMeasurementFilter| -> Vec<i64> {
            list(&world, token, filter).data.into_iter().map(|row| row.rate).collect()
        };
        assert_eq!(rates(&world.admin, &any()), [70, 140, 55]);
        assert_eq!(rates(&world.dealer, &any()), [140, 55]);
        assert_eq!(rates(&world.other_vendor, &any()), [70]);
        let slow = HeartRateMeasurementFilter { grades: vec![HeartRateGrade::Bradycardia], ..any() };
        assert_eq!(rates(&world.admin, &slow), [55]);
        let moved = HeartRateMeasurementFilter { contexts: vec![HeartRateContext::AfterExercise], ..any() };
        assert_eq!(rates(&world.admin, &moved), [140]);
        let of_two = HeartRateMeasurementFilter { member_id: Some(two.member_id), ..any() };
        assert_eq!(rates(&world.admin, &of_two), [70]);
        assert!(rates(&world.dealer, &of_two).is_empty());
    });
}

#[test]
fn it_is_refused_corrected_and_removed() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let one = world.add_member(world.retailer_id, "A1", "김하나");
        for (rate, context, path) in [(19, "REST", "rate"), (251, "REST", "rate"), (60, "ASLEEP", "context")] {
            let sent = serde_json::to_vec(&body(&one, 0, rate, context)).unwrap();
            let address = world.server.url("/api/v1/heart-rate-measurements");
            let (status, answer) = world.server.send(Method::Post, &address, Some(&world.admin), Some(&sent));
            let error: ErrorBody = serde_json::from_str(&answer).unwrap();
            assert_eq!((status, error.fields[0].path.as_str()), (422, path));
        }
        let written = write(&world, body(&one, 0, 110, "REST"));
        let path = HeartRateMeasurementPath { heart_rate_measurement_id: written.heart_rate_measurement_id };
        let save = HeartRateMeasurementSave { rate: 90, ..written.form() };
        let corrected = world.server.call::<UpdateHeartRateMeasurement>(Some(&world.admin), &path, &(), &save).unwrap();
        assert_eq!((corrected.grade, corrected.version), (Some(HeartRateGrade::Normal), 2));
        let pages = RevisionFilter { page: None, page_size: None };
        let history =
            world.server.call::<ListHeartRateMeasurementRevisions>(Some(&world.admin), &path, &pages, &()).unwrap();
        assert!(history.data[0].changes.iter().any(|change| change.field == "rate"));
        let refused = world.server.call::<DeleteHeartRateMeasurement>(Some(&world.operator), &path, &(), &());
        assert_eq!(code(&refused.unwrap_err()), ErrorCode::Forbidden, "sites remove nothing");
        world.server.call::<DeleteHeartRateMeasurement>(Some(&world.admin), &path, &(), &()).unwrap();
        let gone = world.server.call::<GetHeartRateMeasurement>(Some(&world.admin), &path, &(), &());
        assert_eq!(code(&gone.unwrap_err()), ErrorCode::NotFound);
    });
}

#[test]
fn the_intake_takes_it_beside_other_kinds() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        world.add_member(world.retailer_id, "A1", "김하나");
        let about = json!({ "memberNo": "A1", "companyId": world.retailer_id, "measuredAt": "2026-03-02T10:00:00Z" });
        let with = |values: Json| {
            let mut item = about.as_object().unwrap().clone();
            item.extend(values.as_object().unwrap().clone());
            item
        };
        let batch = json!({
            "heartRate": [with(json!({ "rate": 72, "context": "REST" })), with(json!({ "rate": 80, "context": "REST", "measuredAt": "2099-01-01T00:00:00Z" }))],
            "vision": [with(json!({ "range": "DISTANCE", "rightPresenting": 1 }))],
        });
        let address = world.server.url("/api/v1/measurements");
        let sent = serde_json::to_vec(&batch).unwrap();
        let (status, answer) = world.server.send(Method::Post, &address, Some(&world.admin), Some(&sent));
        assert_eq!(status, 200, "{answer}");
        let report: IntakeReport = serde_json::from_str(&answer).unwrap();
        assert_eq!((report.created, report.refused), (2, 1));
        let refused = report.results.iter().find(|result| !result.fields.is_empty()).unwrap();
        assert_eq!((refused.path.as_str(), refused.fields[0].path.as_str()), ("heartRate[1]", "measuredAt"));
    });
}
