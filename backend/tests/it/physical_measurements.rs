//! Physical measurements: graded when written, found by grade, sex and age.

use crate::support::{TestDatabase, World, code, date};
use kernel::access::scope::Scope;
use measurements::{
    physical_measurements::store::{self, NewMeasurement},
    store::Owner,
};
use organisation::companies::store as companies;
use uno_core::{
    contract::{
        companies::CompanyId,
        error::ErrorCode,
        measurements::MeasurementSort,
        members::Member,
        page::Page,
        physical_measurements::{
            GetPhysicalMeasurement, ListPhysicalMeasurements, PhysicalMeasurement, PhysicalMeasurementFilter,
            PhysicalMeasurementPath,
        },
    },
    domain::{
        decimal::Hundredths,
        grade::{
            Indicator, Sex,
            physical::{BloodPressureClass, BloodPressureGrade, BmiGrade, Setting},
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
    }
}

fn write(test: &TestDatabase, member: &Member, company_id: CompanyId, new: &NewMeasurement) {
    test.database
        .write_blocking(|connection| {
            let line = companies::line(connection, Scope::All, company_id)?.unwrap();
            let graded = store::graded(new, date("1980-05-17"), Sex::Male, &[]);
            store::insert(connection, &[(Owner::of(&line, member.member_id), graded)])
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
        assert!(found.isolated_systolic && !found.obesity_class_3 && found.body_fat_grade.is_none());
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
