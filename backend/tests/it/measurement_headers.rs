//! Measurement headers: data from before the migration survives the upgrade unchanged, and several kinds coexist.

use crate::support::{TestDatabase, World, code, revert_to_before, write_measurement};
use diesel::{QueryableByName, RunQueryDsl, connection::SimpleConnection, sql_types::BigInt};
use kernel::db::{DatabaseConnection, migrations};
use uno_core::contract::{
    error::ErrorCode,
    members::{DeleteMember, Member, MemberPath},
    physical_measurements::{
        GetPhysicalMeasurement, ListPhysicalMeasurements, PhysicalMeasurement, PhysicalMeasurementFilter,
        PhysicalMeasurementId, PhysicalMeasurementPath,
    },
};

/// The migration that adds headers.
const HEADERS: &str = "0013";

#[derive(QueryableByName)]
struct Id {
    #[diesel(sql_type = BigInt)]
    id: i64,
}

/// Returns rows with every grade, one without values, and one of a person who will be removed.
fn old_rows(first: &Member, second: &Member) -> String {
    let rows = [
        (41, first.member_id.0, "'UNDERWEIGHT', FALSE, 'NORMAL', 'NORMAL', FALSE, 'BELOW_STANDARD'"),
        (42, first.member_id.0, "'NORMAL', FALSE, 'PRE_STAGE', 'ELEVATED', FALSE, 'STANDARD'"),
        (43, first.member_id.0, "'OVERWEIGHT', FALSE, 'STAGE_1', 'HYPERTENSION_1', TRUE, 'ABOVE_STANDARD'"),
        (44, first.member_id.0, "'OBESITY_1', FALSE, 'STAGE_2', 'HYPERTENSION_2', FALSE, NULL"),
        (45, first.member_id.0, "'OBESITY_2', TRUE, NULL, NULL, FALSE, NULL"),
        (46, first.member_id.0, "NULL, FALSE, NULL, NULL, FALSE, NULL"),
        (99, second.member_id.0, "NULL, FALSE, NULL, NULL, FALSE, NULL"),
    ];
    let row = |(id, member_id, grades): (i64, i64, &str)| {
        format!(
            "INSERT INTO physical_measurement (physical_measurement_id, member_id, company_id, vendor_id, \
             dealer_id, retailer_id, measured_at, received_at, sex, age, height, weight, body_fat, systolic, \
             diastolic, pulse, setting, bmi_tenths, bmi_grade, obesity_class_3, blood_pressure_grade, \
             blood_pressure_class, isolated_systolic, body_fat_grade, rule_set, rule_version) \
             SELECT {id}, member_id, company_id, vendor_id, dealer_id, retailer_id, {at}, {at} + 7, sex, 45, 17200, \
             6740, 2150, 118, 76, 64, 'CLINIC', 228, {grades}, 'physical-kr', 1 FROM member \
             WHERE member_id = {member_id};",
            at = 1_700_000_000_000 + id,
        )
    };
    rows.into_iter().map(row).collect()
}

fn all(world: &World) -> Vec<PhysicalMeasurement> {
    world
        .server
        .call::<ListPhysicalMeasurements>(Some(&world.vendor), &(), &PhysicalMeasurementFilter::default(), &())
        .unwrap()
        .data
}

#[test]
fn measurements_keep_their_ids_values_and_grades_when_they_get_headers() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let first = world.add_member(world.retailer_id, "A1", "김하나");
        let second = world.add_member(world.retailer_id, "A2", "이둘");
        let mut connection = test.database.connect().unwrap();
        revert_to_before(&mut connection, HEADERS);
        connection.batch_execute(&old_rows(&first, &second)).unwrap();
        if let DatabaseConnection::Postgres(connection) = &mut connection {
            let sequence = "pg_get_serial_sequence('physical_measurement', 'physical_measurement_id')";
            connection.batch_execute(&format!("SELECT setval({sequence}, 99)")).unwrap();
        }
        // The highest id belongs to a deleted measurement.
        connection.batch_execute("DELETE FROM physical_measurement WHERE physical_measurement_id = 99").unwrap();
        migrations::run(&mut connection).unwrap();

        let found = all(&world);
        let told = |row: &PhysicalMeasurement| {
            let word = serde_json::to_value(row).unwrap();
            let words = ["bmiGrade", "bloodPressureGrade", "bloodPressureClass", "bodyFatGrade"];
            (row.physical_measurement_id.0, words.map(|field| word[field].as_str().unwrap_or("-").to_owned()))
        };
        let expected = [
            (46, ["-", "-", "-", "-"]),
            (45, ["OBESITY_2", "-", "-", "-"]),
            (44, ["OBESITY_1", "STAGE_2", "HYPERTENSION_2", "-"]),
            (43, ["OVERWEIGHT", "STAGE_1", "HYPERTENSION_1", "ABOVE_STANDARD"]),
            (42, ["NORMAL", "PRE_STAGE", "ELEVATED", "STANDARD"]),
            (41, ["UNDERWEIGHT", "NORMAL", "NORMAL", "BELOW_STANDARD"]),
        ];
        let expected = expected.map(|(id, grades)| (id, grades.map(str::to_owned)));
        assert_eq!(found.iter().map(told).collect::<Vec<_>>(), expected);
        let one = serde_json::to_value(&found[3]).unwrap();
        for (field, value) in [
            ("heightCm", serde_json::json!(172)),
            ("weightKg", serde_json::json!(67.4)),
            ("bodyFatPercent", serde_json::json!(21.5)),
            ("bmi", serde_json::json!(22.8)),
            ("systolic", serde_json::json!(118)),
            ("diastolic", serde_json::json!(76)),
            ("pulse", serde_json::json!(64)),
            ("age", serde_json::json!(45)),
            ("setting", serde_json::json!("CLINIC")),
            ("isolatedSystolic", serde_json::json!(true)),
            ("obesityClass3", serde_json::json!(false)),
            ("ruleSet", serde_json::json!("physical-kr")),
            ("memberNo", serde_json::json!("A1")),
        ] {
            assert_eq!(
                one[field].as_f64().map_or(one[field].clone(), |number| number.into()),
                value.as_f64().map_or(value.clone(), |number| number.into()),
                "{field}"
            );
        }
        let total = |world: &World| {
            let filter = PhysicalMeasurementFilter::default();
            world.server.call::<ListPhysicalMeasurements>(Some(&world.vendor), &(), &filter, &()).unwrap().total
        };
        assert_eq!(total(&world), 6);
        write_measurement(test, &second, world.retailer_id, "2026-01-10T09:00:00+09:00");
        assert_eq!(all(&world)[0].physical_measurement_id.0, 100, "no id is given twice");
        let path = MemberPath { member_id: first.member_id };
        world.server.call::<DeleteMember>(Some(&world.admin), &path, &(), &()).unwrap();
        let left: Vec<Id> =
            diesel::sql_query("SELECT measurement_id AS id FROM physical_measurement").load(&mut connection).unwrap();
        assert_eq!(left.iter().map(|row| row.id).collect::<Vec<_>>(), [100], "details go with their headers");
    });
}

#[test]
fn a_list_of_one_kind_tells_and_counts_nothing_of_another() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let member = world.add_member(world.retailer_id, "A1", "김하나");
        write_measurement(test, &member, world.retailer_id, "2026-01-10T09:00:00+09:00");
        let mut connection = test.database.connect().unwrap();
        connection
            .batch_execute(
                "INSERT INTO measurement (kind, member_id, company_id, vendor_id, dealer_id, retailer_id, measured_at, \
                 received_at, grades) SELECT 7, member_id, company_id, vendor_id, dealer_id, retailer_id, measured_at, \
                 received_at, grades FROM measurement; \
                 INSERT INTO measurement (kind, measured_at, received_at) VALUES (7, 1700000000000, 1700000000000)",
            )
            .unwrap();
        let filter = PhysicalMeasurementFilter::default();
        let found = world.server.call::<ListPhysicalMeasurements>(Some(&world.admin), &(), &filter, &()).unwrap();
        assert_eq!((found.data.len(), found.total), (1, 1));
        let other: Vec<Id> = diesel::sql_query("SELECT measurement_id AS id FROM measurement WHERE kind = 7")
            .load(&mut connection)
            .unwrap();
        assert_eq!(other.len(), 2, "one of a known member at the same time, one of nobody");
        for Id { id } in other {
            let path = PhysicalMeasurementPath { physical_measurement_id: PhysicalMeasurementId(id) };
            let got = world.server.call::<GetPhysicalMeasurement>(Some(&world.admin), &path, &(), &());
            assert_eq!(got.map_err(|error| code(&error)), Err(ErrorCode::NotFound));
        }
    });
}
