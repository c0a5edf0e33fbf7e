//! Stress measurements: heart rate variability and what questionnaires of stress, anxiety and burnout said, with their
//! scores and grades.

use super::{
    id_type,
    measurements::{MeasurementSort, measurement},
    output, path_type, record_calls,
    validation::{Value, Violation},
    value_enum,
};
use crate::domain::{
    decimal::Hundredths,
    grade::{
        GradeReason, Indicator,
        heart_rate::RATE,
        hrv::INTERVAL,
        indicator::{HealthGrade, LethargyGrade},
        stress::{BEPSI_K_ANSWER, BEPSI_K_ITEMS, DEVIATION, GAD_7, HUNDRED, MEAN_ANSWER, POWER, PSS_10, STRESS_INDEX},
    },
    pre_survey::Influence,
};

id_type! {
    /// A stress measurement.
    StressMeasurementId
}

path_type! { StressMeasurementPath { stress_measurement_id: StressMeasurementId } }

/// Menu url of the history.
pub const SCREEN: &str = "/history/stress_history";

/// Most intervals of one measurement: half an hour of a resting heart.
pub const MAX_INTERVALS: usize = 2_000;
/// Longest measurement, in seconds.
const MAX_SECONDS: i64 = 3_600;
/// Most cups on a day.
const MAX_CUPS: i64 = 30;
/// By what a mean and the means that it is made of differ at most when each is rounded to a whole number, in hundredths.
const ROUNDED: i64 = 100;
/// A day, in hundredths of an hour.
const DAY: i64 = 2_400;
/// Most characters of the names of medicine.
const MAX_MEDICINE: usize = 200;

value_enum! {
    /// How good the sleep of a night was, as the Pittsburgh Sleep Quality Index asks for it.
    pub enum SleepQuality { VeryGood = "VERY_GOOD", Good = "GOOD", Bad = "BAD", VeryBad = "VERY_BAD" }
}

value_enum! {
    /// Whether there was something within the last 24 hours.
    pub enum LastDay { No = "NO", Yes = "YES" }
}

value_enum! {
    /// Whether somebody smokes.
    pub enum Smoking { Never = "NEVER", Former = "FORMER", Current = "CURRENT" }
}

value_enum! {
    /// Whether somebody takes medicine that day; it can change the heart rate.
    pub enum Medication { None = "NONE", Taken = "TAKEN" }
}

value_enum! {
    /// How somebody feels, from the best to the worst.
    pub enum Mood { VeryGood = "VERY_GOOD", Good = "GOOD", Normal = "NORMAL", Bad = "BAD", VeryBad = "VERY_BAD" }
}

/// The values of a measurement, of which one is there at least.
const VALUES: [&str; 19] = [
    "heartRate",
    "nnIntervals",
    "sdnn",
    "rmssd",
    "pnn50",
    "tp",
    "lf",
    "hf",
    "stressIndex",
    "pss10Total",
    "bepsiKItems",
    "bepsiKMean",
    "gad7Total",
    "cbiPersonal",
    "cbiWork",
    "cbiClient",
    "cbiMean",
    "bat12Mean",
    "activationScore",
];

output! {
    /// What is computed from the intervals, each rounded half-up to hundredths.
    #[derive(Copy, Eq)]
    pub struct ComputedVariability {
        /// How many intervals there are.
        pub intervals: u16,
        /// Mean interval in ms.
        pub mean_nn: Hundredths,
        /// Beats a minute, of the mean interval.
        pub heart_rate: Hundredths,
        /// Standard deviation of the intervals (n − 1) in ms.
        pub sdnn: Hundredths,
        /// Root of the mean square of successive differences in ms.
        pub rmssd: Hundredths,
        /// Successive differences of more than 50 ms, in %.
        pub pnn50: Hundredths,
        /// Baevsky's stress index by a histogram of 50 ms; absent of fewer than 100 intervals.
        pub stress_index: Option<Hundredths>,
    }
}

output! {
    /// What is usual of a value among Koreans from 18 to 65 in five minutes (Kim & Woo 2011), for comparison alone: the
    /// distributions are skewed.
    #[derive(Eq)]
    pub struct UsualValue {
        /// Which value, as it is named here.
        pub name: String,
        /// Mean.
        pub mean: Hundredths,
        /// Standard deviation.
        pub deviation: Hundredths,
    }
}

measurement! {
    /// A stress measurement with its scores and grades and what they were computed from.
    pub struct StressMeasurement { stress_measurement_id: StressMeasurementId }
    /// A stress measurement as it is sent: what the device said, and the results of questionnaires, of which no item
    /// but those of BEPSI-K is asked. It has one value at least.
    pub struct StressMeasurementSave {
        /// Beats a minute, as the device says.
        heart_rate: Option<Hundredths> => decimal(RATE.min * 100, RATE.max * 100),
        /// Intervals between normal beats (NN) in ms, in their order, artifacts removed. What can be computed from them
        /// is computed; absent in lists.
        nn_intervals: Vec<u16> => series(INTERVAL.min, INTERVAL.max, MAX_INTERVALS),
        /// How long was measured, in seconds.
        duration_seconds: Option<u16> => integer(1, MAX_SECONDS),
        /// Beats that were removed as artifacts, in %.
        artifact_percent: Option<Hundredths> => decimal(HUNDRED.min, HUNDRED.max),
        /// Standard deviation of the intervals in ms, as the device says.
        sdnn: Option<Hundredths> => decimal(DEVIATION.min, DEVIATION.max),
        /// Root of the mean square of successive differences in ms, as the device says.
        rmssd: Option<Hundredths> => decimal(DEVIATION.min, DEVIATION.max),
        /// Successive differences of more than 50 ms in %, as the device says.
        pnn50: Option<Hundredths> => decimal(HUNDRED.min, HUNDRED.max),
        /// Total power of the spectrum in ms², as the device says.
        tp: Option<Hundredths> => decimal(POWER.min, POWER.max),
        /// Power of the low frequencies in ms², as the device says.
        lf: Option<Hundredths> => decimal(POWER.min, POWER.max),
        /// Power of the high frequencies in ms², as the device says.
        hf: Option<Hundredths> => decimal(POWER.min, POWER.max),
        /// Baevsky's stress index, as the device says.
        stress_index: Option<Hundredths> => decimal(STRESS_INDEX.min, STRESS_INDEX.max),
        /// Total of the Perceived Stress Scale (PSS-10).
        pss_10_total: Option<u16> => integer(PSS_10.min, PSS_10.max),
        /// The five answers of BEPSI-K, each from 1 to 5.
        bepsi_k_items: Vec<u16> => series(BEPSI_K_ANSWER.min, BEPSI_K_ANSWER.max, BEPSI_K_ITEMS),
        /// Mean of BEPSI-K, where its answers are not known.
        bepsi_k_mean: Option<Hundredths> => decimal(MEAN_ANSWER.min, MEAN_ANSWER.max),
        /// Total of GAD-7.
        gad_7_total: Option<u16> => integer(GAD_7.min, GAD_7.max),
        /// Copenhagen Burnout Inventory: mean of the personal scale.
        cbi_personal: Option<Hundredths> => decimal(HUNDRED.min, HUNDRED.max),
        /// Copenhagen Burnout Inventory: mean of the scale of work.
        cbi_work: Option<Hundredths> => decimal(HUNDRED.min, HUNDRED.max),
        /// Copenhagen Burnout Inventory: mean of the scale of work with clients.
        cbi_client: Option<Hundredths> => decimal(HUNDRED.min, HUNDRED.max),
        /// Copenhagen Burnout Inventory: mean of all items; beside those of its three scales, what follows from them.
        cbi_mean: Option<Hundredths> => decimal(HUNDRED.min, HUNDRED.max),
        /// Mean of BAT-12.
        bat_12_mean: Option<Hundredths> => decimal(MEAN_ANSWER.min, MEAN_ANSWER.max),
        /// Activation score from 0 to 100.
        activation_score: Option<Hundredths> => decimal(HUNDRED.min, HUNDRED.max),
        /// Hours of sleep in the night before.
        sleep_hours: Option<Hundredths> => decimal(0, DAY),
        /// How good that sleep was.
        sleep_quality: Option<SleepQuality> => word(SleepQuality::WORDS),
        /// Cups of coffee and of what else has caffeine, that day.
        caffeine_cups: Option<u16> => integer(0, MAX_CUPS),
        /// Hours since the last of them.
        caffeine_hours_ago: Option<Hundredths> => decimal(0, DAY),
        /// Whether the person smokes.
        smoking: Option<Smoking> => word(Smoking::WORDS),
        /// Hours since the last cigarette, of who smokes.
        smoking_hours_ago: Option<Hundredths> => decimal(0, DAY),
        /// Whether the person has taken medicine that day.
        medication: Option<Medication> => word(Medication::WORDS),
        /// Which medicine, of who has taken some. Absent in lists; histories tell only that there is something.
        medication_names: Option<String> => text(0, MAX_MEDICINE),
        /// Whether the person has drunk alcohol within the last 24 hours.
        alcohol: Option<LastDay> => word(LastDay::WORDS),
        /// Whether the person has exercised vigorously within the last 24 hours.
        exercise: Option<LastDay> => word(LastDay::WORDS),
        /// Hours since the last meal.
        meal_hours_ago: Option<Hundredths> => decimal(0, DAY),
        /// How the person felt before.
        mood: Option<Mood> => word(Mood::WORDS),
    }
    shown {
        /// What is computed from the intervals; absent of fewer than two.
        pub computed: Option<ComputedVariability>,
        /// Stress from 0 to 100, rounded half-up.
        pub stress_score: Option<Hundredths>,
        /// Grade of the unrounded score.
        pub stress_grade: Option<HealthGrade>,
        /// The instrument that the score is of.
        pub stress_instrument: Option<Indicator>,
        /// Anxiety from 0 to 100, rounded half-up.
        pub anxiety_score: Option<Hundredths>,
        /// Grade of the unrounded score.
        pub anxiety_grade: Option<HealthGrade>,
        /// Burnout from 0 to 100, rounded half-up.
        pub burnout_score: Option<Hundredths>,
        /// Grade of the unrounded score.
        pub burnout_grade: Option<HealthGrade>,
        /// The instrument that the score is of.
        pub burnout_instrument: Option<Indicator>,
        /// Grade of the activation score.
        pub lethargy_grade: Option<LethargyGrade>,
        /// Why the grades were given; behind them what each questionnaire says by its own classes. Absent in lists.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "server", schema(required = false, nullable = false))]
        pub why: Option<Vec<GradeReason>>,
        /// What is usual of the values. Absent in lists.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "server", schema(required = false, nullable = false))]
        pub usual: Option<Vec<UsualValue>>,
        /// What of the answers before may have influenced the result. Absent in lists.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "server", schema(required = false, nullable = false))]
        pub influences: Option<Vec<Influence>>,
    }
    /// Which measurements.
    pub struct StressMeasurementFilter {
        /// Those with one of these grades of stress.
        stress_grades: Vec<HealthGrade> => words(HealthGrade::WORDS),
        /// Those with one of these grades of anxiety.
        anxiety_grades: Vec<HealthGrade> => words(HealthGrade::WORDS),
        /// Those with one of these grades of burnout.
        burnout_grades: Vec<HealthGrade> => words(HealthGrade::WORDS),
        /// Those with one of these grades of lethargy.
        lethargy_grades: Vec<LethargyGrade> => words(LethargyGrade::WORDS),
    }
    also check_values
}

fn check_values(value: &Value, violations: &mut Vec<Violation>) {
    let entries = |name: &str| match value.get(name) {
        Value::List(entries) => entries.len(),
        _ => 0,
    };
    let is_there = |name: &&str| match value.get(name) {
        Value::Nothing => false,
        Value::List(entries) => !entries.is_empty(),
        Value::Text(text) => !text.trim().is_empty(),
        _ => true,
    };
    if !VALUES.iter().any(is_there) {
        violations.push(Violation::new("heartRate", "required"));
    }
    // Of one interval nothing is known, and a questionnaire counts as a whole.
    for (name, fewest) in [("nnIntervals", 2), ("bepsiKItems", BEPSI_K_ITEMS)] {
        if (1..fewest).contains(&entries(name)) {
            violations.push(Violation::new(name, "tooFew").with("min", fewest));
        }
    }
    // The answers say what the mean is.
    if is_there(&"bepsiKItems") && is_there(&"bepsiKMean") {
        violations.push(Violation::new("bepsiKMean", "notAllowed"));
    }
    // Asked only of who smokes, and of who has taken some.
    for (name, of, word) in [
        ("smokingHoursAgo", "smoking", Smoking::Current.as_str()),
        ("medicationNames", "medication", Medication::Taken.as_str()),
    ] {
        if is_there(&name) && value.get(of).as_text() != Some(word) {
            violations.push(Violation::new(name, "notAllowed"));
        }
    }
    check_burnout(value, violations);
}

/// The mean of all items of CBI goes with the means of its scales, of 6, 7 and 6 items, as far as each may be rounded to
/// a whole number.
fn check_burnout(value: &Value, violations: &mut Vec<Violation>) {
    let points = |name: &str| {
        let points = value.get(name).as_number().and_then(Hundredths::from_number)?.0;
        (HUNDRED.min..=HUNDRED.max).contains(&points).then_some(points)
    };
    let (Some(personal), Some(work), Some(client), Some(mean)) =
        (points("cbiPersonal"), points("cbiWork"), points("cbiClient"), points("cbiMean"))
    else {
        return;
    };
    let expected = (6 * personal + 7 * work + 6 * client) / 19;
    if mean < expected - ROUNDED {
        violations.push(Violation::new("cbiMean", "tooSmall").with("min", Hundredths(expected - ROUNDED).text()));
    } else if mean > expected + ROUNDED {
        violations.push(Violation::new("cbiMean", "tooLarge").with("max", Hundredths(expected + ROUNDED).text()));
    }
}

record_calls! {
    StressMeasurement at "/api/v1/stress-measurements" "/{stressMeasurementId}" by StressMeasurementPath on SCREEN,
    /// Lists the stress measurements in the caller's scope.
    list ListStressMeasurements(StressMeasurementFilter),
    /// Queues a job that writes the filtered measurements to a file.
    export ExportStressMeasurements(StressMeasurementFilter),
    /// Writes a stress measurement by hand.
    create CreateStressMeasurement(StressMeasurementSave) refuses [Taken],
    /// Answers one stress measurement, with its intervals and the reasons of its grades.
    show GetStressMeasurement,
    /// Corrects a stress measurement; it is computed and graded anew.
    update UpdateStressMeasurement(StressMeasurementSave) refuses [Taken],
    /// Removes a stress measurement for good.
    delete DeleteStressMeasurement,
    /// Lists the changes of a stress measurement, the newest first.
    history ListStressMeasurementRevisions,
}
