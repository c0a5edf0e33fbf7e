//! How much attention a grade requires. Statistics and alerts of people who need attention are based on it.

use crate::contract::value_enum;

value_enum! {
    /// What is graded. Axes that make up one grade (both pressures, both eyes) count as one.
    pub enum GradedIndicator {
        Bmi = "BMI",
        BloodPressure = "BLOOD_PRESSURE",
        BodyFat = "BODY_FAT",
        Stress = "STRESS",
        Anxiety = "ANXIETY",
        Burnout = "BURNOUT",
        Lethargy = "LETHARGY",
        /// Impairment of distance vision, by the better eye.
        Vision = "VISION",
        /// Myopia of the more myopic eye.
        Myopia = "MYOPIA",
        /// Heart rate at rest.
        HeartRate = "HEART_RATE",
        /// A dementia screening; not a diagnosis.
        Cognition = "COGNITION",
    }
}

value_enum! {
    /// How much attention a grade requires.
    pub enum Concern {
        /// No action is needed.
        None = "NONE",
        /// Worth watching (관심).
        Attention = "ATTENTION",
        /// Needs attention soon.
        Danger = "DANGER",
    }
}

impl GradedIndicator {
    /// Returns its grades in the order of the scale.
    #[must_use]
    pub const fn grades(self) -> &'static [&'static str] {
        match self {
            Self::Bmi => &["UNDERWEIGHT", "NORMAL", "OVERWEIGHT", "OBESITY_1", "OBESITY_2"],
            Self::BloodPressure => &["NORMAL", "PRE_STAGE", "STAGE_1", "STAGE_2"],
            Self::BodyFat => &["BELOW_STANDARD", "STANDARD", "ABOVE_STANDARD"],
            Self::Stress | Self::Anxiety | Self::Burnout => {
                &["VERY_HEALTHY", "HEALTHY", "GOOD", "NORMAL", "ATTENTION", "CAUTION", "WARNING", "DANGER"]
            }
            Self::Lethargy => &["VERY_LETHARGIC", "LETHARGIC", "NORMAL", "TENSE"],
            Self::Vision => &["NONE", "MILD", "MODERATE", "SEVERE", "BLIND"],
            Self::Myopia => &["NONE", "MYOPIA", "HIGH_MYOPIA"],
            Self::HeartRate => &["BRADYCARDIA", "NORMAL", "TACHYCARDIA"],
            Self::Cognition => &["NORMAL", "FOLLOW_UP", "SUSPECTED"],
        }
    }

    /// Returns how much attention a grade requires; a convention of the product. A rare grade that has a class of its
    /// own for that reason is [`Concern::Danger`]; every other grade outside the usual range is [`Concern::Attention`].
    #[must_use]
    pub fn concern(self, grade: &str) -> Concern {
        let (attention, danger): (&[&str], &[&str]) = match self {
            Self::Bmi => (&["UNDERWEIGHT", "OVERWEIGHT", "OBESITY_1"], &["OBESITY_2"]),
            Self::BloodPressure => (&["PRE_STAGE", "STAGE_1"], &["STAGE_2"]),
            Self::BodyFat => (&["BELOW_STANDARD", "ABOVE_STANDARD"], &[]),
            Self::Stress | Self::Anxiety | Self::Burnout => (&["ATTENTION", "CAUTION", "WARNING"], &["DANGER"]),
            Self::Lethargy => (&["LETHARGIC", "TENSE"], &["VERY_LETHARGIC"]),
            Self::Vision => (&["MILD", "MODERATE"], &["SEVERE", "BLIND"]),
            Self::Myopia => (&["MYOPIA"], &["HIGH_MYOPIA"]),
            Self::HeartRate => (&["BRADYCARDIA", "TACHYCARDIA"], &[]),
            Self::Cognition => (&["FOLLOW_UP"], &["SUSPECTED"]),
        };
        if danger.contains(&grade) {
            Concern::Danger
        } else if attention.contains(&grade) {
            Concern::Attention
        } else {
            Concern::None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Concern, GradedIndicator};
    use crate::domain::grade::{
        indicator::{HealthGrade, HeartRateGrade, LethargyGrade, MyopiaGrade, VisionGrade},
        physical::{BloodPressureGrade, BmiGrade, BodyFatGrade},
        screening::ScreeningOutcome,
    };

    #[test]
    fn the_grades_are_those_that_measurements_are_given() {
        let of = |indicator: GradedIndicator| indicator.grades();
        assert_eq!(of(GradedIndicator::Bmi), BmiGrade::WORDS);
        assert_eq!(of(GradedIndicator::BloodPressure), BloodPressureGrade::WORDS);
        assert_eq!(of(GradedIndicator::BodyFat), BodyFatGrade::WORDS);
        assert_eq!(of(GradedIndicator::Stress), HealthGrade::WORDS);
        assert_eq!(of(GradedIndicator::Lethargy), LethargyGrade::WORDS);
        assert_eq!(of(GradedIndicator::Vision), VisionGrade::WORDS);
        assert_eq!(of(GradedIndicator::Myopia), MyopiaGrade::WORDS);
        assert_eq!(of(GradedIndicator::HeartRate), HeartRateGrade::WORDS);
        assert_eq!(of(GradedIndicator::Cognition), ScreeningOutcome::WORDS);
    }

    #[test]
    fn every_indicator_has_a_grade_that_calls_for_nobody_and_one_that_does() {
        for indicator in GradedIndicator::ALL {
            let concerns: Vec<Concern> = indicator.grades().iter().map(|grade| indicator.concern(grade)).collect();
            assert!(concerns.contains(&Concern::None), "{indicator:?}");
            assert!(concerns.contains(&Concern::Attention), "{indicator:?}");
        }
    }

    #[test]
    fn all_but_two_indicators_can_be_dangerous() {
        // The alert settings offer danger for all other indicators: see `WITHOUT_DANGER` in the console's
        // `alert-settings-dialog.tsx`.
        let is_never = |indicator: &&GradedIndicator| {
            !indicator.grades().iter().any(|grade| indicator.concern(grade) == Concern::Danger)
        };
        let never: Vec<_> = GradedIndicator::ALL.iter().filter(is_never).collect();
        assert_eq!(never, [&GradedIndicator::BodyFat, &GradedIndicator::HeartRate]);
    }

    #[test]
    fn stress_is_watched_from_attention_on_and_dangerous_at_danger() {
        let of = |grade: &str| GradedIndicator::Stress.concern(grade);
        assert_eq!(of("NORMAL"), Concern::None);
        assert_eq!(of("ATTENTION"), Concern::Attention);
        assert_eq!(of("WARNING"), Concern::Attention);
        assert_eq!(of("DANGER"), Concern::Danger);
    }
}
