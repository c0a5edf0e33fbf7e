//! Questions asked before a stress measurement, and which of the answers may have influenced it: coffee, a cigarette or
//! a short night affect the heart's rhythm as strain does. The result is a caution, never a correction: it changes no
//! grade.
//!
//! The limits follow the guidance for such measurements. Laborde, Mosley & Thayer 2017 (Frontiers in Psychology 8:213)
//! ask for two hours without a meal and without caffeine, for 24 hours without alcohol and without intense training,
//! for a usual night, and to note medicine that affects the heart. For cigarettes they only ask whether the person
//! smokes; the limit here is the half-life of nicotine, two hours (Benowitz, Hukkanen & Jacob 2009), and in the half
//! hour after a cigarette the variability is observed to differ (Karakaya et al. 2007). Less than six hours of sleep is
//! not recommended to any adult under 65 (Hirshkowitz et al. 2015).

use super::decimal::Hundredths;
use crate::contract::{output, value_enum};

/// Time without caffeine before a measurement, in hundredths of an hour.
pub const CAFFEINE_LIMIT: Hundredths = Hundredths(200);
/// Time without a cigarette before a measurement, in hundredths of an hour.
pub const SMOKING_LIMIT: Hundredths = Hundredths(200);
/// Time without a meal before a measurement, in hundredths of an hour.
pub const MEAL_LIMIT: Hundredths = Hundredths(200);
/// Time without alcohol and vigorous exercise before a measurement, in hundredths of an hour; the questions about both
/// refer to it.
pub const DAY_LIMIT: Hundredths = Hundredths(2_400);
/// A night with less sleep is short, in hundredths of an hour.
pub const SLEEP_LIMIT: Hundredths = Hundredths(600);

value_enum! {
    /// A factor that may have influenced a measurement.
    pub enum InfluencingFactor {
        ShortSleep = "SHORT_SLEEP",
        PoorSleep = "POOR_SLEEP",
        Caffeine = "CAFFEINE",
        /// There was caffeine on the day, but the time is unknown.
        CaffeineSometime = "CAFFEINE_SOMETIME",
        Smoking = "SMOKING",
        /// The person smokes, but the time of the last cigarette is unknown.
        SmokingSometime = "SMOKING_SOMETIME",
        /// Medicine of any kind: its effect is not assessed here. Some slow the heart, most have no effect on it.
        Medication = "MEDICATION",
        Alcohol = "ALCOHOL",
        Exercise = "EXERCISE",
        Meal = "MEAL",
    }
}

value_enum! {
    /// Source of the guidance.
    pub enum GuidanceSource {
        /// Laborde, Mosley & Thayer 2017.
        Laborde2017 = "LABORDE_2017",
        /// Hirshkowitz et al. 2015, National Sleep Foundation.
        Hirshkowitz2015 = "HIRSHKOWITZ_2015",
        /// Benowitz, Hukkanen & Jacob 2009.
        Benowitz2009 = "BENOWITZ_2009",
    }
}

output! {
    /// A factor that may have influenced a measurement: a caution for the reader; no value is corrected by it.
    #[derive(Copy, Eq)]
    pub struct Influence {
        /// Factor.
        pub factor: InfluencingFactor,
        /// Hours that the guidance asks for; absent if it gives none.
        pub limit: Option<Hundredths>,
        /// Source of the guidance.
        pub source: GuidanceSource,
    }
}

/// The answers relevant to a measurement; `None` for questions that were not asked.
#[derive(Clone, Copy, Debug, Default)]
pub struct PreSurvey {
    /// Hours of sleep in the previous night.
    pub sleep_hours: Option<Hundredths>,
    /// Whether the sleep was bad.
    pub slept_badly: bool,
    /// Whether there was caffeine on the day.
    pub had_caffeine: bool,
    /// Hours since the last caffeine.
    pub caffeine_hours_ago: Option<Hundredths>,
    /// Whether the person smokes.
    pub smokes: bool,
    /// Hours since the last cigarette.
    pub smoking_hours_ago: Option<Hundredths>,
    /// Whether medicine was taken on the day.
    pub takes_medicine: bool,
    /// Whether there was alcohol within the last 24 hours.
    pub had_alcohol: bool,
    /// Whether there was vigorous exercise within the last 24 hours.
    pub exercised: bool,
    /// Hours since the last meal.
    pub meal_hours_ago: Option<Hundredths>,
}

/// Returns the factors that may have influenced a measurement, in the order of the questions.
#[must_use]
pub fn influences(survey: &PreSurvey) -> Vec<Influence> {
    use GuidanceSource::{Benowitz2009, Hirshkowitz2015, Laborde2017};
    use InfluencingFactor as Factor;
    let within = |hours: Option<Hundredths>, limit: Hundredths| hours.is_some_and(|hours| hours < limit);
    let day = Some(DAY_LIMIT);
    let all = [
        (within(survey.sleep_hours, SLEEP_LIMIT), Factor::ShortSleep, Some(SLEEP_LIMIT), Hirshkowitz2015),
        (survey.slept_badly, Factor::PoorSleep, None, Laborde2017),
        (within(survey.caffeine_hours_ago, CAFFEINE_LIMIT), Factor::Caffeine, Some(CAFFEINE_LIMIT), Laborde2017),
        (
            survey.had_caffeine && survey.caffeine_hours_ago.is_none(),
            Factor::CaffeineSometime,
            Some(CAFFEINE_LIMIT),
            Laborde2017,
        ),
        (within(survey.smoking_hours_ago, SMOKING_LIMIT), Factor::Smoking, Some(SMOKING_LIMIT), Benowitz2009),
        (
            survey.smokes && survey.smoking_hours_ago.is_none(),
            Factor::SmokingSometime,
            Some(SMOKING_LIMIT),
            Benowitz2009,
        ),
        (survey.takes_medicine, Factor::Medication, None, Laborde2017),
        (survey.had_alcohol, Factor::Alcohol, day, Laborde2017),
        (survey.exercised, Factor::Exercise, day, Laborde2017),
        (within(survey.meal_hours_ago, MEAL_LIMIT), Factor::Meal, Some(MEAL_LIMIT), Laborde2017),
    ];
    let told = all.into_iter().filter(|(is_there, ..)| *is_there);
    told.map(|(_, factor, limit, source)| Influence { factor, limit, source }).collect()
}

#[cfg(test)]
mod tests {
    use super::{GuidanceSource, InfluencingFactor, InfluencingFactor as Factor, PreSurvey, influences};
    use crate::domain::decimal::Hundredths;

    fn factors(survey: PreSurvey) -> Vec<InfluencingFactor> {
        influences(&survey).into_iter().map(|influence| influence.factor).collect()
    }

    fn hours(hundredths: i64) -> Option<Hundredths> {
        Some(Hundredths(hundredths))
    }

    #[test]
    fn what_was_not_asked_is_no_influence() {
        assert!(influences(&PreSurvey::default()).is_empty());
    }

    #[test]
    fn hours_count_below_what_the_guidance_asks_for() {
        let none = PreSurvey::default;
        for (survey, expected) in [
            (PreSurvey { sleep_hours: hours(599), ..none() }, Some(Factor::ShortSleep)),
            (PreSurvey { sleep_hours: hours(600), ..none() }, None),
            (PreSurvey { sleep_hours: hours(0), ..none() }, Some(Factor::ShortSleep)),
            (PreSurvey { caffeine_hours_ago: hours(199), ..none() }, Some(Factor::Caffeine)),
            (PreSurvey { caffeine_hours_ago: hours(200), ..none() }, None),
            (PreSurvey { smoking_hours_ago: hours(50), ..none() }, Some(Factor::Smoking)),
            (PreSurvey { smoking_hours_ago: hours(200), ..none() }, None),
            (PreSurvey { meal_hours_ago: hours(150), ..none() }, Some(Factor::Meal)),
            (PreSurvey { meal_hours_ago: hours(200), ..none() }, None),
        ] {
            assert_eq!(factors(survey), expected.into_iter().collect::<Vec<_>>(), "{survey:?}");
        }
    }

    #[test]
    fn of_what_nobody_has_said_when_it_was_the_time_is_told_to_be_unknown() {
        let survey = PreSurvey { had_caffeine: true, smokes: true, ..PreSurvey::default() };
        assert_eq!(factors(survey), [Factor::CaffeineSometime, Factor::SmokingSometime]);
        let known = PreSurvey { caffeine_hours_ago: hours(500), smoking_hours_ago: hours(100), ..survey };
        assert_eq!(factors(known), [Factor::Smoking], "five hours are enough, one is not");
    }

    #[test]
    fn everything_is_told_in_the_order_of_the_questions_with_its_source() {
        let told = influences(&PreSurvey {
            sleep_hours: hours(450),
            slept_badly: true,
            had_caffeine: true,
            caffeine_hours_ago: hours(100),
            smokes: true,
            smoking_hours_ago: hours(25),
            takes_medicine: true,
            had_alcohol: true,
            exercised: true,
            meal_hours_ago: hours(50),
        });
        let found: Vec<_> =
            told.iter().map(|influence| (influence.factor, influence.limit, influence.source)).collect();
        use GuidanceSource::{Benowitz2009, Hirshkowitz2015, Laborde2017};
        assert_eq!(
            found,
            [
                (Factor::ShortSleep, hours(600), Hirshkowitz2015),
                (Factor::PoorSleep, None, Laborde2017),
                (Factor::Caffeine, hours(200), Laborde2017),
                (Factor::Smoking, hours(200), Benowitz2009),
                (Factor::Medication, None, Laborde2017),
                (Factor::Alcohol, hours(2_400), Laborde2017),
                (Factor::Exercise, hours(2_400), Laborde2017),
                (Factor::Meal, hours(200), Laborde2017),
            ]
        );
    }
}
