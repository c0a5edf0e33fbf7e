//! Reads the statistically relevant content of measurements: completed tests, grades and values.

use crate::cells::Group;
use diesel::{ExpressionMethods, QueryDsl, Queryable, RunQueryDsl, Selectable, SelectableHelper};
use kernel::{
    db::{
        DatabaseConnection,
        schema::{
            dementia_screening, heart_rate_measurement, measurement, physical_measurement, psychological_test,
            stress_answers, stress_measurement, vision_measurement,
        },
    },
    problem::Problem,
};
use measurements::{graded, kind::MeasurementKind};
use organisation::tally::YEAR_1_MILLISECONDS;
use uno_core::{
    contract::{statistics::TestCase, vision_measurements::AcuityRange},
    domain::{
        grade::{
            Sex,
            concern::{Concern, GradedIndicator},
            heart_rate::HeartRateContext,
            indicator::Indicator,
            physical::Setting,
            psychological::PsychologicalInstrument,
            screening::ScreeningInstrument,
        },
        time::DAY_MILLISECONDS,
    },
};

/// Returns how much attention a grade requires, by its place on the indicator's scale.
#[must_use]
pub fn concern_of(indicator: GradedIndicator, place: usize) -> Concern {
    indicator.grades().get(place).map_or(Concern::None, |grade| indicator.concern(grade))
}

/// Orders grades by gravity, the highest being the gravest.
#[must_use]
pub fn gravity(indicator: GradedIndicator, place: usize) -> (Concern, usize) {
    (concern_of(indicator, place), place)
}

/// Returns whether an indicator is a score of which a person has one at a moment: of several instruments, or several
/// scales of one, the highest score counts, in whatever order they were received.
#[must_use]
pub const fn is_score(indicator: Indicator) -> bool {
    matches!(indicator, Indicator::Stress | Indicator::Anxiety | Indicator::Burnout)
}

/// The age from which pressures are those of adults.
const ADULT: i32 = 19;

/// The countable content of a measurement.
#[derive(Clone, Debug)]
pub struct Observation {
    /// The kind of measurement.
    pub kind: MeasurementKind,
    /// Time and number of the measurement: the greater of two is the newer one.
    pub place: (i64, i64),
    /// The person: twice the member's number, or twice the user's number plus one; `None` if not yet assigned.
    pub person: Option<u64>,
    /// The companies it counts for: its own and those above.
    pub companies: Vec<i64>,
    /// Its own company and the division within it.
    pub division: Option<(i64, i64)>,
    /// Sex and age at the time of measurement.
    pub group: Group,
    /// The tests it has a result of.
    pub cases: Vec<TestCase>,
    /// Grades, numbered in the order of their scales, from 0.
    pub grades: Vec<(GradedIndicator, u8)>,
    /// Values in hundredths.
    pub figures: Vec<(Indicator, i64)>,
}

/// The columns read from a header.
#[derive(Queryable, Selectable)]
#[diesel(table_name = measurement)]
struct Head {
    measurement_id: i64,
    member_id: Option<i64>,
    user_id: Option<i64>,
    company_id: Option<i64>,
    vendor_id: Option<i64>,
    dealer_id: Option<i64>,
    retailer_id: Option<i64>,
    division_id: Option<i64>,
    measured_at: i64,
    sex: Option<String>,
    age: Option<i32>,
    setting: Option<String>,
    grades: i64,
    test_case: String,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = physical_measurement)]
struct Physical {
    bmi_tenths: Option<i64>,
    systolic: Option<i32>,
    diastolic: Option<i32>,
    body_fat: Option<i64>,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = stress_measurement)]
struct Stress {
    sdnn: Option<i64>,
    rmssd: Option<i64>,
    pnn50: Option<i64>,
    tp: Option<i64>,
    lf: Option<i64>,
    hf: Option<i64>,
    stress_index: Option<i64>,
    interval_count: Option<i32>,
    stress_score: Option<i64>,
    anxiety_score: Option<i64>,
    burnout_score: Option<i64>,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = stress_answers)]
struct Answers {
    pss_10_total: Option<i32>,
    bepsi_k_items: Option<String>,
    bepsi_k_mean: Option<i64>,
    gad_7_total: Option<i32>,
    cbi_personal: Option<i64>,
    cbi_work: Option<i64>,
    cbi_client: Option<i64>,
    cbi_mean: Option<i64>,
    bat_12_mean: Option<i64>,
    activation_score: Option<i64>,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = vision_measurement)]
struct Vision {
    right_uncorrected: Option<String>,
    right_presenting: Option<String>,
    right_best_corrected: Option<String>,
    left_uncorrected: Option<String>,
    left_presenting: Option<String>,
    left_best_corrected: Option<String>,
    both_uncorrected: Option<String>,
    both_presenting: Option<String>,
    both_best_corrected: Option<String>,
    right_sphere: Option<i64>,
    left_sphere: Option<i64>,
}

/// Loads the measurements of a kind on a day, joined with their detail rows. Trial measurements are excluded.
macro_rules! of_day {
    ($connection:ident, $kind:ident, $day:ident, [$($detail:ident),+], [$($column:expr => $row:ty),+], $told:path) => {{
        let first = $day * DAY_MILLISECONDS - YEAR_1_MILLISECONDS;
        let rows = measurement::table
            $(.inner_join($detail::table))+
            .filter(measurement::kind.eq($kind.number()))
            .filter(measurement::measured_at.ge(first))
            .filter(measurement::measured_at.lt(first + DAY_MILLISECONDS))
            .filter(measurement::trial.eq(false))
            .select((Head::as_select(), $($column),+));
        rows.load::<(Head, $($row),+)>($connection)?.into_iter().map($told).collect()
    }};
}

/// Returns all measurements of a kind on a day, in no particular order. Runs one query.
///
/// # Errors
/// Returns an error if the database fails.
pub fn of_day(
    connection: &mut DatabaseConnection,
    kind: MeasurementKind,
    day: i64,
) -> Result<Vec<Observation>, Problem> {
    Ok(match kind {
        MeasurementKind::Physical => {
            of_day!(connection, kind, day, [physical_measurement], [Physical::as_select() => Physical], physical)
        }
        MeasurementKind::Stress => of_day!(
            connection,
            kind,
            day,
            [stress_measurement, stress_answers],
            [Stress::as_select() => Stress, Answers::as_select() => Answers],
            stress
        ),
        MeasurementKind::Vision => {
            of_day!(connection, kind, day, [vision_measurement], [Vision::as_select() => Vision], vision)
        }
        MeasurementKind::HeartRate => {
            of_day!(connection, kind, day, [heart_rate_measurement], [heart_rate_measurement::rate => i32], heart_rate)
        }
        MeasurementKind::Dementia => {
            of_day!(connection, kind, day, [dementia_screening], [dementia_screening::score => Option<i32>], screening)
        }
        MeasurementKind::Psychological => of_day!(
            connection,
            kind,
            day,
            [psychological_test],
            [psychological_test::score => Option<i64>],
            psychological
        ),
    })
}

/// Combines the header with the given tests and values, leaving out those that are absent.
fn observed(
    kind: MeasurementKind,
    head: &Head,
    cases: &[(TestCase, bool)],
    figures: &[(Indicator, Option<i64>)],
) -> Observation {
    let number = |id: i64| u64::try_from(id).ok().and_then(|id| id.checked_mul(2));
    let person = match (head.member_id, head.user_id) {
        (Some(member_id), _) => number(member_id),
        (None, Some(user_id)) => number(user_id).map(|even| even + 1),
        (None, None) => None,
    };
    let decade = head.age.and_then(|age| u8::try_from(age).ok()).map(|age| age / 10 * 10);
    Observation {
        kind,
        place: (head.measured_at, head.measurement_id),
        person,
        companies: [head.vendor_id, head.dealer_id, head.retailer_id].into_iter().flatten().collect(),
        division: head.company_id.zip(head.division_id),
        group: Group { sex: head.sex.as_deref().and_then(Sex::parse), decade },
        cases: cases.iter().filter(|(_, is_there)| *is_there).map(|(case, _)| *case).collect(),
        grades: graded(kind, head.grades),
        figures: figures.iter().filter_map(|(indicator, value)| Some((*indicator, (*value)?))).collect(),
    }
}

fn whole(value: Option<i32>) -> Option<i64> {
    value.map(|value| i64::from(value) * 100)
}

fn physical((head, row): (Head, Physical)) -> Observation {
    let cases = [
        (TestCase::Bmi, row.bmi_tenths.is_some()),
        (TestCase::BloodPressure, row.systolic.is_some() || row.diastolic.is_some()),
        (TestCase::BodyFat, row.body_fat.is_some()),
    ];
    // Pressures at home and those of children are read by other norms: one mean of all would be none.
    let is_clinical = head.setting.as_deref().and_then(Setting::parse) == Some(Setting::Clinic)
        && head.age.is_some_and(|age| age >= ADULT);
    let clinical = |pressure: Option<i32>| whole(pressure.filter(|_| is_clinical));
    let figures = [
        (Indicator::Bmi, row.bmi_tenths.map(|tenths| tenths.saturating_mul(10))),
        (Indicator::SystolicPressure, clinical(row.systolic)),
        (Indicator::DiastolicPressure, clinical(row.diastolic)),
        (Indicator::BodyFat, row.body_fat),
    ];
    observed(MeasurementKind::Physical, &head, &cases, &figures)
}

fn stress((head, row, answers): (Head, Stress, Answers)) -> Observation {
    let variability = [row.sdnn, row.rmssd, row.pnn50, row.tp, row.lf, row.hf, row.stress_index];
    let burnout = [answers.cbi_personal, answers.cbi_work, answers.cbi_client, answers.cbi_mean];
    let cases = [
        (TestCase::HeartRateVariability, variability.iter().any(Option::is_some) || row.interval_count.is_some()),
        (TestCase::Activation, answers.activation_score.is_some()),
        (TestCase::Pss10, answers.pss_10_total.is_some()),
        (TestCase::BepsiK, answers.bepsi_k_items.is_some() || answers.bepsi_k_mean.is_some()),
        (TestCase::Gad7, answers.gad_7_total.is_some()),
        (TestCase::Cbi, burnout.iter().any(Option::is_some)),
        (TestCase::Bat12, answers.bat_12_mean.is_some()),
    ];
    let figures = [
        (Indicator::Stress, row.stress_score),
        (Indicator::Anxiety, row.anxiety_score),
        (Indicator::Burnout, row.burnout_score),
        (Indicator::Lethargy, answers.activation_score),
    ];
    observed(MeasurementKind::Stress, &head, &cases, &figures)
}

fn vision((head, row): (Head, Vision)) -> Observation {
    let acuities = [
        row.right_uncorrected,
        row.right_presenting,
        row.right_best_corrected,
        row.left_uncorrected,
        row.left_presenting,
        row.left_best_corrected,
        row.both_uncorrected,
        row.both_presenting,
        row.both_best_corrected,
    ];
    let has_acuity = acuities.iter().any(Option::is_some);
    let range = AcuityRange::parse(&head.test_case);
    let cases = [
        (TestCase::DistanceAcuity, has_acuity && range == Some(AcuityRange::Distance)),
        (TestCase::NearAcuity, has_acuity && range == Some(AcuityRange::Near)),
        (TestCase::Refraction, row.right_sphere.is_some() || row.left_sphere.is_some()),
    ];
    observed(MeasurementKind::Vision, &head, &cases, &[])
}

fn heart_rate((head, rate): (Head, i32)) -> Observation {
    let context = HeartRateContext::parse(&head.test_case);
    let is_at_rest = context == Some(HeartRateContext::Rest);
    let cases = [
        (TestCase::HeartRateAtRest, is_at_rest),
        (TestCase::HeartRateAfterExercise, context == Some(HeartRateContext::AfterExercise)),
    ];
    let figures = [(Indicator::HeartRate, whole(Some(rate).filter(|_| is_at_rest)))];
    observed(MeasurementKind::HeartRate, &head, &cases, &figures)
}

fn screening((head, score): (Head, Option<i32>)) -> Observation {
    let case = ScreeningInstrument::parse(&head.test_case).map(|instrument| match instrument {
        ScreeningInstrument::Cist => TestCase::Cist,
        ScreeningInstrument::KdsqC => TestCase::KdsqC,
        ScreeningInstrument::KdsqP => TestCase::KdsqP,
        ScreeningInstrument::MmseKc => TestCase::MmseKc,
    });
    // An incompletely answered screening has no result.
    let cases: Vec<_> = case.map(|case| (case, score.is_some())).into_iter().collect();
    observed(MeasurementKind::Dementia, &head, &cases, &[])
}

fn psychological((head, score): (Head, Option<i64>)) -> Observation {
    let instrument = PsychologicalInstrument::parse(&head.test_case);
    let case = instrument.map(|instrument| match instrument {
        PsychologicalInstrument::Pss10 => TestCase::Pss10,
        PsychologicalInstrument::BepsiK => TestCase::BepsiK,
        PsychologicalInstrument::Gad7 => TestCase::Gad7,
        PsychologicalInstrument::CbiPersonal
        | PsychologicalInstrument::CbiWork
        | PsychologicalInstrument::CbiClient
        | PsychologicalInstrument::Cbi => TestCase::Cbi,
        PsychologicalInstrument::Bat12 => TestCase::Bat12,
    });
    let cases: Vec<_> = case.map(|case| (case, true)).into_iter().collect();
    let figures: Vec<_> = instrument.map(|instrument| (instrument.about(), score)).into_iter().collect();
    observed(MeasurementKind::Psychological, &head, &cases, &figures)
}
