//! What can be graded, each on one axis: its unit, the values that a person can have, and its grades in order.

use super::heart_rate::RATE;
use super::physical::{
    BODY_FAT_PERCENT, BloodPressureClass, BmiGrade, BodyFatGrade, DIASTOLIC_PRESSURE, Limits, SYSTOLIC_PRESSURE,
};
use super::questionnaire::Questionnaire;
use crate::contract::value_enum;

value_enum! {
    /// What is graded, on one axis. Blood pressure is two of these, of which the graver one counts. Of stress,
    /// anxiety and burnout the axis is a score from 0 to 100, higher is worse, to which instruments are converted.
    pub enum Indicator {
        Bmi = "BMI",
        SystolicPressure = "SYSTOLIC_PRESSURE",
        DiastolicPressure = "DIASTOLIC_PRESSURE",
        BodyFat = "BODY_FAT",
        Stress = "STRESS",
        Anxiety = "ANXIETY",
        Burnout = "BURNOUT",
        /// An activation score from 0 to 100, supplied; never derived from LF/HF.
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
        /// Copenhagen Burnout Inventory: mean of the scale of work.
        CbiWork = "CBI_WORK",
        /// Copenhagen Burnout Inventory: mean of the scale of work with clients.
        CbiClient = "CBI_CLIENT",
        /// Copenhagen Burnout Inventory: mean of all its items, where its scales are not told apart.
        Cbi = "CBI",
        /// Burnout Assessment Tool, 12 items: mean.
        Bat12 = "BAT_12",
        /// Heart rate at rest.
        HeartRate = "HEART_RATE",
        /// Presenting acuity of the better eye, decimal; 0 for what is only qualitative.
        Vision = "VISION",
        /// Dioptres of myopia: minus the spherical equivalent, 0 for the farsighted.
        Myopia = "MYOPIA",
        /// Cognitive Impairment Screening Test: total, by norms for age and education.
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
    /// The eight grades of stress, anxiety and burnout, from the best to the worst; a convention of the product.
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
    /// Lethargy by the activation score, from the least activation on; a convention of the product.
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
    /// What a screening says; it is no diagnosis.
    pub enum ScreeningGrade { Normal = "NORMAL", Suspected = "SUSPECTED" }
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
    /// The smallest and the largest value that is graded, in hundredths of the unit.
    pub limits: Limits,
    /// The words of the grades, in order; empty where there are none of its own.
    pub words: &'static [&'static str],
    /// The questionnaire whose result this is; `None` where there is none, or where only totals are kept.
    pub questionnaire: Option<Questionnaire>,
}

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

/// In the order of [`Indicator::ALL`].
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
    /// The unit, the values that a person can have, the grades and the questionnaire.
    #[must_use]
    pub fn axis(self) -> &'static Axis {
        // As many as there are indicators: the first is never meant for another.
        AXES.get(self as usize).unwrap_or(&AXES[0])
    }

    const fn declared(self) -> Axis {
        match self {
            // Of the lightest and tallest up to the heaviest and smallest person.
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
            // The highest that intervals can give: all in one bin of the shortest, a millisecond apart.
            Self::StressIndex => measured("1/s2", whole(0, 200_000), &[]),
            Self::Gad7 => answered(Questionnaire::total(7, 3, &[]), AnxietyLevel::WORDS),
            Self::CbiPersonal | Self::CbiClient => answered(Questionnaire::copenhagen(6, &[]), BurnoutLevel::WORDS),
            // The energy that is left for family and friends.
            Self::CbiWork => answered(Questionnaire::copenhagen(7, &[7]), BurnoutLevel::WORDS),
            Self::Cbi => measured(POINTS, SCORE, BurnoutLevel::WORDS),
            Self::Bat12 => answered(Questionnaire::mean(12), BurnoutRisk::WORDS),
            Self::HeartRate => measured("/min", whole(RATE.min, RATE.max), HeartRateGrade::WORDS),
            Self::Vision => measured("1", whole(0, 3), VisionGrade::WORDS),
            Self::Myopia => measured("[diop]", whole(0, 50), MyopiaGrade::WORDS),
            Self::Cist | Self::MmseKc => measured(POINTS, whole(0, 30), ScreeningGrade::WORDS),
            Self::KdsqC => answered(Questionnaire::total(15, 2, &[]), ScreeningGrade::WORDS),
            Self::KdsqP => answered(Questionnaire::total(5, 2, &[]), ScreeningGrade::WORDS),
        }
    }
}
