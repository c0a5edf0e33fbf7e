//! Grades of a stress measurement: stress, anxiety, burnout and lethargy, each by one of its instruments.
//!
//! If several instruments were used, a published one counts before a convention: stress is graded by PSS-10, then
//! BEPSI-K, and by the stress index only without either; burnout by the highest scale of CBI, then BAT-12. What the
//! other instruments of stress say is told beside it ([`StressGrades::others`]), and that they disagree is a mark. In
//! addition, every questionnaire is graded by its own published classes ([`classes`]).

use super::{
    Graded, Indicator, Quantity, Reading, RuleSet, Sex, Subject,
    concern::GradedIndicator,
    physical::{Limits, RuleSetVersion},
    quality::Recording,
    safety::{Ungraded, UngradedReason},
};
use crate::domain::decimal::Hundredths;

/// The rules that grade measurements; stored with every result.
pub const RULES: RuleSetVersion = RuleSetVersion { id: "mind-kr", version: 1 };

/// Standard deviations and root mean squares of interval differences, in hundredths of a ms.
pub const DEVIATION: Limits = Limits { min: 0, max: 100_000 };
/// Spectral powers, in hundredths of a ms².
pub const POWER: Limits = Limits { min: 0, max: 10_000_000 };
/// Stress indexes, in hundredths.
pub const STRESS_INDEX: Limits = Limits { min: 0, max: 20_000_000 };
/// Percentages and scores, in hundredths.
pub const HUNDRED: Limits = Limits { min: 0, max: 10_000 };
/// Means of answers from 1 to 5, in hundredths.
pub const MEAN_ANSWER: Limits = Limits { min: 100, max: 500 };
/// Totals of PSS-10.
pub const PSS_10: Limits = Limits { min: 0, max: 40 };
/// Totals of GAD-7.
pub const GAD_7: Limits = Limits { min: 0, max: 21 };
/// Answers of BEPSI-K.
pub const BEPSI_K_ANSWER: Limits = Limits { min: 1, max: 5 };
/// Number of BEPSI-K items.
pub const BEPSI_K_ITEMS: usize = 5;

/// The values to grade, where measured or answered.
#[derive(Clone, Copy, Debug, Default)]
pub struct StressInputs {
    /// Completed years at the measurement.
    pub age: Option<u16>,
    /// Sex.
    pub sex: Option<Sex>,
    /// Baevsky's stress index.
    pub stress_index: Option<Quantity>,
    /// PSS-10: total.
    pub pss_10: Option<u16>,
    /// BEPSI-K: mean.
    pub bepsi_k: Option<Quantity>,
    /// GAD-7: total.
    pub gad_7: Option<u16>,
    /// CBI: mean of the personal scale.
    pub cbi_personal: Option<Hundredths>,
    /// CBI: mean of the work-related scale.
    pub cbi_work: Option<Hundredths>,
    /// CBI: mean of the client-related scale.
    pub cbi_client: Option<Hundredths>,
    /// CBI: mean of all items.
    pub cbi: Option<Hundredths>,
    /// BAT-12: mean.
    pub bat_12: Option<Hundredths>,
    /// Activation score from 0 to 100; never derived from LF/HF.
    pub activation: Option<Hundredths>,
    /// Quality of the recording that the stress index was computed from.
    pub recording: Recording,
}

impl StressInputs {
    /// Returns the person.
    #[must_use]
    pub fn subject(&self) -> Subject {
        Subject { age: self.age, sex: self.sex }
    }

    /// Returns the values that are present and may be graded: nothing of a recording that is not good enough.
    fn readings(&self) -> Vec<Reading> {
        let exact = |value: Option<Hundredths>| value.and_then(Quantity::hundredths);
        let read = [
            (Indicator::StressIndex, self.stress_index.filter(|_| self.recording.refusal().is_none())),
            (Indicator::Pss10, self.pss_10.map(Quantity::whole)),
            (Indicator::BepsiK, self.bepsi_k),
            (Indicator::Gad7, self.gad_7.map(Quantity::whole)),
            (Indicator::CbiPersonal, exact(self.cbi_personal)),
            (Indicator::CbiWork, exact(self.cbi_work)),
            (Indicator::CbiClient, exact(self.cbi_client)),
            (Indicator::Cbi, exact(self.cbi)),
            (Indicator::Bat12, exact(self.bat_12)),
            (Indicator::Lethargy, exact(self.activation)),
        ];
        read.into_iter().filter_map(|(indicator, value)| Some((indicator, value?))).collect()
    }

    /// Returns the CBI scale that counts: the highest, because burnout in one area of life is burnout; in a tie, the
    /// first.
    fn highest_scale(&self) -> Option<Indicator> {
        let scales = [
            (Indicator::CbiPersonal, self.cbi_personal),
            (Indicator::CbiWork, self.cbi_work),
            (Indicator::CbiClient, self.cbi_client),
        ];
        let mut gravest: Option<(Indicator, Hundredths)> = None;
        for (indicator, value) in scales {
            if let Some(value) = value.filter(|value| gravest.is_none_or(|(_, highest)| *value > highest)) {
                gravest = Some((indicator, value));
            }
        }
        gravest.map(|(indicator, _)| indicator)
    }
}

/// The grades of a measurement with the rules that produced them.
#[derive(Clone, Copy, Debug, Default)]
pub struct StressGrades<'a> {
    /// Stress.
    pub stress: Option<Graded<'a>>,
    /// Anxiety.
    pub anxiety: Option<Graded<'a>>,
    /// Burnout.
    pub burnout: Option<Graded<'a>>,
    /// Lethargy.
    pub lethargy: Option<Graded<'a>>,
    /// Stress by the instruments that do not count, because another one comes first.
    pub others: [Option<Graded<'a>>; 2],
}

/// Grades from which two instruments of stress disagree.
const APART: u8 = 3;

impl<'a> StressGrades<'a> {
    /// Returns the four grades in order.
    #[must_use]
    pub fn all(self) -> [Option<Graded<'a>>; 4] {
        [self.stress, self.anxiety, self.burnout, self.lethargy]
    }

    /// Returns whether two instruments of stress are three grades or more apart.
    #[must_use]
    pub fn disagree(self) -> bool {
        let places =
            || [self.stress, self.others[0], self.others[1]].into_iter().flatten().map(|graded| graded.rule.grade);
        places().max().zip(places().min()).is_some_and(|(worst, best)| worst - best >= APART)
    }
}

/// Grades a measurement by a rule set. Missing or impossible values have no grade.
#[must_use]
pub fn gradings<'a>(rule_set: &'a RuleSet, inputs: &StressInputs) -> StressGrades<'a> {
    let readings = inputs.readings();
    let gravest = inputs.highest_scale();
    let is_lesser_scale = |indicator: Indicator| {
        matches!(indicator, Indicator::CbiPersonal | Indicator::CbiWork | Indicator::CbiClient)
            && Some(indicator) != gravest
    };
    let counting: Vec<Reading> = readings.into_iter().filter(|(indicator, _)| !is_lesser_scale(*indicator)).collect();
    let grade = |indicator| rule_set.grade_by(indicator, inputs.subject(), &counting);
    let mut of_stress = rule_set.by_instruments(Indicator::Stress, inputs.subject(), &counting);
    StressGrades {
        stress: of_stress.next(),
        others: [of_stress.next(), of_stress.next()],
        anxiety: grade(Indicator::Anxiety),
        burnout: grade(Indicator::Burnout),
        lethargy: grade(Indicator::Lethargy),
    }
}

/// Grades each questionnaire by its own published classes, which are independent of the product's conventions.
#[must_use]
pub fn classes<'a>(rule_set: &'a RuleSet, inputs: &StressInputs) -> Vec<Graded<'a>> {
    let is_own = |indicator: Indicator| indicator != Indicator::Lethargy;
    let readings = inputs.readings().into_iter().filter(|(indicator, _)| is_own(*indicator));
    readings.filter_map(|(indicator, value)| rule_set.grade(indicator, inputs.subject(), value)).collect()
}

/// Returns what was measured or answered and has no grade, with the reasons; `is_graded` says which of the four has
/// one, in the order of [`StressGrades::all`].
#[must_use]
pub fn ungraded(inputs: &StressInputs, is_graded: [bool; 4]) -> Vec<Ungraded> {
    let [stress, anxiety, burnout, lethargy] = is_graded;
    let index = inputs.stress_index.map(|_| Indicator::StressIndex);
    let readings = inputs.readings();
    let first = |among: &[Indicator]| {
        readings.iter().map(|(indicator, value)| (*indicator, *value)).find(|(indicator, _)| among.contains(indicator))
    };
    let why = |indicator: GradedIndicator, is_graded: bool, among: &[Indicator]| {
        if is_graded {
            return None;
        }
        let refused = index.filter(|index| among.contains(index)).and_then(|_| inputs.recording.refusal());
        let (reason, age_from) = match (first(among), refused) {
            (Some((instrument, value)), _) if !instrument.is_possible(value) => (UngradedReason::Impossible, None),
            (Some((instrument, _)), _) => {
                instrument.is_not_for(inputs.subject()).unwrap_or((UngradedReason::NoNorm, None))
            }
            (None, Some(refused)) => (refused, None),
            (None, None) => return None,
        };
        Some(Ungraded { indicator, reason, age_from })
    };
    const STRESS: &[Indicator] = &[Indicator::Pss10, Indicator::BepsiK, Indicator::StressIndex];
    const BURNOUT: &[Indicator] =
        &[Indicator::CbiPersonal, Indicator::CbiWork, Indicator::CbiClient, Indicator::Cbi, Indicator::Bat12];
    let all = [
        why(GradedIndicator::Stress, stress, STRESS),
        why(GradedIndicator::Anxiety, anxiety, &[Indicator::Gad7]),
        why(GradedIndicator::Burnout, burnout, BURNOUT),
        why(GradedIndicator::Lethargy, lethargy, &[Indicator::Lethargy]),
    ];
    all.into_iter().flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::{
        super::{
            Indicator, Quantity, built_in::MIND, concern::GradedIndicator, indicator::HealthGrade,
            indicator::LethargyGrade, quality::Recording, safety::UngradedReason,
        },
        StressInputs, classes, gradings, ungraded,
    };
    use crate::domain::decimal::Hundredths;

    fn index(value: u16) -> Option<Quantity> {
        Some(Quantity::whole(value))
    }

    fn adult() -> StressInputs {
        StressInputs { age: Some(40), ..StressInputs::default() }
    }

    #[test]
    fn a_published_instrument_counts_before_the_index_and_what_they_say_apart_is_a_mark() {
        let all = StressInputs {
            stress_index: index(40),
            pss_10: Some(40),
            bepsi_k: Quantity::hundredths(Hundredths(400)),
            ..adult()
        };
        let told = |inputs: &StressInputs| {
            let found = gradings(&MIND, inputs);
            let stress = found.stress?;
            Some((stress.why().converted_from?, stress.among(HealthGrade::ALL)?, found.disagree()))
        };
        assert_eq!(told(&all), Some((Indicator::Pss10, HealthGrade::Danger, true)));
        let others = gradings(&MIND, &all).others.map(|graded| graded.and_then(|graded| graded.why().converted_from));
        assert_eq!(others, [Some(Indicator::BepsiK), Some(Indicator::StressIndex)]);
        let briefly = StressInputs { pss_10: None, stress_index: index(731), ..all };
        assert_eq!(told(&briefly), Some((Indicator::BepsiK, HealthGrade::Danger, false)));
        let measured = StressInputs { bepsi_k: None, stress_index: index(149), ..briefly };
        assert_eq!(told(&measured), Some((Indicator::StressIndex, HealthGrade::Good, false)));
        assert_eq!(told(&adult()), None);
        // 17 is three grades from 3, 13 is two.
        let apart = |pss_10, value| {
            gradings(&MIND, &StressInputs { pss_10: Some(pss_10), stress_index: index(value), ..adult() }).disagree()
        };
        assert_eq!((apart(17, 40), apart(13, 40)), (true, false));
    }

    #[test]
    fn nothing_is_graded_under_eighteen_and_it_says_why() {
        let all = StressInputs {
            pss_10: Some(20),
            gad_7: Some(20),
            cbi_work: Some(Hundredths(7_500)),
            activation: Some(Hundredths(5_000)),
            ..adult()
        };
        let why = |age| {
            let inputs = StressInputs { age, ..all };
            let graded = gradings(&MIND, &inputs);
            let found = ungraded(&inputs, graded.all().map(|graded| graded.is_some()));
            found.iter().map(|found| (found.indicator, found.reason, found.age_from)).collect::<Vec<_>>()
        };
        let each = [GradedIndicator::Stress, GradedIndicator::Anxiety, GradedIndicator::Burnout];
        assert_eq!(why(Some(18)), []);
        assert_eq!(why(Some(17)), each.map(|of| (of, UngradedReason::TooYoung, Some(18))), "activation has no norms");
        assert_eq!(why(None), each.map(|of| (of, UngradedReason::AgeUnknown, None)));
        assert!(classes(&MIND, &StressInputs { age: Some(17), ..all }).is_empty());
        let old = StressInputs { age: Some(66), ..all };
        let reason = gradings(&MIND, &old).stress.map(|graded| graded.why().about(old.subject()));
        assert_eq!(reason.map(|why| (why.norm_to, why.is_beyond_norms)), Some((Some(65), true)));
    }

    #[test]
    fn no_index_is_graded_of_a_recording_that_is_not_good_enough() {
        let recorded = |seconds, artifacts| StressInputs {
            stress_index: index(900),
            recording: Recording { seconds: Some(seconds), artifacts: Some(Hundredths(artifacts)), intervals: None },
            ..adult()
        };
        let inputs = recorded(1, 9_900);
        let graded = gradings(&MIND, &inputs);
        assert!(graded.stress.is_none());
        let found = ungraded(&inputs, graded.all().map(|graded| graded.is_some()));
        assert_eq!(found.first().map(|found| found.reason), Some(UngradedReason::TooManyArtifacts));
        assert!(gradings(&MIND, &recorded(60, 2_000)).stress.is_some());
        let asked = StressInputs { pss_10: Some(3), ..inputs };
        assert!(gradings(&MIND, &asked).stress.is_some_and(|graded| graded.raw == Quantity::whole(3)));
        assert_eq!(ungraded(&asked, gradings(&MIND, &asked).all().map(|graded| graded.is_some())), []);
    }

    #[test]
    fn of_the_scales_of_burnout_the_highest_counts() {
        let scales = |personal, work, client| StressInputs {
            cbi_personal: personal,
            cbi_work: work,
            cbi_client: client,
            bat_12: Some(Hundredths(100)),
            ..adult()
        };
        let graded = |inputs: &StressInputs| {
            let graded = gradings(&MIND, inputs).burnout?;
            Some((graded.why().converted_from?, graded.among(HealthGrade::ALL)?))
        };
        let some = |hundredths| Some(Hundredths(hundredths));
        for (inputs, expected) in [
            (scales(some(3_000), some(7_500), None), Some((Indicator::CbiWork, HealthGrade::Danger))),
            (scales(some(5_000), some(5_000), some(4_999)), Some((Indicator::CbiPersonal, HealthGrade::Caution))),
            (scales(None, None, some(0)), Some((Indicator::CbiClient, HealthGrade::VeryHealthy))),
            (scales(None, None, None), Some((Indicator::Bat12, HealthGrade::VeryHealthy))),
            (
                StressInputs { cbi: some(6_140), ..scales(None, None, None) },
                Some((Indicator::Cbi, HealthGrade::Warning)),
            ),
        ] {
            assert_eq!(graded(&inputs), expected, "{inputs:?}");
        }
    }

    #[test]
    fn lethargy_is_graded_by_the_activation_that_was_supplied_alone() {
        let lethargy = |activation| {
            let inputs = StressInputs { activation: Some(Hundredths(activation)), ..StressInputs::default() };
            gradings(&MIND, &inputs).lethargy?.among(LethargyGrade::ALL)
        };
        for (activation, expected) in [
            (1_990, LethargyGrade::VeryLethargic),
            (2_000, LethargyGrade::Lethargic),
            (3_990, LethargyGrade::Lethargic),
            (4_000, LethargyGrade::Normal),
            (6_990, LethargyGrade::Normal),
            (7_000, LethargyGrade::Tense),
        ] {
            assert_eq!(lethargy(activation), Some(expected), "{activation}");
        }
        assert_eq!(lethargy(10_001), None);
    }

    #[test]
    fn why_tells_the_whole_scale_of_a_score_and_none_of_a_questionnaire() {
        let inputs = StressInputs { pss_10: Some(23), activation: Some(Hundredths(5_000)), ..adult() };
        let graded = gradings(&MIND, &inputs);
        let steps =
            |graded: Option<super::Graded<'_>>| graded.and_then(|graded| graded.why().scale).unwrap_or_default();
        let stress = steps(graded.stress);
        assert_eq!(stress.iter().map(|step| step.grade.as_str()).collect::<Vec<_>>(), HealthGrade::WORDS);
        assert!(stress.windows(2).all(|two| two[0].upper.map(|end| end.cut) == two[1].lower.map(|end| end.cut)));
        assert_eq!((stress[0].lower, stress[7].upper), (None, None), "a scale is open at both ends");
        let lethargy = steps(graded.lethargy);
        assert_eq!(lethargy.iter().map(|step| step.grade.as_str()).collect::<Vec<_>>(), LethargyGrade::WORDS);
        assert!(classes(&MIND, &inputs).iter().all(|class| class.why().scale.is_none()));
    }

    #[test]
    fn every_questionnaire_keeps_its_published_class() {
        let inputs = StressInputs {
            stress_index: index(100),
            pss_10: Some(14),
            gad_7: Some(10),
            cbi_personal: Some(Hundredths(4_990)),
            cbi_work: Some(Hundredths(5_000)),
            activation: Some(Hundredths(5_000)),
            ..adult()
        };
        let classes: Vec<_> =
            classes(&MIND, &inputs).iter().map(|graded| (graded.table.indicator, graded.word())).collect();
        assert_eq!(
            classes,
            [
                (Indicator::Pss10, "MODERATE"),
                (Indicator::Gad7, "MODERATE"),
                (Indicator::CbiPersonal, "NONE"),
                (Indicator::CbiWork, "BURNOUT"),
            ]
        );
    }
}
