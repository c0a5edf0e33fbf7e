//! Psychological tests of which only the result is stored: the instrument, and the result's grade on the eight-grade
//! scale (a convention of the product) and in the instrument's own published classes.
//!
//! No item texts are stored here. The rules are those of stress measurements, in [`super::built_in::MIND`].

use super::{Graded, Indicator, Quantity, RuleSet, Subject, physical::Limits};
use crate::{contract::value_enum, domain::decimal::Hundredths};

value_enum! {
    /// An instrument whose results are stored.
    pub enum PsychologicalInstrument {
        /// Perceived Stress Scale: total of 10 items, 0 to 40.
        Pss10 = "PSS_10",
        /// Brief Encounter Psychosocial Instrument, Korean: mean of 5 items, 1 to 5.
        BepsiK = "BEPSI_K",
        /// Generalized Anxiety Disorder: total of 7 items, 0 to 21.
        Gad7 = "GAD_7",
        /// Copenhagen Burnout Inventory: mean of the personal scale, 0 to 100.
        CbiPersonal = "CBI_PERSONAL",
        /// Copenhagen Burnout Inventory: mean of the work-related scale, 0 to 100.
        CbiWork = "CBI_WORK",
        /// Copenhagen Burnout Inventory: mean of the client-related scale, 0 to 100.
        CbiClient = "CBI_CLIENT",
        /// Copenhagen Burnout Inventory: mean of all items, 0 to 100.
        Cbi = "CBI",
        /// Burnout Assessment Tool: mean of 12 items, 1 to 5.
        Bat12 = "BAT_12",
    }
}

impl PsychologicalInstrument {
    /// Returns the instrument as an indicator.
    #[must_use]
    pub const fn indicator(self) -> Indicator {
        match self {
            Self::Pss10 => Indicator::Pss10,
            Self::BepsiK => Indicator::BepsiK,
            Self::Gad7 => Indicator::Gad7,
            Self::CbiPersonal => Indicator::CbiPersonal,
            Self::CbiWork => Indicator::CbiWork,
            Self::CbiClient => Indicator::CbiClient,
            Self::Cbi => Indicator::Cbi,
            Self::Bat12 => Indicator::Bat12,
        }
    }

    /// Returns what the instrument measures: stress, anxiety or burnout.
    #[must_use]
    pub const fn about(self) -> Indicator {
        match self {
            Self::Pss10 | Self::BepsiK => Indicator::Stress,
            Self::Gad7 => Indicator::Anxiety,
            Self::CbiPersonal | Self::CbiWork | Self::CbiClient | Self::Cbi | Self::Bat12 => Indicator::Burnout,
        }
    }

    /// Returns the lowest and highest result, in hundredths.
    #[must_use]
    pub fn limits(self) -> Limits {
        self.indicator().axis().limits
    }

    /// Returns whether the result is a mean. A total has no decimals.
    #[must_use]
    pub const fn is_mean(self) -> bool {
        !matches!(self, Self::Pss10 | Self::Gad7)
    }
}

/// The grades of a result.
#[derive(Clone, Copy, Debug, Default)]
pub struct TestGrades<'a> {
    /// On the eight-grade scale, by the score that the result is converted to.
    pub grade: Option<Graded<'a>>,
    /// By the instrument's own published classes.
    pub class: Option<Graded<'a>>,
}

/// Grades a result. A result that the instrument cannot give has no grade.
#[must_use]
pub fn graded(
    rule_set: &RuleSet,
    subject: Subject,
    instrument: PsychologicalInstrument,
    result: Hundredths,
) -> TestGrades<'_> {
    let Some(result) = Quantity::hundredths(result) else { return TestGrades::default() };
    TestGrades {
        grade: rule_set.grade_by(instrument.about(), subject, &[(instrument.indicator(), result)]),
        class: rule_set.grade(instrument.indicator(), subject, result),
    }
}

#[cfg(test)]
mod tests {
    use super::{PsychologicalInstrument, graded};
    use crate::domain::{
        decimal::Hundredths,
        grade::{
            Sex, Subject,
            built_in::MIND,
            indicator::HealthGrade::{self, Attention, Caution, Danger, Good, Normal, VeryHealthy, Warning},
        },
    };

    const ADULT: Subject = Subject { age: Some(40), sex: Some(Sex::Female) };

    #[test]
    fn a_result_has_a_grade_and_the_class_that_was_published() {
        use PsychologicalInstrument::{Bat12, BepsiK, Cbi, CbiPersonal, CbiWork, Gad7, Pss10};
        for (instrument, result, grade, class) in [
            (Pss10, 0, VeryHealthy, "LOW"),
            (Pss10, 1_300, Good, "LOW"),
            (Pss10, 1_400, Normal, "MODERATE"),
            (Pss10, 2_600, Caution, "MODERATE"),
            (Pss10, 2_700, Warning, "HIGH"),
            (Pss10, 4_000, Danger, "HIGH"),
            (BepsiK, 160, Good, "LOW"),
            (BepsiK, 180, Normal, "MODERATE"),
            (BepsiK, 280, Warning, "HIGH"),
            (Gad7, 400, Good, "MINIMAL"),
            (Gad7, 500, Normal, "MILD"),
            (Gad7, 1_000, Caution, "MODERATE"),
            (Gad7, 1_500, Danger, "SEVERE"),
            (CbiPersonal, 4_990, Attention, "NONE"),
            (CbiWork, 5_000, Caution, "BURNOUT"),
            (Cbi, 7_500, Danger, "BURNOUT"),
            (Bat12, 253, Attention, "NONE"),
            (Bat12, 254, Caution, "AT_RISK"),
            (Bat12, 296, Danger, "VERY_HIGH"),
        ] {
            let found = graded(&MIND, ADULT, instrument, Hundredths(result));
            let told = found.grade.and_then(|graded| graded.among(HealthGrade::ALL));
            let word = found.class.map(|graded| graded.word());
            assert_eq!((told, word), (Some(grade), Some(class)), "{instrument:?} {result}");
            let why = found.grade.map(|graded| graded.why().converted_from);
            assert_eq!(why, Some(Some(instrument.indicator())), "it says from what it was converted");
        }
    }

    #[test]
    fn what_an_instrument_cannot_give_has_no_grade() {
        for instrument in PsychologicalInstrument::ALL.iter().copied() {
            let limits = instrument.limits();
            for (result, is_possible) in
                [(limits.min - 100, false), (limits.min, true), (limits.max, true), (limits.max + 100, false)]
            {
                let found = graded(&MIND, ADULT, instrument, Hundredths(result));
                assert_eq!(found.grade.is_some(), is_possible, "{instrument:?} {result}");
                assert_eq!(found.class.is_some(), is_possible, "{instrument:?} {result}");
            }
        }
    }
}
