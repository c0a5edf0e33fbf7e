//! Sends the same real people through every channel that accepts measurements: the grades must be equal, and those of
//! the shared core.
//!
//! `UNO_PEOPLE` sets how many of the 1,629 are used.

use crate::{
    fhir::{bundle, observation, post, quantity},
    imports::{counts, csv, start},
    intake::credential,
    measurement_imports::import,
    support::{TestDatabase, World},
};
use serde_json::{Value as Json, json};
use std::collections::BTreeMap;
use uno_core::{
    contract::{
        Method,
        company_credentials::CredentialScope,
        measurement_imports::ImportedKind,
        measurements::IntakeReport,
        members::{ListMembers, MemberFilter},
        physical_measurements::{ListPhysicalMeasurements, PhysicalMeasurement, PhysicalMeasurementFilter},
    },
    domain::{
        age::age_at,
        decimal::Hundredths,
        grade::{
            Sex,
            physical::{self, PhysicalInputs, Setting},
        },
        time::Date,
    },
};

const NHEFS: &str = include_str!("../data/nhefs-physical.csv");
/// Default number of people.
const PEOPLE: usize = 50;
/// The channels, each used at another hour of the day.
const DOORS: [&str; 8] =
    ["members' file", "measurements' file", "operator", "company", "FHIR", "form", "corrected", "nobody's"];
const FIRST_HOUR: usize = 10;

/// A person's row of the study.
struct Row<'a> {
    cells: Vec<&'a str>,
}

impl Row<'_> {
    fn number(&self) -> &str {
        self.cells[0]
    }

    fn at(door: usize) -> String {
        format!("1982-07-01T{}:00:00+09:00", FIRST_HOUR + door)
    }

    fn line(&self, door: usize) -> String {
        format!("{},{}\n", self.cells[..7].join(","), Self::at(door))
    }

    fn value(&self, place: usize) -> Option<f64> {
        Some(self.cells[place]).filter(|cell| !cell.is_empty()).map(|cell| cell.parse().unwrap())
    }

    /// Returns the values by field.
    fn values(&self) -> impl Iterator<Item = (&'static str, f64)> {
        let fields = [(3, "heightCm"), (4, "weightKg"), (5, "systolic"), (6, "diastolic")];
        fields.into_iter().filter_map(|(place, name)| Some((name, self.value(place)?)))
    }

    /// Returns the item for the intake and the form.
    fn item(&self, door: usize) -> Json {
        let mut item = json!({ "measuredAt": Self::at(door), "setting": "CLINIC" });
        for (name, value) in self.values() {
            item[name] = value.into();
        }
        item
    }

    /// Returns the observations for FHIR, one per value.
    fn observations(&self, member_id: i64, door: usize) -> Vec<Json> {
        let mut sent = Vec::new();
        for (place, code, unit) in [(3, "8302-2", "cm"), (4, "29463-7", "kg")] {
            sent.extend(self.value(place).map(|value| observation(member_id, 0, code, &quantity(value, unit))));
        }
        if let (Some(systolic), Some(diastolic)) = (self.value(5), self.value(6)) {
            let part = |code: &str, value: f64| {
                let code = json!({ "coding": [{ "system": "http://loinc.org", "code": code }] });
                json!({ "code": code, "valueQuantity": quantity(value, "mm[Hg]") })
            };
            let mut pressure = observation(member_id, 0, "85354-9", &Json::Null);
            pressure.as_object_mut().unwrap().remove("valueQuantity");
            pressure["component"] = json!([part("8480-6", systolic), part("8462-4", diastolic)]);
            pressure["extension"] = json!([{ "url": "urn:uno:fhir:extension:setting", "valueCode": "CLINIC" }]);
            sent.push(pressure);
        }
        for one in &mut sent {
            one["effectiveDateTime"] = Self::at(door).into();
        }
        sent
    }

    /// Returns the grades by the core.
    fn graded(&self) -> Graded {
        let hundredths = |place: usize| Hundredths::parse(self.cells[place]);
        let whole = |place: usize| self.cells[place].parse().ok();
        let (sex, born) = (if self.cells[1] == "M" { Sex::Male } else { Sex::Female }, self.cells[2]);
        let age = age_at(Date::parse(born).unwrap(), Date::parse("1982-07-01").unwrap());
        let inputs = PhysicalInputs {
            age,
            sex: Some(sex),
            height: hundredths(3),
            weight: hundredths(4),
            body_fat: None,
            systolic: whole(5),
            diastolic: whole(6),
            setting: Setting::Clinic,
        };
        // Answers tell the index as it is shown.
        let grades = physical::PhysicalGrades { bmi_tenths: None, ..physical::grade(&inputs) };
        Graded {
            inputs: (age, inputs.sex, inputs.height, inputs.weight, inputs.systolic, inputs.diastolic),
            grades,
            rules: (Some(physical::RULES.id.into()), Some(physical::RULES.version)),
        }
    }
}

type Inputs = (Option<u16>, Option<Sex>, Option<Hundredths>, Option<Hundredths>, Option<u16>, Option<u16>);

/// Graded values, grades and rules.
#[derive(Debug, PartialEq)]
struct Graded {
    inputs: Inputs,
    grades: physical::PhysicalGrades,
    rules: (Option<String>, Option<i32>),
}

fn graded(of: &PhysicalMeasurement) -> Graded {
    Graded {
        inputs: (of.age, of.sex, of.height_cm, of.weight_kg, of.systolic, of.diastolic),
        grades: physical::PhysicalGrades {
            bmi_tenths: None,
            bmi_shown: of.bmi,
            bmi: of.bmi_grade,
            obesity_class_3: of.obesity_class_3,
            blood_pressure: of.blood_pressure_grade,
            blood_pressure_class: of.blood_pressure_class,
            isolated_systolic: of.isolated_systolic,
            body_fat: of.body_fat_grade,
        },
        rules: (of.rule_set.clone(), of.rule_version),
    }
}

/// Returns all pages of the list.
fn measurements(world: &World) -> Vec<PhysicalMeasurement> {
    let mut filter = PhysicalMeasurementFilter { page_size: Some(200), ..PhysicalMeasurementFilter::default() };
    let mut all = Vec::new();
    loop {
        let page = world.server.call::<ListPhysicalMeasurements>(Some(&world.admin), &(), &filter, &()).unwrap();
        all.extend(page.data);
        if page.next.is_none() {
            return all;
        }
        filter.after = page.next;
    }
}

fn member_ids(world: &World) -> BTreeMap<String, i64> {
    let mut filter = MemberFilter { page_size: Some(200), ..MemberFilter::default() };
    let mut all = BTreeMap::new();
    loop {
        let page = world.server.call::<ListMembers>(Some(&world.admin), &(), &filter, &()).unwrap();
        all.extend(page.data.into_iter().map(|one| (one.member_no, one.member_id.0)));
        if page.next.is_none() {
            return all;
        }
        filter.after = page.next;
    }
}

fn take(world: &World, token: &str, items: &[Json]) -> IntakeReport {
    let (status, answer) = send(world, token, Method::Post, "measurements", &json!({ "physical": items }));
    let report: IntakeReport = serde_json::from_value(answer).unwrap();
    assert_eq!((status, report.created), (200, i64::try_from(items.len()).unwrap()), "{report:?}");
    report
}

fn send(world: &World, token: &str, method: Method, path: &str, body: &Json) -> (u16, Json) {
    let url = world.server.url(&format!("/api/v1/{path}"));
    let (status, text) = world.server.send(method, &url, Some(token), Some(body.to_string().as_bytes()));
    (status, serde_json::from_str(&text).unwrap())
}

fn merged(mut one: Json, other: &Json) -> Json {
    one.as_object_mut().unwrap().extend(other.as_object().unwrap().clone());
    one
}

#[test]
fn real_people_have_the_same_grades_through_every_door() {
    let people = std::env::var("UNO_PEOPLE").ok().and_then(|text| text.parse().ok()).unwrap_or(PEOPLE);
    let of = |line: &'static str| Row { cells: line.split(',').collect() };
    // The members' file accepts a single pressure without grading it; all other channels reject it.
    let is_whole = |row: &Row| row.value(5).is_some() == row.value(6).is_some();
    let all: Vec<Row> = NHEFS.lines().skip(1).map(of).filter(is_whole).collect();
    let rows: Vec<&Row> = all.iter().step_by((all.len() / people).max(1)).collect();
    TestDatabase::each(|test| {
        let world = World::build(test);
        let count = i64::try_from(rows.len()).unwrap();
        let file = |door: usize| {
            let lines: String = rows.iter().map(|row| row.line(door)).collect();
            format!("{}\n{lines}", NHEFS.lines().next().unwrap())
        };
        assert_eq!(counts(&start(&world, &world.retailer, &csv(&world, &file(0)))), [count, 0, 0, 0]);
        assert_eq!(import(&world, ImportedKind::Physical, &file(1)), [count, 0, 0]);
        let ids = member_ids(&world);
        let id = |row: &Row| ids[row.number()];
        let company = credential(&world, &[CredentialScope::MeasurementsWrite]);
        let by_number = |row: &Row, door: usize| {
            merged(row.item(door), &json!({ "memberNo": row.number(), "companyId": world.retailer_id.0 }))
        };
        for some in rows.chunks(500) {
            let items: Vec<Json> =
                some.iter().map(|row| merged(row.item(2), &json!({ "memberNo": row.number() }))).collect();
            take(&world, &world.operator, &items);
            let items: Vec<Json> = some.iter().map(|row| by_number(row, 3)).collect();
            take(&world, &company, &items);
        }
        for some in rows.chunks(300) {
            let sent: Vec<Json> = some.iter().flat_map(|row| row.observations(id(row), 4)).collect();
            let (status, answer) = post(&world.server, &company, "", &bundle("transaction", &sent));
            assert_eq!(status, 200, "{answer}");
        }
        for (place, row) in rows.iter().enumerate() {
            let by_hand = merged(row.item(5), &json!({ "memberId": id(row) }));
            let (status, answer) = send(&world, &world.retailer, Method::Post, "physical-measurements", &by_hand);
            assert_eq!(status, 200, "{answer}");
            // Created for another member with other values, then corrected.
            let other = rows[(place + 1) % rows.len()];
            let wrong = merged(other.item(6), &json!({ "memberId": id(other) }));
            let (_, made) = send(&world, &world.retailer, Method::Post, "physical-measurements", &wrong);
            let path = format!("physical-measurements/{}", made["physicalMeasurementId"]);
            let nothing = json!({ "heightCm": null, "weightKg": null, "systolic": null, "diastolic": null });
            let right = merged(merged(nothing, &row.item(6)), &json!({ "memberId": id(row) }));
            // That member's own measurement follows at the same time.
            let right = merged(right, &json!({ "measuredAt": format!("1982-07-01T{}:00:01+09:00", FIRST_HOUR + 6) }));
            let (status, answer) = send(&world, &world.retailer, Method::Patch, &path, &right);
            assert_eq!(status, 200, "{answer}");
        }
        for some in rows.chunks(500) {
            // Without a person at first, and one at a time, because all have the same time.
            for (place, row) in some.iter().enumerate() {
                let item = merged(row.item(7), &json!({ "sourceId": row.number() }));
                let report = take(&world, &world.operator, &[item]);
                let path = format!("physical-measurements/{}", report.results[0].measurement_id.unwrap());
                let given = json!({ "memberId": id(row) });
                let (status, answer) = send(&world, &world.retailer, Method::Patch, &path, &given);
                assert_eq!(status, 200, "{place}: {answer}");
            }
        }
        let found = measurements(&world);
        assert_eq!(found.len(), rows.len() * DOORS.len());
        let mut by_number: BTreeMap<&str, Vec<&PhysicalMeasurement>> = BTreeMap::new();
        for one in &found {
            by_number.entry(one.member_no.as_deref().unwrap()).or_default().push(one);
        }
        for row in &rows {
            let own = &by_number[row.number()];
            assert_eq!(own.len(), DOORS.len(), "{}", row.number());
            let expected = row.graded();
            for one in own {
                let hour: usize = one.measured_at.text_at_offset(540)[11..13].parse().unwrap();
                let door = DOORS[hour - FIRST_HOUR];
                assert_eq!(graded(one), expected, "{} by {door}", row.number());
            }
        }
    });
}
