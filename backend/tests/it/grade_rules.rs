//! Versions of grading rules: incomplete drafts are rejected, versions grade measurements from their effective date on,
//! and the effect of a draft can be previewed.

use crate::{
    imports::{counts, import},
    support::{Server, TestDatabase, World, at_once, code, date, group_of},
};
use diesel::{ExpressionMethods as _, QueryDsl as _, RunQueryDsl as _, connection::SimpleConnection as _};
use kernel::{clock, db::schema::grade_rule_version};
use serde_json::{Value as Json, json};
use uno_core::{
    contract::{
        Method,
        error::{ErrorBody, ErrorCode},
        grade_rules::{
            CreateGradeRuleVersion, DeleteGradeRuleVersion, GetGradeRuleVersion, GradeBand, GradeRuleSet,
            GradeRuleStatus, GradeRuleVersion, GradeRuleVersionFilter, GradeRuleVersionPath, GradeRuleVersionSave,
            ListGradeRuleVersionRevisions, ListGradeRuleVersions, UpdateGradeRuleVersion,
        },
        physical_measurements::{
            GetPhysicalMeasurement, ListPhysicalMeasurements, PhysicalMeasurement, PhysicalMeasurementFilter,
            PhysicalMeasurementPath,
        },
        psychological_tests::{
            GetPsychologicalTest, ListPsychologicalTests, PsychologicalTest, PsychologicalTestFilter,
            PsychologicalTestPath, UpdatePsychologicalTest,
        },
        revisions::{RevisionAction, RevisionFilter},
    },
    domain::{
        access::Authority,
        decimal::Hundredths,
        grade::{
            Indicator, RuleSource, RuleStanding,
            indicator::HealthGrade::{self, Attention, Caution, Normal},
            physical::BodyFatGrade,
        },
        time::Date,
    },
};

fn list(world: &World) -> Vec<GradeRuleVersion> {
    let any = GradeRuleVersionFilter::default();
    world.server.call::<ListGradeRuleVersions>(Some(&world.admin), &(), &any, &()).unwrap().data
}

fn path(version: &GradeRuleVersion) -> GradeRuleVersionPath {
    GradeRuleVersionPath { grade_rule_version_id: version.grade_rule_version_id }
}

fn get(world: &World, version: &GradeRuleVersion) -> GradeRuleVersion {
    world.server.call::<GetGradeRuleVersion>(Some(&world.admin), &path(version), &(), &()).unwrap()
}

/// Returns the built-in version of the rules of stress, anxiety, burnout and lethargy.
fn first(world: &World) -> GradeRuleVersion {
    let found = list(world).into_iter().find(|one| one.rule_set == GradeRuleSet::Mind && one.rule_version == 1);
    get(world, &found.unwrap())
}

fn tomorrow() -> Date {
    // As seen by a device with a fast clock.
    Date(clock::now().plus_milliseconds(10 * 60_000).date_in_seoul().0.succ_opt().unwrap())
}

/// Returns a draft with the bounds of the first version.
fn draft(world: &World) -> GradeRuleVersionSave {
    GradeRuleVersionSave {
        rule_set: GradeRuleSet::Mind,
        effective_from: tomorrow(),
        status: GradeRuleStatus::Draft,
        note: "번아웃의 경계를 조정합니다.".into(),
        body_fat_source: None,
        deviation_reason: None,
        urgent: Vec::new(),
        bands: first(world).bands.unwrap(),
        version: None,
    }
}

/// Returns a version of the body rules that grades body fat by this table.
fn body(source: RuleSource) -> GradeRuleVersionSave {
    GradeRuleVersionSave {
        rule_set: GradeRuleSet::Physical,
        effective_from: tomorrow(),
        status: GradeRuleStatus::Draft,
        note: "체지방을 나이별 기준으로 판정합니다.".into(),
        body_fat_source: Some(source),
        deviation_reason: None,
        urgent: Vec::new(),
        bands: Vec::new(),
        version: None,
    }
}

/// Moves a bound of an indicator, in both adjacent bands.
fn moved(mut save: GradeRuleVersionSave, indicator: Indicator, from: i64, to: i64) -> GradeRuleVersionSave {
    for band in save.bands.iter_mut().filter(|band| band.indicator == indicator) {
        for end in [&mut band.lower, &mut band.upper].into_iter().flatten().filter(|end| end.0 == from) {
            end.0 = to;
        }
    }
    // Moving a published cut-off asks for a reason.
    save.deviation_reason = Some("자체 조사에 따릅니다.".into());
    save
}

fn create(world: &World, save: &GradeRuleVersionSave) -> Result<GradeRuleVersion, ErrorBody> {
    world.server.call::<CreateGradeRuleVersion>(Some(&world.admin), &(), &(), save)
}

fn update(
    world: &World,
    version: &GradeRuleVersion,
    save: &GradeRuleVersionSave,
) -> Result<GradeRuleVersion, ErrorBody> {
    world.server.call::<UpdateGradeRuleVersion>(Some(&world.admin), &path(version), &(), save)
}

fn active(save: GradeRuleVersionSave) -> GradeRuleVersionSave {
    GradeRuleVersionSave { status: GradeRuleStatus::Active, ..save }
}

/// Returns the violations with their paths.
fn faults(error: &ErrorBody) -> Vec<String> {
    let told = |name: &str, field: &uno_core::contract::validation::Violation| {
        field.params.get(name).unwrap_or_default().to_owned()
    };
    let fields = error.fields.iter();
    fields
        .map(|field| format!("{} {} {} {}", field.path, field.code, told("from", field), told("to", field)))
        .map(|text| text.trim().to_owned())
        .collect()
}

/// Makes the second version effective on a day.
fn begin_on(test: &TestDatabase, day: &str) {
    let day = date(day);
    let work = move |connection: &mut kernel::db::DatabaseConnection| {
        let second = grade_rule_version::table.filter(grade_rule_version::rule_version.eq(2));
        Ok(diesel::update(second).set(grade_rule_version::effective_from.eq(day.0)).execute(connection)?)
    };
    assert_eq!(test.database.write_blocking(work).unwrap(), 1);
}

fn take(server: &Server, token: &str, items: &Json) {
    take_of(server, token, "psychological", items);
}

fn take_of(server: &Server, token: &str, kind: &str, items: &Json) {
    let body = json!({ kind: items }).to_string();
    let answer = server.send(Method::Post, &server.url("/api/v1/measurements"), Some(token), Some(body.as_bytes()));
    assert_eq!(answer.0, 200, "{}", answer.1);
    assert!(!answer.1.contains("REFUSED"), "{}", answer.1);
}

/// Returns a result of the burnout inventory for member A1.
fn burnout(at: &str, result: f64) -> Json {
    json!({ "memberNo": "A1", "measuredAt": at, "instrument": "CBI", "result": result })
}

type Graded = (Option<i32>, Option<HealthGrade>, i32, Option<Hundredths>);

/// Returns version and grade of every test, the oldest first, with the version and the bound of the explanation.
fn graded(world: &World) -> Vec<Graded> {
    let any = PsychologicalTestFilter::default();
    let found = world.server.call::<ListPsychologicalTests>(Some(&world.admin), &(), &any, &()).unwrap().data;
    let told = |one: &PsychologicalTest| {
        let path = PsychologicalTestPath { psychological_test_id: one.psychological_test_id };
        let alone = world.server.call::<GetPsychologicalTest>(Some(&world.admin), &path, &(), &()).unwrap();
        let why = alone.why.unwrap().remove(0);
        (one.rule_version, one.grade, why.rule_version, why.lower.map(|end| end.cut))
    };
    found.iter().rev().map(told).collect()
}

#[test]
fn the_rules_that_come_with_the_product_are_there_and_stay_as_they_are() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let found = list(&world);
        let told: Vec<_> = found.iter().map(|one| (one.rule_set.as_str(), one.rule_version, one.is_in_force)).collect();
        assert_eq!(
            told,
            [
                ("physical-kr", 1, true),
                ("mind-kr", 1, true),
                ("heart-rate-rest", 1, true),
                ("vision-icd-11", 1, true),
                ("cognition-kr", 1, true),
                ("urgent-values", 1, true)
            ]
        );
        for one in &found {
            assert!(!one.can.update.allowed && !one.can.delete.allowed);
            let refused = update(&world, one, &GradeRuleVersionSave { version: None, ..draft(&world) }).unwrap_err();
            assert_eq!(faults(&refused), ["status activeRules"]);
            let refused = world.server.call::<DeleteGradeRuleVersion>(Some(&world.admin), &path(one), &(), &());
            assert_eq!(faults(&refused.unwrap_err()), ["status activeRules"]);
        }
        let physical = get(&world, &found[0]);
        assert_eq!(physical.bands.unwrap(), []);
        assert!(physical.tables.unwrap().iter().all(|table| table.standing != RuleStanding::Convention));
        let mind = first(&world);
        assert_eq!(
            (mind.bands.unwrap().len(), mind.tables.unwrap().len(), mind.conversions.unwrap().len()),
            (28, 12, 9)
        );
        assert!(mind.effect.is_none());
    });
}

#[test]
fn nobody_but_administrators_sees_or_changes_rules() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let (save, one) = (draft(&world), first(&world));
        for (authority, token) in world.tokens().into_iter().filter(|(_, token)| *token != world.admin) {
            let server = &world.server;
            let any = GradeRuleVersionFilter::default();
            let refused = [
                server.call::<ListGradeRuleVersions>(Some(token), &(), &any, &()).err(),
                server.call::<GetGradeRuleVersion>(Some(token), &path(&one), &(), &()).err(),
                server.call::<CreateGradeRuleVersion>(Some(token), &(), &(), &save).err(),
                server.call::<UpdateGradeRuleVersion>(Some(token), &path(&one), &(), &save).err(),
                server.call::<DeleteGradeRuleVersion>(Some(token), &path(&one), &(), &()).err(),
            ];
            assert_eq!(
                refused.map(|error| error.map(|error| code(&error))),
                [Some(ErrorCode::Forbidden); 5],
                "{authority:?}"
            );
        }
    });
}

#[test]
fn of_a_company_who_reads_rules_is_not_told_whose_grades_they_change_and_changes_none() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let every_right = format!(
            "INSERT INTO permission (permission_group_id, menu_item_id, can_read, can_create, can_update, can_delete) \
             SELECT {}, menu_item_id, TRUE, TRUE, TRUE, TRUE FROM menu_item WHERE url = '/grade_rule_management'",
            group_of(Authority::Vendor).0
        );
        test.database.connect().unwrap().batch_execute(&every_right).unwrap();
        world.server.state.callers.forget(world.server.state.keys.claims(&world.vendor).unwrap().sid);
        let (save, made) = (draft(&world), create(&world, &draft(&world)).unwrap());
        assert!(get(&world, &made).effect.is_some());
        let server = &world.server;
        let shown = server.call::<GetGradeRuleVersion>(Some(&world.vendor), &path(&made), &(), &()).unwrap();
        assert!(shown.bands.is_some() && shown.effect.is_none());
        let reasons = [shown.can.update.reason, shown.can.delete.reason];
        assert_eq!(reasons.map(Option::unwrap), ["forbidden", "forbidden"]);
        let refused = [
            server.call::<CreateGradeRuleVersion>(Some(&world.vendor), &(), &(), &save).err(),
            server.call::<UpdateGradeRuleVersion>(Some(&world.vendor), &path(&made), &(), &save).err(),
            server.call::<DeleteGradeRuleVersion>(Some(&world.vendor), &path(&made), &(), &()).err(),
        ];
        assert_eq!(refused.map(|error| error.map(|error| code(&error))), [Some(ErrorCode::Forbidden); 3]);
    });
}

#[test]
fn a_version_with_a_gap_or_an_overlap_is_kept_as_a_draft_and_not_activated() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let good = draft(&world);
        let place = |indicator, lower: i64| {
            let is_it = |band: &GradeBand| band.indicator == indicator && band.lower == Some(Hundredths(lower));
            good.bands.iter().position(is_it).unwrap()
        };
        let with = |at: usize, change: &dyn Fn(&mut GradeBand)| {
            let mut save = good.clone();
            change(&mut save.bands[at]);
            save
        };
        let (burnout, lethargy) = (place(Indicator::Burnout, 3_500), place(Indicator::Lethargy, 4_000));
        let last = good.bands.len() - 1;
        let cases = [
            (
                with(burnout, &|band| band.lower = Some(Hundredths(3_700))),
                format!("bands[{burnout}].lower bandGap 35 37"),
            ),
            (
                with(burnout, &|band| band.lower = Some(Hundredths(3_300))),
                format!("bands[{burnout}].lower bandOverlap 33 35"),
            ),
            (
                with(lethargy, &|band| band.upper = Some(Hundredths(6_550))),
                format!("bands[{}].lower bandGap 65.5 70", lethargy + 1),
            ),
            (with(last, &|band| band.upper = Some(Hundredths(9_000))), format!("bands[{last}].upper bandGap 90 100")),
            (with(last, &|band| band.upper = Some(Hundredths(6_000))), format!("bands[{last}].lower bandEmpty 70 60")),
            (with(last, &|band| band.grade = 4), format!("bands[{last}].grade choice 70")),
        ];
        let standing = create(&world, &good).unwrap();
        for (save, fault) in &cases {
            let refused = update(&world, &standing, &active(save.clone())).unwrap_err();
            assert_eq!((code(&refused), faults(&refused)), (ErrorCode::Invalid, vec![fault.clone()]));
            let kept = update(&world, &standing, save).unwrap();
            assert_eq!((kept.status, kept.bands.as_ref()), (GradeRuleStatus::Draft, Some(&save.bands)));
        }
        let without: Vec<GradeBand> =
            good.bands.iter().filter(|band| band.indicator != Indicator::Lethargy).copied().collect();
        let refused = update(&world, &standing, &active(GradeRuleVersionSave { bands: without, ..good.clone() }));
        assert_eq!(faults(&refused.unwrap_err()), ["bands bandEmpty"]);
        let today = GradeRuleVersionSave { effective_from: clock::today(), ..good.clone() };
        assert_eq!(faults(&update(&world, &standing, &active(today)).unwrap_err()), ["effectiveFrom laterDay"]);
        let activated = update(&world, &standing, &active(good.clone())).unwrap();
        assert_eq!((activated.status, activated.is_in_force), (GradeRuleStatus::Active, false));
    });
}

#[test]
fn published_bounds_are_nobodys_to_change() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let published = |save: &GradeRuleVersionSave, change: &dyn Fn(&mut Json)| {
            let mut body = serde_json::to_value(save).unwrap();
            change(&mut body);
            let url = world.server.url("/api/v1/grade-rule-versions");
            world.server.send(Method::Post, &url, Some(&world.admin), Some(body.to_string().as_bytes()))
        };
        let save = draft(&world);
        let (status, text) = published(&save, &|body| body["bands"][0]["indicator"] = json!("GAD_7"));
        assert!(status == 422 && text.contains(r#""path":"bands[0].indicator","code":"choice""#), "{text}");
        let (status, text) = published(&save, &|body| body["ruleSet"] = json!("vision-icd-11"));
        assert!(status == 422 && text.contains(r#""path":"ruleSet","code":"choice""#), "{text}");
        let of = |one: &GradeRuleVersion| {
            let tables = get(&world, one).tables.unwrap().into_iter();
            tables.filter(|table| table.standing == RuleStanding::Published).collect::<Vec<_>>()
        };
        let made = create(&world, &moved(save, Indicator::Burnout, 5_500, 6_000)).unwrap();
        assert_eq!(of(&made), of(&first(&world)));
    });
}

#[test]
fn a_version_stays_one_of_the_rule_set_it_was_made_for() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let made = create(&world, &draft(&world)).unwrap();
        let other = GradeRuleVersionSave { version: Some(made.version), ..body(RuleSource::Gallagher2000) };
        assert_eq!(faults(&update(&world, &made, &other).unwrap_err()), ["ruleSet fixed"]);
        assert_eq!(get(&world, &made).form(), made.form());
    });
}

#[test]
fn of_two_who_change_a_draft_the_second_is_told_and_one_version_at_most_is_open() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let made = create(&world, &draft(&world)).unwrap();
        assert_eq!((made.rule_version, made.version), (2, 1));
        assert_eq!(faults(&create(&world, &draft(&world)).unwrap_err()), ["ruleSet openVersion"]);
        let read = made.form();
        let mine = update(&world, &made, &moved(read.clone(), Indicator::Burnout, 5_500, 6_000)).unwrap();
        let theirs = update(&world, &made, &moved(read, Indicator::Anxiety, 5_500, 5_600)).unwrap_err();
        assert_eq!(code(&theirs), ErrorCode::Changed);
        let waiting = update(&world, &made, &active(mine.form())).unwrap();
        assert_eq!(faults(&create(&world, &draft(&world)).unwrap_err()), ["ruleSet openVersion"]);

        let any = RevisionFilter { page: None, page_size: None };
        let told = world
            .server
            .call::<ListGradeRuleVersionRevisions>(Some(&world.admin), &path(&made), &any, &())
            .unwrap()
            .data;
        let changed = |at: usize| told[at].changes.iter().map(|change| change.field.as_str()).collect::<Vec<_>>();
        assert_eq!((told.len(), changed(0), changed(1)), (3, vec!["status"], vec!["bands"]));
        assert_eq!(told[2].action, RevisionAction::Create);

        assert!(!waiting.can.update.allowed && waiting.can.delete.allowed, "it has graded nobody");
        world.server.call::<DeleteGradeRuleVersion>(Some(&world.admin), &path(&waiting), &(), &()).unwrap();
        assert_eq!(create(&world, &draft(&world)).unwrap().rule_version, 2);
    });
}

#[test]
fn a_measurement_is_graded_and_explained_by_the_version_of_its_day_on_every_instance() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let another = Server::start(test);
        world.add_member(world.retailer_id, "A1", "김하나");
        let before = [burnout("2026-03-01T10:00:00+09:00", 57.0), burnout("2026-03-10T10:00:00+09:00", 57.0)];
        take(&another, &world.operator, &json!(before));
        let (old, new) = (
            (Some(1), Some(Caution), 1, Some(Hundredths(5_500))),
            (Some(2), Some(Attention), 2, Some(Hundredths(4_500))),
        );
        assert_eq!(graded(&world), [old, old]);

        // A result of 57 is a score of 62.7, which gets a lower grade by the draft.
        let save = moved(draft(&world), Indicator::Burnout, 5_500, 6_500);
        let made = create(&world, &active(save)).unwrap();
        take(&another, &world.operator, &json!([burnout("2026-03-11T10:00:00+09:00", 57.0)]));
        assert_eq!(graded(&world), [old, old, old], "its first day has not come");
        begin_on(test, "2026-03-12");
        assert!(get(&world, &made).is_in_force && !first(&world).is_in_force);
        let after = [burnout("2026-03-11T23:59:00+09:00", 57.0), burnout("2026-03-12T00:00:00+09:00", 57.0)];
        take(&another, &world.operator, &json!(after));
        assert_eq!(graded(&world), [old, old, old, old, new]);

        // A corrected measurement is still graded by the version of its own day.
        let any = PsychologicalTestFilter::default();
        let found = world.server.call::<ListPsychologicalTests>(Some(&world.admin), &(), &any, &()).unwrap().data;
        for one in [&found[0], &found[4]] {
            let path = PsychologicalTestPath { psychological_test_id: one.psychological_test_id };
            let save = uno_core::contract::psychological_tests::PsychologicalTestSave {
                result: Hundredths(4_000),
                ..one.form()
            };
            world.server.call::<UpdatePsychologicalTest>(Some(&world.admin), &path, &(), &save).unwrap();
        }
        let told: Vec<_> = graded(&world).iter().map(|(version, grade, why, _)| (*version, *grade, *why)).collect();
        assert_eq!((told[0], told[4]), ((Some(1), Some(Normal), 1), (Some(2), Some(Normal), 2)));
    });
}

#[test]
fn what_a_draft_changes_is_counted_for_everybodys_newest_measurement() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let yesterday = clock::now().plus_milliseconds(-86_400_000);
        let at = |minute: i64| yesterday.plus_milliseconds(minute * 60_000).date_in_seoul();
        let time = |minute: i64| format!("{}T00:{minute:02}:00+09:00", at(0));
        for (number, results) in
            [("A1", vec![57.0, 20.0]), ("A2", vec![20.0, 57.0]), ("A3", vec![57.0]), ("A4", vec![90.0])]
        {
            world.add_member(world.retailer_id, number, "김하나");
            let items: Vec<Json> = results
                .iter()
                .zip(0..)
                .map(|(result, minute)| {
                    json!({ "memberNo": number, "measuredAt": time(minute), "instrument": "CBI", "result": result })
                })
                .collect();
            take(&world.server, &world.operator, &json!(items));
        }
        let years_ago = "2020-03-01T10:00:00+09:00";
        let of_long_ago = json!([{ "memberNo": "A4", "measuredAt": years_ago, "instrument": "BAT_12", "result": 2.6 }]);
        take(&world.server, &world.operator, &of_long_ago);
        let made = create(&world, &moved(draft(&world), Indicator::Burnout, 5_500, 6_500)).unwrap();
        let effect = |made: &GradeRuleVersion| {
            while measurements::grade_rules::count_next(&test.database).unwrap() {}
            let effect = get(&world, made).effect.unwrap();
            assert!(effect.counted_at.is_some());
            let told =
                effect.changes.into_iter().map(|change| (change.indicator, change.from, change.to, change.count));
            (effect.measurements, told.collect::<Vec<_>>())
        };
        let (attention, caution) = (Some("ATTENTION".to_owned()), Some("CAUTION".to_owned()));
        assert_eq!(effect(&made), (4, vec![(Indicator::Burnout, caution, attention, 2)]));
        let back = update(&world, &made, &draft(&world)).unwrap();
        assert_eq!(effect(&back), (4, vec![]));
    });
}

#[test]
fn a_scale_that_is_turned_or_has_one_grade_on_both_sides_of_a_bound_takes_no_effect() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let of_stress = |save: &GradeRuleVersionSave| -> Vec<usize> {
            let bands = save.bands.iter().enumerate();
            bands.filter(|(_, band)| band.indicator == Indicator::Stress).map(|(place, _)| place).collect()
        };
        let mut turned = active(draft(&world));
        let places = of_stress(&turned);
        let grades: Vec<i64> = places.iter().rev().map(|place| turned.bands[*place].grade).collect();
        for (place, grade) in places.iter().zip(grades) {
            turned.bands[*place].grade = grade;
        }
        let told = faults(&create(&world, &turned).unwrap_err());
        assert_eq!(told.len(), places.len() - 1, "{told:?}");
        assert!(told.iter().all(|fault| fault.ends_with(".grade bandOrder")), "{told:?}");

        let mut same = active(draft(&world));
        same.bands[places[1]].grade = same.bands[places[0]].grade;
        let told = faults(&create(&world, &same).unwrap_err());
        assert_eq!(told, [format!("bands[{}].grade bandOrder", places[1])]);
    });
}

/// Returns the body fat grade of every measurement, the oldest first, with the version and its table.
fn fat(world: &World) -> Vec<(Option<i32>, Option<BodyFatGrade>, Option<RuleSource>)> {
    let any = PhysicalMeasurementFilter::default();
    let found = world.server.call::<ListPhysicalMeasurements>(Some(&world.admin), &(), &any, &()).unwrap().data;
    let told = |one: &PhysicalMeasurement| {
        let path = PhysicalMeasurementPath { physical_measurement_id: one.physical_measurement_id };
        let alone = world.server.call::<GetPhysicalMeasurement>(Some(&world.admin), &path, &(), &()).unwrap();
        let why = alone.why.unwrap().into_iter().find(|why| why.indicator == Indicator::BodyFat);
        (one.rule_version, one.body_fat_grade, why.map(|why| why.source))
    };
    found.iter().rev().map(told).collect()
}

#[test]
fn rules_of_the_body_choose_a_table_of_body_fat_and_move_no_bounds() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let chosen = body(RuleSource::Gallagher2000);
        let none = create(&world, &GradeRuleVersionSave { body_fat_source: None, ..chosen.clone() }).unwrap_err();
        assert_eq!(faults(&none), ["bodyFatSource required"]);
        let unknown = GradeRuleVersionSave { body_fat_source: Some(RuleSource::Ksh2018), ..chosen.clone() };
        assert_eq!(faults(&create(&world, &unknown).unwrap_err()), ["bodyFatSource choice"]);
        let moved = GradeRuleVersionSave { bands: first(&world).bands.unwrap(), ..chosen.clone() };
        assert_eq!(faults(&create(&world, &moved).unwrap_err()), ["bands notAllowed"]);
        let of_others = GradeRuleVersionSave { body_fat_source: Some(RuleSource::InBody), ..draft(&world) };
        assert_eq!(faults(&create(&world, &of_others).unwrap_err()), ["bodyFatSource notAllowed"]);

        let made = get(&world, &create(&world, &active(chosen)).unwrap());
        assert_eq!((made.rule_version, made.body_fat_source), (2, Some(RuleSource::Gallagher2000)));
        let sources: Vec<_> = made.tables.unwrap().iter().map(|table| table.source).collect();
        let others = [RuleSource::WhoAsiaPacific2000, RuleSource::Ksh2018, RuleSource::Ksh2018];
        assert_eq!(sources, [&others[..], &[RuleSource::Gallagher2000]].concat());
        // The rules of other measurements are another set, which may have an open draft at the same time.
        create(&world, &draft(&world)).unwrap();
    });
}

#[test]
fn body_fat_is_graded_by_the_table_that_was_chosen_for_its_day_at_every_door() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        world.add_member(world.retailer_id, "A1", "김하나");
        let item =
            |at: &str| json!({ "memberNo": "A1", "measuredAt": at, "setting": "CLINIC", "bodyFatPercent": 22.0 });
        take_of(&world.server, &world.operator, "physical", &json!([item("2026-03-01T10:00:00+09:00")]));
        let made = create(&world, &body(RuleSource::Gallagher2000)).unwrap();
        while measurements::grade_rules::count_next(&test.database).unwrap() {}
        let effect = get(&world, &made).effect.unwrap();
        let told: Vec<_> = effect
            .changes
            .iter()
            .map(|change| (change.indicator, change.from.as_deref(), change.to.as_deref()))
            .collect();
        assert_eq!(told, [(Indicator::BodyFat, Some("ABOVE_STANDARD"), Some("STANDARD"))], "of a man of 22 %");
        update(&world, &made, &active(made.form())).unwrap();
        begin_on(test, "2026-03-12");

        let items = [item("2026-03-11T23:59:00+09:00"), item("2026-03-12T00:00:00+09:00")];
        take_of(&world.server, &world.operator, "physical", &json!(items));
        let rows = "memberNo,sex,birthDate,bodyFatPercent,measuredAt\nA2,M,1980-05-17,22,2026-03-13\n";
        assert_eq!(counts(&import(&world, rows)), [1, 0, 0, 0]);
        let (old, new) = (
            (Some(1), Some(BodyFatGrade::AboveStandard), Some(RuleSource::InBody)),
            (Some(2), Some(BodyFatGrade::Standard), Some(RuleSource::Gallagher2000)),
        );
        assert_eq!(fat(&world), [old, old, new, new]);
    });
}

#[test]
fn of_two_who_activate_a_version_at_the_same_time_one_is_told_that_another_is_open() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let another = Server::start(test);
        for round in 0..8 {
            let save = active(body(if round % 2 == 0 { RuleSource::Gallagher2000 } else { RuleSource::InBody }));
            let servers = [&world.server, &another];
            let made = at_once(2, 1, |thread, _| {
                servers[thread].call::<CreateGradeRuleVersion>(Some(&world.admin), &(), &(), &save)
            });
            let mut made: Vec<_> = made.into_iter().flatten().collect();
            made.sort_by_key(Result::is_err);
            let refused = made.pop().unwrap().unwrap_err();
            assert_eq!(faults(&refused), ["ruleSet openVersion"], "round {round}");
            let waiting = made.pop().unwrap().unwrap();
            world.server.call::<DeleteGradeRuleVersion>(Some(&world.admin), &path(&waiting), &(), &()).unwrap();
        }
    });
}
