//! Reports: content at creation, immutability, and who may create, read and remove them.

use crate::support::{TestDatabase, World, code, date, group_of, member as member_form};
use diesel::{ExpressionMethods, QueryDsl, RunQueryDsl, connection::SimpleConnection};
use kernel::db::schema::{access_log, report, revision};
use serde_json::json;
use uno_core::{
    contract::{
        error::{ErrorBody, ErrorCode},
        heart_rate_measurements::{
            CreateHeartRateMeasurement, DeleteHeartRateMeasurement, HeartRateMeasurementId, HeartRateMeasurementPath,
            HeartRateMeasurementSave, UpdateHeartRateMeasurement,
        },
        logs::LogSort,
        measurements::{KindOfMeasurements, MeasurementPrint},
        members::{DeleteMember, Member, MemberId, MemberPath},
        messages::{ListMessages, MessageFilter, MessageKind, WayOfSending},
        psychological_tests::{CreatePsychologicalTest, PsychologicalTest, PsychologicalTestSave},
        report_links::{OpenReport, ReportOpening, SendStoredReports, StoredReportSending},
        reports::{
            CreateReport, DeleteReport, GetReport, ListReports, PrintReports, Report, ReportFilter, ReportId,
            ReportPath, ReportSave, ReportSelection,
        },
        stress_measurements::{CreateStressMeasurement, StressMeasurementSave},
    },
    domain::access::Authority,
};

/// Content written by the first version of the product, for a member with every kind of measurement. Every later
/// version must be able to read it: changes of the measurement types must not require changing this file.
const FIRST_CONTENT: &str = include_str!("../data/report-content.json");

fn measure(world: &World, member: &Member, day: usize, rate: i64) -> HeartRateMeasurementId {
    let made = world.server.call::<CreateHeartRateMeasurement>(Some(&world.admin), &(), &(), &save(member, day, rate));
    made.unwrap().heart_rate_measurement_id
}

fn save(member: &Member, day: usize, rate: i64) -> HeartRateMeasurementSave {
    let at = format!("2026-03-{day:02}T10:00:00+09:00");
    let sent = json!({ "memberId": member.member_id, "measuredAt": at, "rate": rate, "context": "REST" });
    serde_json::from_value(sent).unwrap()
}

fn test_mind(world: &World, member: &Member, day: usize, result: i64) {
    let sent = json!({
        "memberId": member.member_id, "measuredAt": format!("2026-03-{day:02}T11:00:00+09:00"),
        "instrument": "PSS_10", "result": result
    });
    let save: PsychologicalTestSave = serde_json::from_value(sent).unwrap();
    world.server.call::<CreatePsychologicalTest>(Some(&world.admin), &(), &(), &save).unwrap();
}

fn make(world: &World, token: &str, member_id: MemberId, comment: Option<&str>) -> Result<Report, ErrorBody> {
    let asked = ReportSave { member_id, comment: comment.map(str::to_owned) };
    world.server.call::<CreateReport>(Some(token), &(), &(), &asked)
}

/// Returns path and code of the first violation.
fn fault(refused: Result<Report, ErrorBody>) -> (String, String) {
    let field = refused.unwrap_err().fields.remove(0);
    (field.path, field.code)
}

fn path(id: ReportId) -> ReportPath {
    ReportPath { report_id: id }
}

fn get(world: &World, token: &str, id: ReportId) -> Result<Report, ErrorCode> {
    world.server.call::<GetReport>(Some(token), &path(id), &(), &()).map_err(|error| code(&error))
}

fn content(world: &World, token: &str, id: ReportId) -> MeasurementPrint {
    get(world, token, id).unwrap().content.unwrap()
}

fn list(world: &World, token: &str, filter: &ReportFilter) -> Vec<Report> {
    world.server.call::<ListReports>(Some(token), &(), filter, &()).unwrap().data
}

fn print(world: &World, token: &str, ids: &[i64]) -> Result<Vec<Report>, ErrorCode> {
    let selection = ReportSelection { ids: ids.to_vec() };
    world.server.call::<PrintReports>(Some(token), &(), &(), &selection).map_err(|error| code(&error))
}

fn rates(content: &MeasurementPrint) -> (Vec<i64>, Vec<i64>) {
    let printed = content.printed.heart_rate.iter().map(|row| row.rate).collect();
    (printed, content.trends.heart_rate.iter().map(|row| row.rate).collect())
}

fn execute(test: &TestDatabase, statement: &str) {
    test.database.connect().unwrap().batch_execute(statement).unwrap();
}

/// Revokes the retailer group's access to the history of heart rates.
fn withhold_heart_rates(test: &TestDatabase, world: &World) {
    let group = group_of(Authority::Retailer).0;
    let withheld = format!(
        "UPDATE permission SET can_read = FALSE, can_create = FALSE, can_update = FALSE, can_delete = FALSE \
         WHERE permission_group_id = {group} \
         AND menu_item_id IN (SELECT menu_item_id FROM menu_item WHERE url = '/hr')"
    );
    execute(test, &withheld);
    world.server.state.callers.forget(world.server.state.keys.claims(&world.retailer).unwrap().sid);
}

/// Returns the persons in the access log because of reports, in order.
fn logged(test: &TestDatabase) -> Vec<(String, Option<i64>)> {
    access_log::table
        .filter(access_log::list.eq("reports.title"))
        .order(access_log::access_log_id)
        .select((access_log::action, access_log::member_id))
        .load(&mut test.database.connect().unwrap())
        .unwrap()
}

/// Returns the revisions of reports: action, and fields with values.
fn revisions(test: &TestDatabase) -> Vec<(String, String)> {
    revision::table
        .filter(revision::resource.eq("report"))
        .order(revision::revision_id)
        .select((revision::action, revision::changes))
        .load(&mut test.database.connect().unwrap())
        .unwrap()
}

#[test]
fn a_report_has_the_newest_of_each_kind_and_stays_as_it_was_when_they_are_corrected_or_removed() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let one = world.add_member(world.retailer_id, "A1", "김하나");
        measure(&world, &one, 2, 55);
        let newest = measure(&world, &one, 4, 101);
        test_mind(&world, &one, 5, 20);
        let comment = "잘 지내고 계십니다.\n다음 달에 다시 뵙겠습니다.";
        let made = make(&world, &world.retailer, one.member_id, Some(comment)).unwrap();
        assert_eq!(made.kinds, [KindOfMeasurements::HeartRate, KindOfMeasurements::Psychological]);
        assert_eq!((made.member_name.as_str(), made.company_name.as_str()), ("김하나", "한빛 건강센터"));
        assert!(made.content.is_none() && made.can.delete.allowed && !made.can.update.allowed);

        let first = get(&world, &world.retailer, made.report_id).unwrap();
        let shown = first.content.clone().unwrap();
        assert_eq!(rates(&shown), (vec![101], vec![101, 55]), "the trend has those before it");
        assert_eq!(shown.printed.heart_rate[0].why.as_ref().unwrap()[0].grade, "TACHYCARDIA");
        assert!(!shown.printed.heart_rate[0].can.update.allowed, "it is only read");
        assert_eq!(shown.printed.psychological.len(), 1);
        assert!(shown.printed.physical.is_empty() && shown.printed.stress.is_empty());
        assert_eq!(first.comment.as_deref(), Some(comment));

        let path = HeartRateMeasurementPath { heart_rate_measurement_id: newest };
        let corrected = HeartRateMeasurementSave { version: Some(1), ..save(&one, 4, 80) };
        world.server.call::<UpdateHeartRateMeasurement>(Some(&world.admin), &path, &(), &corrected).unwrap();
        assert_eq!(get(&world, &world.retailer, made.report_id), Ok(first.clone()));
        world.server.call::<DeleteHeartRateMeasurement>(Some(&world.admin), &path, &(), &()).unwrap();
        measure(&world, &one, 9, 66);
        assert_eq!(get(&world, &world.retailer, made.report_id), Ok(first));
        let later = make(&world, &world.retailer, one.member_id, None).unwrap();
        assert_eq!(rates(&content(&world, &world.retailer, later.report_id)), (vec![66], vec![66, 55]));
    });
}

#[test]
fn a_report_has_every_test_of_the_last_day_and_of_each_the_newest() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let member = world.add_member(world.retailer_id, "A1", "김하나");
        let answered = |at: &str, instrument: &str, result: i64| {
            let sent = json!({
                "memberId": member.member_id, "measuredAt": at, "instrument": instrument, "result": result
            });
            let save: PsychologicalTestSave = serde_json::from_value(sent).unwrap();
            world.server.call::<CreatePsychologicalTest>(Some(&world.admin), &(), &(), &save).unwrap();
        };
        answered("2026-03-01T23:59:00+09:00", "CBI", 45);
        answered("2026-03-02T00:00:00+09:00", "PSS_10", 14);
        answered("2026-03-02T10:00:00+09:00", "GAD_7", 4);
        answered("2026-03-02T11:00:00+09:00", "PSS_10", 22);
        let made = make(&world, &world.retailer, member.member_id, None).unwrap();
        let content = content(&world, &world.retailer, made.report_id);
        let told = |rows: &[PsychologicalTest]| rows.iter().map(|row| row.result.0).collect::<Vec<_>>();
        assert_eq!(told(&content.printed.psychological), [2_200, 400]);
        assert_eq!(told(&content.trends.psychological), [2_200, 400, 1_400, 4_500]);
    });
}

#[test]
fn what_was_measured_on_trial_is_in_no_report_and_a_member_without_measurements_is_refused() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let one = world.add_member(world.retailer_id, "A1", "김하나");
        let nothing = ("memberId".to_owned(), "noMeasurements".to_owned());
        assert_eq!(fault(make(&world, &world.retailer, one.member_id, None)), nothing);
        let on_trial = measure(&world, &one, 6, 90);
        execute(test, &format!("UPDATE measurement SET trial = TRUE WHERE measurement_id = {}", on_trial.0));
        assert_eq!(fault(make(&world, &world.retailer, one.member_id, None)), nothing);
        measure(&world, &one, 4, 70);
        let made = make(&world, &world.retailer, one.member_id, None).unwrap();
        assert_eq!(rates(&content(&world, &world.retailer, made.report_id)), (vec![70], vec![70]));
    });
}

#[test]
fn a_kind_that_the_maker_may_not_read_is_not_in_it_and_one_that_the_reader_may_not_read_is_not_shown() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let one = world.add_member(world.retailer_id, "A1", "김하나");
        let two = world.add_member(world.retailer_id, "A2", "이둘");
        measure(&world, &one, 2, 55);
        measure(&world, &two, 2, 56);
        test_mind(&world, &one, 5, 20);
        let of_dealer = make(&world, &world.dealer, one.member_id, None).unwrap();
        withhold_heart_rates(test, &world);
        let of_retailer = make(&world, &world.retailer, one.member_id, None).unwrap();
        let refused = make(&world, &world.retailer, two.member_id, None);
        assert_eq!(fault(refused), ("memberId".into(), "noMeasurements".into()), "of what the maker may read");
        for (token, id, heart_rates) in [
            (&world.admin, of_dealer.report_id, 1),
            (&world.admin, of_retailer.report_id, 0),
            (&world.retailer, of_dealer.report_id, 0),
        ] {
            let mut read = print(&world, token, &[id.0]).unwrap();
            read.push(get(&world, token, id).unwrap());
            for report in read {
                let content = report.content.unwrap();
                assert_eq!(rates(&content), (vec![55; heart_rates], vec![55; heart_rates]));
                assert_eq!(content.printed.psychological.len(), 1);
                assert_eq!(report.kinds.contains(&KindOfMeasurements::HeartRate), heart_rates == 1);
            }
        }
        let listed = list(&world, &world.retailer, &ReportFilter::default());
        assert!(listed.iter().all(|report| report.kinds == [KindOfMeasurements::Psychological]), "{listed:?}");
    });
}

#[test]
fn what_another_tree_has_cannot_be_read_printed_removed_listed_or_made() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let one = world.add_member(world.retailer_id, "A1", "김하나");
        let other = world.add_member(world.other_retailer_id, "B1", "이둘");
        measure(&world, &one, 2, 55);
        measure(&world, &other, 2, 56);
        let own = make(&world, &world.dealer, one.member_id, None).unwrap().report_id;
        let foreign = make(&world, &world.other_vendor, other.member_id, None).unwrap().report_id;
        for (token, own, foreign, member) in
            [(&world.dealer, own, foreign, &other), (&world.other_vendor, foreign, own, &one)]
        {
            assert_eq!(get(&world, token, foreign), Err(ErrorCode::NotFound));
            let removed = world.server.call::<DeleteReport>(Some(token), &path(foreign), &(), &());
            assert_eq!(code(&removed.unwrap_err()), ErrorCode::NotFound);
            let printed = print(&world, token, &[foreign.0, own.0, 987_654]).unwrap();
            assert_eq!(printed.iter().map(|report| report.report_id).collect::<Vec<_>>(), [own]);
            let of_foreign = ReportFilter { member_id: Some(member.member_id), ..ReportFilter::default() };
            assert!(list(&world, token, &of_foreign).is_empty());
            assert_eq!(list(&world, token, &ReportFilter::default()).len(), 1);
            let refused = fault(make(&world, token, member.member_id, None));
            assert_eq!(refused, ("memberId".into(), "notFound".into()));
            assert_eq!(refused, fault(make(&world, token, MemberId(987_654), None)), "like one that is nowhere");
        }
        assert_eq!(list(&world, &world.admin, &ReportFilter::default()).len(), 2);
        let who = logged(test).into_iter().map(|(_, member)| member).collect::<Vec<_>>();
        assert_eq!(who, [Some(one.member_id.0), Some(other.member_id.0)], "who was not shown is not in the log");
    });
}

#[test]
fn reports_are_listed_by_time_and_member_with_how_their_comment_begins() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let one = world.add_member(world.retailer_id, "A1", "김하나");
        let two = world.add_member(world.retailer_id, "A2", "이둘");
        measure(&world, &one, 2, 55);
        measure(&world, &two, 2, 56);
        let long = "가".repeat(2_000);
        let ids = [(&one, Some(long.as_str())), (&two, None), (&one, Some("짧은 소견"))]
            .map(|(member, comment)| make(&world, &world.retailer, member.member_id, comment).unwrap().report_id);
        let too_long = make(&world, &world.retailer, one.member_id, Some(&"가".repeat(2_001)));
        assert_eq!(fault(too_long), ("comment".into(), "tooLong".into()));
        let found = |filter: &ReportFilter| {
            list(&world, &world.retailer, filter).into_iter().map(|report| report.report_id).collect::<Vec<_>>()
        };
        let all = list(&world, &world.retailer, &ReportFilter::default());
        assert!(all.iter().all(|report| report.content.is_none()));
        assert_eq!(all.iter().map(|report| report.report_id).collect::<Vec<_>>(), [ids[2], ids[1], ids[0]]);
        let comments: Vec<_> = all.into_iter().map(|report| report.comment).collect();
        assert_eq!(comments, [Some("짧은 소견".into()), None, Some(format!("{}…", "가".repeat(100)))]);
        let oldest = ReportFilter { sort: Some(LogSort::Oldest), ..ReportFilter::default() };
        assert_eq!(found(&oldest), ids);
        let of_one = ReportFilter { member_id: Some(one.member_id), ..ReportFilter::default() };
        assert_eq!(found(&of_one), [ids[2], ids[0]]);
        execute(test, &format!("UPDATE report SET created_at = 1000 WHERE report_id = {}", ids[1].0));
        let before: ReportFilter = serde_json::from_value(json!({ "endCreatedAt": "2000-01-01" })).unwrap();
        assert_eq!(found(&before), [ids[1]]);
        let since: ReportFilter = serde_json::from_value(json!({ "startCreatedAt": "2000-01-01" })).unwrap();
        assert_eq!(found(&since), [ids[2], ids[0]]);
    });
}

#[test]
fn whoever_reads_or_prints_a_report_is_in_the_access_log_and_whoever_makes_or_lists_one_is_not() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let one = world.add_member(world.retailer_id, "A1", "김하나");
        let two = world.add_member(world.retailer_id, "A2", "이둘");
        measure(&world, &one, 2, 55);
        measure(&world, &two, 2, 56);
        let ids =
            [&one, &two, &one].map(|member| make(&world, &world.retailer, member.member_id, None).unwrap().report_id);
        list(&world, &world.retailer, &ReportFilter::default());
        assert!(logged(test).is_empty());
        get(&world, &world.operator, ids[1]).unwrap();
        let printed = print(&world, &world.operator, &[ids[2].0, ids[1].0, ids[0].0, ids[2].0]).unwrap();
        assert_eq!(printed.iter().map(|report| report.report_id).collect::<Vec<_>>(), [ids[2], ids[1], ids[0]]);
        let row = |member: &Member| ("PRINT".to_owned(), Some(member.member_id.0));
        assert_eq!(logged(test), [row(&two), row(&one), row(&two)], "a person once for each print");
        let many: Vec<i64> = (1..=101).collect();
        assert_eq!(print(&world, &world.admin, &many), Err(ErrorCode::Invalid), "a hundred at most");
    });
}

#[test]
fn a_report_is_removed_for_good_and_goes_with_its_member_and_histories_keep_no_value_of_it() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let one = world.add_member(world.retailer_id, "A1", "김하나");
        measure(&world, &one, 2, 55);
        let id = make(&world, &world.operator, one.member_id, Some("소견")).unwrap().report_id;
        let told = format!(r#"[{{"field":"memberId","before":null,"after":"{}"}}]"#, one.member_id.0);
        assert_eq!(revisions(test), [("CREATE".to_owned(), told)], "the comment stands in the report alone");
        let refused = world.server.call::<DeleteReport>(Some(&world.operator), &path(id), &(), &());
        assert_eq!(code(&refused.unwrap_err()), ErrorCode::Forbidden, "sites remove nothing");
        let removed = world.server.call::<DeleteReport>(Some(&world.retailer), &path(id), &(), &()).unwrap();
        assert_eq!(removed.revision_id, None, "it cannot be undone");
        assert_eq!(get(&world, &world.retailer, id), Err(ErrorCode::NotFound));
        let again = world.server.call::<DeleteReport>(Some(&world.retailer), &path(id), &(), &());
        assert_eq!(code(&again.unwrap_err()), ErrorCode::NotFound);
        let empty = r#"[{"field":"memberId","before":null,"after":null}]"#;
        assert_eq!(revisions(test), [("CREATE".into(), empty.into()), ("DELETE".into(), "[]".into())]);

        make(&world, &world.retailer, one.member_id, None).unwrap();
        let path = MemberPath { member_id: one.member_id };
        world.server.call::<DeleteMember>(Some(&world.admin), &path, &(), &()).unwrap();
        let kept = report::table.count().get_result::<i64>(&mut test.database.connect().unwrap());
        assert_eq!(kept, Ok(0));
        assert!(revisions(test).iter().all(|(_, changes)| !changes.contains(&one.member_id.0.to_string())));
    });
}

#[test]
fn an_account_makes_so_many_reports_an_hour() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let one = world.add_member(world.retailer_id, "A1", "김하나");
        measure(&world, &one, 2, 55);
        make(&world, &world.retailer, one.member_id, None).unwrap();
        execute(test, "UPDATE rate_limit SET uses = 99 WHERE subject LIKE 'make-report % 3600000'");
        make(&world, &world.retailer, one.member_id, None).unwrap();
        let refused = make(&world, &world.retailer, one.member_id, None);
        assert_eq!(code(&refused.unwrap_err()), ErrorCode::TooManyRequests);
        make(&world, &world.operator, one.member_id, None).unwrap();
    });
}

#[test]
fn a_report_of_much_is_no_longer_than_a_hundred_kilobytes_and_a_print_of_many_has_no_trends() {
    let test = TestDatabase::sqlite();
    let world = World::build(&test);
    let one = world.add_member(world.retailer_id, "A1", "김하나");
    for day in 1..=20 {
        measure(&world, &one, day, 60);
        test_mind(&world, &one, day, 20);
        let sent = json!({
            "memberId": one.member_id, "measuredAt": format!("2026-03-{day:02}T12:00:00+09:00"),
            "nnIntervals": vec![800 + day; 2_000], "pss10Total": 20, "gad7Total": 5, "cbiPersonal": 40
        });
        let save: StressMeasurementSave = serde_json::from_value(sent).unwrap();
        world.server.call::<CreateStressMeasurement>(Some(&world.admin), &(), &(), &save).unwrap();
    }
    let id = make(&world, &world.admin, one.member_id, None).unwrap().report_id;
    let kept = report::table.select(report::content).first::<String>(&mut test.database.connect().unwrap()).unwrap();
    assert!(kept.len() <= 100_000, "{}", kept.len());
    let shown = content(&world, &world.admin, id);
    assert_eq!(shown.printed.stress[0].nn_intervals.len(), 2_000);
    assert!(shown.trends.stress.iter().all(|row| row.nn_intervals.is_empty()), "lists read none");
    let each = [shown.trends.stress.len(), shown.trends.heart_rate.len(), shown.trends.psychological.len()];
    assert_eq!(each, [12; 3]);

    let ids: Vec<i64> = (0..11).map(|_| make(&world, &world.admin, one.member_id, None).unwrap().report_id.0).collect();
    let with_trends = |ids: &[i64]| {
        let printed = print(&world, &world.admin, ids).unwrap();
        printed.iter().filter(|report| !report.content.as_ref().unwrap().trends.heart_rate.is_empty()).count()
    };
    assert_eq!((with_trends(&ids[..10]), with_trends(&ids)), (10, 0));
}

#[test]
fn a_content_is_read_as_the_first_version_has_written_it() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let one = world.add_member(world.retailer_id, "A1", "김하나");
        measure(&world, &one, 2, 55);
        let id = make(&world, &world.admin, one.member_id, None).unwrap().report_id;
        let kinds = KindOfMeasurements::WORDS.join(",");
        diesel::update(report::table.find(id.0))
            .set((report::kinds.eq(kinds), report::content.eq(FIRST_CONTENT.trim())))
            .execute(&mut test.database.connect().unwrap())
            .unwrap();
        let read = get(&world, &world.admin, id).unwrap();
        assert_eq!(read.kinds, KindOfMeasurements::ALL);
        let MeasurementPrint { printed, trends } = read.content.unwrap();
        macro_rules! lists {
            ($($list:ident),+) => { $(
                assert_eq!(printed.$list.len(), 1, stringify!($list));
                assert!(!trends.$list.is_empty(), stringify!($list));
            )+ };
        }
        lists!(physical, stress, vision, heart_rate, dementia, psychological);
        assert!(printed.stress[0].why.as_ref().is_some_and(|why| !why.is_empty()), "with its reasons");
        // Grades are shown as stored in the report.
        let before: serde_json::Value = serde_json::from_str(FIRST_CONTENT).unwrap();
        let rate = &before["printed"]["heartRate"][0];
        assert_eq!(serde_json::json!(printed.heart_rate[0].rate), rate["rate"]);
        assert_eq!(serde_json::json!(printed.heart_rate[0].grade), rate["grade"]);
        assert_eq!(
            (printed.physical[0].obesity_class_3, printed.physical[0].isolated_systolic),
            (Some(false), Some(false))
        );
        // The first version stored "false" even for values without a grade.
        let mut ungraded = before.clone();
        for graded in ["bmiGrade", "bloodPressureClass"] {
            ungraded["printed"]["physical"][0][graded] = serde_json::Value::Null;
        }
        diesel::update(report::table.find(id.0))
            .set(report::content.eq(ungraded.to_string()))
            .execute(&mut test.database.connect().unwrap())
            .unwrap();
        let physical = content(&world, &world.admin, id).printed.physical.remove(0);
        assert_eq!((physical.obesity_class_3, physical.isolated_systolic), (None, None));
    });
}

#[test]
fn a_saved_report_is_sent_as_it_was_stored_with_the_kinds_that_its_sender_may_read() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let member = world.add_member(world.retailer_id, "A1", "윤지우");
        let other = world.add_member(world.other_retailer_id, "B1", "김철수");
        let rate = measure(&world, &member, 1, 71);
        test_mind(&world, &member, 1, 20);
        measure(&world, &other, 1, 90);
        let report = make(&world, &world.admin, member.member_id, Some("잘 지내세요.")).unwrap();
        let hidden = make(&world, &world.admin, other.member_id, None).unwrap();
        // The report stays as it was.
        let path = HeartRateMeasurementPath { heart_rate_measurement_id: rate };
        world.server.call::<UpdateHeartRateMeasurement>(Some(&world.admin), &path, &(), &save(&member, 1, 99)).unwrap();
        withhold_heart_rates(test, &world);

        let send = |token: &str, ids: &[i64], dry_run| {
            let ids = ids.to_vec();
            let sending = StoredReportSending { ids, channel: WayOfSending::Direct, language: None, dry_run };
            world.server.call::<SendStoredReports>(Some(token), &(), &(), &sending).map_err(|error| code(&error))
        };
        let ids = [report.report_id.0, hidden.report_id.0, report.report_id.0];
        let tried = send(&world.retailer, &ids, true).unwrap();
        assert_eq!((tried.recipients.len(), tried.left_out), (1, 1), "another company's, and one named twice");
        assert!(tried.recipients[0].token.is_none());
        let sent = send(&world.retailer, &ids, false).unwrap();
        let token = sent.recipients[0].token.clone().unwrap();
        let born = member_form(world.retailer_id, "A1").birth_date.to_string();
        let opening = |birth_date: &str| ReportOpening { token: token.clone(), birth_date: date(birth_date) };
        let open = |birth_date: &str| world.server.call::<OpenReport>(None, &(), &(), &opening(birth_date));
        assert_eq!(open("1999-09-09").map_err(|error| code(&error)).unwrap_err(), ErrorCode::NotFound);
        let opened = open(&born).unwrap();
        assert_eq!(opened.report.as_ref().unwrap().comment.as_deref(), Some("잘 지내세요."));
        assert!(opened.printed.heart_rate.is_empty() && opened.trends.heart_rate.is_empty(), "the retailer may not");
        assert_eq!(opened.printed.psychological.len(), 1);
        assert!(opened.printed.psychological.iter().all(|row| row.member_id.is_none() && row.company_id.is_none()));

        let all = send(&world.admin, &[report.report_id.0], false).unwrap();
        let whole = ReportOpening { token: all.recipients[0].token.clone().unwrap(), birth_date: date(&born) };
        let whole = world.server.call::<OpenReport>(None, &(), &(), &whole).unwrap();
        assert_eq!(whole.printed.heart_rate.iter().map(|row| row.rate).collect::<Vec<_>>(), [71], "as it was stored");

        let messages = world.server.call::<ListMessages>(Some(&world.admin), &(), &MessageFilter::default(), &());
        assert!(messages.unwrap().data.iter().all(|message| message.kind == MessageKind::Report));
        let of_links = logged(test).into_iter().map(|(action, _)| action).filter(|action| action.contains("REPORT"));
        let of_links: Vec<String> = of_links.collect();
        assert_eq!(of_links, ["SEND_REPORT", "OPEN_REPORT", "SEND_REPORT", "OPEN_REPORT"]);

        // A deleted report shows nothing, and its link says nothing of why.
        world.server.call::<DeleteReport>(Some(&world.admin), &self::path(report.report_id), &(), &()).unwrap();
        let gone = open(&born).unwrap();
        assert!(gone.report.is_none() && gone.printed.psychological.is_empty());
        assert_eq!(send(&world.member, &[hidden.report_id.0], true).unwrap_err(), ErrorCode::Forbidden);
    });
}
