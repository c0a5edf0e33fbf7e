//! The indicators that can be graded, each on one axis: its unit, its possible values and its grades in order.

use super::heart_rate::RATE;
use super::physical::{
    BODY_FAT_PERCENT, BloodPressureClass, BmiGrade, BodyFatGrade, DIASTOLIC_PRESSURE, Limits, SYSTOLIC_PRESSURE,
};
use super::questionnaire::Questionnaire;
use crate::contract::value_enum;

value_enum! {
    /// An indicator that is graded on one axis. Blood pressure consists of two, of which the more severe counts.
    /// Stress, anxiety and burnout are scores from 0 to 100 to which instruments are converted; higher is worse.
    pub enum Indicator {
        Bmi = "BMI",
        SystolicPressure = "SYSTOLIC_PRESSURE",
        DiastolicPressure = "DIASTOLIC_PRESSURE",
        BodyFat = "BODY_FAT",
        Stress = "STRESS",
        Anxiety = "ANXIETY",
        Burnout = "BURNOUT",
        /// An activation score from 0 to 100, supplied by the sender; never derived from LF/HF.
        Lethargy = "LETHARGY",
        /// Perceived Stress Scale, 10 items: total.
        Pss10 = "PSS_10",
        /// Brief Encounter Psychosocial Instrument, Korean: mean of 5 items.
        BepsiK = "BEPSI_K",
        /// Stress index by Baevsky.
        StressIndex = "STRESS_INDEX",
        /// Generalized Anxiety Disorder, 7 items: total.
        Gad7 = "GAD_7",
        /// Copenhagen Burnout Inventory: mean of the personal scale.
        CbiPersonal = "CBI_PERSONAL",
        /// Copenhagen Burnout Inventory: mean of the work-related scale.
        CbiWork = "CBI_WORK",
        /// Copenhagen Burnout Inventory: mean of the client-related scale.
        CbiClient = "CBI_CLIENT",
        /// Copenhagen Burnout Inventory: mean of all items, where the scales are not reported separately.
        Cbi = "CBI",
        /// Burnout Assessment Tool, 12 items: mean.
        Bat12 = "BAT_12",
        /// Heart rate at rest.
        HeartRate = "HEART_RATE",
        /// Presenting acuity of the better eye, decimal; 0 for a qualitative acuity.
        Vision = "VISION",
        /// Dioptres of myopia: the negated spherical equivalent, 0 for hyperopia.
        Myopia = "MYOPIA",
        /// Cognitive Impairment Screening Test: total, graded by norms for age and education.
        Cist = "CIST",
        /// Korean Dementia Screening Questionnaire, cognition: total of 15 items.
        KdsqC = "KDSQ_C",
        /// Korean Dementia Screening Questionnaire, prescreening: total of 5 items.
        KdsqP = "KDSQ_P",
        /// Mini Mental State Examination, Korean version of CERAD: total.
        MmseKc = "MMSE_KC",
    }
}

value_enum! {
    /// The eight grades of stress, anxiety and burnout, from best to worst; a convention of the product.
    pub enum HealthGrade {
        VeryHealthy = "VERY_HEALTHY",
        Healthy = "HEALTHY",
        Good = "GOOD",
        Normal = "NORMAL",
        Attention = "ATTENTION",
        Caution = "CAUTION",
        Warning = "WARNING",
        Danger = "DANGER",
    }
}

value_enum! {
    /// Lethargy by the activation score, from the lowest activation up; a convention of the product.
    pub enum LethargyGrade {
        VeryLethargic = "VERY_LETHARGIC",
        Lethargic = "LETHARGIC",
        Normal = "NORMAL",
        Tense = "TENSE",
    }
}

value_enum! {
    /// Heart rate of adults at rest.
    pub enum HeartRateGrade { Bradycardia = "BRADYCARDIA", Normal = "NORMAL", Tachycardia = "TACHYCARDIA" }
}

value_enum! {
    /// Impairment of distance vision by ICD-11 (9D90), by the better eye.
    pub enum VisionGrade { None = "NONE", Mild = "MILD", Moderate = "MODERATE", Severe = "SEVERE", Blind = "BLIND" }
}

value_enum! {
    /// Myopia of an eye (International Myopia Institute 2019).
    pub enum MyopiaGrade { None = "NONE", Myopia = "MYOPIA", HighMyopia = "HIGH_MYOPIA" }
}

value_enum! {
    /// The result of a screening; not a diagnosis.
    pub enum ScreeningGrade { Normal = "NORMAL", Suspected = "SUSPECTED" }
}

value_enum! {
    /// The result of a prescreening, which says whether to go on to the questionnaire itself.
    pub enum PrescreeningGrade { Normal = "NORMAL", FollowUp = "FOLLOW_UP" }
}

value_enum! {
    /// Published classes of PSS-10 and BEPSI-K.
    pub enum StressLevel { Low = "LOW", Moderate = "MODERATE", High = "HIGH" }
}

value_enum! {
    /// Published classes of GAD-7.
    pub enum AnxietyLevel { Minimal = "MINIMAL", Mild = "MILD", Moderate = "MODERATE", Severe = "SEVERE" }
}

value_enum! {
    /// Published classes of the scales of the Copenhagen Burnout Inventory.
    pub enum BurnoutLevel { None = "NONE", Burnout = "BURNOUT" }
}

value_enum! {
    /// Published classes of the Burnout Assessment Tool.
    pub enum BurnoutRisk { None = "NONE", AtRisk = "AT_RISK", VeryHigh = "VERY_HIGH" }
}

/// The axis of an indicator.
#[derive(Clone, Copy, Debug)]
pub struct Axis {
    /// Unit, in UCUM.
    pub unit: &'static str,
    /// The smallest and largest value that is graded, in hundredths of the unit.
    pub limits: Limits,
    /// The grades, in order; empty if the indicator has none of its own.
    pub words: &'static [&'static str],
    /// The questionnaire that gives this result; `None` if there is none, or if only totals are stored.
    pub questionnaire: Option<Questionnaire>,
}

/// Ages that the norms of heart rate variability and of the questionnaires of adults cover.
pub const ADULT_NORMS: (u16, u16) = (18, 65);

/// A score from 0 to 100.
const SCORE: Limits = whole(0, 100);
const POINTS: &str = "{score}";

const fn whole(min: i64, max: i64) -> Limits {
    Limits { min: min * 100, max: max * 100 }
}

const fn measured(unit: &'static str, limits: Limits, words: &'static [&'static str]) -> Axis {
    Axis { unit, limits, words, questionnaire: None }
}

const fn answered(questionnaire: Questionnaire, words: &'static [&'static str]) -> Axis {
    Axis { unit: POINTS, limits: questionnaire.limits(), words, questionnaire: Some(questionnaire) }
}

/// Indexed in the order of [`Indicator::ALL`].
static AXES: [Axis; Indicator::ALL.len()] = {
    let mut axes = [measured(POINTS, SCORE, HealthGrade::WORDS); Indicator::ALL.len()];
    let mut index = 0;
    while index < axes.len() {
        axes[index] = Indicator::ALL[index].declared();
        index += 1;
    }
    axes
};

impl Indicator {
    /// Returns the unit, the possible values, the grades and the questionnaire.
    #[must_use]
    pub fn axis(self) -> &'static Axis {
        // The table has an entry for every indicator; the fallback is never used.
        AXES.get(self as usize).unwrap_or(&AXES[0])
    }

    /// Returns the lowest and highest age that the instrument's norms cover; `None` if they cover every age.
    #[must_use]
    pub const fn norm_ages(self) -> Option<(u16, u16)> {
        match self {
            Self::StressIndex
            | Self::Pss10
            | Self::BepsiK
            | Self::Gad7
            | Self::CbiPersonal
            | Self::CbiWork
            | Self::CbiClient
            | Self::Cbi
            | Self::Bat12 => Some(ADULT_NORMS),
            _ => None,
        }
    }

    /// Returns whether values are whole numbers: totals, pressures and beats.
    #[must_use]
    pub const fn is_whole(self) -> bool {
        matches!(
            self,
            Self::Pss10
                | Self::Gad7
                | Self::Cist
                | Self::KdsqC
                | Self::KdsqP
                | Self::MmseKc
                | Self::SystolicPressure
                | Self::DiastolicPressure
                | Self::HeartRate
        )
    }

    const fn declared(self) -> Axis {
        match self {
            // From the lightest and tallest to the heaviest and shortest person.
            Self::Bmi => measured("kg/m2", Limits { min: 32, max: 160_000 }, BmiGrade::WORDS),
            Self::SystolicPressure => {
                let limits = whole(SYSTOLIC_PRESSURE.min, SYSTOLIC_PRESSURE.max);
                measured("mm[Hg]", limits, BloodPressureClass::WORDS)
            }
            Self::DiastolicPressure => {
                let limits = whole(DIASTOLIC_PRESSURE.min, DIASTOLIC_PRESSURE.max);
                measured("mm[Hg]", limits, BloodPressureClass::WORDS)
            }
            Self::BodyFat => measured("%", BODY_FAT_PERCENT, BodyFatGrade::WORDS),
            Self::Stress | Self::Anxiety | Self::Burnout => measured(POINTS, SCORE, HealthGrade::WORDS),
            Self::Lethargy => measured(POINTS, SCORE, LethargyGrade::WORDS),
            Self::Pss10 => answered(Questionnaire::total(10, 4, &[4, 5, 7, 8]), StressLevel::WORDS),
            Self::BepsiK => answered(Questionnaire::mean(5), StressLevel::WORDS),
            // Above the maximum that intervals can give: all in the bin of the shortest intervals, a millisecond apart.
            Self::StressIndex => measured("1/s2", whole(0, 200_000), &[]),
            Self::Gad7 => answered(Questionnaire::total(7, 3, &[]), AnxietyLevel::WORDS),
            Self::CbiPersonal | Self::CbiClient => answered(Questionnaire::copenhagen(6, &[]), BurnoutLevel::WORDS),
            // Item 7, about the energy left for family and friends, is reversed.
            Self::CbiWork => answered(Questionnaire::copenhagen(7, &[7]), BurnoutLevel::WORDS),
            Self::Cbi => measured(POINTS, SCORE, BurnoutLevel::WORDS),
            Self::Bat12 => answered(Questionnaire::mean(12), BurnoutRisk::WORDS),
            Self::HeartRate => measured("/min", whole(RATE.min, RATE.max), HeartRateGrade::WORDS),
            Self::Vision => measured("1", whole(0, 3), VisionGrade::WORDS),
            // Of the strongest sphere and cylinder.
            Self::Myopia => measured("[diop]", Limits { min: 0, max: 3_750 }, MyopiaGrade::WORDS),
            Self::Cist | Self::MmseKc => measured(POINTS, whole(0, 30), ScreeningGrade::WORDS),
            Self::KdsqC => answered(Questionnaire::total(15, 2, &[]), ScreeningGrade::WORDS),
            Self::KdsqP => answered(Questionnaire::total(5, 2, &[]), PrescreeningGrade::WORDS),
        }
    }
}
