//! Safety beside grades: urgent values whatever their grade, published instruments before conventions, people and
//! recordings that norms do not cover, thresholds that may be stricter, and grading again after an upgrade.

use crate::support::{TestDatabase, World, date};
use diesel::{ExpressionMethods as _, QueryDsl as _, RunQueryDsl as _};
use kernel::{
    clock,
    db::{
        DatabaseConnection,
        schema::{alert, grade_rule_version, measurement},
    },
};
use serde_json::{Value as Json, json};
use uno_core::{
    contract::{
        Method,
        alerts::{AlertFilter, AlertKind, ListAlerts},
        grade_rules::{
            CreateGradeRuleVersion, GetGradeRuleVersion, GradeRuleSet, GradeRuleStatus, GradeRuleVersionFilter,
            GradeRuleVersionPath, GradeRuleVersionSave, ListGradeRuleVersions, UrgentThreshold,
        },
    },
    domain::{
        decimal::Hundredths,
        grade::{Indicator, safety::UrgentSide},
        time::{Date, Timestamp},
    },
};

/// Sends measurements of a kind from the site, each at its own minute of a few hours ago.
fn take(world: &World, kind: &str, items: &[Json]) {
    let started = clock::now().0 - 6 * 3_600_000;
    let dated = items.iter().zip(0..).map(|(item, minute)| {
        let mut item = item.clone();
        item["memberNo"] = json!("A1");
        if item.get("measuredAt").is_none() {
            item["measuredAt"] = json!(Timestamp(started + minute * 60_000).to_string());
        }
        item
    });
    let body = json!({ kind: dated.collect::<Vec<_>>() }).to_string();
    let url = world.server.url("/api/v1/measurements");
    let (status, answer) = world.server.send(Method::Post, &url, Some(&world.operator), Some(body.as_bytes()));
    assert!(status == 200 && !answer.contains("REFUSED"), "{answer}");
}

fn get(world: &World, path: &str) -> Json {
    let (status, text) =
        world.server.send(Method::Get, &world.server.url(&format!("/api/v1/{path}")), Some(&world.admin), None);
    assert_eq!(status, 200, "{path}: {text}");
    serde_json::from_str(&text).unwrap()
}

/// Returns the rows of a list, the oldest first.
fn listed(world: &World, path: &str) -> Vec<Json> {
    get(world, &format!("{path}{}sort=OLDEST", if path.contains('?') { '&' } else { '?' }))["data"]
        .as_array()
        .unwrap()
        .clone()
}

/// Returns the urgent values of a measurement as `SYSTOLIC_PRESSURE LOW 62`.
fn marks(found: &Json) -> Vec<String> {
    let told = |mark: &Json| {
        format!("{} {} {}", mark["indicator"].as_str().unwrap(), mark["side"].as_str().unwrap(), mark["value"])
    };
    found["urgent"].as_array().unwrap().iter().map(told).collect()
}

/// Returns what has no grade as `BLOOD_PRESSURE HOME_READING`.
fn ungraded(found: &Json) -> Vec<String> {
    let told = |one: &Json| format!("{} {}", one["indicator"].as_str().unwrap(), one["reason"].as_str().unwrap());
    found["ungraded"].as_array().unwrap().iter().map(told).collect()
}

#[test]
fn an_urgent_value_is_marked_found_and_told_whatever_its_grade() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        world.add_member(world.retailer_id, "A1", "김하나");
        let pressure = |setting: &str, systolic: u16, diastolic: u16| json!({ "setting": setting, "systolic": systolic, "diastolic": diastolic });
        // Born in May 1980.
        let mut of_a_child = pressure("CLINIC", 190, 125);
        of_a_child["measuredAt"] = json!("1994-06-01T10:00:00+09:00");
        let pulse = json!({ "setting": "CLINIC", "pulse": 24, "systolic": 110, "diastolic": 70 });
        let items =
            [of_a_child, pressure("CLINIC", 62, 35), pressure("HOME", 215, 130), pressure("CLINIC", 91, 50), pulse];
        take(&world, "physical", &items);
        let found = listed(&world, "physical-measurements");
        assert_eq!(marks(&found[0]), ["SYSTOLIC_PRESSURE HIGH 190", "DIASTOLIC_PRESSURE HIGH 125"]);
        assert_eq!(ungraded(&found[0]), ["BLOOD_PRESSURE TOO_YOUNG"]);
        assert_eq!(marks(&found[1]), ["SYSTOLIC_PRESSURE LOW 62", "DIASTOLIC_PRESSURE LOW 35"]);
        assert_eq!((&found[1]["bloodPressureGrade"], &found[1]["isLowPressure"]), (&json!("NORMAL"), &json!(true)));
        assert_eq!(marks(&found[2]), ["SYSTOLIC_PRESSURE HIGH 215", "DIASTOLIC_PRESSURE HIGH 130"]);
        assert_eq!(ungraded(&found[2]), ["BLOOD_PRESSURE HOME_READING"]);
        assert_eq!((marks(&found[3]), &found[3]["isLowPressure"]), (vec![], &json!(true)));
        assert_eq!(marks(&found[4]), ["HEART_RATE LOW 24"]);
        let mark = &found[1]["urgent"][0];
        let told = (&mark["bound"], &mark["source"], &mark["ruleSet"], &mark["ruleVersion"]);
        assert_eq!(
            told,
            (&json!({ "cut": 90.0, "inclusive": true }), &json!("NEWS_2"), &json!("urgent-values"), &json!(1))
        );
        let single = get(&world, &format!("physical-measurements/{}", found[1]["physicalMeasurementId"]));
        assert_eq!(single["urgent"], found[1]["urgent"]);
        assert_eq!(get(&world, "physical-measurements?isUrgent=true")["total"], 4);
        assert_eq!(get(&world, "physical-measurements?isUrgent=false")["total"], 1);

        let rates = [json!({ "rate": 225, "context": "REST" }), json!({ "rate": 225, "context": "AFTER_EXERCISE" })];
        take(&world, "heartRate", &rates);
        let found = listed(&world, "heart-rate-measurements");
        assert_eq!((marks(&found[0]), marks(&found[1])), (vec!["HEART_RATE HIGH 225".to_owned()], vec![]));
        assert_eq!(ungraded(&found[1]), ["HEART_RATE AFTER_EXERCISE"]);

        // The child's was long ago.
        let alerts = world.server.call::<ListAlerts>(Some(&world.retailer), &(), &AlertFilter::default(), &()).unwrap();
        let told: Vec<_> =
            alerts.data.iter().map(|alert| (alert.kind, alert.measurement.as_ref().unwrap().urgent.clone())).collect();
        let urgent = |side| (AlertKind::UrgentValue, vec![side]);
        let (low, high) = (urgent(UrgentSide::Low), urgent(UrgentSide::High));
        assert_eq!(told, [high.clone(), low.clone(), high, low]);

        let observations = world.server.url("/fhir/r4/Observation?code=85354-9&_sort=date");
        let (_, text) = world.server.send(Method::Get, &observations, Some(&world.admin), None);
        let bundle: Json = serde_json::from_str(&text).unwrap();
        let low = &bundle["entry"][1]["resource"];
        assert_eq!(low["interpretation"][0]["coding"][0]["code"], "LL", "{text}");
        assert_eq!(low["component"][0]["interpretation"][0]["coding"][0]["code"], "LL");
        assert_eq!(bundle["entry"][2]["resource"]["component"][1]["interpretation"][0]["coding"][0]["code"], "HH");
    });
}

#[test]
fn a_published_instrument_decides_before_the_index_and_that_they_disagree_is_a_mark() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        world.add_member(world.retailer_id, "A1", "김하나");
        let young = json!({ "pss10Total": 40, "stressIndex": 40, "measuredAt": "1996-06-01T10:00:00+09:00" });
        let recorded = json!({ "stressIndex": 900, "durationSeconds": 1, "artifactPercent": 99 });
        let items = [
            young,
            json!({ "pss10Total": 40, "stressIndex": 40 }),
            recorded,
            json!({ "pss10Total": 13, "stressIndex": 149, "durationSeconds": 200 }),
        ];
        take(&world, "stress", &items);
        let found = listed(&world, "stress-measurements");
        assert_eq!((&found[0]["stressGrade"], ungraded(&found[0])), (&Json::Null, vec!["STRESS TOO_YOUNG".to_owned()]));
        assert_eq!((&found[1]["stressGrade"], &found[1]["stressInstrument"]), (&json!("DANGER"), &json!("PSS_10")));
        assert_eq!(found[1]["classes"], json!([{ "instrument": "PSS_10", "class": "HIGH" }]));
        assert_eq!((&found[1]["resultsDisagree"], &found[3]["resultsDisagree"]), (&json!(true), &json!(false)));
        assert_eq!(
            (&found[2]["stressGrade"], ungraded(&found[2])),
            (&Json::Null, vec!["STRESS TOO_MANY_ARTIFACTS".to_owned()])
        );
        assert_eq!(found[3]["doubts"], json!(["SHORT"]));
        let single = get(&world, &format!("stress-measurements/{}", found[1]["stressMeasurementId"]));
        let other = &single["others"][0];
        assert_eq!((&other["convertedFrom"], &other["grade"]), (&json!("STRESS_INDEX"), &json!("VERY_HEALTHY")));
        assert_eq!(get(&world, "stress-measurements?resultsDisagree=true")["total"], 1);
    });
}

#[test]
fn those_whom_the_norms_do_not_cover_have_no_grade_or_a_mark_and_every_test_has_its_class() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        world.add_member(world.retailer_id, "A1", "김하나");
        let test = |at: &str| json!({ "measuredAt": at, "instrument": "GAD_7", "result": 15 });
        take(&world, "psychological", &[test("1998-05-16T10:00:00+09:00"), test("1998-05-18T10:00:00+09:00")]);
        let found = listed(&world, "psychological-tests");
        assert_eq!((&found[0]["grade"], &found[0]["class"]), (&Json::Null, &Json::Null));
        assert_eq!(found[0]["ungraded"], json!([{ "indicator": "ANXIETY", "reason": "TOO_YOUNG", "ageFrom": 18 }]));
        assert_eq!((&found[1]["grade"], &found[1]["class"]), (&json!("DANGER"), &json!("SEVERE")));
        assert_eq!((&found[1]["isBeyondNorms"], ungraded(&found[1])), (&json!(false), vec![]));
    });
}

fn thresholds(world: &World) -> GradeRuleVersionSave {
    let any = GradeRuleVersionFilter::default();
    let all = world.server.call::<ListGradeRuleVersions>(Some(&world.admin), &(), &any, &()).unwrap().data;
    let first = all.into_iter().find(|one| one.rule_set == GradeRuleSet::Urgent).unwrap();
    let path = GradeRuleVersionPath { grade_rule_version_id: first.grade_rule_version_id };
    let first = world.server.call::<GetGradeRuleVersion>(Some(&world.admin), &path, &(), &()).unwrap();
    let tomorrow = Date(clock::now().plus_milliseconds(10 * 60_000).date_in_seoul().0.succ_opt().unwrap());
    GradeRuleVersionSave {
        effective_from: tomorrow, note: "더 일찍 알립니다.".into(), version: None, ..first.form()
    }
}

fn with_systolic(save: &GradeRuleVersionSave, cut: i64) -> GradeRuleVersionSave {
    let own = |threshold: &UrgentThreshold| {
        let is_meant = (threshold.indicator, threshold.side) == (Indicator::SystolicPressure, UrgentSide::High);
        if is_meant { UrgentThreshold { cut: Hundredths(cut), ..*threshold } } else { *threshold }
    };
    GradeRuleVersionSave { urgent: save.urgent.iter().map(own).collect(), ..save.clone() }
}

#[test]
fn thresholds_may_be_stricter_and_laxer_only_with_a_reason_that_is_kept() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        world.add_member(world.retailer_id, "A1", "김하나");
        let standing = thresholds(&world);
        assert_eq!((standing.status, standing.urgent.len()), (GradeRuleStatus::Active, 6));
        let create = |save: &GradeRuleVersionSave| {
            world.server.call::<CreateGradeRuleVersion>(Some(&world.admin), &(), &(), save)
        };
        let refused = create(&with_systolic(&standing, 19_000)).unwrap_err();
        let told: Vec<_> = refused.fields.iter().map(|field| (field.path.as_str(), field.code.as_ref())).collect();
        assert_eq!(told, [("deviationReason", "movedCut")]);
        let fewer = GradeRuleVersionSave { urgent: Vec::new(), ..standing.clone() };
        assert!(create(&fewer).is_err(), "leaving one out is laxer");
        let made = create(&with_systolic(&standing, 17_000)).unwrap();
        assert_eq!((made.rule_version, &made.deviation_reason), (2, &None));

        let day = date("2026-03-12");
        let begin = move |connection: &mut DatabaseConnection| {
            let second = grade_rule_version::table.filter(grade_rule_version::rule_version.eq(2));
            Ok(diesel::update(second).set(grade_rule_version::effective_from.eq(day.0)).execute(connection)?)
        };
        test.database.write_blocking(begin).unwrap();
        let at = |day: &str| json!({ "measuredAt": format!("{day}T10:00:00+09:00"), "setting": "CLINIC", "systolic": 172, "diastolic": 90 });
        take(&world, "physical", &[at("2026-03-11"), at("2026-03-12")]);
        let found = listed(&world, "physical-measurements");
        assert_eq!((marks(&found[0]), marks(&found[1])), (vec![], vec!["SYSTOLIC_PRESSURE HIGH 172".to_owned()]));
        let mark = &found[1]["urgent"][0];
        assert_eq!((&mark["ruleVersion"], &mark["standing"]), (&json!(2), &json!("CONVENTION")));
    });
}

#[test]
fn after_an_upgrade_everything_is_graded_again_and_the_rules_say_how_many_changed() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        world.add_member(world.retailer_id, "A1", "김하나");
        take(
            &world,
            "physical",
            &[
                json!({ "setting": "CLINIC", "systolic": 62, "diastolic": 35 }),
                json!({ "setting": "CLINIC", "systolic": 115, "diastolic": 75 }),
            ],
        );
        take(&world, "stress", &[json!({ "pss10Total": 40, "stressIndex": 40 })]);
        let before = (listed(&world, "physical-measurements"), listed(&world, "stress-measurements"));
        // As an earlier version of the product left them: no marks, and stress very healthy by the index.
        let spoil = |connection: &mut DatabaseConnection| {
            diesel::delete(alert::table).execute(connection)?;
            let grades = measurement::kind.eq(2);
            diesel::update(measurement::table.filter(grades)).set(measurement::grades.eq(1)).execute(connection)?;
            let urgent = measurement::table.filter(measurement::kind.ne(2));
            diesel::update(urgent).set(measurement::grades.eq(0x10)).execute(connection)?;
            let product = grade_rule_version::table.filter(grade_rule_version::rule_version.eq(1));
            Ok(diesel::update(product.filter(grade_rule_version::rule_set.eq_any(["physical-kr", "mind-kr"])))
                .set(grade_rule_version::counted_at.eq(None::<i64>))
                .execute(connection)?)
        };
        assert_eq!(test.database.write_blocking(spoil).unwrap(), 2);
        while measurements::grade_rules::grade_again(&test.database).unwrap() {}
        let same = |before: &[Json], after: Vec<Json>| {
            let told = |rows: &[Json]| -> Vec<Json> {
                rows.iter().map(|row| json!([row["bloodPressureGrade"], row["stressGrade"], row["urgent"]])).collect()
            };
            assert_eq!(told(before), told(&after));
        };
        same(&before.0, listed(&world, "physical-measurements"));
        same(&before.1, listed(&world, "stress-measurements"));
        let alerts = world.server.call::<ListAlerts>(Some(&world.retailer), &(), &AlertFilter::default(), &()).unwrap();
        assert_eq!(alerts.data.iter().filter(|alert| alert.kind == AlertKind::UrgentValue).count(), 1);
        let effect = |set: &str| {
            let all = get(&world, &format!("grade-rule-versions?ruleSets={set}"));
            let id = &all["data"][0]["gradeRuleVersionId"];
            get(&world, &format!("grade-rule-versions/{id}"))["effect"].clone()
        };
        let body = effect("physical-kr");
        assert_eq!(body["measurements"], 2);
        assert_eq!(
            body["changes"],
            json!([{ "indicator": "SYSTOLIC_PRESSURE", "from": null, "to": "URGENT", "count": 1 }])
        );
        let mind = effect("mind-kr");
        assert_eq!(
            mind["changes"],
            json!([{ "indicator": "STRESS", "from": "VERY_HEALTHY", "to": "DANGER", "count": 1 }])
        );
    });
}
