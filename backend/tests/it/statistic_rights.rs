//! Statistics and rights: what comes of a kind of measurement is told to who may read the kind, and exact figures to who
//! may read the people. Every statistic of the contract is asked, so that a new one cannot forget it.

use crate::{
    exports::export_of,
    imports::ended,
    support::{TestDatabase, World, account_id, code, date, group_of, member},
};
use diesel::connection::SimpleConnection;
use kernel::jobs;
use measurements::kind::MeasurementKind;
use serde_json::{Value as Json, json};
use statistics::fold;
use uno_core::{
    contract::{
        ENDPOINTS, Method,
        alerts::{AlertFilter, ListAlerts},
        companies::CompanyId,
        error::ErrorCode,
        exports::ExportOptions,
        jobs::{GetJob, JobPath, JobState},
        measurements::{IntakeReport, KindOfMeasurements},
        members::{self, CreateMember, Member, MemberSave},
        statistics::{
            AttentionPeopleFilter, ExportPeopleWhoNeedAttention, ExportTestCategoryStatistics, GetAttentionStatistics,
            GetIndicatorAverages, GetTestCategoryStatistics, ListPeopleWhoNeedAttention, StatisticBucket,
            StatisticFilter,
        },
    },
    domain::{
        access::Authority,
        grade::{concern::GradedIndicator, indicator::Indicator},
        time::{DAY_MILLISECONDS, Timestamp},
    },
};
use uno_server::api::WORKS;

/// Everything that a kind tells of alone or together with another, in the words of the contract.
fn words_of(kind: MeasurementKind) -> &'static [&'static str] {
    const QUESTIONNAIRES: &[&str] = &["PSS_10", "BEPSI_K", "GAD_7", "CBI", "BAT_12", "STRESS", "ANXIETY", "BURNOUT"];
    match kind {
        MeasurementKind::Physical => {
            &["PHYSICAL", "BMI", "BLOOD_PRESSURE", "SYSTOLIC_PRESSURE", "DIASTOLIC_PRESSURE", "BODY_FAT"]
        }
        MeasurementKind::Stress => &[
            "HEART_RATE_VARIABILITY",
            "ACTIVATION",
            "LETHARGY",
            "PSS_10",
            "BEPSI_K",
            "GAD_7",
            "CBI",
            "BAT_12",
            "STRESS",
            "ANXIETY",
            "BURNOUT",
        ],
        MeasurementKind::Vision => &["VISION", "MYOPIA", "DISTANCE_ACUITY", "NEAR_ACUITY", "REFRACTION"],
        MeasurementKind::HeartRate => &["HEART_RATE", "HEART_RATE_AT_REST", "HEART_RATE_AFTER_EXERCISE"],
        MeasurementKind::Dementia => &["DEMENTIA", "COGNITION", "CIST", "KDSQ_C", "KDSQ_P", "MMSE_KC"],
        MeasurementKind::Psychological => QUESTIONNAIRES,
    }
}

fn execute(test: &TestDatabase, statement: &str) {
    test.database.write_blocking(|connection| Ok(connection.batch_execute(statement)?)).unwrap();
}

fn fold_all(test: &TestDatabase) {
    fold::fold_everything(&mut test.database.connect().unwrap(), &mut test.database.connect().unwrap()).unwrap();
}

/// Gives or takes a group's right to read a screen.
fn set_right(test: &TestDatabase, world: &World, token: &str, authority: Authority, screen: &str, may: bool) {
    let (_, own) = screen.rsplit_once('/').unwrap();
    execute(
        test,
        &format!(
            "UPDATE permission SET can_read = {may} WHERE permission_group_id = {} AND menu_item_id IN \
             (SELECT menu_item_id FROM menu_item WHERE url = '/{own}')",
            group_of(authority).0
        ),
    );
    world.server.state.callers.forget(world.server.state.keys.claims(token).unwrap().sid);
}

fn add(world: &World, company_id: CompanyId, number: &str, birth: &str) -> Member {
    let save = MemberSave { birth_date: date(birth), ..member(company_id, number) };
    world.server.call::<CreateMember>(Some(&world.admin), &(), &(), &save).unwrap()
}

fn take(world: &World, body: &Json) {
    let url = world.server.url("/api/v1/measurements");
    let (status, answer) = world.server.send(Method::Post, &url, Some(&world.admin), Some(body.to_string().as_bytes()));
    assert_eq!(status, 200, "{answer}");
    let report: IntakeReport = serde_json::from_str(&answer).unwrap();
    assert_eq!(report.refused, 0, "{answer}");
}

/// Returns the beginning of a day, some days ago.
fn days_ago(days: i64) -> Timestamp {
    kernel::clock::now().plus_milliseconds(-days * DAY_MILLISECONDS)
}

/// Measures a person by every kind, so that all need attention.
fn measure_all(body: &mut Json, one: &Member, at: &str) {
    let mut push = |list: &str, mut item: Json| {
        item["memberId"] = json!(one.member_id);
        item["measuredAt"] = json!(at);
        body[list].as_array_mut().unwrap().push(item);
    };
    push(
        "physical",
        json!({
            "setting": "CLINIC", "heightCm": 170, "weightKg": 95, "bodyFatPercent": 40, "systolic": 165, "diastolic": 70,
        }),
    );
    push("stress", json!({ "pss10Total": 38, "activationScore": 2, "sdnn": 40.5 }));
    push("heartRate", json!({ "rate": 120, "context": "REST" }));
    push("dementia", json!({ "instrument": "MMSE_KC", "total": 5 }));
    push("psychological", json!({ "instrument": "GAD_7", "result": 21 }));
    push(
        "vision",
        json!({ "range": "DISTANCE", "rightPresenting": 0.05, "leftPresenting": 0.05, "leftSphere": -7, "rightSphere": -7 }),
    );
}

fn everything(world: &World, people: &[Member], at: &str) {
    let mut body = json!({
        "source": "기기", "physical": [], "stress": [], "heartRate": [], "dementia": [], "psychological": [], "vision": [],
    });
    people.iter().for_each(|one| measure_all(&mut body, one, at));
    take(world, &body);
}

/// Returns the forbidden words that an answer tells of, outside of what it says it leaves out.
fn told(answer: &Json, forbidden: &[&str]) -> Vec<String> {
    let is_forbidden = |word: &Json| word.as_str().is_some_and(|word| forbidden.contains(&word));
    match answer {
        Json::Object(fields) => fields
            .iter()
            .filter(|(name, _)| *name != "leftOut")
            .flat_map(|(name, value)| match name.as_str() {
                "indicator" | "category" | "testCase" if is_forbidden(value) => vec![format!("{name} {value}")],
                _ => told(value, forbidden),
            })
            .collect(),
        Json::Array(all) => all.iter().flat_map(|one| told(one, forbidden)).collect(),
        _ => Vec::new(),
    }
}

#[test]
fn nothing_is_told_of_a_kind_to_who_may_not_read_it() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let people: Vec<Member> =
            (0..6).map(|n| add(&world, world.retailer_id, &format!("A-{n}"), "1960-05-05")).collect();
        everything(&world, &people, &days_ago(2).to_string());
        fold_all(test);
        let (first, last) = (days_ago(20).date_in_seoul(), days_ago(0).date_in_seoul());
        let period = format!("start={first}&end={last}");
        // A list of people asks for an indicator.
        let statistics: Vec<_> = ENDPOINTS
            .iter()
            .filter(|info| info.method == Method::Get && info.path.starts_with("/api/v1/statistics/"))
            .filter(|info| !info.path.ends_with("/people"))
            .collect();
        assert!(statistics.len() >= 10);
        let ask = |address: &str| {
            let (status, answer) =
                world.server.send(Method::Get, &world.server.url(address), Some(&world.vendor), None);
            (status, serde_json::from_str::<Json>(&answer).unwrap())
        };
        let all_told: Vec<String> = statistics
            .iter()
            .flat_map(|info| {
                let every: Vec<&str> = MeasurementKind::ALL.into_iter().flat_map(words_of).copied().collect();
                told(&ask(&format!("{}?{period}", info.path)).1, &every)
            })
            .collect();
        for kind in MeasurementKind::ALL {
            assert!(words_of(kind).iter().any(|word| all_told.iter().any(|told| told.contains(word))), "{kind:?}");
            set_right(test, &world, &world.vendor, Authority::Vendor, kind.screen(), false);
            let category = KindOfMeasurements::from(kind).as_str();
            let forbidden: Vec<&str> = words_of(kind).to_vec();
            for info in &statistics {
                let (status, answer) = ask(&format!("{}?{period}", info.path));
                assert_eq!(status, 200, "{}", info.path);
                // Some categories have the word of an indicator: those are told by name.
                let mut found = told(&answer, &forbidden);
                if ["STRESS", "HEART_RATE", "VISION"].contains(&category) || kind == MeasurementKind::Psychological {
                    found.retain(|told| told != "category \"STRESS\"" || category == "STRESS");
                }
                assert_eq!(found, [""; 0], "{} without {kind:?}", info.path);
                for frame in [&answer["frame"], &answer["tests"]["frame"], &answer["attention"]["frame"]] {
                    let left_out = frame["leftOut"].to_string();
                    let is_of_kinds = !left_out.contains("null") && frame["leftOut"].is_object();
                    let counts_users = info.path.contains("member");
                    let has_no_values = kind == MeasurementKind::Vision || kind == MeasurementKind::Dementia;
                    if is_of_kinds && !counts_users && !(has_no_values && info.path.contains("average")) {
                        let said = forbidden.iter().chain([&category]).any(|word| left_out.contains(word));
                        assert!(said, "{} without {kind:?}: {left_out}", info.path);
                    }
                }
            }
            let (_, dashboard) = ask(&format!("/api/v1/statistics/dashboard?{period}"));
            assert_eq!(dashboard["overview"]["measurements"]["count"], json!(5 * 6), "{dashboard}");
            assert_eq!(dashboard["leftOut"], json!([category]));
            assert_eq!(dashboard["tests"]["total"]["count"]["tests"], json!(5 * 6));
            let (_, companies) = ask(&format!("/api/v1/statistics/each-company-test-count-statistics?{period}"));
            assert_eq!(companies["total"]["count"]["tests"], json!(5 * 6));
            for indicator in GradedIndicator::ALL {
                let filter = attention_people(*indicator, first.to_string().as_str(), last.to_string().as_str());
                let list = world.server.call::<ListPeopleWhoNeedAttention>(Some(&world.vendor), &(), &filter, &());
                let options = ExportOptions::default();
                let is_of_kind = forbidden.contains(&indicator.as_str());
                assert_eq!(list.is_err(), is_of_kind, "{indicator:?} without {kind:?}");
                if is_of_kind {
                    assert_eq!(code(&list.unwrap_err()), ErrorCode::Forbidden);
                    let file =
                        world.server.call::<ExportPeopleWhoNeedAttention>(Some(&world.vendor), &(), &filter, &options);
                    assert_eq!(code(&file.unwrap_err()), ErrorCode::Forbidden);
                }
            }
            let filter = AlertFilter { is_unread: None, after: None, page_size: Some(100) };
            let alerts = world.server.call::<ListAlerts>(Some(&world.vendor), &(), &filter, &()).unwrap();
            let own = alerts.data.iter().filter_map(|alert| alert.measurement.as_ref());
            assert!(
                own.clone().all(|about| about.kind != KindOfMeasurements::from(kind)) && own.count() > 0,
                "{kind:?}"
            );
            set_right(test, &world, &world.vendor, Authority::Vendor, kind.screen(), true);
        }
    });
}

fn attention_people(indicator: GradedIndicator, start: &str, end: &str) -> AttentionPeopleFilter {
    AttentionPeopleFilter {
        start: date(start),
        end: date(end),
        indicator,
        grade: None,
        company_id: None,
        division_id: None,
        service_ids: Vec::new(),
        sex: None,
        age_decades: Vec::new(),
        page: None,
        page_size: None,
    }
}

fn period(start: &str, end: &str) -> StatisticFilter {
    StatisticFilter {
        start: date(start),
        end: date(end),
        bucket: Some(StatisticBucket::Year),
        compare: None,
        company_id: None,
        division_id: None,
        service_ids: Vec::new(),
        sex: None,
        age_decades: Vec::new(),
    }
}

#[test]
fn a_file_is_refused_and_gone_without_the_right_to_a_kind_in_it() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let (year, options) = (period("2025-01-01", "2025-12-31"), ExportOptions::default());
        let (made, _) = export_of::<ExportTestCategoryStatistics>(&world, &world.vendor, &year, &options);
        // Queued before the right is lost, and run afterwards.
        world.server.state.job_added.notify_one();
        let lose = |may| {
            set_right(test, &world, &world.vendor, Authority::Vendor, MeasurementKind::Dementia.screen(), may);
        };
        let get = |job_id| world.server.call::<GetJob>(Some(&world.vendor), &JobPath { job_id }, &(), &()).unwrap();
        assert!(get(made.job_id).has_file);
        lose(false);
        assert!(!get(made.job_id).has_file);
        lose(true);
        let account_id = account_id(&world.server.state, "vendor");
        let queued = test
            .database
            .write_blocking(|connection| {
                let caller = kernel::access::caller::of_account(connection, account_id)?.unwrap();
                let parameters = json!({
                    "filter": year, "options": options, "scope": caller.scope,
                    "screens": [MeasurementKind::Dementia.screen()],
                });
                let new = jobs::store::NewJob {
                    kind: uno_core::contract::jobs::JobKind::Export,
                    call: Some("ExportTestCategoryStatistics"),
                    list: Some("statistics.testCategories"),
                    access_log_id: None,
                    company_id: caller.scope.company_id(),
                    file_name: "categories.xlsx".into(),
                    parameters: parameters.to_string(),
                    total: 0,
                };
                connection.batch_execute(&format!(
                    "UPDATE permission SET can_read = FALSE WHERE permission_group_id = {} AND menu_item_id IN \
                     (SELECT menu_item_id FROM menu_item WHERE url = '/dementia_prediction')",
                    group_of(Authority::Vendor).0
                ))?;
                jobs::store::queue(connection, &caller, &new)
            })
            .unwrap();
        let _ = jobs::run_next(&test.database, &WORKS, &|| false);
        let end = ended(&world, &world.vendor, queued.job_id);
        assert_eq!((end.state, end.failure.as_deref()), (JobState::Failed, Some("forbidden")));
    });
}

#[test]
fn two_periods_that_differ_by_a_day_do_not_tell_the_value_of_who_was_measured_on_it() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let weights = [52, 95, 61, 78, 110, 58, 70, 49, 102, 66, 84, 57, 91, 63, 120, 55, 74, 88];
        let items: Vec<Json> = weights
            .iter()
            .enumerate()
            .map(|(day, weight)| {
                let one = add(&world, world.retailer_id, &format!("B-{day}"), "1980-05-05");
                json!({
                    "memberId": one.member_id, "measuredAt": format!("2025-04-{:02}T09:00:00+09:00", day + 1),
                    "setting": "CLINIC", "heightCm": 170, "weightKg": weight,
                })
            })
            .collect();
        take(&world, &json!({ "source": "기기", "physical": items }));
        fold_all(test);
        let mean_until = |day: usize| {
            let filter = period("2025-04-01", &format!("2025-04-{day:02}"));
            let found = world.server.call::<GetIndicatorAverages>(Some(&world.vendor), &(), &filter, &()).unwrap();
            let row = found.rows.into_iter().find(|row| row.indicator == Indicator::Bmi && row.sex.is_none()).unwrap();
            (row.figures.tests, row.figures.mean.map(|mean| mean.0 as f64 / 100.0), found.frame.is_rounded)
        };
        let derived = |with: usize| -> Option<f64> {
            let (before, after) = (mean_until(with - 1).1?, mean_until(with).1?);
            Some(after * with as f64 - before * (with - 1) as f64)
        };
        let bmi = |day: usize| f64::from(weights[day - 1]) / 1.7 / 1.7;
        let found = |days: std::ops::RangeInclusive<usize>| {
            let own = days.filter_map(|day| Some((derived(day)? - bmi(day)).abs()));
            own.collect::<Vec<f64>>()
        };
        let exact = found(6..=18);
        assert!(exact.len() == 13 && exact.iter().all(|error| *error < 0.3), "who may read people: {exact:?}");
        set_right(test, &world, &world.vendor, Authority::Vendor, members::SCREEN, false);
        let rounded = found(6..=18);
        assert!(rounded.iter().filter(|error| **error < 1.0).count() <= 3, "{rounded:?}");
        assert!(mean_until(4).1.is_none() && mean_until(18).2);
        assert_eq!([6, 7, 8, 12, 13, 18].map(|day| mean_until(day).0.unwrap()), [5, 5, 10, 10, 15, 20]);
    });
}

#[test]
fn who_may_not_read_people_is_told_of_days_that_are_over() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let people: Vec<Member> =
            (0..7).map(|n| add(&world, world.retailer_id, &format!("A-{n}"), "1960-05-05")).collect();
        let rates = |at: Timestamp| {
            let of = |one: &Member| json!({ "memberId": one.member_id, "measuredAt": at.to_string(), "rate": 70, "context": "REST" });
            take(&world, &json!({ "source": "기기", "heartRate": people.iter().map(of).collect::<Vec<_>>() }));
        };
        rates(days_ago(1));
        rates(kernel::clock::now().plus_milliseconds(-1_000));
        fold_all(test);
        let (yesterday, today) = (days_ago(1).date_in_seoul(), days_ago(0).date_in_seoul());
        let filter = StatisticFilter {
            bucket: Some(StatisticBucket::Day),
            ..period(&yesterday.to_string(), &today.to_string())
        };
        let ask = || world.server.call::<GetTestCategoryStatistics>(Some(&world.vendor), &(), &filter, &()).unwrap();
        let exact = ask();
        let of_buckets = |found: &uno_core::contract::statistics::TestStatistic| {
            found.total.by_bucket.iter().map(|count| count.tests).collect::<Vec<_>>()
        };
        assert_eq!((exact.frame.is_rounded, exact.frame.last_day), (false, None));
        let all: i64 = of_buckets(&exact).iter().map(|tests| tests.unwrap()).sum();
        assert_eq!((all, exact.total.count.tests), (14, Some(14)));
        set_right(test, &world, &world.vendor, Authority::Vendor, members::SCREEN, false);
        let rounded = ask();
        assert_eq!((rounded.frame.is_rounded, rounded.frame.last_day), (true, Some(yesterday)));
        assert_eq!(of_buckets(&rounded)[1], None, "today is no whole day yet");
        assert_eq!(rounded.total.count.tests, of_buckets(&rounded)[0]);
    });
}

#[test]
fn of_several_tests_of_a_moment_the_highest_counts_in_every_order() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let scales = [("CBI_PERSONAL", 70), ("CBI_WORK", 90), ("CBI_CLIENT", 5)];
        let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
        for (number, order) in orders.into_iter().enumerate() {
            let one = add(&world, world.retailer_id, &format!("C-{number}"), "1980-05-05");
            for scale in order {
                let (instrument, result) = scales[scale];
                let item = json!({
                    "memberId": one.member_id, "measuredAt": "2025-04-10T09:00:00+09:00", "instrument": instrument,
                    "result": result,
                });
                take(&world, &json!({ "source": format!("기기 {scale}"), "psychological": [item] }));
            }
        }
        fold_all(test);
        for (start, end) in [("2025-04-01", "2025-04-30"), ("2025-04-10", "2025-04-10")] {
            let filter = period(start, end);
            let found = world.server.call::<GetAttentionStatistics>(Some(&world.vendor), &(), &filter, &()).unwrap();
            let row = found.rows.into_iter().find(|row| row.indicator == GradedIndicator::Burnout).unwrap();
            let grades: Vec<_> =
                row.grades.iter().filter(|grade| grade.people != Some(0)).map(|grade| grade.grade.as_str()).collect();
            assert_eq!((row.people, grades), (Some(6), vec!["DANGER"]));
            let people = attention_people(GradedIndicator::Burnout, start, end);
            let list = world.server.call::<ListPeopleWhoNeedAttention>(Some(&world.vendor), &(), &people, &()).unwrap();
            assert!(list.total == 6 && list.data.iter().all(|one| one.grade == "DANGER"), "{list:?}");
            let found = world.server.call::<GetIndicatorAverages>(Some(&world.vendor), &(), &filter, &()).unwrap();
            let row = found.rows.into_iter().find(|row| row.indicator == Indicator::Burnout).unwrap();
            assert_eq!((row.figures.tests, row.figures.mean.map(|mean| mean.0)), (Some(6), Some(9_000)));
        }
    });
}

#[test]
fn the_mean_of_pressures_is_that_of_adults_in_a_clinic() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let (adult, child) =
            (add(&world, world.retailer_id, "D-1", "1980-05-05"), add(&world, world.retailer_id, "D-2", "2011-05-05"));
        let item = |one: &Member, hour: u8, setting: &str, systolic: u8| {
            json!({
                "memberId": one.member_id, "measuredAt": format!("2025-04-10T{hour:02}:00:00+09:00"),
                "setting": setting, "systolic": systolic, "diastolic": 70,
            })
        };
        let items = [item(&adult, 9, "CLINIC", 120), item(&adult, 10, "HOME", 180), item(&child, 9, "CLINIC", 90)];
        take(&world, &json!({ "source": "기기", "physical": items }));
        fold_all(test);
        let filter = period("2025-04-01", "2025-04-30");
        let found = world.server.call::<GetIndicatorAverages>(Some(&world.vendor), &(), &filter, &()).unwrap();
        let row = found.rows.into_iter().find(|row| row.indicator == Indicator::SystolicPressure).unwrap();
        assert_eq!((row.figures.tests, row.figures.mean.map(|mean| mean.0)), (Some(1), Some(12_000)));
    });
}
