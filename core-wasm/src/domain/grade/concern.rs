//! How much a grade calls for somebody: what statistics list as who needs attention, and what alerts are about.

use crate::contract::value_enum;

value_enum! {
    /// What is graded, as people speak of it: of several axes that make one grade (both pressures, both eyes) one.
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
        /// A screening for dementia; it is no diagnosis.
        Cognition = "COGNITION",
    }
}

value_enum! {
    /// How much a grade calls for somebody.
    pub enum Concern {
        /// Nothing is to be done.
        None = "NONE",
        /// It is worth watching (관심).
        Attention = "ATTENTION",
        /// It is to be seen to soon.
        Danger = "DANGER",
    }
}

impl GradedIndicator {
    /// The words of its grades in the order of its scale.
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

    /// How much one of its grades calls for somebody; a convention of the product. What is rare and graded apart for it
    /// is [`Concern::Danger`], every other grade beyond the usual [`Concern::Attention`].
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
        // The settings of alerts offer danger for all others: `WITHOUT_DANGER` in the console's `alert-settings-dialog.tsx`.
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
