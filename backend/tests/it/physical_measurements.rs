//! Physical measurements: graded when written, searched by grade, sex and age; and the conditions of blood pressures.

use crate::{
    exports::lines_of,
    imports,
    measurement_imports::{self, upload},
    support::{TestDatabase, World, code, date},
};
use kernel::access::scope::Scope;
use measurements::{
    physical_measurements::store::{self, NewMeasurement},
    store::Owner,
};
use organisation::companies::store as companies;
use serde_json::json;
use uno_core::{
    contract::{
        companies::CompanyId,
        error::ErrorCode,
        measurement_imports::ImportedKind,
        measurements::MeasurementSort,
        members::Member,
        page::Page,
        physical_measurements::{
            CreatePhysicalMeasurement, ExportPhysicalMeasurements, GetPhysicalMeasurement,
            ListPhysicalMeasurementRevisions, ListPhysicalMeasurements, PhysicalMeasurement, PhysicalMeasurementFilter,
            PhysicalMeasurementPath, PhysicalMeasurementSave, UpdatePhysicalMeasurement,
        },
        revisions::RevisionFilter,
        terms::Language,
    },
    domain::{
        decimal::Hundredths,
        grade::{
            Indicator, Sex,
            physical::{Arm, BloodPressureClass, BloodPressureGrade, BmiGrade, Posture, Setting},
        },
        time::Timestamp,
    },
};

fn measured(at: &str) -> NewMeasurement {
    NewMeasurement {
        measured_at: Timestamp::parse(at).unwrap(),
        height: None,
        weight: None,
        body_fat: None,
        systolic: None,
        diastolic: None,
        pulse: None,
        setting: Setting::Clinic,
        arm: None,
        posture: None,
        reading_number: None,
    }
}

fn write(test: &TestDatabase, member: &Member, company_id: CompanyId, new: &NewMeasurement) {
    test.database
        .write_blocking(|connection| {
            let line = companies::line(connection, Scope::All, company_id)?.unwrap();
            let graded = store::graded(new, date("1980-05-17"), Sex::Male, &[]);
            store::insert(connection, None, &[(Owner::of(&line, member.member_id), graded)])
        })
        .unwrap();
}

fn list(world: &World, token: &str, filter: &PhysicalMeasurementFilter) -> Page<PhysicalMeasurement> {
    world.server.call::<ListPhysicalMeasurements>(Some(token), &(), filter, &()).unwrap()
}

#[test]
fn a_measurement_is_graded_and_tells_by_which_rules() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let member = world.add_member(world.retailer_id, "A1", "김하나");
        let new = NewMeasurement {
            height: Some(Hundredths(16_000)),
            weight: Some(Hundredths(6_400)),
            systolic: Some(140),
            diastolic: Some(89),
            ..measured("2020-05-16T10:00:00+09:00")
        };
        write(test, &member, world.retailer_id, &new);
        let found = list(&world, &world.dealer, &PhysicalMeasurementFilter::default()).data.remove(0);
        assert_eq!((found.bmi_grade, found.bmi), (Some(BmiGrade::Obesity1), Some(Hundredths(2_500))));
        assert_eq!(found.blood_pressure_grade, Some(BloodPressureGrade::Stage1));
        assert_eq!(found.blood_pressure_class, Some(BloodPressureClass::Hypertension1));
        assert_eq!((found.isolated_systolic, found.obesity_class_3), (Some(true), Some(false)));
        assert_eq!(found.body_fat_grade, None);
        assert_eq!((found.age, found.sex), (Some(39), Some(Sex::Male)), "a day before the fortieth birthday");
        assert_eq!((found.rule_set.as_deref(), found.rule_version), (Some("physical-kr"), Some(1)));
        let path = PhysicalMeasurementPath { physical_measurement_id: found.physical_measurement_id };
        let got = world.server.call::<GetPhysicalMeasurement>(Some(&world.dealer), &path, &(), &()).unwrap();
        let why: Vec<_> = got.why.iter().flatten().map(|why| (why.indicator, why.grade.as_str())).collect();
        let by_pressure =
            [(Indicator::SystolicPressure, "HYPERTENSION_1"), (Indicator::DiastolicPressure, "PREHYPERTENSION")];
        assert_eq!(why, [&[(Indicator::Bmi, "OBESITY_1")][..], &by_pressure].concat());
        let listed = PhysicalMeasurement { why: None, authors: None, ..got };
        assert_eq!(listed, found, "lists say neither why nor by whom");
        let other =
            world.server.call::<GetPhysicalMeasurement>(Some(&world.other_vendor), &path, &(), &()).unwrap_err();
        assert_eq!(code(&other), ErrorCode::NotFound);
    });
}

#[test]
fn of_what_was_not_measured_no_finding_is_excluded() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let member = world.add_member(world.retailer_id, "A1", "김하나");
        let pressure =
            NewMeasurement { systolic: Some(150), diastolic: Some(95), ..measured("2020-05-16T10:00:00+09:00") };
        let taken = [
            (NewMeasurement { pulse: Some(60), ..measured("2020-05-15T10:00:00+09:00") }, json!(null), json!(null)),
            (pressure, json!(null), json!(false)),
            (
                NewMeasurement {
                    height: Some(Hundredths(20_000)),
                    weight: Some(Hundredths(14_000)),
                    systolic: Some(150),
                    diastolic: Some(95),
                    setting: Setting::Home,
                    ..measured("2020-05-17T10:00:00+09:00")
                },
                json!(true),
                json!(null),
            ),
        ];
        for (new, obesity, isolated) in taken {
            write(test, &member, world.retailer_id, &new);
            let found = list(&world, &world.dealer, &PhysicalMeasurementFilter::default()).data.remove(0);
            let path = PhysicalMeasurementPath { physical_measurement_id: found.physical_measurement_id };
            let got = world.server.call::<GetPhysicalMeasurement>(Some(&world.dealer), &path, &(), &()).unwrap();
            for told in [found, got].map(|told| json!(told)) {
                assert_eq!((&told["obesityClass3"], &told["isolatedSystolic"]), (&obesity, &isolated), "{new:?}");
            }
        }
    });
}

#[test]
fn every_filter_finds_what_it_names() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let one = world.add_member(world.retailer_id, "A1", "김하나");
        let two = world.add_member(world.other_retailer_id, "B1", "이둘");
        let thin = NewMeasurement {
            height: Some(Hundredths(20_000)),
            weight: Some(Hundredths(7_390)),
            ..measured("2000-06-01T00:00:00Z")
        };
        let high = NewMeasurement { systolic: Some(160), diastolic: Some(99), ..measured("2010-06-01T00:00:00Z") };
        write(test, &one, world.retailer_id, &thin);
        write(test, &two, world.other_retailer_id, &high);
        let any = PhysicalMeasurementFilter::default;
        let numbers = |filter: PhysicalMeasurementFilter| -> Vec<String> {
            list(&world, &world.admin, &filter).data.into_iter().filter_map(|found| found.member_no).collect()
        };
        assert_eq!(numbers(any()), ["B1", "A1"]);
        assert_eq!(numbers(PhysicalMeasurementFilter { sort: Some(MeasurementSort::Oldest), ..any() }), ["A1", "B1"]);
        assert_eq!(numbers(PhysicalMeasurementFilter { bmi_grades: vec![BmiGrade::Underweight], ..any() }), ["A1"]);
        let grades = vec![BloodPressureGrade::Stage1, BloodPressureGrade::Stage2];
        assert_eq!(numbers(PhysicalMeasurementFilter { blood_pressure_grades: grades, ..any() }), ["B1"]);
        assert_eq!(numbers(PhysicalMeasurementFilter { age_decades: vec![20], ..any() }), ["A1"]);
        assert_eq!(numbers(PhysicalMeasurementFilter { sex: Some(Sex::Female), ..any() }), Vec::<String>::new());
        assert_eq!(numbers(PhysicalMeasurementFilter { company_id: Some(world.vendor_id), ..any() }), ["A1"]);
        assert_eq!(numbers(PhysicalMeasurementFilter { member_id: Some(two.member_id), ..any() }), ["B1"]);
        assert_eq!(numbers(PhysicalMeasurementFilter { member_name: Some("김".into()), ..any() }), ["A1"]);
        assert_eq!(numbers(PhysicalMeasurementFilter { member_no: Some("B".into()), ..any() }), ["B1"]);
        let from = serde_json::from_str(r#"{"startMeasuredAt":"2005-01-01"}"#).unwrap();
        assert_eq!(numbers(from), ["B1"]);
        let to = serde_json::from_str(r#"{"endMeasuredAt":"2000-06-01"}"#).unwrap();
        assert_eq!(numbers(to), ["A1"], "the day is included, in Seoul");
        assert_eq!(list(&world, &world.dealer, &any()).total, 1);
        assert_eq!(list(&world, &world.other_vendor, &any()).data[0].member_no.as_deref(), Some("B1"));
    });
}

#[test]
fn pages_that_follow_by_key_show_every_row_once() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        for number in 0..4 {
            let member = world.add_member(world.retailer_id, &format!("A{number}"), "김하나");
            for day in 1..4 {
                write(test, &member, world.retailer_id, &measured(&format!("2020-01-0{day}T00:00:00Z")));
            }
        }
        for sort in MeasurementSort::ALL {
            let all = list(
                &world,
                &world.admin,
                &PhysicalMeasurementFilter { sort: Some(*sort), page_size: Some(50), ..Default::default() },
            );
            let (mut seen, mut after) = (Vec::new(), None);
            for page in 0.. {
                let filter = PhysicalMeasurementFilter {
                    sort: Some(*sort),
                    page: Some(page),
                    page_size: Some(5),
                    after: after.clone(),
                    ..Default::default()
                };
                let found = list(&world, &world.admin, &filter);
                assert_eq!(found.total, 12);
                let by_number = PhysicalMeasurementFilter { after: None, ..filter };
                assert_eq!(found.data, list(&world, &world.admin, &by_number).data, "{sort:?} page {page}");
                after = found.next;
                seen.extend(found.data.into_iter().map(|row| row.physical_measurement_id));
                if after.is_none() {
                    break;
                }
            }
            assert_eq!(seen, all.data.iter().map(|row| row.physical_measurement_id).collect::<Vec<_>>(), "{sort:?}");
        }
    });
}

/// Returns arm, posture and reading number of the blood pressure.
fn as_taken(of: &PhysicalMeasurement) -> (Option<Arm>, Option<Posture>, Option<u16>) {
    (of.arm, of.posture, of.reading_number)
}

#[test]
fn how_a_pressure_was_taken_is_told_corrected_and_refused_without_one() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let member = world.add_member(world.retailer_id, "A1", "김하나");
        let body = json!({
            "memberId": member.member_id, "measuredAt": "2026-03-02T10:00:00+09:00", "setting": "CLINIC",
            "systolic": 128, "diastolic": 79, "arm": "LEFT", "posture": "SITTING", "readingNumber": 2,
        });
        let save: PhysicalMeasurementSave = serde_json::from_value(body).unwrap();
        let written = world.server.call::<CreatePhysicalMeasurement>(Some(&world.admin), &(), &(), &save).unwrap();
        assert_eq!(as_taken(&written), (Some(Arm::Left), Some(Posture::Sitting), Some(2)));
        let path = PhysicalMeasurementPath { physical_measurement_id: written.physical_measurement_id };
        let update = |save: &PhysicalMeasurementSave| {
            world.server.call::<UpdatePhysicalMeasurement>(Some(&world.admin), &path, &(), save)
        };
        let bare = PhysicalMeasurementSave { arm: None, posture: None, reading_number: None, ..written.form() };
        let corrected = update(&bare).unwrap();
        assert_eq!(as_taken(&corrected), (None, None, None));
        assert_eq!(corrected.blood_pressure_grade, written.blood_pressure_grade, "it changes no grade");
        let other = PhysicalMeasurementSave {
            arm: Some(Arm::Right),
            posture: Some(Posture::Lying),
            reading_number: None,
            ..corrected.form()
        };
        update(&other).unwrap();
        let got = world.server.call::<GetPhysicalMeasurement>(Some(&world.dealer), &path, &(), &()).unwrap();
        assert_eq!(as_taken(&got), (Some(Arm::Right), Some(Posture::Lying), None));
        let pages = RevisionFilter { page: None, page_size: None };
        let history =
            world.server.call::<ListPhysicalMeasurementRevisions>(Some(&world.admin), &path, &pages, &()).unwrap();
        let mut changed: Vec<&str> = history.data[0].changes.iter().map(|change| change.field.as_str()).collect();
        changed.sort_unstable();
        assert_eq!(changed, ["arm", "posture"]);
        let alone = PhysicalMeasurementSave { systolic: None, diastolic: None, pulse: Some(60), ..got.form() };
        let refused = update(&alone).unwrap_err();
        let fields: Vec<_> = refused.fields.iter().map(|field| (field.path.as_str(), field.code.as_str())).collect();
        assert_eq!(fields, [("arm", "notAllowed"), ("posture", "notAllowed")]);
    });
}

#[test]
fn how_a_pressure_was_taken_comes_and_goes_by_file() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        world.add_member(world.retailer_id, "A1", "김하나");
        let told = |member_no: &str| {
            let found = list(&world, &world.retailer, &PhysicalMeasurementFilter::default()).data;
            let of_member = found.iter().filter(|row| row.member_no.as_deref() == Some(member_no));
            of_member.map(as_taken).collect::<Vec<_>>()
        };
        let text = "회원번호,측정일시,체중,혈압,측정 팔,자세,측정 회차\n\
                    A1,2026-03-03 10:00,70,121/78,우,누운 자세,2차\n\
                    A1,2026-03-02 10:00,70,121/78,왼팔,앉은자세,1\n\
                    A1,2026-03-01 10:00,70,121/78,,,\n";
        assert_eq!(measurement_imports::import(&world, ImportedKind::Physical, text), [3, 0, 0]);
        let by_file = [
            (Some(Arm::Right), Some(Posture::Lying), Some(2)),
            (Some(Arm::Left), Some(Posture::Sitting), Some(1)),
            (None, None, None),
        ];
        assert_eq!(told("A1"), by_file);
        assert_eq!(measurement_imports::import(&world, ImportedKind::Physical, text), [0, 3, 0], "the same again");
        let without = "회원번호,측정일시,체중,측정 팔\nA1,2026-03-04 10:00,70,왼팔\n";
        let found = upload(&world, &world.retailer, ImportedKind::Physical, "CSV", without.as_bytes()).unwrap();
        let problem = &found.problems[0].violation;
        assert_eq!((problem.path.as_str(), problem.code.as_str()), ("arm", "notAllowed"));

        let any = PhysicalMeasurementFilter::default();
        let lines = lines_of::<ExportPhysicalMeasurements>(&world, &world.retailer, &any, Language::Ko);
        let cells = |line: &str| -> Vec<String> { line.split(',').map(str::to_owned).collect() };
        let titles = cells(&lines[0]);
        let newest = cells(&lines[1]);
        for (title, expected) in [("측정 팔", "오른팔"), ("자세", "누운 자세"), ("측정 회차", "2")] {
            let place = titles.iter().position(|own| own == title).unwrap_or_else(|| panic!("no {title}"));
            assert_eq!(newest[place], expected, "{title}");
        }

        // A members' file changes the values it contains and keeps the others.
        let head = "회원번호,성별,생년월일,측정일,수축기,이완기,팔,자세,측정 회차\n";
        let row = |rest: &str| format!("{head}A2,여,1980-05-17,2026-03-05,{rest}\n");
        assert_eq!(imports::counts(&imports::import(&world, &row("121,78,좌,서서,3회"))), [1, 0, 0, 0]);
        assert_eq!(told("A2"), [(Some(Arm::Left), Some(Posture::Standing), Some(3))]);
        let preview = imports::csv(&world, &row("121,78,오른쪽,,"));
        let told_of: Vec<&str> = preview.changes.iter().map(|change| change.field.as_str()).collect();
        assert_eq!(told_of, ["arm"]);
        let job = imports::start_with(&world, &world.retailer, &preview, &imports::changes_accepted());
        assert_eq!(imports::counts(&job), [0, 1, 0, 0]);
        assert_eq!(told("A2"), [(Some(Arm::Right), Some(Posture::Standing), Some(3))]);
    });
}
