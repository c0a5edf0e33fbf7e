//! Members print and share only their own measurements.

use crate::support::{TestDatabase, World, code, date, link};
use diesel::{ExpressionMethods, QueryDsl, RunQueryDsl};
use kernel::db::schema::access_log;
use serde_json::json;
use uno_core::contract::{
    error::ErrorCode,
    heart_rate_measurements::{CreateHeartRateMeasurement, HeartRateMeasurementSave},
    measurements::{KindOfMeasurements, MeasurementSelection},
    member_links::{EndMemberLink, ListMemberLinks, MemberLinkPath},
    members::{Member, MemberPath},
    messages::{ListMessages, MessageFilter},
    own_reports::{ListOwnReportLinks, OwnReportLink, PrintOwnMeasurements, RevokeOwnReportLink, ShareOwnMeasurements},
    report_links::{OpenReport, ReportLinkId, ReportLinkPath, ReportOpening, SendReports},
    users::DeleteOwnUser,
};

fn measure(world: &World, member: &Member, day: usize, rate: i64) -> i64 {
    let at = format!("2026-03-{day:02}T10:00:00+09:00");
    let sent = json!({ "memberId": member.member_id, "measuredAt": at, "rate": rate, "context": "REST" });
    let save: HeartRateMeasurementSave = serde_json::from_value(sent).unwrap();
    let made = world.server.call::<CreateHeartRateMeasurement>(Some(&world.admin), &(), &(), &save).unwrap();
    made.heart_rate_measurement_id.0
}

fn of(ids: &[i64]) -> MeasurementSelection {
    MeasurementSelection { kind: KindOfMeasurements::HeartRate, ids: ids.to_vec() }
}

fn share(world: &World, ids: &[i64]) -> Result<Vec<OwnReportLink>, ErrorCode> {
    let shared = world.server.call::<ShareOwnMeasurements>(Some(&world.member), &(), &(), &of(ids));
    shared.map_err(|error| code(&error))
}

fn open(world: &World, token: &str, born: &str) -> Result<Vec<i64>, ErrorCode> {
    let asked = ReportOpening { token: token.into(), birth_date: date(born) };
    let print = world.server.call::<OpenReport>(None, &(), &(), &asked).map_err(|error| code(&error))?;
    Ok(print.printed.heart_rate.iter().map(|one| one.rate).collect())
}

fn own_links(world: &World) -> Vec<OwnReportLink> {
    world.server.call::<ListOwnReportLinks>(Some(&world.member), &(), &(), &()).unwrap()
}

fn end(world: &World, id: ReportLinkId) -> Result<(), ErrorCode> {
    let path = ReportLinkPath { report_link_id: id };
    let ended = world.server.call::<RevokeOwnReportLink>(Some(&world.member), &path, &(), &());
    ended.map(drop).map_err(|error| code(&error))
}

#[test]
fn a_member_prints_the_own_measurements_with_their_trend_and_of_no_other() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let own = world.add_member(world.retailer_id, "A1", "김하나");
        let other = world.add_member(world.retailer_id, "A2", "이둘");
        link(test, &world, &world.member, own.member_id);
        let (first, second) = (measure(&world, &own, 2, 55), measure(&world, &own, 3, 70));
        let foreign = measure(&world, &other, 4, 90);
        let asked = of(&[second, foreign]);
        let print = world.server.call::<PrintOwnMeasurements>(Some(&world.member), &(), &(), &asked).unwrap();
        let rates = |rows: &[uno_core::contract::heart_rate_measurements::HeartRateMeasurement]| {
            rows.iter().map(|row| row.rate).collect::<Vec<_>>()
        };
        assert_eq!((rates(&print.printed.heart_rate), rates(&print.trends.heart_rate)), (vec![70], vec![70, 55]));
        assert!(first > 0 && print.printed.heart_rate[0].why.is_some());
    });
}

#[test]
fn a_member_makes_a_link_that_opens_by_the_birth_date_sees_it_opened_and_ends_it() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let own = world.add_member(world.retailer_id, "A1", "김하나");
        let other = world.add_member(world.retailer_id, "A2", "이둘");
        link(test, &world, &world.member, own.member_id);
        let (mine, foreign) = (measure(&world, &own, 2, 55), measure(&world, &other, 4, 90));
        let made = share(&world, &[mine, foreign]).unwrap();
        let [shared] = made.as_slice() else { panic!("{made:?}") };
        let token = shared.token.clone().unwrap();
        assert_eq!(open(&world, &token, "1901-01-01"), Err(ErrorCode::NotFound));
        assert_eq!(open(&world, &token, "1980-05-17"), Ok(vec![55]), "the own one alone");
        let listed = own_links(&world);
        assert_eq!((listed.len(), listed[0].openings, &listed[0].token), (1, 1, &None));
        assert!(share(&world, &[foreign]).unwrap().is_empty(), "of somebody else there is nothing to share");

        let filter = MessageFilter::default();
        let of_staff = world.server.call::<ListMessages>(Some(&world.retailer), &(), &filter, &()).unwrap().data;
        assert_eq!(
            of_staff.iter().map(|link| link.account_name.as_str()).collect::<Vec<_>>(),
            ["m****r"],
            "masked: the company keeps it"
        );
        let readers = access_log::table.filter(access_log::action.eq("SEND_REPORT")).select(access_log::account_name);
        let readers: Vec<String> = readers.load(&mut test.database.connect().unwrap()).unwrap();
        assert_eq!(readers, ["m****r"], "what is logged stays");

        end(&world, shared.report_link_id).unwrap();
        assert_eq!(open(&world, &token, "1980-05-17"), Err(ErrorCode::NotFound));
        assert!(own_links(&world).is_empty());
    });
}

#[test]
fn a_link_ends_with_what_links_its_maker_with_the_member() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let own = world.add_member(world.retailer_id, "A1", "김하나");
        link(test, &world, &world.member, own.member_id);
        let mine = measure(&world, &own, 2, 55);
        let token = share(&world, &[mine]).unwrap().remove(0).token.unwrap();
        let of_staff = json!({ "kind": "HEART_RATE", "ids": [mine], "channel": "DIRECT", "dryRun": false });
        let of_staff = serde_json::from_value(of_staff).unwrap();
        let sent = world.server.call::<SendReports>(Some(&world.retailer), &(), &(), &of_staff).unwrap();
        let of_staff = sent.recipients[0].token.clone().unwrap();
        assert_eq!(open(&world, &token, "1980-05-17"), Ok(vec![55]));

        let of_member = MemberPath { member_id: own.member_id };
        let links = world.server.call::<ListMemberLinks>(Some(&world.retailer), &of_member, &(), &()).unwrap();
        let path = MemberLinkPath { member_id: own.member_id, link_id: links[0].link_id };
        world.server.call::<EndMemberLink>(Some(&world.retailer), &path, &(), &()).unwrap();
        assert_eq!(open(&world, &token, "1980-05-17"), Err(ErrorCode::NotFound), "whoever it was");
        assert_eq!(open(&world, &of_staff, "1980-05-17"), Ok(vec![55]), "staff have told it the member");
    });
}

#[test]
fn a_link_ends_with_the_user_who_has_made_it() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let own = world.add_member(world.retailer_id, "A1", "김하나");
        link(test, &world, &world.member, own.member_id);
        let mine = measure(&world, &own, 2, 55);
        let token = share(&world, &[mine]).unwrap().remove(0).token.unwrap();
        world.server.call::<DeleteOwnUser>(Some(&world.member), &(), &(), &()).unwrap();
        assert_eq!(open(&world, &token, "1980-05-17"), Err(ErrorCode::NotFound));
    });
}

#[test]
fn a_link_that_staff_have_made_is_not_the_members_to_end_and_many_links_are_too_many() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let own = world.add_member(world.retailer_id, "A1", "김하나");
        link(test, &world, &world.member, own.member_id);
        let mine = measure(&world, &own, 2, 55);
        let asked = json!({ "kind": "HEART_RATE", "ids": [mine], "channel": "DIRECT", "dryRun": false });
        let asked = serde_json::from_value(asked).unwrap();
        let sent = world.server.call::<SendReports>(Some(&world.retailer), &(), &(), &asked);
        let of_staff = sent.unwrap().recipients[0].report_link_id.unwrap();
        assert_eq!(end(&world, of_staff), Err(ErrorCode::NotFound));
        assert!(own_links(&world).is_empty());
        let answers: Vec<_> = (0..11).map(|_| share(&world, &[mine]).map(|made| made.len())).collect();
        assert_eq!(answers[9], Ok(1));
        assert_eq!(answers[10], Err(ErrorCode::TooManyRequests));
    });
}

#[test]
fn what_staff_tell_in_person_is_neither_printed_nor_shared_by_the_member() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        for kind in [KindOfMeasurements::Dementia, KindOfMeasurements::Psychological] {
            let asked = MeasurementSelection { kind, ids: vec![1] };
            let print = world.server.call::<PrintOwnMeasurements>(Some(&world.member), &(), &(), &asked);
            let shared = world.server.call::<ShareOwnMeasurements>(Some(&world.member), &(), &(), &asked);
            for refused in [print.unwrap_err(), shared.unwrap_err()] {
                let faults: Vec<_> = refused.fields.iter().map(|one| (one.path.as_str(), one.code.as_str())).collect();
                assert_eq!(faults, [("kind", "notAllowed")]);
            }
        }
    });
}
