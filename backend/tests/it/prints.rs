//! Prints of measurements: many at once with explanations and trends, with access control, each person logged.

use crate::support::{TestDatabase, World, code, group_of};
use diesel::{ExpressionMethods, QueryDsl, RunQueryDsl, connection::SimpleConnection};
use kernel::db::schema::access_log;
use serde_json::json;
use uno_core::{
    contract::{
        error::ErrorCode,
        heart_rate_measurements::{CreateHeartRateMeasurement, HeartRateMeasurementSave},
        measurements::{KindOfMeasurements, MeasurementPrint, MeasurementSelection, PrintMeasurements},
        members::Member,
        psychological_tests::{CreatePsychologicalTest, PsychologicalTestSave},
    },
    domain::access::Authority,
};

fn measure(world: &World, member: &Member, day: usize, rate: i64) -> i64 {
    let at = format!("2026-03-{day:02}T10:00:00+09:00");
    let sent = json!({ "memberId": member.member_id, "measuredAt": at, "rate": rate, "context": "REST" });
    let save: HeartRateMeasurementSave = serde_json::from_value(sent).unwrap();
    let made = world.server.call::<CreateHeartRateMeasurement>(Some(&world.admin), &(), &(), &save).unwrap();
    made.heart_rate_measurement_id.0
}

fn print(world: &World, token: &str, kind: KindOfMeasurements, ids: &[i64]) -> Result<MeasurementPrint, ErrorCode> {
    let selection = MeasurementSelection { kind, ids: ids.to_vec() };
    world.server.call::<PrintMeasurements>(Some(token), &(), &(), &selection).map_err(|error| code(&error))
}

fn rates(print: &MeasurementPrint) -> (Vec<i64>, Vec<i64>) {
    let of = |rows: &[uno_core::contract::heart_rate_measurements::HeartRateMeasurement]| {
        rows.iter().map(|row| row.rate).collect()
    };
    (of(&print.printed.heart_rate), of(&print.trends.heart_rate))
}

/// Returns the persons of prints in the access log, with the list's name.
fn logged(test: &TestDatabase) -> Vec<(Option<i64>, Option<String>)> {
    access_log::table
        .filter(access_log::action.eq("PRINT"))
        .order(access_log::access_log_id)
        .select((access_log::member_id, access_log::list))
        .load(&mut test.database.connect().unwrap())
        .unwrap()
}

#[test]
fn measurements_are_printed_in_the_order_asked_for_with_reasons_and_trends_and_each_person_is_logged() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let one = world.add_member(world.retailer_id, "A1", "김하나");
        let two = world.add_member(world.retailer_id, "A2", "이둘");
        let other = world.add_member(world.retailer_id, "A3", "박셋");
        let first = measure(&world, &one, 2, 55);
        let second = measure(&world, &two, 3, 101);
        let third = measure(&world, &one, 4, 70);
        measure(&world, &other, 5, 90);
        let print = print(&world, &world.retailer, KindOfMeasurements::HeartRate, &[second, first]).unwrap();
        assert_eq!(
            rates(&print),
            (vec![101, 55], vec![70, 101, 55]),
            "{third} is in the trend alone, {other:?} nowhere"
        );
        let why = print.printed.heart_rate[0].why.as_ref().unwrap();
        assert_eq!(why[0].grade, "TACHYCARDIA");
        assert!(!print.printed.heart_rate[0].can.update.allowed, "a print is only read");
        assert!(print.printed.stress.is_empty() && print.trends.stress.is_empty());
        let list = Some("heartRate.ofMember".to_owned());
        assert_eq!(logged(test), [(Some(one.member_id.0), list.clone()), (Some(two.member_id.0), list)]);
    });
}

#[test]
fn what_another_tree_has_and_what_is_of_another_kind_is_left_out_and_not_logged() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let one = world.add_member(world.retailer_id, "A1", "김하나");
        let two = world.add_member(world.other_retailer_id, "B1", "이둘");
        let (own, foreign) = (measure(&world, &one, 2, 55), measure(&world, &two, 3, 101));
        let sent = json!({
            "memberId": one.member_id, "measuredAt": "2026-03-06T10:00:00+09:00", "instrument": "PSS_10", "result": 20
        });
        let save: PsychologicalTestSave = serde_json::from_value(sent).unwrap();
        let test_of_one = world.server.call::<CreatePsychologicalTest>(Some(&world.admin), &(), &(), &save).unwrap();
        let ids = [foreign, own, test_of_one.psychological_test_id.0, 987_654];
        let found = print(&world, &world.dealer, KindOfMeasurements::HeartRate, &ids).unwrap();
        assert_eq!(rates(&found), (vec![55], vec![55]));
        assert_eq!(logged(test).len(), 1, "who was not shown is not in the log");
        let found = print(&world, &world.other_vendor, KindOfMeasurements::HeartRate, &ids).unwrap();
        assert_eq!(rates(&found), (vec![101], vec![101]));
        let found = print(&world, &world.dealer, KindOfMeasurements::Psychological, &ids).unwrap();
        assert_eq!(found.printed.psychological.len(), 1);
        assert!(found.printed.heart_rate.is_empty());
    });
}

#[test]
fn whoever_may_not_read_a_history_prints_none_of_it() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let one = world.add_member(world.retailer_id, "A1", "김하나");
        let own = measure(&world, &one, 2, 55);
        let group = group_of(Authority::Retailer).0;
        let withheld = format!(
            "UPDATE permission SET can_read = FALSE, can_create = FALSE, can_update = FALSE, can_delete = FALSE \
             WHERE permission_group_id = {group} \
             AND menu_item_id IN (SELECT menu_item_id FROM menu_item WHERE url = '/hr')"
        );
        test.database.connect().unwrap().batch_execute(&withheld).unwrap();
        world.server.state.callers.forget(world.server.state.keys.claims(&world.retailer).unwrap().sid);
        let refused = print(&world, &world.retailer, KindOfMeasurements::HeartRate, &[own]);
        assert_eq!(refused, Err(ErrorCode::Forbidden));
        assert!(logged(test).is_empty());
        let many: Vec<i64> = (1..=101).collect();
        let refused = print(&world, &world.admin, KindOfMeasurements::Stress, &many);
        assert_eq!(refused, Err(ErrorCode::Invalid), "a hundred at most");
    });
}
