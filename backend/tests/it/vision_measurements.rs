//! Vision measurements: received, rejected if impossible, graded, searched, corrected, exported, removed.

use crate::support::{TestDatabase, World, code, date, link, member};
use kernel::clock;
use serde_json::{Value as Json, json};
use uno_core::{
    contract::{
        companies::CompanyPath,
        company_credentials::{CompanyCredentialSave, CredentialScope, IssueCompanyCredential},
        error::{ErrorBody, ErrorCode},
        measurements::{IntakeOutcome, IntakeReport},
        members::{CreateMember, Member, MemberSave, UpdateMember},
        page::Page,
        revisions::RevisionFilter,
        users::{GetOwnRecords, ListOwnVisionMeasurements, OwnMeasurementFilter, OwnRecordKind},
        vision_measurements::{
            CreateVisionMeasurement, DeleteVisionMeasurement, GetVisionMeasurement, ListVisionMeasurementRevisions,
            ListVisionMeasurements, SchoolVision, UpdateVisionMeasurement, VisionMeasurement, VisionMeasurementFilter,
            VisionMeasurementPath, VisionMeasurementSave,
        },
    },
    domain::{
        decimal::Hundredths,
        grade::indicator::{MyopiaGrade, VisionGrade},
    },
};

const AT: &str = "2026-03-02T10:00:00+09:00";

/// Returns a measurement of a member with these values.
fn save(member: &Member, values: Json) -> VisionMeasurementSave {
    let mut body = json!({ "memberId": member.member_id, "measuredAt": AT, "range": "DISTANCE" });
    for (name, value) in values.as_object().unwrap() {
        body[name] = value.clone();
    }
    serde_json::from_value(body).unwrap()
}

fn write(world: &World, member: &Member, values: Json) -> VisionMeasurement {
    world.server.call::<CreateVisionMeasurement>(Some(&world.admin), &(), &(), &save(member, values)).unwrap()
}

/// Returns the violations of a measurement, in order.
fn refused(world: &World, member: &Member, values: Json) -> Vec<(String, String)> {
    let body = serde_json::to_value(save(member, json!({ "rightPresenting": 1 }))).unwrap();
    let mut body = body.as_object().unwrap().clone();
    body.remove("rightPresenting");
    body.extend(values.as_object().unwrap().clone());
    let body = serde_json::to_vec(&body).unwrap();
    let (status, answer) = world.server.send(
        uno_core::contract::Method::Post,
        &world.server.url("/api/v1/vision-measurements"),
        Some(&world.admin),
        Some(&body),
    );
    assert_eq!(status, 422, "{answer}");
    let error: ErrorBody = serde_json::from_str(&answer).unwrap();
    error.fields.into_iter().map(|field| (field.path, field.code)).collect()
}

fn list(world: &World, token: &str, filter: &VisionMeasurementFilter) -> Page<VisionMeasurement> {
    world.server.call::<ListVisionMeasurements>(Some(token), &(), filter, &()).unwrap()
}

fn path(measurement: &VisionMeasurement) -> VisionMeasurementPath {
    VisionMeasurementPath { vision_measurement_id: measurement.vision_measurement_id }
}

/// Members are born in 1980; this one is a child of ten at the time of these measurements.
fn add_child(world: &World) -> Member {
    let save =
        MemberSave { birth_date: date("2015-09-01"), name: "박아이".into(), ..member(world.retailer_id, "C1") };
    world.server.call::<CreateMember>(Some(&world.admin), &(), &(), &save).unwrap()
}

#[test]
fn the_better_eye_is_graded_by_what_it_presents_at_a_distance() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let member = world.add_member(world.retailer_id, "A1", "김하나");
        for (minute, (right, left, expected)) in [
            (json!(0.5), json!(0.1), Some(VisionGrade::None)),
            (json!(0.49), json!(0.3), Some(VisionGrade::Mild)),
            (json!(0.3), json!("NLP"), Some(VisionGrade::Mild)),
            (json!(0.1), json!(0.29), Some(VisionGrade::Moderate)),
            (json!(0.05), json!("CF"), Some(VisionGrade::Severe)),
            (json!(0.04), json!(0.02), Some(VisionGrade::Blind)),
            (json!("HM"), json!("LP"), Some(VisionGrade::Blind)),
            (json!(1), Json::Null, None),
        ]
        .into_iter()
        .enumerate()
        {
            let at = format!("2026-03-02T10:{minute:02}:00+09:00");
            let values = json!({ "rightPresenting": right, "leftPresenting": left, "measuredAt": at });
            let found = write(&world, &member, values);
            assert_eq!(found.vision_grade, expected, "{right} {left}");
            assert_eq!((found.rule_set.as_deref(), found.rule_version), (Some("vision-icd-11"), Some(1)));
        }
        let near = json!({ "rightPresenting": 0.1, "leftPresenting": 0.1, "range": "NEAR" });
        assert_eq!(write(&world, &member, near).vision_grade, None, "near vision has no class of distance vision");
    });
}

#[test]
fn acuities_are_told_on_every_scale_and_what_no_chart_shows_on_none() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let member = world.add_member(world.retailer_id, "A1", "김하나");
        let found =
            write(&world, &member, json!({ "rightUncorrected": 0.8, "leftUncorrected": 0.02, "bothPresenting": "CF" }));
        let scales: Vec<_> = found
            .scales
            .iter()
            .map(|scale| (scale.eye.as_str(), scale.log_mar, scale.snellen_metres, scale.snellen_feet))
            .collect();
        let expected = [
            ("RIGHT", 0.097, Hundredths(750), Hundredths(2_500)),
            ("LEFT", 1.699, Hundredths(30_000), Hundredths(100_000)),
        ];
        assert_eq!(scales, expected);
        let told = serde_json::to_value(&found).unwrap();
        assert_eq!((&told["rightUncorrected"], &told["bothPresenting"]), (&json!(0.8), &json!("CF")));
    });
}

#[test]
fn acuities_are_kept_and_told_to_the_thousandth() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let member = world.add_member(world.retailer_id, "A1", "김하나");
        let values = json!({ "rightPresenting": 0.125, "leftPresenting": 0.063, "leftUncorrected": 0.016, "bothPresenting": 0.8 });
        let found = write(&world, &member, values);
        assert_eq!(found.vision_grade, Some(VisionGrade::Moderate));
        let why = found.why.clone().unwrap();
        assert_eq!((why.len(), why[0].value.text()), (1, "0.125".into()));
        let told =
            serde_json::to_value(&list(&world, &world.admin, &VisionMeasurementFilter::default()).data[0]).unwrap();
        let fields = ["rightPresenting", "leftPresenting", "leftUncorrected", "bothPresenting"];
        assert_eq!(fields.map(|name| told[name].clone()), [0.125, 0.063, 0.016, 0.8].map(|acuity| json!(acuity)));
        let scales: Vec<_> =
            found.scales.iter().map(|scale| (scale.log_mar, scale.snellen_metres, scale.snellen_feet)).collect();
        let expected = [
            (0.903, Hundredths(4_800), Hundredths(16_000)),
            (1.796, Hundredths(37_500), Hundredths(125_000)),
            (1.201, Hundredths(9_524), Hundredths(31_746)),
            (0.097, Hundredths(750), Hundredths(2_500)),
        ];
        assert_eq!(scales, expected);
        // A value below a limit by a thousandth is below it.
        let near =
            json!({ "rightPresenting": 0.499, "leftPresenting": 0.1, "measuredAt": "2026-03-03T10:00:00+09:00" });
        assert_eq!(write(&world, &member, near).vision_grade, Some(VisionGrade::Mild));
    });
}

#[test]
fn refraction_is_told_as_power_vector_and_graded_for_each_eye_with_its_reasons() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let member = world.add_member(world.retailer_id, "A1", "김하나");
        let values = json!({
            "rightSphere": -3, "rightCylinder": -1.5, "rightAxis": 90, "leftSphere": -0.25, "leftCylinder": -0.25, "leftAxis": 180,
        });
        let found = write(&world, &member, values);
        assert_eq!(
            (found.right_spherical_equivalent, found.right_j0, found.right_j45, found.right_myopia),
            (Some(Hundredths(-375)), Some(Hundredths(-75)), Some(Hundredths(0)), Some(MyopiaGrade::Myopia))
        );
        assert_eq!(found.left_myopia, Some(MyopiaGrade::None), "-0.375");
        let why = found.why.clone().unwrap();
        let told: Vec<_> = why.iter().map(|why| (why.grade.as_str(), why.value.0, why.rule_set.as_str())).collect();
        assert_eq!(told, [("MYOPIA", 3_750, "vision-icd-11"), ("NONE", 380, "vision-icd-11")]);
        let listed = list(&world, &world.dealer, &VisionMeasurementFilter::default()).data.remove(0);
        assert_eq!(listed.why, None, "lists give no reasons");
        let high = write(
            &world,
            &member,
            json!({ "measuredAt": "2026-03-03T10:00:00+09:00", "leftSphere": -6, "rightSphere": 2 }),
        );
        assert_eq!((high.right_myopia, high.left_myopia), (Some(MyopiaGrade::None), Some(MyopiaGrade::HighMyopia)));
        let of = |grade| {
            let filter = VisionMeasurementFilter { myopia_grades: vec![grade], ..Default::default() };
            list(&world, &world.admin, &filter).data.iter().map(|row| row.vision_measurement_id).collect::<Vec<_>>()
        };
        assert_eq!(of(MyopiaGrade::HighMyopia), [high.vision_measurement_id], "by the more myopic eye");
        assert_eq!(of(MyopiaGrade::Myopia), [found.vision_measurement_id]);
        assert_eq!(of(MyopiaGrade::None), []);
    });
}

#[test]
fn the_rules_of_schools_are_for_those_who_go_there() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let (child, grown) = (add_child(&world), world.add_member(world.retailer_id, "A1", "김하나"));
        let of = |member: &Member, minute: u8, values: Json| {
            let mut values = values;
            values["measuredAt"] = json!(format!("2026-03-02T11:{minute:02}:00+09:00"));
            write(&world, member, values).school_vision
        };
        let (normal, abnormal) = (Some(SchoolVision::Normal), Some(SchoolVision::Abnormal));
        assert_eq!(of(&child, 0, json!({ "rightUncorrected": 0.8, "leftUncorrected": 1 })), normal);
        assert_eq!(of(&child, 1, json!({ "rightUncorrected": 0.7, "leftUncorrected": 1 })), abnormal);
        assert_eq!(
            of(&child, 2, json!({ "rightPresenting": 1, "leftPresenting": 1, "correction": "GLASSES" })),
            abnormal
        );
        assert_eq!(of(&child, 3, json!({ "rightPresenting": 1, "leftPresenting": 1, "correction": "NONE" })), normal);
        assert_eq!(of(&child, 4, json!({ "rightPresenting": 1, "leftPresenting": 1 })), None, "not known what is worn");
        let second = json!({ "rightUncorrected": 0.8, "leftUncorrected": 0.8, "rightPresenting": 1.2 });
        assert_eq!(of(&child, 6, second), None, "nor what the second acuity was read with");
        assert_eq!(of(&grown, 5, json!({ "rightUncorrected": 0.1, "leftUncorrected": 0.1 })), None);
        let filter = VisionMeasurementFilter { school_visions: vec![SchoolVision::Abnormal], ..Default::default() };
        assert_eq!(list(&world, &world.retailer, &filter).data.len(), 2);
        // A corrected birth date grades the measurements again.
        let path = uno_core::contract::members::MemberPath { member_id: grown.member_id };
        let update = MemberSave {
            birth_date: date("2012-01-01"),
            version: Some(grown.version),
            ..member(world.retailer_id, "A1")
        };
        world.server.call::<UpdateMember>(Some(&world.admin), &path, &(), &update).unwrap();
        assert_eq!(list(&world, &world.retailer, &filter).data.len(), 3);
    });
}

#[test]
fn what_no_eye_can_have_is_refused_by_its_field_and_what_is_rare_is_marked() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let member = world.add_member(world.retailer_id, "A1", "김하나");
        let one = |path: &str, code: &str| vec![(path.to_owned(), code.to_owned())];
        for (values, expected) in [
            (json!({}), one("rightPresenting", "required")),
            (json!({ "chart": "HAHN", "testDistance": 5 }), one("rightPresenting", "required")),
            (json!({ "rightPresenting": 0.01 }), one("rightPresenting", "tooSmall")),
            (json!({ "rightPresenting": 0.015 }), one("rightPresenting", "tooSmall")),
            (json!({ "rightPresenting": 0.1255 }), one("rightPresenting", "decimals")),
            (json!({ "rightPresenting": 2.501 }), one("rightPresenting", "tooLarge")),
            (json!({ "rightPresenting": "20/40" }), one("rightPresenting", "choice")),
            (json!({ "rightPresenting": "logMAR 0.3" }), one("rightPresenting", "choice")),
            (json!({ "rightSphere": -1.125 }), one("rightSphere", "decimals")),
            (json!({ "leftUncorrected": 2.6 }), one("leftUncorrected", "tooLarge")),
            (json!({ "bothPresenting": "XX" }), one("bothPresenting", "choice")),
            (json!({ "rightSphere": -30.25 }), one("rightSphere", "tooSmall")),
            (json!({ "rightSphere": -1, "rightCylinder": -0.5 }), one("rightAxis", "required")),
            (json!({ "leftCylinder": -0.5, "leftAxis": 90 }), one("leftSphere", "required")),
            (json!({ "leftSphere": 0, "leftAxis": 90 }), one("leftCylinder", "required")),
            (json!({ "rightSphere": 0, "rightCylinder": -1, "rightAxis": 181 }), one("rightAxis", "tooLarge")),
            (json!({ "rightSphere": 0, "rightCylinder": -1, "rightAxis": 90.5 }), one("rightAxis", "integer")),
            (json!({ "rightPressure": 0.5 }), one("rightPressure", "tooSmall")),
            (json!({ "stereoAcuity": 0 }), one("stereoAcuity", "tooSmall")),
            (json!({ "rightPresenting": 1, "measuredAt": "2099-01-01T00:00:00Z" }), one("measuredAt", "future")),
        ] {
            assert_eq!(refused(&world, &member, values.clone()), expected, "{values}");
        }
        let rare = write(
            &world,
            &member,
            json!({ "rightPresenting": 1, "rightBestCorrected": 0.8, "leftSphere": -16, "rightPressure": 41 }),
        );
        assert_eq!(rare.unusual, ["rightBestCorrected", "leftSphere", "rightPressure"]);
    });
}

#[test]
fn a_systems_batch_is_judged_one_by_one_and_taken_once() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        world.add_member(world.retailer_id, "A1", "김하나");
        let credential = CompanyCredentialSave {
            name: "안과".into(),
            scopes: vec![CredentialScope::MeasurementsWrite],
            expires_on: clock::now().plus_milliseconds(30 * 86_400_000).date_in_seoul(),
            persons_per_day: None,
        };
        let company = CompanyPath { company_id: world.retailer_id };
        let issued =
            world.server.call::<IssueCompanyCredential>(Some(&world.admin), &company, &(), &credential).unwrap();
        let batch = json!({ "source": "vt-1000", "vision": [
            { "sourceId": "1", "memberNo": "A1", "measuredAt": AT, "range": "DISTANCE", "rightPresenting": 0.3, "leftPresenting": 0.5 },
            { "sourceId": "2", "memberNo": "A1", "measuredAt": AT, "range": "NEAR", "bothPresenting": 0.8 },
            { "sourceId": "3", "memberNo": "A1", "measuredAt": AT, "range": "DISTANCE", "rightSphere": -1, "rightCylinder": -0.5 },
        ]});
        let send = || -> IntakeReport {
            let body = serde_json::to_vec(&batch).unwrap();
            let method = uno_core::contract::Method::Post;
            let (status, answer) =
                world.server.send(method, &world.server.url("/api/v1/measurements"), Some(&issued.secret), Some(&body));
            assert_eq!(status, 200, "{answer}");
            serde_json::from_str(&answer).unwrap()
        };
        let first = send();
        assert_eq!((first.created, first.known, first.refused), (2, 0, 1), "near and distant at one moment are two");
        assert_eq!(first.results[2].path, "vision[2]");
        assert_eq!(first.results[2].fields[0].path, "rightAxis");
        let again = send();
        assert_eq!((again.created, again.known, again.refused), (0, 2, 1));
        assert_eq!(again.results[0].outcome, IntakeOutcome::Known);
        let found = list(&world, &world.retailer, &VisionMeasurementFilter::default());
        assert_eq!(found.total, 2);
        let by_grade = VisionMeasurementFilter { vision_grades: vec![VisionGrade::None], ..Default::default() };
        assert_eq!(list(&world, &world.retailer, &by_grade).data.len(), 1);
    });
}

#[test]
fn nobody_reaches_another_trees_and_who_corrects_grades_anew() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let member = world.add_member(world.retailer_id, "A1", "김하나");
        let written = write(&world, &member, json!({ "rightPresenting": 0.2, "leftPresenting": 0.2 }));
        assert_eq!(list(&world, &world.other_vendor, &VisionMeasurementFilter::default()).data, []);
        let foreign = world.server.call::<GetVisionMeasurement>(Some(&world.other_vendor), &path(&written), &(), &());
        assert_eq!(code(&foreign.unwrap_err()), ErrorCode::NotFound);
        let save = save(&member, json!({ "rightPresenting": 1 }));
        let foreign = world.server.call::<CreateVisionMeasurement>(Some(&world.other_vendor), &(), &(), &save);
        assert_eq!(code(&foreign.unwrap_err()), ErrorCode::Invalid, "a member of another tree is nobody");
        assert_eq!(written.vision_grade, Some(VisionGrade::Moderate));
        let patch = json!({ "leftPresenting": 0.6, "version": written.version });
        let corrected: VisionMeasurement = {
            let address = world.server.url(&format!("/api/v1/vision-measurements/{}", written.vision_measurement_id.0));
            let body = serde_json::to_vec(&patch).unwrap();
            let method = uno_core::contract::Method::Patch;
            let (status, answer) = world.server.send(method, &address, Some(&world.admin), Some(&body));
            assert_eq!(status, 200, "{answer}");
            serde_json::from_str(&answer).unwrap()
        };
        assert_eq!((corrected.vision_grade, corrected.version), (Some(VisionGrade::None), 2));
        let stale = VisionMeasurementSave { version: Some(1), ..corrected.form() };
        let stale = world.server.call::<UpdateVisionMeasurement>(Some(&world.admin), &path(&written), &(), &stale);
        assert_eq!(code(&stale.unwrap_err()), ErrorCode::Changed);
        let history = world
            .server
            .call::<ListVisionMeasurementRevisions>(
                Some(&world.admin),
                &path(&written),
                &RevisionFilter { page: None, page_size: None },
                &(),
            )
            .unwrap();
        assert_eq!(history.data.len(), 2);
        assert!(history.data[0].changes.iter().any(|change| change.field == "leftPresenting"));
        world.server.call::<DeleteVisionMeasurement>(Some(&world.admin), &path(&written), &(), &()).unwrap();
        let gone = world.server.call::<GetVisionMeasurement>(Some(&world.admin), &path(&written), &(), &());
        assert_eq!(code(&gone.unwrap_err()), ErrorCode::NotFound);
    });
}

#[test]
fn members_see_their_own() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let own = world.add_member(world.retailer_id, "A1", "김하나");
        let other = world.add_member(world.retailer_id, "A2", "이둘");
        link(test, &world, &world.member, own.member_id);
        write(&world, &own, json!({ "rightPresenting": 0.9, "leftPresenting": 0.9 }));
        write(&world, &other, json!({ "rightPresenting": 0.1 }));
        let filter = OwnMeasurementFilter::default();
        let found = world.server.call::<ListOwnVisionMeasurements>(Some(&world.member), &(), &filter, &()).unwrap();
        assert_eq!(found.data.iter().map(|row| row.member_no.clone()).collect::<Vec<_>>(), [Some("A1".into())]);
        let records = world.server.call::<GetOwnRecords>(Some(&world.member), &(), &(), &()).unwrap();
        let vision = records.iter().find(|records| records.kind == OwnRecordKind::Vision).unwrap();
        assert_eq!(vision.count, 1);
    });
}
