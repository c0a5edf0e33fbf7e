//! Alerts: recipients, withdrawal, read state, and how soon the stream reports them.

use crate::support::{Server, TestDatabase, World, account_id, add_account, code, session};
use diesel::{ExpressionMethods, QueryDsl, RunQueryDsl};
use kernel::{
    alerts::news::{Signal, Watch},
    clock,
    db::{
        DatabaseConnection,
        schema::{account, alert, alert_setting, measurement, session as sessions},
    },
    jobs::{self, store as job_store},
};
use measurements::concerns::bit;
use serde_json::{Value as Json, json};
use std::{
    io::{BufRead, BufReader, Write},
    net::{SocketAddr, TcpStream},
    time::{Duration, Instant},
};
use uno_core::{
    contract::{
        Method,
        alerts::{
            Alert, AlertFilter, AlertId, AlertKind, AlertList, AlertPath, AlertSettings, AlertSettingsSave, AlertsRead,
            GetAlert, GetAlertSettings, ListAlerts, MarkAlertsRead, SaveAlertSettings,
        },
        error::{ErrorBody, ErrorCode},
        jobs::JobKind,
        measurements::{IntakeReport, KindOfMeasurements},
        members::{Member, MemberId},
        physical_measurements::{DeletePhysicalMeasurement, PhysicalMeasurementId, PhysicalMeasurementPath},
        terms::{CreateTerms, Language, TermsKind, TermsSave, TermsStatus},
    },
    domain::{
        access::Authority,
        grade::concern::{Concern, GradedIndicator},
        time::Timestamp,
    },
};
use uno_server::api::WORKS;

/// Maximum time until every instance reports an alert.
const SOON: Duration = Duration::from_secs(2);
/// Time to wait for something that must not arrive.
const LONG: Duration = Duration::from_secs(6);

fn ago(minutes: i64) -> String {
    Timestamp(clock::now().0 - minutes * 60_000).to_string()
}

/// Sends a blood pressure measured some minutes ago as an account; returns the measurement's id.
fn measure(server: &Server, token: &str, member: MemberId, minutes: i64, pressure: (u16, u16)) -> i64 {
    let (systolic, diastolic) = pressure;
    let item = json!({ "memberId": member.0, "measuredAt": ago(minutes), "setting": "CLINIC",
        "systolic": systolic, "diastolic": diastolic });
    taken(server, token, &item)
}

fn taken(server: &Server, token: &str, item: &Json) -> i64 {
    let body = json!({ "physical": [item] }).to_string();
    let url = server.url("/api/v1/measurements");
    let (status, answer) = server.send(Method::Post, &url, Some(token), Some(body.as_bytes()));
    assert_eq!(status, 200, "{answer}");
    let report: IntakeReport = serde_json::from_str(&answer).unwrap();
    report.results[0].measurement_id.unwrap_or_else(|| panic!("{report:?}"))
}

const DANGEROUS: (u16, u16) = (170, 105);
const WATCHED: (u16, u16) = (145, 95);
const USUAL: (u16, u16) = (115, 75);

fn listed(server: &Server, token: &str, filter: &AlertFilter) -> AlertList {
    server.call::<ListAlerts>(Some(token), &(), filter, &()).unwrap()
}

fn alerts(world: &World, token: &str) -> Vec<Alert> {
    listed(&world.server, token, &AlertFilter::default()).data
}

fn unread(world: &World, token: &str) -> i64 {
    listed(&world.server, token, &AlertFilter::default()).unread_count
}

fn patch(world: &World, id: i64, body: &Json) {
    let url = world.server.url(&format!("/api/v1/physical-measurements/{id}"));
    let (status, text) = world.server.send(Method::Patch, &url, Some(&world.admin), Some(body.to_string().as_bytes()));
    assert_eq!(status, 200, "{text}");
}

fn one(world: &World) -> Member {
    world.add_member(world.retailer_id, "A1", "김하나")
}

#[test]
fn a_dangerous_grade_is_told_to_those_above_in_the_line_and_to_nobody_of_another_tree() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let member = one(&world);
        let id = measure(&world.server, &world.admin, member.member_id, 5, DANGEROUS);
        for token in [&world.admin, &world.vendor, &world.dealer, &world.retailer] {
            let found = alerts(&world, token);
            assert_eq!(found.len(), 1);
            assert_eq!((found[0].kind, found[0].is_read), (AlertKind::DangerousGrade, false));
            let about = found[0].measurement.as_ref().unwrap();
            assert_eq!((about.kind, about.measurement_id), (KindOfMeasurements::Physical, id));
            assert_eq!(
                (about.member_name.as_deref(), about.company_name.as_deref()),
                (Some("김하나"), Some("한빛 건강센터"))
            );
            let graded: Vec<_> =
                about.grades.iter().map(|one| (one.indicator, one.grade.as_str(), one.concern)).collect();
            assert_eq!(graded, [(GradedIndicator::BloodPressure, "STAGE_2", Concern::Danger)]);
            let path = AlertPath { alert_id: found[0].alert_id };
            assert_eq!(world.server.call::<GetAlert>(Some(token), &path, &(), &()).unwrap(), found[0]);
        }
        assert_eq!(alerts(&world, &world.other_vendor), []);
        let path = AlertPath { alert_id: alerts(&world, &world.admin)[0].alert_id };
        let refused = world.server.call::<GetAlert>(Some(&world.other_vendor), &path, &(), &()).unwrap_err();
        assert_eq!(code(&refused), ErrorCode::NotFound);
    });
}

#[test]
fn what_is_usual_on_trial_nobodys_or_long_ago_makes_none() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let member = one(&world);
        measure(&world.server, &world.admin, member.member_id, 5, USUAL);
        // The operator's site is not launched yet.
        measure(&world.server, &world.operator, member.member_id, 10, DANGEROUS);
        measure(&world.server, &world.admin, member.member_id, 8 * 24 * 60, DANGEROUS);
        let nobodys = json!({ "sourceId": "1", "measuredAt": ago(20), "setting": "CLINIC",
            "systolic": DANGEROUS.0, "diastolic": DANGEROUS.1 });
        let id = taken(&world.server, &world.retailer, &nobodys);
        assert_eq!(alerts(&world, &world.admin), []);
        patch(&world, id, &json!({ "memberId": member.member_id.0, "version": 1 }));
        let found = alerts(&world, &world.retailer);
        assert_eq!(found.len(), 1, "it is somebody's now");
        assert_eq!(found[0].measurement.as_ref().unwrap().measurement_id, id);
    });
}

#[test]
fn a_correction_or_a_deletion_withdraws_it() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let member = one(&world);
        let corrected = measure(&world.server, &world.admin, member.member_id, 5, DANGEROUS);
        let deleted = measure(&world.server, &world.admin, member.member_id, 6, DANGEROUS);
        let given = measure(&world.server, &world.admin, member.member_id, 7, DANGEROUS);
        assert_eq!(unread(&world, &world.retailer), 3);
        patch(&world, corrected, &json!({ "systolic": 116, "diastolic": 74, "version": 1 }));
        assert_eq!(unread(&world, &world.retailer), 2);
        let path = PhysicalMeasurementPath { physical_measurement_id: PhysicalMeasurementId(deleted) };
        world.server.call::<DeletePhysicalMeasurement>(Some(&world.admin), &path, &(), &()).unwrap();
        assert_eq!(unread(&world, &world.retailer), 1);
        // An unchanged result is no news; one of another person is.
        let read = AlertsRead { alert_ids: vec![alerts(&world, &world.retailer)[0].alert_id], through: None };
        world.server.call::<MarkAlertsRead>(Some(&world.retailer), &(), &(), &read).unwrap();
        patch(&world, given, &json!({ "pulse": 70, "version": 1 }));
        assert_eq!(unread(&world, &world.retailer), 0);
        let other = world.add_member(world.retailer_id, "A2", "이둘");
        patch(&world, given, &json!({ "memberId": other.member_id.0, "version": 2 }));
        assert_eq!(unread(&world, &world.retailer), 1);
        patch(&world, corrected, &json!({ "systolic": 170, "diastolic": 105, "version": 2 }));
        assert_eq!(unread(&world, &world.retailer), 2, "dangerous after all");
        // Whether a measurement is recent is decided when it arrives.
        let connection = &mut test.database.connect().unwrap();
        let older = measurement::measured_at.eq(measurement::measured_at - 9 * 86_400_000_i64);
        let received = measurement::received_at.eq(measurement::received_at - 9 * 86_400_000_i64);
        diesel::update(measurement::table.find(given)).set((older, received)).execute(connection).unwrap();
        patch(&world, given, &json!({ "heightCm": 160, "weightKg": 90, "version": 3 }));
        assert_eq!(unread(&world, &world.retailer), 2, "a second danger takes the place of the first");
        let older = measurement::measured_at.eq(measurement::measured_at - 90 * 86_400_000_i64);
        let received = measurement::received_at.eq(measurement::received_at - 90 * 86_400_000_i64);
        diesel::update(measurement::table.find(given)).set((older, received)).execute(connection).unwrap();
        patch(&world, given, &json!({ "systolic": 180, "diastolic": 105, "weightKg": 50, "version": 4 }));
        assert_eq!(unread(&world, &world.retailer), 1, "nobody is told of what is older than alerts are kept");
    });
}

#[test]
fn each_account_has_read_its_own_one_by_one_or_all_that_it_has_seen() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let member = one(&world);
        for minutes in 1..=3 {
            measure(&world.server, &world.admin, member.member_id, minutes, DANGEROUS);
        }
        let mark = |token: &str, read: &AlertsRead| {
            world.server.call::<MarkAlertsRead>(Some(token), &(), &(), read).unwrap().unread_count
        };
        let found = alerts(&world, &world.retailer);
        let ids: Vec<AlertId> = found.iter().map(|alert| alert.alert_id).collect();
        assert_eq!(mark(&world.retailer, &AlertsRead { alert_ids: vec![ids[1]], through: None }), 2);
        assert_eq!(unread(&world, &world.vendor), 3, "each account for itself");
        let read: Vec<bool> = alerts(&world, &world.retailer).iter().map(|alert| alert.is_read).collect();
        assert_eq!(read, [false, true, false]);
        let of = |is_unread| {
            let filter = AlertFilter { is_unread: Some(is_unread), ..AlertFilter::default() };
            listed(&world.server, &world.retailer, &filter).data.len()
        };
        assert_eq!((of(true), of(false)), (2, 1));
        // Alerts after the given position stay unread.
        measure(&world.server, &world.admin, member.member_id, 4, DANGEROUS);
        assert_eq!(mark(&world.retailer, &AlertsRead { alert_ids: Vec::new(), through: Some(ids[0]) }), 1);
        assert_eq!(mark(&world.retailer, &AlertsRead { alert_ids: Vec::new(), through: Some(AlertId(1 << 40)) }), 0);
        measure(&world.server, &world.admin, member.member_id, 5, DANGEROUS);
        assert_eq!(unread(&world, &world.retailer), 1, "a number of the future hides nothing");
        // Alerts of another tree are ignored.
        assert_eq!(mark(&world.other_vendor, &AlertsRead { alert_ids: ids, through: None }), 0);
        assert_eq!(unread(&world, &world.dealer), 5);
        let refused = world.server.call::<MarkAlertsRead>(Some(&world.dealer), &(), &(), &AlertsRead::default());
        assert_eq!(code(&refused.unwrap_err()), ErrorCode::Invalid);
    });
}

#[test]
fn what_comes_to_be_seen_below_a_number_that_was_read_stays_unread() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let member = one(&world);
        for minutes in 1..=2 {
            measure(&world.server, &world.admin, member.member_id, minutes, DANGEROUS);
        }
        let [last, late] = [0, 1].map(|place| alerts(&world, &world.retailer)[place].alert_id);
        let connection = &mut test.database.connect().unwrap();
        // Its transaction commits after that of the higher id, and it is invisible until then.
        let mut is_of = |kind: &str| {
            diesel::update(alert::table.find(late.0)).set(alert::kind.eq(kind)).execute(connection).unwrap()
        };
        let read = AlertsRead { alert_ids: Vec::new(), through: Some(last) };
        let mark = || world.server.call::<MarkAlertsRead>(Some(&world.retailer), &(), &(), &read).unwrap();
        is_of("UNSEEN");
        assert_eq!(mark().unread_count, 0);
        is_of(AlertKind::DangerousGrade.as_str());
        let found = alerts(&world, &world.retailer);
        assert_eq!(found.iter().map(|alert| alert.is_read).collect::<Vec<_>>(), [true, false]);
        // Older alerts are marked as read together, even if the settings have changed in between.
        let AlertSettings { kinds, from_danger, from_attention } =
            world.server.call::<GetAlertSettings>(Some(&world.retailer), &(), &(), &()).unwrap();
        let save = AlertSettingsSave { kinds, from_danger, from_attention };
        diesel::update(account::table).set(account::created_at.eq(0_i64)).execute(connection).unwrap();
        let earlier = clock::now().0 - 3_600_000;
        diesel::update(alert::table).set(alert::created_at.eq(earlier)).execute(connection).unwrap();
        assert_eq!(mark().unread_count, 0);
        world.server.call::<SaveAlertSettings>(Some(&world.retailer), &(), &(), &save).unwrap();
        let through: Vec<i64> = alert_setting::table.select(alert_setting::read_through).load(connection).unwrap();
        assert_eq!(through, [last.0]);
    });
}

#[test]
fn a_page_leads_to_the_next_and_its_cursor_is_worth_nothing_to_another_account() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let member = one(&world);
        for minutes in 1..=5 {
            measure(&world.server, &world.admin, member.member_id, minutes, DANGEROUS);
        }
        let mut filter = AlertFilter { page_size: Some(2), ..AlertFilter::default() };
        let mut seen = Vec::new();
        loop {
            let page = listed(&world.server, &world.dealer, &filter);
            seen.extend(page.data.iter().map(|alert| alert.alert_id));
            filter.after = page.next;
            if filter.after.is_none() {
                break;
            }
            let refused = world.server.call::<ListAlerts>(Some(&world.vendor), &(), &filter, &()).unwrap_err();
            assert_eq!(code(&refused), ErrorCode::Invalid);
        }
        assert_eq!(seen.len(), 5);
        assert!(seen.is_sorted_by(|one, other| one > other), "{seen:?}");
    });
}

#[test]
fn an_account_hears_of_what_it_has_chosen() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let member = one(&world);
        let settings = |token: &str| world.server.call::<GetAlertSettings>(Some(token), &(), &(), &()).unwrap();
        let usual = settings(&world.dealer);
        assert_eq!((usual.kinds.len(), usual.from_danger.len(), usual.from_attention.len()), (4, 11, 0));
        measure(&world.server, &world.admin, member.member_id, 1, WATCHED);
        let save = |token: &str, settings: AlertSettings| {
            let AlertSettings { kinds, from_danger, from_attention } = settings;
            let save = AlertSettingsSave { kinds, from_danger, from_attention };
            world.server.call::<SaveAlertSettings>(Some(token), &(), &(), &save).unwrap()
        };
        let without = |indicator| usual.from_danger.iter().copied().filter(move |one| *one != indicator).collect();
        let watching = AlertSettings {
            from_danger: without(GradedIndicator::BloodPressure),
            from_attention: vec![GradedIndicator::BloodPressure],
            ..usual.clone()
        };
        assert_eq!(save(&world.dealer, watching.clone()), watching);
        assert_eq!(settings(&world.dealer), watching);
        assert_eq!(alerts(&world, &world.dealer), [], "grades of attention are kept from now on");
        measure(&world.server, &world.admin, member.member_id, 2, WATCHED);
        let found = alerts(&world, &world.dealer);
        let grades = &found[0].measurement.as_ref().unwrap().grades;
        assert_eq!((found.len(), grades[0].concern), (1, Concern::Attention));
        assert_eq!(alerts(&world, &world.vendor), [], "who has not asked for it");
        measure(&world.server, &world.admin, member.member_id, 3, DANGEROUS);
        assert_eq!((unread(&world, &world.dealer), unread(&world, &world.vendor)), (2, 1));
        save(&world.dealer, AlertSettings { from_attention: Vec::new(), ..watching.clone() });
        assert_eq!(unread(&world, &world.dealer), 0, "nothing of this indicator");
        let jobs = AlertSettings { kinds: vec![AlertKind::JobDone], ..usual.clone() };
        save(&world.vendor, jobs.clone());
        assert_eq!(unread(&world, &world.vendor), 0);
        // An omitted field does not switch anything off.
        let url = world.server.url("/api/v1/alerts/settings");
        for (body, missing) in [
            ("{}", vec!["kinds", "fromDanger", "fromAttention"]),
            (r#"{"kinds":[],"fromAttention":[]}"#, vec!["fromDanger"]),
        ] {
            let (status, text) = world.server.send(Method::Put, &url, Some(&world.vendor), Some(body.as_bytes()));
            let refused: ErrorBody = serde_json::from_str(&text).unwrap();
            let told: Vec<_> = refused.fields.iter().map(|field| (field.path.as_str(), field.code.as_str())).collect();
            let expected: Vec<_> = missing.into_iter().map(|field| (field, "required")).collect();
            assert_eq!((status, told), (422, expected), "{text}");
        }
        assert_eq!(settings(&world.vendor), jobs);
    });
}

#[test]
fn what_may_not_be_read_any_more_is_told_no_more() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let member = one(&world);
        measure(&world.server, &world.admin, member.member_id, 1, DANGEROUS);
        assert_eq!(unread(&world, &world.retailer), 1);
        let connection = &mut test.database.connect().unwrap();
        diesel::sql_query(
            "DELETE FROM permission WHERE permission_group_id = (SELECT permission_group_id FROM account \
             WHERE login_id = 'retailer')",
        )
        .execute(connection)
        .unwrap();
        std::thread::sleep(Duration::from_millis(700));
        assert_eq!(unread(&world, &world.retailer), 0);
        assert_eq!(unread(&world, &world.dealer), 1);
    });
}

#[test]
fn who_has_asked_for_a_job_hears_how_it_ended() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let url = world.server.url("/api/v1/physical-measurements/exports");
        let body = json!({ "format": "CSV" }).to_string();
        let (status, text) = world.server.send(Method::Post, &url, Some(&world.vendor), Some(body.as_bytes()));
        assert_eq!(status, 200, "{text}");
        let deadline = Instant::now() + Duration::from_secs(20);
        while alerts(&world, &world.vendor).is_empty() && Instant::now() < deadline {
            let _ = jobs::run_next(&test.database, &WORKS, &|| false);
            std::thread::sleep(Duration::from_millis(50));
        }
        let found = alerts(&world, &world.vendor);
        assert_eq!((found.len(), found[0].kind), (1, AlertKind::JobDone));
        assert_eq!(found[0].job.as_ref().unwrap().kind, JobKind::Export);
        assert_eq!(alerts(&world, &world.admin), [], "nobody else's");
        // An unreadable file fails.
        let account = account_id(&world.server.state, "vendor");
        test.database
            .write_blocking(|connection| {
                let caller = kernel::access::caller::of_account(connection, account)?.unwrap();
                let new = job_store::NewJob {
                    kind: JobKind::Export,
                    call: Some("ExportPhysicalMeasurements"),
                    list: Some("measurement.ofMember"),
                    access_log_id: None,
                    company_id: Some(world.vendor_id.0),
                    file_name: "file.xlsx".into(),
                    parameters: "{".into(),
                    total: 0,
                };
                job_store::queue(connection, &caller, &new)
            })
            .unwrap();
        while alerts(&world, &world.vendor).len() < 2 && Instant::now() < deadline {
            let _ = jobs::run_next(&test.database, &WORKS, &|| false);
            std::thread::sleep(Duration::from_millis(50));
        }
        let found = alerts(&world, &world.vendor);
        assert_eq!((found.len(), found[0].kind), (2, AlertKind::JobFailed));
        assert!(found[0].job.as_ref().unwrap().failure.is_some());
    });
}

#[test]
fn terms_are_told_of_a_week_before_they_take_effect_and_once() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let publish = |edition: &str, days: i64, status| {
            let save = TermsSave {
                kind: TermsKind::Service,
                edition: edition.into(),
                language: Language::Ko,
                is_required: false,
                effective_from: Timestamp(clock::now().0 + days * 86_400_000).date_in_seoul(),
                status,
                content: "<p>약관</p>".into(),
                version: None,
            };
            world.server.call::<CreateTerms>(Some(&world.admin), &(), &(), &save).unwrap()
        };
        let soon = publish("2.0", 3, TermsStatus::Published);
        let today = publish("2.1", 0, TermsStatus::Published);
        publish("3.0", 30, TermsStatus::Published);
        publish("4.0", 3, TermsStatus::Draft);
        for _ in 0..2 {
            content::terms::care(&test.database).unwrap();
        }
        let found = alerts(&world, &world.admin);
        assert!(found.iter().all(|alert| alert.kind == AlertKind::TermsSoon));
        let told = found.iter().map(|alert| alert.terms.as_ref().unwrap());
        let mut told: Vec<_> = told.map(|terms| (terms.terms_id, terms.edition.as_str())).collect();
        told.sort_unstable_by_key(|(_, edition)| *edition);
        assert_eq!(told, [(soon.terms_id, "2.0"), (today.terms_id, "2.1")]);
        assert_eq!(alerts(&world, &world.vendor), [], "who may not read their screen");
    });
}

#[test]
fn alerts_are_kept_for_ninety_days_and_who_comes_later_has_none_of_before() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let member = one(&world);
        measure(&world.server, &world.admin, member.member_id, 1, DANGEROUS);
        measure(&world.server, &world.admin, member.member_id, 2, DANGEROUS);
        std::thread::sleep(Duration::from_millis(20));
        let new = add_account(&world.server.state, "newcomer", Authority::Retailer, Some(world.retailer_id));
        assert_eq!(alerts(&world, &new), []);
        let ids: Vec<i64> = alerts(&world, &world.admin).iter().map(|alert| alert.alert_id.0).collect();
        let old = clock::now().0 - 91 * 86_400_000;
        let connection = &mut test.database.connect().unwrap();
        diesel::update(alert::table.find(ids[1])).set(alert::created_at.eq(old)).execute(connection).unwrap();
        measurements::alerts::care(&test.database).unwrap();
        let left: Vec<i64> = alert::table.select(alert::alert_id).load(connection).unwrap();
        assert_eq!(left, [ids[0]]);
    });
}

#[test]
fn the_bits_of_indicators_stand_in_databases_and_never_change() {
    let bits: Vec<(&str, i64)> = GradedIndicator::ALL.iter().map(|one| (one.as_str(), bit(*one))).collect();
    let known = [
        ("BMI", 1),
        ("BLOOD_PRESSURE", 2),
        ("BODY_FAT", 4),
        ("STRESS", 8),
        ("ANXIETY", 16),
        ("BURNOUT", 32),
        ("LETHARGY", 64),
        ("VISION", 128),
        ("MYOPIA", 256),
        ("HEART_RATE", 512),
        ("COGNITION", 1024),
    ];
    assert_eq!(bits[..known.len()], known);
}

/// An open event stream.
struct Stream {
    lines: BufReader<TcpStream>,
}

impl Stream {
    /// Opens it; returns the status too.
    fn open(address: SocketAddr, token: &str) -> (u16, Self) {
        let mut connection = TcpStream::connect(address).unwrap();
        connection.set_read_timeout(Some(LONG)).unwrap();
        let head = format!(
            "GET /api/v1/alerts/stream HTTP/1.1\r\nhost: {address}\r\nauthorization: Bearer {token}\r\n\
             accept: text/event-stream\r\naccept-encoding: gzip\r\n\r\n"
        );
        connection.write_all(head.as_bytes()).unwrap();
        let mut lines = BufReader::new(connection);
        let mut first = String::new();
        lines.read_line(&mut first).unwrap();
        let status = first.split(' ').nth(1).unwrap().parse().unwrap();
        (status, Self { lines })
    }

    fn of(server: &Server, token: &str) -> Self {
        let (status, mut stream) = Self::open(server.address, token);
        assert_eq!(status, 200);
        let mut headers = String::new();
        loop {
            let mut line = String::new();
            assert_ne!(stream.lines.read_line(&mut line).unwrap(), 0, "{headers}");
            if line == "\r\n" {
                break;
            }
            headers.push_str(&line.to_lowercase());
        }
        for header in ["content-type: text/event-stream", "cache-control: no-store", "x-accel-buffering: no"] {
            assert!(headers.contains(header), "{headers}");
        }
        assert!(!headers.contains("content-encoding"), "{headers}");
        stream
    }

    /// Returns the next count; `None` if the stream has ended.
    fn next(&mut self) -> Option<i64> {
        loop {
            let mut line = String::new();
            let read = self.lines.read_line(&mut line).unwrap();
            if read == 0 || line == "0\r\n" {
                return None;
            }
            if let Some(data) = line.strip_prefix("data: ") {
                return serde_json::from_str::<Json>(data).unwrap()["unreadCount"].as_i64();
            }
        }
    }

    /// Reads until this count arrives; returns the time it took.
    fn until(&mut self, unread: i64) -> Duration {
        let begun = Instant::now();
        while self.next().expect("the stream goes on") != unread {}
        begun.elapsed()
    }
}

#[test]
fn the_stream_tells_of_an_alert_within_two_seconds_also_of_another_instance() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let member = one(&world);
        // On SQLite a single server has the file open; a second state in this process stands for another instance.
        let other = Server::start(test);
        let mut here = Stream::of(&world.server, &world.retailer);
        let mut there = Stream::of(&other, &world.vendor);
        assert_eq!((here.next(), there.next()), (Some(0), Some(0)));
        measure(&world.server, &world.admin, member.member_id, 1, DANGEROUS);
        let begun = Instant::now();
        here.until(1);
        there.until(1);
        assert!(begun.elapsed() < SOON, "{:?}", begun.elapsed());
        // Reading in one tab updates the other at once.
        let id = alerts(&world, &world.retailer)[0].alert_id;
        let read = AlertsRead { alert_ids: vec![id], through: None };
        world.server.call::<MarkAlertsRead>(Some(&world.retailer), &(), &(), &read).unwrap();
        assert!(here.until(0) < SOON);
    });
}

#[test]
fn who_asks_for_no_events_gets_one_and_the_stream_ends() {
    let test = TestDatabase::sqlite();
    let world = World::build(&test);
    let url = world.server.url("/api/v1/alerts/stream");
    let (status, text) = world.server.send(Method::Get, &url, Some(&world.dealer), None);
    assert_eq!((status, text.as_str()), (200, "data: {\"unreadCount\":0}\n\n"));
}

#[test]
fn a_stream_ends_with_its_session() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let pair = session(&world.server.state, "dealer", Authority::Dealer);
        let token = pair.access_token.token;
        let mut ending = Stream::of(&world.server, &token);
        let mut standing = Stream::of(&world.server, &world.dealer);
        assert_eq!((ending.next(), standing.next()), (Some(0), Some(0)));
        let sid = world.server.state.keys.claims(&token).unwrap().sid;
        let connection = &mut test.database.connect().unwrap();
        diesel::update(sessions::table.find(sid))
            .set(sessions::revoked_at.eq(clock::now().0))
            .execute(connection)
            .unwrap();
        let begun = Instant::now();
        while ending.next().is_some() {}
        assert!(begun.elapsed() < SOON + Duration::from_secs(1), "{:?}", begun.elapsed());
        let member = one(&world);
        measure(&world.server, &world.admin, member.member_id, 1, DANGEROUS);
        standing.until(1);
    });
}

#[test]
fn the_stream_counts_by_the_rights_of_the_moment() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let member = one(&world);
        let mut losing = Stream::of(&world.server, &world.retailer);
        let mut keeping = Stream::of(&world.server, &world.dealer);
        assert_eq!((losing.next(), keeping.next()), (Some(0), Some(0)));
        assert_eq!(losing.next(), Some(0), "counted once more when new alerts are looked for first");
        // The session makes no other request, so nothing else reloads its permissions.
        let connection = &mut test.database.connect().unwrap();
        diesel::sql_query(
            "DELETE FROM permission WHERE permission_group_id = (SELECT permission_group_id FROM account \
             WHERE login_id = 'retailer')",
        )
        .execute(connection)
        .unwrap();
        std::thread::sleep(Duration::from_millis(700));
        measure(&world.server, &world.admin, member.member_id, 1, DANGEROUS);
        keeping.until(1);
        assert_eq!(losing.next(), Some(0));
    });
}

#[test]
fn streams_whose_readers_have_gone_make_room() {
    let test = TestDatabase::sqlite();
    let world = World::build(&test);
    let mut open: Vec<Stream> = (0..10).map(|_| Stream::of(&world.server, &world.dealer)).collect();
    for stream in &mut open {
        // The second count is sent on the first poll for new alerts; after that nothing is sent for 20 seconds.
        assert_eq!((stream.next(), stream.next()), (Some(0), Some(0)));
    }
    drop(open);
    let begun = Instant::now();
    while Stream::open(world.server.address, &world.dealer).0 == 429 {
        assert!(begun.elapsed() < Duration::from_secs(8), "{:?}", begun.elapsed());
        std::thread::sleep(Duration::from_secs(1));
    }
}

#[test]
fn an_account_has_a_limited_number_of_streams_and_a_server_that_stops_ends_them() {
    let test = TestDatabase::sqlite();
    let world = World::build(&test);
    let mut open: Vec<Stream> = (0..10).map(|_| Stream::of(&world.server, &world.dealer)).collect();
    let (status, _) = Stream::open(world.server.address, &world.dealer);
    assert_eq!(status, 429);
    let (status, _) = Stream::open(world.server.address, &world.retailer);
    assert_eq!(status, 200, "another account's are counted apart");
    let mut last = open.pop().unwrap();
    assert_eq!(last.next(), Some(0));
    drop(world);
    let begun = Instant::now();
    while last.next().is_some() {}
    assert!(begun.elapsed() < Duration::from_secs(8), "{:?}", begun.elapsed());
}

#[test]
fn an_alert_is_heard_of_whose_transaction_ends_after_that_of_a_later_one() {
    TestDatabase::each(|test| {
        // SQLite serializes write transactions.
        if test.url.starts_with("sqlite") {
            return;
        }
        let world = World::build(test);
        let account = account_id(&world.server.state, "vendor");
        let written = |connection: &mut DatabaseConnection| {
            let new = (
                alert::kind.eq(AlertKind::JobDone.as_str()),
                alert::created_at.eq(clock::now().0),
                alert::account_id.eq(account),
            );
            let new = diesel::insert_into(alert::table).values(new).returning(alert::alert_id);
            Ok(new.get_result::<i64>(connection)?)
        };
        let heard = |watch: &mut Watch| match test.database.read_blocking(|connection| watch.look(connection)).unwrap()
        {
            Some(Signal::New(fresh)) => fresh.len(),
            Some(_) => usize::MAX,
            None => 0,
        };
        let mut watch = Watch::default();
        assert_eq!(heard(&mut watch), usize::MAX, "the first look tells everybody to count");
        let (begun, has_begun) = std::sync::mpsc::channel();
        let (end, may_end) = std::sync::mpsc::channel();
        std::thread::scope(|scope| {
            let slow = scope.spawn(move || {
                test.database.write_blocking(move |connection| {
                    let id = written(connection)?;
                    begun.send(()).unwrap();
                    may_end.recv().unwrap();
                    Ok(id)
                })
            });
            has_begun.recv().unwrap();
            let later = test.database.write_blocking(written).unwrap();
            assert_eq!(heard(&mut watch), 1);
            end.send(()).unwrap();
            assert!(slow.join().unwrap().unwrap() < later);
            assert_eq!((heard(&mut watch), heard(&mut watch)), (1, 0), "once, when it has been committed");
        });
    });
}
