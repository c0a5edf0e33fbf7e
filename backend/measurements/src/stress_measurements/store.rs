//! Stress measurements: their detail beside the common header, computations from intervals, their grading, reading and
//! writing.

use crate::{
    detail::{answer, needs_rules, unit},
    grades::{Disagreement, Grade, GradeFilter, UrgentSides, packed, unpacked},
    kind::{Findings, Kind, ListRequest, MeasurementKind, Person, Place},
    request_of, rules,
    store::{Assessed, Header},
};
use diesel::{
    ExpressionMethods, NullableExpressionMethods, QueryDsl, Queryable, RunQueryDsl, Selectable, SelectableHelper,
};
use kernel::{
    access::scope::{Scope, Scoped},
    clock,
    db::{
        DatabaseConnection,
        schema::{company, measurement, member, stress_answers, stress_measurement},
    },
    insert_rows,
    problem::Problem,
    records::Mask,
};
use std::collections::HashMap;
use uno_core::{
    contract::{
        measurement_imports::ImportedKind,
        measurements::MeasurementsByKind,
        page::Can,
        stress_measurements::{
            ComputedVariability, InstrumentClass, LastDay, Medication, Mood, SCREEN, SleepQuality, Smoking,
            StressMeasurement, StressMeasurementFilter, StressMeasurementId, StressMeasurementPath,
            StressMeasurementSave, UsualValue,
        },
    },
    domain::{
        decimal::Hundredths,
        grade::{
            GradeReason, Graded, Indicator, Quantity, RuleSet, Sex,
            built_in::{MIND, URGENT},
            concern::GradedIndicator,
            hrv,
            indicator::{ADULT_NORMS, HealthGrade, LethargyGrade},
            physical::RuleSetVersion,
            quality::Recording,
            safety::UrgentMark,
            stress::{self, RULES, StressGrades, StressInputs},
        },
        mask,
        pre_survey::{self, PreSurvey},
        time::Timestamp,
    },
};

/// The usual range of heart rates, in hundredths of a beat per minute.
const USUAL_HEART_RATES: (i64, i64) = (3_500, 18_000);
/// The usual range of deviations of intervals, in hundredths of a ms.
const USUAL_DEVIATIONS: (i64, i64) = (300, 25_000);
/// The usual range of artifacts, in hundredths of a %. More leave too little of the heart's own rhythm.
const USUAL_ARTIFACTS: (i64, i64) = (0, 500);
/// The usual range of stress indexes, in hundredths.
const USUAL_STRESS_INDEXES: (i64, i64) = (500, 150_000);
/// The usual range of hours of sleep, in hundredths.
const USUAL_SLEEP: (i64, i64) = (200, 1_400);
/// The time in ms by which intervals may exceed the duration, because of the beat at its end.
const LAST_BEAT: i64 = 2_000;
/// The number of intervals in histories.
const MAX_SHOWN_INTERVALS: usize = 8;

/// The kind of stress measurements.
pub struct Stress;

/// The eight grades, which three indicators share.
macro_rules! health_grades {
    ($($(#[$doc:meta])+ $name:ident = $indicator:literal),+) => { $(
        $(#[$doc])+
        #[derive(Clone, Copy, PartialEq)]
        struct $name(HealthGrade);

        impl Grade for $name {
            const INDICATOR: u32 = $indicator;
            const NUMBERED: &'static [Self] = &[
                Self(HealthGrade::VeryHealthy),
                Self(HealthGrade::Healthy),
                Self(HealthGrade::Good),
                Self(HealthGrade::Normal),
                Self(HealthGrade::Attention),
                Self(HealthGrade::Caution),
                Self(HealthGrade::Warning),
                Self(HealthGrade::Danger),
            ];
        }

        impl $name {
            fn grade_filter(grades: &[HealthGrade]) -> Option<GradeFilter> {
                GradeFilter::of(&grades.iter().copied().map(Self).collect::<Vec<_>>())
            }
        }
    )+ };
}
health_grades! {
    /// The stress grade.
    StressGrade = 0,
    /// The anxiety grade.
    AnxietyGrade = 1,
    /// The burnout grade.
    BurnoutGrade = 2
}

impl Grade for LethargyGrade {
    const INDICATOR: u32 = 3;
    const NUMBERED: &'static [Self] = Self::ALL;
}

/// The measured and computed values, without the intervals.
#[derive(Queryable, Selectable)]
#[diesel(table_name = stress_measurement)]
struct Measured {
    heart_rate: Option<i64>,
    duration_seconds: Option<i32>,
    artifact_percent: Option<i64>,
    sdnn: Option<i64>,
    rmssd: Option<i64>,
    pnn50: Option<i64>,
    tp: Option<i64>,
    lf: Option<i64>,
    hf: Option<i64>,
    stress_index: Option<i64>,
    interval_count: Option<i32>,
    computed_mean_nn: Option<i64>,
    computed_heart_rate: Option<i64>,
    computed_sdnn: Option<i64>,
    computed_rmssd: Option<i64>,
    computed_pnn50: Option<i64>,
    computed_stress_index: Option<i64>,
    stress_score: Option<i64>,
    stress_instrument: Option<String>,
    anxiety_score: Option<i64>,
    burnout_score: Option<i64>,
    burnout_instrument: Option<String>,
    nn_gaps: Option<Vec<u8>>,
}

/// The answers.
#[derive(Queryable, Selectable)]
#[diesel(table_name = stress_answers)]
struct Answered {
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
    sleep_hours: Option<i64>,
    caffeine_cups: Option<i32>,
    smoking: Option<String>,
    medication: Option<String>,
    mood: Option<String>,
    sleep_quality: Option<String>,
    caffeine_hours_ago: Option<i64>,
    smoking_hours_ago: Option<i64>,
    medication_names: Option<String>,
    alcohol: Option<String>,
    exercise: Option<String>,
    meal_hours_ago: Option<i64>,
}

/// The detail rows as written.
#[derive(Clone, Debug)]
pub struct Detail {
    measured: NewMeasured,
    answered: NewAnswered,
}

#[derive(diesel::Insertable, diesel::AsChangeset, Clone, Debug)]
#[diesel(table_name = stress_measurement, treat_none_as_null = true, treat_none_as_default_value = false)]
struct NewMeasured {
    heart_rate: Option<i64>,
    duration_seconds: Option<i32>,
    artifact_percent: Option<i64>,
    sdnn: Option<i64>,
    rmssd: Option<i64>,
    pnn50: Option<i64>,
    tp: Option<i64>,
    lf: Option<i64>,
    hf: Option<i64>,
    stress_index: Option<i64>,
    interval_count: Option<i32>,
    computed_mean_nn: Option<i64>,
    computed_heart_rate: Option<i64>,
    computed_sdnn: Option<i64>,
    computed_rmssd: Option<i64>,
    computed_pnn50: Option<i64>,
    computed_stress_index: Option<i64>,
    stress_score: Option<i64>,
    stress_instrument: Option<&'static str>,
    anxiety_score: Option<i64>,
    burnout_score: Option<i64>,
    burnout_instrument: Option<&'static str>,
    nn_intervals: Option<Vec<u8>>,
    nn_gaps: Option<Vec<u8>>,
}

#[derive(diesel::Insertable, diesel::AsChangeset, Clone, Debug)]
#[diesel(table_name = stress_answers, treat_none_as_null = true, treat_none_as_default_value = false)]
struct NewAnswered {
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
    sleep_hours: Option<i64>,
    caffeine_cups: Option<i32>,
    smoking: Option<&'static str>,
    medication: Option<&'static str>,
    mood: Option<&'static str>,
    sleep_quality: Option<&'static str>,
    caffeine_hours_ago: Option<i64>,
    smoking_hours_ago: Option<i64>,
    medication_names: Option<String>,
    alcohol: Option<&'static str>,
    exercise: Option<&'static str>,
    meal_hours_ago: Option<i64>,
}

/// A header with its detail, number and name of the member, and name of the company.
type Named = (Header, Measured, Answered, Option<String>, Option<String>, Option<String>);

impl Kind for Stress {
    const KIND: MeasurementKind = MeasurementKind::Stress;
    const SCREEN: &'static str = SCREEN;
    const TITLE: &'static str = "stress.ofMember";
    const IMPORTED: ImportedKind = ImportedKind::Stress;
    const LIST: &'static str = "stress";
    const GRADED: &'static [(u32, GradedIndicator)] = &[
        (StressGrade::INDICATOR, GradedIndicator::Stress),
        (AnxietyGrade::INDICATOR, GradedIndicator::Anxiety),
        (BurnoutGrade::INDICATOR, GradedIndicator::Burnout),
        (LethargyGrade::INDICATOR, GradedIndicator::Lethargy),
    ];
    const SHORTENED: &'static [(&'static str, Mask)] = &[("nnIntervals", shortened), ("medicationNames", mask::text)];
    type Path = StressMeasurementPath;
    type Filter = StressMeasurementFilter;
    type Measurement = StressMeasurement;
    type Save = StressMeasurementSave;
    type Detail = Detail;

    fn list_in(lists: &mut MeasurementsByKind) -> &mut Vec<StressMeasurement> {
        &mut lists.stress
    }

    fn list_request(filter: &StressMeasurementFilter) -> ListRequest {
        request_of!(
            filter,
            [
                StressGrade::grade_filter(&filter.stress_grades),
                AnxietyGrade::grade_filter(&filter.anxiety_grades),
                BurnoutGrade::grade_filter(&filter.burnout_grades),
                GradeFilter::of(&filter.lethargy_grades),
                filter.results_disagree.map(GradeFilter::present::<Disagreement>),
            ]
        )
    }

    fn place(measurement: &StressMeasurement) -> Place {
        (measurement.measured_at.0, measurement.stress_measurement_id.0)
    }

    fn load(
        connection: &mut DatabaseConnection,
        scope: Scope,
        can: &Can,
        ids: &[i64],
    ) -> Result<Vec<StressMeasurement>, Problem> {
        let mut found = load_answered(connection, scope, can, ids)?;
        // Measurements outside the scope are not among those found.
        let reached: Vec<i64> = found.iter().map(|measurement| Self::place(measurement).1).collect();
        let series = stress_measurement::table
            .filter(stress_measurement::measurement_id.eq_any(reached))
            .filter(stress_measurement::nn_intervals.is_not_null())
            .select((stress_measurement::measurement_id, stress_measurement::nn_intervals))
            .load::<(i64, Option<Vec<u8>>)>(connection)?;
        let mut series: HashMap<i64, Vec<u8>> =
            series.into_iter().filter_map(|(id, bytes)| Some((id, bytes?))).collect();
        for measurement in &mut found {
            if let Some(bytes) = series.remove(&Self::place(measurement).1) {
                measurement.nn_intervals = intervals_of(&bytes);
            }
        }
        Ok(found)
    }

    fn load_for_list(
        connection: &mut DatabaseConnection,
        scope: Scope,
        can: &Can,
        ids: &[i64],
    ) -> Result<Vec<StressMeasurement>, Problem> {
        let mut found = load_answered(connection, scope, can, ids)?;
        // Lists and files omit the names of medicines, and the gaps with the intervals.
        for measurement in &mut found {
            (measurement.medication_names, measurement.nn_gaps) = (None, Vec::new());
        }
        Ok(found)
    }

    fn versions(connection: &mut DatabaseConnection) -> Result<Vec<RuleSet>, Problem> {
        rules::activated(connection, &[&MIND, &URGENT])
    }

    fn explain(measurement: &mut StressMeasurement, versions: &[RuleSet]) {
        let rules = rules::version_of_grade(&MIND, versions, measurement.rule_version, measurement.measured_at);
        let person = Subject { age: measurement.age, sex: measurement.sex };
        let inputs = inputs(&measurement.form(), person);
        let moved = rules.moved_cuts(&MIND);
        let why = |graded: Graded<'_>| {
            let why = graded.why().about(inputs.subject());
            let is_of_recording = why.converted_from == Some(Indicator::StressIndex);
            GradeReason {
                doubts: if is_of_recording { inputs.recording.doubts() } else { Vec::new() },
                is_by_installation: moved.iter().any(|cut| Some(cut.instrument) == why.converted_from),
                ..why
            }
        };
        let graded = stress::gradings(rules, &inputs);
        let all = graded.all().into_iter().flatten().chain(stress::classes(rules, &inputs));
        measurement.why = Some(all.map(why).collect());
        measurement.others = Some(graded.others.into_iter().flatten().map(why).collect());
        let usual = hrv::KOREAN_NORMS.iter().map(|norm| UsualValue {
            name: norm.name.into(),
            mean: norm.mean,
            deviation: norm.deviation,
        });
        measurement.usual = Some(usual.collect());
        measurement.influences = Some(pre_survey::influences(&answers_before(measurement)));
    }

    fn form(measurement: &StressMeasurement) -> StressMeasurementSave {
        measurement.form()
    }

    fn findings(save: &StressMeasurementSave, person: Person) -> Findings<Detail> {
        findings(save, person, &[])
    }

    fn findings_by(save: &StressMeasurementSave, person: Person, versions: &[RuleSet]) -> Findings<Detail> {
        findings(save, person, versions)
    }

    fn complete(connection: &mut DatabaseConnection, found: &mut [StressMeasurement]) -> Result<(), Problem> {
        let versions = rules::activated(connection, &[&URGENT])?;
        for measurement in found {
            measurement.urgent = urgent(pulse_of(measurement), measurement.measured_at, &versions);
        }
        Ok(())
    }

    fn is_scored_anew(before: &StressMeasurement, after: &Findings<Detail>) -> bool {
        let after = &after.detail.measured;
        let told = |score: Option<Hundredths>| score.map(|score| score.0);
        (told(before.stress_score), told(before.anxiety_score), told(before.burnout_score))
            != (after.stress_score, after.anxiety_score, after.burnout_score)
            || before.stress_instrument.map(Indicator::as_str) != after.stress_instrument
    }

    fn insert_details(connection: &mut DatabaseConnection, details: Vec<(i64, Detail)>) -> Result<(), Problem> {
        insert_details(connection, &details)
    }

    fn replace_detail(connection: &mut DatabaseConnection, id: i64, detail: Detail) -> Result<(), Problem> {
        diesel::update(stress_measurement::table.find(id)).set(&detail.measured).execute(connection)?;
        diesel::update(stress_answers::table.find(id)).set(&detail.answered).execute(connection)?;
        Ok(())
    }
}

/// Loads measurements with all answers, but without their intervals.
fn load_answered(
    connection: &mut DatabaseConnection,
    scope: Scope,
    can: &Can,
    ids: &[i64],
) -> Result<Vec<StressMeasurement>, Problem> {
    let query = measurement::table
        .in_scope(scope)
        .inner_join(stress_measurement::table)
        .inner_join(stress_answers::table)
        .left_join(member::table)
        .left_join(company::table)
        .filter(measurement::measurement_id.eq_any(ids.to_vec()))
        .select((
            Header::as_select(),
            Measured::as_select(),
            Answered::as_select(),
            member::member_no.nullable(),
            member::name.nullable(),
            company::name.nullable(),
        ));
    let found = query.load::<Named>(connection)?;
    let needs_rules = found.iter().any(|named| needs_rules(&named.0));
    let mut found: Vec<StressMeasurement> = found.into_iter().map(|named| measurement_of(named, can)).collect();
    if needs_rules {
        Stress::complete(connection, &mut found)?;
    }
    Ok(found)
}

/// Returns the answers given before a measurement that may have influenced it.
fn answers_before(measurement: &StressMeasurement) -> PreSurvey {
    PreSurvey {
        sleep_hours: measurement.sleep_hours,
        slept_badly: matches!(measurement.sleep_quality, Some(SleepQuality::Bad | SleepQuality::VeryBad)),
        had_caffeine: measurement.caffeine_cups.is_some_and(|cups| cups > 0),
        caffeine_hours_ago: measurement.caffeine_hours_ago,
        smokes: measurement.smoking == Some(Smoking::Current),
        smoking_hours_ago: measurement.smoking_hours_ago,
        takes_medicine: measurement.medication == Some(Medication::Taken),
        had_alcohol: measurement.alcohol == Some(LastDay::Yes),
        exercised: measurement.exercise == Some(LastDay::Yes),
        meal_hours_ago: measurement.meal_hours_ago,
    }
}

/// Inserts the details of new headers.
///
/// # Errors
/// Returns an error if the database fails.
pub fn insert_details(connection: &mut DatabaseConnection, details: &[(i64, Detail)]) -> Result<(), Problem> {
    let measured: Vec<_> =
        details.iter().map(|(id, detail)| (stress_measurement::measurement_id.eq(*id), &detail.measured)).collect();
    let answered: Vec<_> =
        details.iter().map(|(id, detail)| (stress_answers::measurement_id.eq(*id), &detail.answered)).collect();
    insert_rows!(connection, stress_measurement::table, measured)?;
    insert_rows!(connection, stress_answers::table, answered)?;
    Ok(())
}

/// Shortens intervals for histories: the first ones, and their number.
fn shortened(intervals: &str) -> String {
    let all: Vec<&str> = intervals.split(", ").collect();
    match all.get(..MAX_SHOWN_INTERVALS) {
        Some(first) if all.len() > MAX_SHOWN_INTERVALS => format!("{}, … ({})", first.join(", "), all.len()),
        _ => intervals.to_owned(),
    }
}

fn bytes_of(intervals: &[u16]) -> Option<Vec<u8>> {
    (!intervals.is_empty()).then(|| intervals.iter().flat_map(|interval| interval.to_le_bytes()).collect())
}

fn intervals_of(bytes: &[u8]) -> Vec<u16> {
    bytes.as_chunks::<2>().0.iter().map(|two| u16::from_le_bytes(*two)).collect()
}

/// Stores answers from 1 to 5 as digits.
fn digits_of(answers: &[u16]) -> Option<String> {
    (!answers.is_empty()).then(|| answers.iter().map(ToString::to_string).collect())
}

fn answers_of(digits: Option<&str>) -> Vec<u16> {
    let digit = |digit: char| digit.to_digit(10).and_then(|digit| u16::try_from(digit).ok());
    digits.unwrap_or_default().chars().filter_map(digit).collect()
}

fn measurement_of(
    (header, measured, answered, member_no, member_name, company_name): Named,
    can: &Can,
) -> StressMeasurement {
    let indicator = |word: Option<String>| {
        Indicator::ALL.iter().copied().find(|indicator| Some(indicator.as_str()) == word.as_deref())
    };
    let grades = header.grades;
    let mut found = answer!(header, (member_no, member_name, company_name), can => StressMeasurement {
        stress_measurement_id: StressMeasurementId,
        computed: computed_of(&measured),
        heart_rate: measured.heart_rate.map(Hundredths),
        nn_intervals: Vec::new(),
        nn_gaps: measured.nn_gaps.as_deref().map(intervals_of).unwrap_or_default(),
        duration_seconds: unit(measured.duration_seconds),
        artifact_percent: measured.artifact_percent.map(Hundredths),
        sdnn: measured.sdnn.map(Hundredths),
        rmssd: measured.rmssd.map(Hundredths),
        pnn50: measured.pnn50.map(Hundredths),
        tp: measured.tp.map(Hundredths),
        lf: measured.lf.map(Hundredths),
        hf: measured.hf.map(Hundredths),
        stress_index: measured.stress_index.map(Hundredths),
        pss_10_total: unit(answered.pss_10_total),
        bepsi_k_items: answers_of(answered.bepsi_k_items.as_deref()),
        bepsi_k_mean: answered.bepsi_k_mean.map(Hundredths),
        gad_7_total: unit(answered.gad_7_total),
        cbi_personal: answered.cbi_personal.map(Hundredths),
        cbi_work: answered.cbi_work.map(Hundredths),
        cbi_client: answered.cbi_client.map(Hundredths),
        cbi_mean: answered.cbi_mean.map(Hundredths),
        bat_12_mean: answered.bat_12_mean.map(Hundredths),
        activation_score: answered.activation_score.map(Hundredths),
        sleep_hours: answered.sleep_hours.map(Hundredths),
        caffeine_cups: unit(answered.caffeine_cups),
        smoking: answered.smoking.as_deref().and_then(Smoking::parse),
        medication: answered.medication.as_deref().and_then(Medication::parse),
        mood: answered.mood.as_deref().and_then(Mood::parse),
        sleep_quality: answered.sleep_quality.as_deref().and_then(SleepQuality::parse),
        caffeine_hours_ago: answered.caffeine_hours_ago.map(Hundredths),
        smoking_hours_ago: answered.smoking_hours_ago.map(Hundredths),
        medication_names: answered.medication_names,
        alcohol: answered.alcohol.as_deref().and_then(LastDay::parse),
        exercise: answered.exercise.as_deref().and_then(LastDay::parse),
        meal_hours_ago: answered.meal_hours_ago.map(Hundredths),
        stress_score: measured.stress_score.map(Hundredths),
        stress_grade: unpacked(header.grades).map(|StressGrade(grade)| grade),
        stress_instrument: indicator(measured.stress_instrument),
        anxiety_score: measured.anxiety_score.map(Hundredths),
        anxiety_grade: unpacked(header.grades).map(|AnxietyGrade(grade)| grade),
        burnout_score: measured.burnout_score.map(Hundredths),
        burnout_grade: unpacked(header.grades).map(|BurnoutGrade(grade)| grade),
        burnout_instrument: indicator(measured.burnout_instrument),
        lethargy_grade: unpacked(header.grades),
        classes: Vec::new(),
        results_disagree: unpacked::<Disagreement>(header.grades).is_some(),
        is_beyond_norms: false,
        doubts: Vec::new(),
        ungraded: Vec::new(),
        why: None,
        others: None,
        usual: None,
        influences: None,
    });
    add_what_follows(&mut found, grades);
    found
}

/// Adds what follows from the stored values without their intervals: classes, doubts, and why there is no grade.
fn add_what_follows(found: &mut StressMeasurement, grades: i64) {
    let recording = recording(found);
    let index = found.computed.and_then(|computed| computed.stress_index).or(found.stress_index);
    let subject = Subject { age: found.age, sex: found.sex };
    let inputs = StressInputs {
        stress_index: index.and_then(Quantity::hundredths),
        recording,
        ..answers(&found.form(), &subject)
    };
    let class =
        |graded: &Graded<'_>| InstrumentClass { instrument: graded.table.indicator, class: graded.word().to_owned() };
    found.classes = stress::classes(&MIND, &inputs).iter().map(class).collect();
    let is_graded = Stress::GRADED
        .iter()
        .map(|(_, indicator)| Stress::graded(grades).iter().any(|(graded, _)| graded == indicator));
    let is_graded: Vec<bool> = is_graded.collect();
    let is_graded = [0, 1, 2, 3].map(|place: usize| is_graded.get(place).copied().unwrap_or_default());
    found.ungraded = stress::ungraded(&inputs, is_graded);
    found.doubts = recording.doubts();
    // Activation has no norms.
    let is_by_norms = !found.classes.is_empty() || is_graded.iter().take(3).any(|graded| *graded);
    found.is_beyond_norms = is_by_norms && found.age.is_some_and(|age| age > ADULT_NORMS.1);
}

/// Returns what is known of the quality of a stored recording.
fn recording(found: &StressMeasurement) -> Recording {
    let sum = |computed: ComputedVariability| computed.mean_nn.0 * i64::from(computed.intervals) / 100;
    Recording {
        seconds: found.duration_seconds,
        intervals: found.computed.map(|computed| (usize::from(computed.intervals), sum(computed))),
        artifacts: found.artifact_percent,
    }
}

/// Returns the heart rate of a recording: the device's, or that of the intervals if they are good enough.
fn pulse(told: Option<Hundredths>, computed: Option<ComputedVariability>, recording: Recording) -> Option<Hundredths> {
    told.or_else(|| computed.filter(|_| recording.refusal().is_none()).map(|computed| computed.heart_rate))
}

/// Returns the heart rate of a stored recording.
pub(crate) fn pulse_of(found: &StressMeasurement) -> Option<Hundredths> {
    pulse(found.heart_rate, found.computed, recording(found))
}

/// Returns the mark of a heart rate that is urgent: recordings are made at rest.
fn urgent(rate: Option<Hundredths>, at: Timestamp, versions: &[RuleSet]) -> Vec<UrgentMark> {
    rules::at(&URGENT, versions, at).urgent_marks(&[(Indicator::HeartRate, rate)])
}

/// Returns the stored values that were computed when the measurement was written.
fn computed_of(measured: &Measured) -> Option<ComputedVariability> {
    Some(ComputedVariability {
        intervals: unit(measured.interval_count)?,
        mean_nn: Hundredths(measured.computed_mean_nn?),
        heart_rate: Hundredths(measured.computed_heart_rate?),
        sdnn: Hundredths(measured.computed_sdnn?),
        rmssd: Hundredths(measured.computed_rmssd?),
        pnn50: Hundredths(measured.computed_pnn50?),
        stress_index: measured.computed_stress_index.map(Hundredths),
    })
}

/// Computes the values that follow from intervals, and the unrounded index for grading.
fn computed(intervals: &[u16], gaps: &[u16]) -> Option<(ComputedVariability, Option<Quantity>)> {
    let domain = hrv::time_domain_across(intervals, gaps).ok()?;
    let index = hrv::stress_index(intervals).ok().map(|found| found.index);
    let variability = ComputedVariability {
        intervals: u16::try_from(intervals.len()).ok()?,
        mean_nn: domain.mean_nn,
        heart_rate: domain.heart_rate,
        sdnn: domain.sdnn,
        rmssd: domain.rmssd,
        pnn50: domain.pnn50,
        stress_index: index.map(Quantity::hundredths_half_up),
    };
    Some((variability, index))
}

/// The person for grading.
struct Subject {
    age: Option<u16>,
    sex: Option<Sex>,
}

/// Returns the mean of BEPSI-K for display, computed if the items were answered individually.
#[must_use]
pub fn bepsi_k(found: &StressMeasurement) -> Option<Hundredths> {
    found.bepsi_k_mean.or_else(|| bepsi_k_mean(&found.bepsi_k_items).map(Quantity::hundredths_half_up))
}

/// Returns the mean of BEPSI-K from the answers to all items.
fn bepsi_k_mean(items: &[u16]) -> Option<Quantity> {
    let items: Vec<_> = items.iter().map(|answer| u8::try_from(*answer).ok()).collect();
    Indicator::BepsiK.axis().questionnaire?.result(items.iter().copied())
}

/// Returns the input of the grading. The computed index takes precedence over the device's.
fn inputs(save: &StressMeasurementSave, person: Subject) -> StressInputs {
    let computed = computed_of_save(save);
    let index = computed.and_then(|(_, index)| index);
    StressInputs {
        stress_index: index.or_else(|| save.stress_index.and_then(Quantity::hundredths)),
        recording: recording_of_save(save),
        ..answers(save, &person)
    }
}

fn computed_of_save(save: &StressMeasurementSave) -> Option<(ComputedVariability, Option<Quantity>)> {
    computed(&save.nn_intervals, &save.nn_gaps)
}

/// Returns what is known of the quality of a recording.
fn recording_of_save(save: &StressMeasurementSave) -> Recording {
    let sum = save.nn_intervals.iter().map(|interval| i64::from(*interval)).sum();
    let count = save.nn_intervals.len();
    Recording {
        seconds: save.duration_seconds,
        intervals: (count > 0).then_some((count, sum)),
        artifacts: save.artifact_percent,
    }
}

/// Returns the part of the input that does not come from the recording.
fn answers(save: &StressMeasurementSave, person: &Subject) -> StressInputs {
    let exact = |value: Option<Hundredths>| value.and_then(Quantity::hundredths);
    StressInputs {
        age: person.age,
        sex: person.sex,
        stress_index: None,
        pss_10: save.pss_10_total,
        bepsi_k: bepsi_k_mean(&save.bepsi_k_items).or_else(|| exact(save.bepsi_k_mean)),
        gad_7: save.gad_7_total,
        cbi_personal: save.cbi_personal,
        cbi_work: save.cbi_work,
        cbi_client: save.cbi_client,
        cbi: save.cbi_mean,
        bat_12: save.bat_12_mean,
        activation: save.activation_score,
        recording: Recording::default(),
    }
}

/// Grades a stored measurement by some rules.
pub fn gradings<'a>(found: &StressMeasurement, rules: &'a RuleSet) -> StressGrades<'a> {
    stress::gradings(rules, &inputs(&found.form(), Subject { age: found.age, sex: found.sex }))
}

/// Returns the findings for a measurement by those of these versions that are in force for it.
fn findings(save: &StressMeasurementSave, person: Person, versions: &[RuleSet]) -> Findings<Detail> {
    let rules = rules::at(&MIND, versions, save.measured_at);
    let subject = Subject { age: person.age_at(save.measured_at), sex: person.sex };
    let found = stress::gradings(rules, &inputs(save, subject));
    let StressGrades { stress, anxiety, burnout, lethargy, .. } = found;
    let health = |graded: Option<Graded<'_>>| graded.and_then(|graded| graded.among(HealthGrade::ALL));
    let score = |graded: Option<Graded<'_>>| graded.map(|graded| graded.value().hundredths_half_up().0);
    let instrument = |graded: Option<Graded<'_>>| {
        graded.and_then(|graded| graded.conversion).map(|conversion| conversion.from.as_str())
    };
    let hundredths = |value: Option<Hundredths>| value.map(|value| value.0);
    let computed = computed_of_save(save).map(|(computed, _)| computed);
    let urgent = urgent(pulse(save.heart_rate, computed, recording_of_save(save)), save.measured_at, versions);
    Findings {
        setting: None,
        test_case: "",
        grades: packed(health(stress).map(StressGrade))
            | packed(health(anxiety).map(AnxietyGrade))
            | packed(health(burnout).map(BurnoutGrade))
            | packed(lethargy.and_then(|graded| graded.among(LethargyGrade::ALL)))
            | packed(found.disagree().then_some(Disagreement))
            | packed(UrgentSides::of(&urgent)),
        rules: Some(RuleSetVersion { version: rules.version, ..RULES }),
        unusual: unusual(save, computed),
        detail: Detail {
            measured: NewMeasured {
                heart_rate: hundredths(save.heart_rate),
                duration_seconds: save.duration_seconds.map(i32::from),
                artifact_percent: hundredths(save.artifact_percent),
                sdnn: hundredths(save.sdnn),
                rmssd: hundredths(save.rmssd),
                pnn50: hundredths(save.pnn50),
                tp: hundredths(save.tp),
                lf: hundredths(save.lf),
                hf: hundredths(save.hf),
                stress_index: hundredths(save.stress_index),
                interval_count: computed.map(|computed| i32::from(computed.intervals)),
                computed_mean_nn: computed.map(|computed| computed.mean_nn.0),
                computed_heart_rate: computed.map(|computed| computed.heart_rate.0),
                computed_sdnn: computed.map(|computed| computed.sdnn.0),
                computed_rmssd: computed.map(|computed| computed.rmssd.0),
                computed_pnn50: computed.map(|computed| computed.pnn50.0),
                computed_stress_index: computed.and_then(|computed| computed.stress_index).map(|index| index.0),
                stress_score: score(stress),
                stress_instrument: instrument(stress),
                anxiety_score: score(anxiety),
                burnout_score: score(burnout),
                burnout_instrument: instrument(burnout),
                nn_intervals: bytes_of(&save.nn_intervals),
                nn_gaps: bytes_of(&save.nn_gaps),
            },
            answered: NewAnswered {
                pss_10_total: save.pss_10_total.map(i32::from),
                bepsi_k_items: digits_of(&save.bepsi_k_items),
                bepsi_k_mean: hundredths(save.bepsi_k_mean),
                gad_7_total: save.gad_7_total.map(i32::from),
                cbi_personal: hundredths(save.cbi_personal),
                cbi_work: hundredths(save.cbi_work),
                cbi_client: hundredths(save.cbi_client),
                cbi_mean: hundredths(save.cbi_mean),
                bat_12_mean: hundredths(save.bat_12_mean),
                activation_score: hundredths(save.activation_score),
                sleep_hours: hundredths(save.sleep_hours),
                caffeine_cups: save.caffeine_cups.map(i32::from),
                smoking: save.smoking.map(Smoking::as_str),
                medication: save.medication.map(Medication::as_str),
                mood: save.mood.map(Mood::as_str),
                sleep_quality: save.sleep_quality.map(SleepQuality::as_str),
                caffeine_hours_ago: hundredths(save.caffeine_hours_ago),
                smoking_hours_ago: hundredths(save.smoking_hours_ago),
                medication_names: save.medication_names.clone(),
                alcohol: save.alcohol.map(LastDay::as_str),
                exercise: save.exercise.map(LastDay::as_str),
                meal_hours_ago: hundredths(save.meal_hours_ago),
            },
        },
    }
}

/// Returns the fields with values that are possible but rare, which are mostly errors of typing, of a sensor or of a
/// unit.
fn unusual(save: &StressMeasurementSave, computed: Option<ComputedVariability>) -> Vec<&'static str> {
    let beyond = |value: Option<Hundredths>, (least, most): (i64, i64)| {
        value.is_some_and(|value| value.0 < least || value.0 > most)
    };
    let sum = save.nn_intervals.iter().map(|interval| i64::from(*interval)).sum::<i64>();
    let lasts_too_short = save.duration_seconds.is_some_and(|seconds| sum > i64::from(seconds) * 1_000 + LAST_BEAT);
    let parts = save.lf.zip(save.hf).map(|(low, high)| low.0 + high.0);
    let named = [
        ("heartRate", beyond(save.heart_rate, USUAL_HEART_RATES)),
        ("nnIntervals", computed.is_some_and(|computed| beyond(Some(computed.sdnn), USUAL_DEVIATIONS))),
        ("durationSeconds", lasts_too_short),
        ("artifactPercent", beyond(save.artifact_percent, USUAL_ARTIFACTS)),
        ("sdnn", beyond(save.sdnn, USUAL_DEVIATIONS)),
        ("rmssd", beyond(save.rmssd, USUAL_DEVIATIONS)),
        // The total includes both parts.
        ("tp", parts.zip(save.tp).is_some_and(|(parts, total)| parts > total.0)),
        ("stressIndex", beyond(save.stress_index, USUAL_STRESS_INDEXES)),
        ("sleepHours", beyond(save.sleep_hours, USUAL_SLEEP)),
    ];
    named.into_iter().filter(|(_, is_unusual)| *is_unusual).map(|(name, _)| name).collect()
}

/// Grades a measurement for its person; returns its header columns and its details.
#[must_use]
pub fn graded(save: &StressMeasurementSave, person: Person) -> (Assessed, Detail) {
    let findings = Stress::findings(save, person);
    (Assessed::of::<Stress>(save.measured_at.0, clock::now(), person, &findings), findings.detail)
}
