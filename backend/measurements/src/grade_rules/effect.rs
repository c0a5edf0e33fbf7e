//! The effect of a version on people already measured: the grades that change in each member's newest measurements of
//! the last twelve months, one per kind and test. It is counted in the background, member by member, after a version is
//! created or the rules of a draft change. Any instance may do this: each batch updates a mark of the progress.

use super::store;
use crate::{
    heart_rate_measurements::store::HeartRate,
    kind::{Kind, MeasurementKind, nothing},
    physical_measurements::store::{Physical, inputs},
    psychological_tests::store::Psychological,
    stress_measurements::store::{Stress, gradings, pulse_of},
};
use diesel::{ExpressionMethods, OptionalExtension, QueryDsl, RunQueryDsl, SelectableHelper};
use kernel::{
    access::scope::Scope,
    clock,
    db::{
        Database, DatabaseConnection,
        schema::{grade_rule_version, measurement, member},
    },
    problem::Problem,
};
use std::collections::{BTreeMap, HashSet};
use uno_core::{
    contract::{
        grade_rules::{GradeRuleChange, GradeRuleSet},
        heart_rate_measurements::HeartRateMeasurement,
        physical_measurements::PhysicalMeasurement,
        psychological_tests::PsychologicalTest,
        stress_measurements::StressMeasurement,
    },
    domain::{
        decimal::Hundredths,
        grade::{Indicator, RuleSet, Subject, heart_rate::HeartRateContext, physical, psychological},
        time::{DAY_MILLISECONDS, Date},
    },
};

/// The version of the rules that come with the product, whose rows count what is graded again: see [`super::again`].
pub(super) const PRODUCT: i32 = 1;
/// Members per batch.
const AT_ONCE: i64 = 200;
/// The maximum age of measurements that are included: twelve months, in milliseconds.
const MAX_AGE: i64 = 365 * DAY_MILLISECONDS;

/// The graded indicators with their grades.
type Grades = Vec<(Indicator, &'static str)>;
/// The number of measurements with a different grade, by indicator and both grades.
type Changes = BTreeMap<(Indicator, Option<String>, Option<String>), i64>;

/// A version whose effect has not been counted completely.
#[derive(diesel::Queryable, diesel::Selectable)]
#[diesel(table_name = grade_rule_version)]
struct OpenVersion {
    grade_rule_version_id: i64,
    rule_set: GradeRuleSet,
    rule_version: i32,
    effective_from: Date,
    rules: String,
    effect: String,
    counted: i64,
    counted_to: i64,
    counted_since: Option<i64>,
    counted_until: Option<i64>,
    version: i64,
}

/// The result of a batch: `reached` is the last member, `None` if there are no more.
struct BatchResult {
    open: OpenVersion,
    reached: Option<i64>,
    measurements: i64,
    changes: Changes,
    period: (i64, i64),
}

/// Counts the next members for a version. Returns whether there was anything to count.
///
/// # Errors
/// Returns an error if the database fails.
pub fn count_next(database: &Database) -> Result<bool, Problem> {
    let Some(counted) = database.read_blocking(count)? else { return Ok(false) };
    database.write_blocking(move |connection| write(connection, &counted))?;
    Ok(true)
}

fn count(connection: &mut DatabaseConnection) -> Result<Option<BatchResult>, Problem> {
    let open = grade_rule_version::table
        .filter(grade_rule_version::counted_at.is_null())
        .filter(grade_rule_version::rule_version.gt(PRODUCT));
    let open = open.order(grade_rule_version::grade_rule_version_id).select(OpenVersion::as_select());
    let Some(open) = open.first::<OpenVersion>(connection).optional()? else { return Ok(None) };
    let mut changes: Changes = BTreeMap::new();
    for GradeRuleChange { indicator, from, to, count } in
        serde_json::from_str::<Vec<GradeRuleChange>>(&open.effect).map_err(Problem::internal)?
    {
        changes.insert((indicator, from, to), count);
    }
    // The same period for every batch, so that the sum is that of one count.
    let until = open.counted_until.unwrap_or(clock::now().0);
    let since = open.counted_since.unwrap_or(until - MAX_AGE);
    let kinds = kinds_of(open.rule_set);
    let members = member::table
        .filter(member::member_id.gt(open.counted_to))
        .order(member::member_id)
        .limit(AT_ONCE)
        .select(member::member_id)
        .load::<i64>(connection)?;
    let reached = members.last().copied();
    // Filters by member alone, so that only the index of members fits; it covers all these columns.
    let mut headers = measurement::table
        .filter(measurement::member_id.eq_any(members))
        .select((
            measurement::measured_at,
            measurement::measurement_id,
            measurement::member_id,
            measurement::kind,
            measurement::test_case,
            measurement::received_at,
        ))
        .load::<(i64, i64, Option<i64>, i32, String, i64)>(connection)?;
    headers.retain(|(measured_at, _, _, kind, _, received_at)| {
        *measured_at >= since && *received_at <= until && kinds.iter().any(|wanted| wanted.number() == *kind)
    });
    headers.sort_unstable();
    let mut known = HashSet::new();
    let newest: Vec<(i32, i64)> = headers
        .into_iter()
        .rev()
        .filter_map(|(_, id, member, kind, test, _)| known.insert((member, kind, test)).then_some((kind, id)))
        .collect();
    let before = store::in_force(connection, open.rule_set)?;
    let after = crate::rules::read(&open.rules, open.rule_version, open.effective_from)?;
    let versions = (&before, &after);
    if open.rule_set == GradeRuleSet::Urgent {
        compare::<Physical>(connection, &newest, urgent_pressure, versions, &mut changes)?;
        compare::<HeartRate>(connection, &newest, urgent_rate, versions, &mut changes)?;
        compare::<Stress>(connection, &newest, urgent_recording, versions, &mut changes)?;
        return Ok(Some(done(open, reached, newest.len(), changes, (since, until))?));
    }
    compare::<Physical>(connection, &newest, body, versions, &mut changes)?;
    compare::<Stress>(connection, &newest, stress, versions, &mut changes)?;
    compare::<Psychological>(connection, &newest, psychological, versions, &mut changes)?;
    Ok(Some(done(open, reached, newest.len(), changes, (since, until))?))
}

fn done(
    open: OpenVersion,
    reached: Option<i64>,
    measurements: usize,
    changes: Changes,
    period: (i64, i64),
) -> Result<BatchResult, Problem> {
    let measurements = i64::try_from(measurements).map_err(Problem::internal)?;
    Ok(BatchResult { open, reached, measurements, changes, period })
}

/// Returns the sides on which values are urgent, as grades of their indicators.
fn urgent(rules: &RuleSet, values: &[(Indicator, Option<Hundredths>)]) -> Grades {
    rules.urgent_marks(values).iter().map(|mark| (mark.indicator, mark.side.as_str())).collect()
}

fn urgent_pressure(measurement: &PhysicalMeasurement, rules: &RuleSet) -> Grades {
    urgent(rules, &physical::vital_values(measurement.systolic, measurement.diastolic, measurement.pulse))
}

fn urgent_rate(measurement: &HeartRateMeasurement, rules: &RuleSet) -> Grades {
    let rate = (measurement.context == HeartRateContext::Rest).then_some(Hundredths(measurement.rate * 100));
    urgent(rules, &[(Indicator::HeartRate, rate)])
}

fn urgent_recording(measurement: &StressMeasurement, rules: &RuleSet) -> Grades {
    urgent(rules, &[(Indicator::HeartRate, pulse_of(measurement))])
}

/// Returns the kinds of measurement that a rule set grades.
const fn kinds_of(rule_set: GradeRuleSet) -> &'static [MeasurementKind] {
    match rule_set {
        GradeRuleSet::Physical => &[MeasurementKind::Physical],
        GradeRuleSet::Mind => &[MeasurementKind::Stress, MeasurementKind::Psychological],
        GradeRuleSet::HeartRate => &[MeasurementKind::HeartRate],
        GradeRuleSet::Vision => &[MeasurementKind::Vision],
        GradeRuleSet::Cognition => &[MeasurementKind::Dementia],
        GradeRuleSet::Urgent => &[MeasurementKind::Physical, MeasurementKind::HeartRate, MeasurementKind::Stress],
    }
}

/// Only body fat has a choice of tables, whose bounds depend on sex and age; the other grades of the body are fixed.
fn body(measurement: &PhysicalMeasurement, rules: &RuleSet) -> Grades {
    let fat = physical::grade_by(rules, &inputs(measurement)).body_fat;
    fat.into_iter().map(|grade| (Indicator::BodyFat, grade.as_str())).collect()
}

fn stress(measurement: &StressMeasurement, rules: &RuleSet) -> Grades {
    let graded = gradings(measurement, rules).all();
    graded.into_iter().flatten().map(|graded| (graded.table.indicator, graded.word())).collect()
}

fn psychological(test: &PsychologicalTest, rules: &RuleSet) -> Grades {
    let subject = Subject { age: test.age, sex: test.sex };
    let graded = psychological::graded(rules, subject, test.instrument, test.result).grade;
    graded.into_iter().map(|graded| (graded.table.indicator, graded.word())).collect()
}

/// Counts the measurements of this kind whose grades differ between two versions.
fn compare<K: Kind>(
    connection: &mut DatabaseConnection,
    measurements: &[(i32, i64)],
    grades: fn(&K::Measurement, &RuleSet) -> Grades,
    (before, after): (&RuleSet, &RuleSet),
    changes: &mut Changes,
) -> Result<(), Problem> {
    let own = measurements.iter().filter(|(kind, _)| *kind == K::KIND.number());
    let ids: Vec<i64> = own.map(|(_, id)| *id).collect();
    if ids.is_empty() {
        return Ok(());
    }
    for found in K::load(connection, Scope::All, &nothing(), &ids)? {
        let [old, new] = [before, after].map(|rules| grades(&found, rules).into_iter().collect::<BTreeMap<_, _>>());
        let indicators: HashSet<Indicator> = old.keys().chain(new.keys()).copied().collect();
        for indicator in indicators {
            let [from, to] = [&old, &new].map(|grades| grades.get(&indicator).copied());
            if from != to {
                *changes.entry((indicator, from.map(str::to_owned), to.map(str::to_owned))).or_default() += 1;
            }
        }
    }
    Ok(())
}

/// Saves the progress, unless another instance was faster or the draft has changed.
fn write(connection: &mut DatabaseConnection, counted: &BatchResult) -> Result<(), Problem> {
    let BatchResult { open, reached, measurements, changes, period: (since, until) } = counted;
    let changes: Vec<GradeRuleChange> = changes
        .iter()
        .map(|((indicator, from, to), count)| GradeRuleChange {
            indicator: *indicator,
            from: from.clone(),
            to: to.clone(),
            count: *count,
        })
        .collect();
    diesel::update(grade_rule_version::table.find(open.grade_rule_version_id))
        .filter(grade_rule_version::version.eq(open.version))
        .filter(grade_rule_version::counted_to.eq(open.counted_to))
        .set((
            grade_rule_version::effect.eq(serde_json::to_string(&changes).map_err(Problem::internal)?),
            grade_rule_version::counted.eq(open.counted + measurements),
            grade_rule_version::counted_to.eq(reached.unwrap_or(open.counted_to)),
            grade_rule_version::counted_since.eq(Some(since)),
            grade_rule_version::counted_until.eq(Some(until)),
            grade_rule_version::counted_at.eq(reached.is_none().then(|| clock::now().0)),
        ))
        .execute(connection)?;
    Ok(())
}
