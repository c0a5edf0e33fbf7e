//! Grades again what was graded by earlier rules of the product, after an upgrade that changes them: batch by batch in the
//! background, any instance. The rows of the product's own versions keep the progress and count what changes.

use super::effect::PRODUCT;
use crate::{
    concerns,
    grades::{UrgentSides, unpacked},
    heart_rate_measurements::store::HeartRate,
    kind::{Kind, Person, nothing},
    physical_measurements::store::Physical,
    psychological_tests::store::Psychological,
    store::{self, Assessed},
    stress_measurements::store::Stress,
};
use chrono::Months;
use diesel::{ExpressionMethods, OptionalExtension, QueryDsl, RunQueryDsl};
use kernel::{
    access::scope::Scope,
    clock,
    db::{
        Database, DatabaseConnection,
        schema::{grade_rule_version, measurement},
    },
    problem::Problem,
};
use std::collections::{BTreeMap, HashMap};
use uno_core::{
    contract::grade_rules::{GradeRuleChange, GradeRuleSet},
    domain::{
        grade::{Indicator, Sex, concern::GradedIndicator},
        time::{Date, Timestamp},
    },
};

/// Measurements per batch, which is one transaction.
const AT_ONCE: i64 = 500;
/// What stands for a grade where a value is urgent.
const URGENT: &str = "URGENT";

/// The number of changed measurements, by indicator and both grades.
type Changes = BTreeMap<(Indicator, Option<String>, Option<String>), i64>;
/// Version id, rule set, changes so far, number of measurements so far, last measurement.
type Open = (i64, GradeRuleSet, String, i64, i64);
/// Measurement id, kind, time of receipt, grades, age, sex.
type Head = (i64, i32, i64, i64, Option<i32>, Option<String>);

/// Grades the next measurements again. Returns whether there was anything to grade.
///
/// # Errors
/// Returns an error if the database fails.
pub fn grade_again(database: &Database) -> Result<bool, Problem> {
    // Most of the time there is nothing, which a reader finds out.
    if database.read_blocking(open)?.is_none() {
        return Ok(false);
    }
    database.write_blocking(next)
}

fn open(connection: &mut DatabaseConnection) -> Result<Option<Open>, Problem> {
    let open = grade_rule_version::table
        .filter(grade_rule_version::counted_at.is_null())
        .filter(grade_rule_version::rule_version.eq(PRODUCT))
        .order(grade_rule_version::grade_rule_version_id)
        .select((
            grade_rule_version::grade_rule_version_id,
            grade_rule_version::rule_set,
            grade_rule_version::effect,
            grade_rule_version::counted,
            grade_rule_version::counted_to,
        ));
    Ok(open.first(connection).optional()?)
}

fn next(connection: &mut DatabaseConnection) -> Result<bool, Problem> {
    if let DatabaseConnection::Postgres(postgres) = connection {
        // Of several instances one goes on; the lock ends with the transaction.
        grade_rule_version::table
            .filter(grade_rule_version::counted_at.is_null())
            .filter(grade_rule_version::rule_version.eq(PRODUCT))
            .select(grade_rule_version::grade_rule_version_id)
            .order(grade_rule_version::grade_rule_version_id)
            .for_update()
            .load::<i64>(postgres)?;
    }
    let Some((version_id, rule_set, effect, counted, counted_to)) = open(connection)? else { return Ok(false) };
    let kinds: Vec<i32> = kinds_of(rule_set);
    let heads = measurement::table
        .filter(measurement::measurement_id.gt(counted_to))
        .order(measurement::measurement_id)
        .limit(AT_ONCE)
        .select((
            measurement::measurement_id,
            measurement::kind,
            measurement::received_at,
            measurement::grades,
            measurement::age,
            measurement::sex,
        ))
        .load::<Head>(connection)?;
    let reached = heads.last().map(|head| head.0);
    let own: Vec<Head> = heads.into_iter().filter(|head| kinds.contains(&head.1)).collect();
    let mut changes: Changes = BTreeMap::new();
    for GradeRuleChange { indicator, from, to, count } in
        serde_json::from_str::<Vec<GradeRuleChange>>(&effect).map_err(Problem::internal)?
    {
        changes.insert((indicator, from, to), count);
    }
    grade::<Physical>(connection, &own, &mut changes)?;
    grade::<Stress>(connection, &own, &mut changes)?;
    grade::<HeartRate>(connection, &own, &mut changes)?;
    grade::<Psychological>(connection, &own, &mut changes)?;
    let counted = counted + i64::try_from(own.len()).map_err(Problem::internal)?;
    if reached.is_none() {
        let changed: i64 = changes.values().sum();
        tracing::info!(
            rule_set = rule_set.as_str(),
            measurements = counted,
            changed,
            "graded again by the product's rules"
        );
    }
    let changes: Vec<GradeRuleChange> = changes
        .into_iter()
        .map(|((indicator, from, to), count)| GradeRuleChange { indicator, from, to, count })
        .collect();
    diesel::update(grade_rule_version::table.find(version_id))
        .set((
            grade_rule_version::effect.eq(serde_json::to_string(&changes).map_err(Problem::internal)?),
            grade_rule_version::counted.eq(counted),
            grade_rule_version::counted_to.eq(reached.unwrap_or(counted_to)),
            grade_rule_version::counted_at.eq(reached.is_none().then(|| clock::now().0)),
        ))
        .execute(connection)?;
    Ok(true)
}

/// Returns the numbers of the kinds that a rule set grades and whose rules have changed.
fn kinds_of(rule_set: GradeRuleSet) -> Vec<i32> {
    match rule_set {
        GradeRuleSet::Physical => vec![Physical::KIND.number()],
        GradeRuleSet::Mind => vec![Stress::KIND.number(), Psychological::KIND.number()],
        GradeRuleSet::HeartRate => vec![HeartRate::KIND.number()],
        GradeRuleSet::Vision | GradeRuleSet::Cognition | GradeRuleSet::Urgent => Vec::new(),
    }
}

/// Grades these measurements of a kind again, by the age and sex that are stored with them, and writes those that change.
fn grade<K: Kind>(connection: &mut DatabaseConnection, heads: &[Head], changes: &mut Changes) -> Result<(), Problem> {
    let own: HashMap<i64, &Head> =
        heads.iter().filter(|head| head.1 == K::KIND.number()).map(|head| (head.0, head)).collect();
    if own.is_empty() {
        return Ok(());
    }
    let ids: Vec<i64> = own.keys().copied().collect();
    let rules = K::lock_versions(connection)?;
    let mut changed = Vec::new();
    for found in K::load(connection, Scope::All, &nothing(), &ids)? {
        let ((measured_at, id), save) = (K::place(&found), K::form(&found));
        let Some((_, _, received_at, grades, age, sex)) = own.get(&id).copied() else { continue };
        let person = Person {
            birth_date: age.and_then(|age| born(Timestamp(measured_at), age)),
            sex: sex.as_deref().and_then(Sex::parse),
        };
        let findings = K::findings_by(&save, person, &rules);
        if findings.grades == *grades && !K::is_scored_anew(&found, &findings) {
            continue;
        }
        count::<K>(changes, *grades, findings.grades);
        store::replace(connection, id, &Assessed::of::<K>(measured_at, Timestamp(*received_at), person, &findings))?;
        K::replace_detail(connection, id, findings.detail)?;
        changed.push(id);
    }
    if changed.is_empty() { Ok(()) } else { concerns::review::<K>(connection, &changed) }
}

/// Returns a birth date by which somebody has an age at a moment.
fn born(at: Timestamp, age: i32) -> Option<Date> {
    let months = Months::new(u32::try_from(age).ok()?.checked_mul(12)?);
    at.date_in_seoul().0.checked_sub_months(months).map(Date)
}

fn count<K: Kind>(changes: &mut Changes, before: i64, after: i64) {
    let [old, new] = [before, after].map(|grades| K::graded_by_name(grades).into_iter().collect::<HashMap<_, _>>());
    for indicator in GradedIndicator::ALL {
        let [from, to] = [&old, &new].map(|grades| grades.get(indicator).copied());
        if from != to {
            *changes.entry((axis_of(*indicator), from.map(str::to_owned), to.map(str::to_owned))).or_default() += 1;
        }
    }
    let [was, is] = [before, after].map(|grades| unpacked::<UrgentSides>(grades).map(|_| URGENT.to_owned()));
    if was != is {
        let indicator = if K::KIND == Physical::KIND { Indicator::SystolicPressure } else { Indicator::HeartRate };
        *changes.entry((indicator, was, is)).or_default() += 1;
    }
}

/// Returns the axis under which changes of a grade are counted.
const fn axis_of(indicator: GradedIndicator) -> Indicator {
    match indicator {
        GradedIndicator::Bmi => Indicator::Bmi,
        GradedIndicator::BloodPressure => Indicator::SystolicPressure,
        GradedIndicator::BodyFat => Indicator::BodyFat,
        GradedIndicator::Stress => Indicator::Stress,
        GradedIndicator::Anxiety => Indicator::Anxiety,
        GradedIndicator::Burnout => Indicator::Burnout,
        GradedIndicator::Lethargy => Indicator::Lethargy,
        GradedIndicator::Vision => Indicator::Vision,
        GradedIndicator::Myopia => Indicator::Myopia,
        GradedIndicator::HeartRate => Indicator::HeartRate,
        GradedIndicator::Cognition => Indicator::Cist,
    }
}
