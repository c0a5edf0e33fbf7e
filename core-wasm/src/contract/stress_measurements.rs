//! Stress measurements: heart rate variability and results of questionnaires on stress, anxiety and burnout, with their
//! scores and grades.

use super::{
    id_type,
    measurements::{MeasurementChanges, MeasurementSort, measurement},
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
        quality::QualityDoubt,
        stress::{BEPSI_K_ANSWER, BEPSI_K_ITEMS, DEVIATION, GAD_7, HUNDRED, MEAN_ANSWER, POWER, PSS_10, STRESS_INDEX},
    },
    pre_survey::Influence,
};

id_type! {
    /// A stress measurement.
    StressMeasurementId
}

path_type! { StressMeasurementPath { stress_measurement_id: StressMeasurementId } }

/// Menu URL of the history.
pub const SCREEN: &str = "/history/stress_history";

/// Maximum number of intervals per measurement: half an hour of a resting heart.
pub const MAX_INTERVALS: usize = 2_000;
/// Index of the last of that many intervals.
const LAST_INTERVAL: i64 = MAX_INTERVALS as i64 - 1;
/// Maximum duration of a measurement, in seconds.
const MAX_SECONDS: i64 = 3_600;
/// Maximum number of cups per day.
const MAX_CUPS: i64 = 30;
/// Maximum difference between an overall mean and the one derived from its scales, in hundredths, given that each may
/// be rounded to an integer.
const ROUNDED: i64 = 100;
/// One day, in hundredths of an hour.
const DAY: i64 = 2_400;
/// Maximum length of the names of medicines.
const MAX_MEDICINE: usize = 200;

value_enum! {
    /// Quality of sleep in the answer categories of the Pittsburgh Sleep Quality Index.
    pub enum SleepQuality { VeryGood = "VERY_GOOD", Good = "GOOD", Bad = "BAD", VeryBad = "VERY_BAD" }
}

value_enum! {
    /// Whether something occurred within the last 24 hours.
    pub enum LastDay { No = "NO", Yes = "YES" }
}

value_enum! {
    /// Smoking status.
    pub enum Smoking { Never = "NEVER", Former = "FORMER", Current = "CURRENT" }
}

value_enum! {
    /// Whether medicine was taken on the day; it can affect the heart rate.
    pub enum Medication { None = "NONE", Taken = "TAKEN" }
}

value_enum! {
    /// Mood, from best to worst.
    pub enum Mood { VeryGood = "VERY_GOOD", Good = "GOOD", Normal = "NORMAL", Bad = "BAD", VeryBad = "VERY_BAD" }
}

/// The values of a measurement; at least one is required.
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
    /// Values computed from the intervals, each rounded half-up to hundredths.
    #[derive(Copy, Eq)]
    pub struct ComputedVariability {
        /// Number of intervals.
        pub intervals: u16,
        /// Mean interval in ms.
        pub mean_nn: Hundredths,
        /// Beats per minute, from the mean interval.
        pub heart_rate: Hundredths,
        /// Standard deviation of the intervals (n − 1) in ms.
        pub sdnn: Hundredths,
        /// Root of the mean square of successive differences in ms.
        pub rmssd: Hundredths,
        /// Proportion of successive differences above 50 ms, in %.
        pub pnn50: Hundredths,
        /// Baevsky's stress index from a histogram with 50 ms bins; absent for fewer than 100 intervals.
        pub stress_index: Option<Hundredths>,
    }
}

output! {
    /// Typical value for Koreans from 18 to 65 in five minutes (Kim & Woo 2011), for comparison only: the distributions
    /// are skewed.
    #[derive(Eq)]
    pub struct UsualValue {
        /// Name of the value, as in the measurement.
        pub name: String,
        /// Mean.
        pub mean: Hundredths,
        /// Standard deviation.
        pub deviation: Hundredths,
    }
}

output! {
    /// Published class of a questionnaire's result.
    #[derive(Eq)]
    pub struct InstrumentClass {
        /// The questionnaire.
        pub instrument: Indicator,
        /// Class in its own scale.
        pub class: String,
    }
}

measurement! {
    /// A stress measurement with its scores and grades and the basis of the grades.
    pub struct StressMeasurement { stress_measurement_id: StressMeasurementId }
    /// A stress measurement as sent: the values of the device and the results of questionnaires. Single answers are
    /// accepted only for BEPSI-K. At least one value is required.
    pub struct StressMeasurementSave {
        /// Beats per minute, from the device.
        heart_rate: Option<Hundredths> => decimal(RATE.min * 100, RATE.max * 100),
        /// Intervals between normal beats (NN) in ms, in order, without artifacts. Derived values are computed from
        /// them. Absent in lists.
        nn_intervals: Vec<u16> => series(INTERVAL.min, INTERVAL.max, MAX_INTERVALS),
        /// Indexes (from 0) of the intervals before which beats are missing; there is no difference between successive
        /// intervals across such a gap. Absent in lists.
        nn_gaps: Vec<u16> => series(1, LAST_INTERVAL, MAX_INTERVALS),
        /// Duration of the measurement in seconds.
        duration_seconds: Option<u16> => integer(1, MAX_SECONDS),
        /// Proportion of beats removed as artifacts, in %.
        artifact_percent: Option<Hundredths> => decimal(HUNDRED.min, HUNDRED.max),
        /// Standard deviation of the intervals in ms, from the device.
        sdnn: Option<Hundredths> => decimal(DEVIATION.min, DEVIATION.max),
        /// Root of the mean square of successive differences in ms, from the device.
        rmssd: Option<Hundredths> => decimal(DEVIATION.min, DEVIATION.max),
        /// Proportion of successive differences above 50 ms, in %, from the device.
        pnn50: Option<Hundredths> => decimal(HUNDRED.min, HUNDRED.max),
        /// Total power of the spectrum in ms², from the device.
        tp: Option<Hundredths> => decimal(POWER.min, POWER.max),
        /// Low-frequency power in ms², from the device.
        lf: Option<Hundredths> => decimal(POWER.min, POWER.max),
        /// High-frequency power in ms², from the device.
        hf: Option<Hundredths> => decimal(POWER.min, POWER.max),
        /// Baevsky's stress index, from the device.
        stress_index: Option<Hundredths> => decimal(STRESS_INDEX.min, STRESS_INDEX.max),
        /// Total of the Perceived Stress Scale (PSS-10).
        pss_10_total: Option<u16> => integer(PSS_10.min, PSS_10.max),
        /// The five answers of BEPSI-K, each from 1 to 5.
        bepsi_k_items: Vec<u16> => series(BEPSI_K_ANSWER.min, BEPSI_K_ANSWER.max, BEPSI_K_ITEMS),
        /// Mean of BEPSI-K, if its answers are not known.
        bepsi_k_mean: Option<Hundredths> => decimal(MEAN_ANSWER.min, MEAN_ANSWER.max),
        /// Total of GAD-7.
        gad_7_total: Option<u16> => integer(GAD_7.min, GAD_7.max),
        /// Copenhagen Burnout Inventory: mean of the personal scale.
        cbi_personal: Option<Hundredths> => decimal(HUNDRED.min, HUNDRED.max),
        /// Copenhagen Burnout Inventory: mean of the work-related scale.
        cbi_work: Option<Hundredths> => decimal(HUNDRED.min, HUNDRED.max),
        /// Copenhagen Burnout Inventory: mean of the client-related scale.
        cbi_client: Option<Hundredths> => decimal(HUNDRED.min, HUNDRED.max),
        /// Copenhagen Burnout Inventory: mean of all items. If all three scales are sent, it must be consistent with
        /// them.
        cbi_mean: Option<Hundredths> => decimal(HUNDRED.min, HUNDRED.max),
        /// Mean of BAT-12.
        bat_12_mean: Option<Hundredths> => decimal(MEAN_ANSWER.min, MEAN_ANSWER.max),
        /// Activation score from 0 to 100.
        activation_score: Option<Hundredths> => decimal(HUNDRED.min, HUNDRED.max),
        /// Hours of sleep in the previous night.
        sleep_hours: Option<Hundredths> => decimal(0, DAY),
        /// Quality of that sleep.
        sleep_quality: Option<SleepQuality> => word(SleepQuality::WORDS),
        /// Cups of coffee or other caffeinated drinks on the day.
        caffeine_cups: Option<u16> => integer(0, MAX_CUPS),
        /// Hours since the last caffeinated drink.
        caffeine_hours_ago: Option<Hundredths> => decimal(0, DAY),
        /// Smoking status.
        smoking: Option<Smoking> => word(Smoking::WORDS),
        /// Hours since the last cigarette, for smokers.
        smoking_hours_ago: Option<Hundredths> => decimal(0, DAY),
        /// Whether medicine was taken on the day.
        medication: Option<Medication> => word(Medication::WORDS),
        /// Names of the medicines, if any were taken. Absent in lists; change histories only show that there is a
        /// value.
        medication_names: Option<String> => text(0, MAX_MEDICINE),
        /// Whether alcohol was consumed within the last 24 hours.
        alcohol: Option<LastDay> => word(LastDay::WORDS),
        /// Whether there was vigorous exercise within the last 24 hours.
        exercise: Option<LastDay> => word(LastDay::WORDS),
        /// Hours since the last meal.
        meal_hours_ago: Option<Hundredths> => decimal(0, DAY),
        /// Mood before the measurement.
        mood: Option<Mood> => word(Mood::WORDS),
    }
    shown {
        /// Values computed from the intervals; absent for fewer than two.
        pub computed: Option<ComputedVariability>,
        /// Stress from 0 to 100, rounded half-up.
        pub stress_score: Option<Hundredths>,
        /// Grade of the unrounded score.
        pub stress_grade: Option<HealthGrade>,
        /// Instrument that the score is based on.
        pub stress_instrument: Option<Indicator>,
        /// Anxiety from 0 to 100, rounded half-up.
        pub anxiety_score: Option<Hundredths>,
        /// Grade of the unrounded score.
        pub anxiety_grade: Option<HealthGrade>,
        /// Burnout from 0 to 100, rounded half-up.
        pub burnout_score: Option<Hundredths>,
        /// Grade of the unrounded score.
        pub burnout_grade: Option<HealthGrade>,
        /// Instrument that the score is based on.
        pub burnout_instrument: Option<Indicator>,
        /// Grade of the activation score.
        pub lethargy_grade: Option<LethargyGrade>,
        /// Published classes of the questionnaires that were answered.
        #[serde(default)]
        pub classes: Vec<InstrumentClass>,
        /// Whether two instruments of stress are three grades or more apart.
        #[serde(default)]
        pub results_disagree: bool,
        /// Whether the person is older than the norms behind a grade cover (18 to 65).
        #[serde(default)]
        pub is_beyond_norms: bool,
        /// Why the recording should be read with care, where something of it is graded.
        #[serde(default)]
        pub doubts: Vec<QualityDoubt>,
        /// Reasons of the grades, followed by the results of the questionnaires in their own classes. Absent in lists.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "server", schema(required = false, nullable = false))]
        pub why: Option<Vec<GradeReason>>,
        /// Grades of stress by the instruments that do not count, because another one comes first. Absent in lists.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "server", schema(required = false, nullable = false))]
        pub others: Option<Vec<GradeReason>>,
        /// Typical values. Absent in lists.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "server", schema(required = false, nullable = false))]
        pub usual: Option<Vec<UsualValue>>,
        /// Answers from before the measurement that may have influenced the result. Absent in lists.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "server", schema(required = false, nullable = false))]
        pub influences: Option<Vec<Influence>>,
    }
    /// Filter of the measurement list.
    pub struct StressMeasurementFilter {
        /// Measurements with one of these stress grades.
        stress_grades: Vec<HealthGrade> => words(HealthGrade::WORDS),
        /// Measurements with one of these anxiety grades.
        anxiety_grades: Vec<HealthGrade> => words(HealthGrade::WORDS),
        /// Measurements with one of these burnout grades.
        burnout_grades: Vec<HealthGrade> => words(HealthGrade::WORDS),
        /// Measurements with one of these lethargy grades.
        lethargy_grades: Vec<LethargyGrade> => words(LethargyGrade::WORDS),
        /// `true` for measurements of which two instruments of stress disagree, `false` for all others.
        results_disagree: Option<bool> => flag(),
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
    // A single interval is not meaningful, and a questionnaire must be complete.
    for (name, fewest) in [("nnIntervals", 2), ("bepsiKItems", BEPSI_K_ITEMS)] {
        if (1..fewest).contains(&entries(name)) {
            violations.push(Violation::new(name, "tooFew").with("min", fewest));
        }
    }
    // A gap lies between two intervals.
    let count = entries("nnIntervals");
    if let Value::List(gaps) = value.get("nnGaps")
        && gaps.iter().any(|gap| gap.as_number().is_some_and(|place| place >= count as f64))
    {
        violations.push(Violation::new("nnGaps", "tooLarge").with("max", count.saturating_sub(1)));
    }
    // The mean follows from the answers.
    if is_there(&"bepsiKItems") && is_there(&"bepsiKMean") {
        violations.push(Violation::new("bepsiKMean", "notAllowed"));
    }
    // Only allowed for current smokers and for taken medicine.
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

/// Checks that the mean of all CBI items is consistent with the means of its scales, of 6, 7 and 6 items, as far as
/// each may be rounded to an integer.
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
    reads "stress.ofMember",
    /// Lists the stress measurements in the caller's scope.
    list ListStressMeasurements(StressMeasurementFilter),
    /// Queues a job that exports the filtered measurements to a file.
    export ExportStressMeasurements(StressMeasurementFilter),
    /// Queues a job that changes or deletes several stress measurements.
    bulk BulkStressMeasurements(StressMeasurementFilter by MeasurementChanges),
    /// Creates a stress measurement entered by hand.
    create CreateStressMeasurement(StressMeasurementSave) refuses [Taken],
    /// Returns a stress measurement, with its intervals and the reasons of its grades.
    show GetStressMeasurement,
    /// Corrects a stress measurement; it is computed and graded again.
    update UpdateStressMeasurement(StressMeasurementSave) refuses [Taken],
    /// Deletes a stress measurement, which can be restored for 30 days.
    delete DeleteStressMeasurement,
    /// Lists the changes of a stress measurement, newest first.
    history ListStressMeasurementRevisions,
}
