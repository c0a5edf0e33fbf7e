//! A dementia screening as recorded: the instrument, its parts or only its total, and the outcome.
//!
//! A screening suggests further examination or a next step; it is not a diagnosis. The rules are in [`super::dementia`]
//! and [`super::built_in`]. No item texts are stored here.

use super::{
    GradeReason, Indicator, Quantity, RuleSet, Subject,
    built_in::COGNITION,
    dementia::{CistDomain, cist_total, grade_cist},
    indicator::ScreeningGrade,
    physical::RuleSetVersion,
};
use crate::contract::value_enum;

value_enum! {
    /// A screening instrument.
    pub enum ScreeningInstrument {
        /// Cognitive Impairment Screening Test: scores of six domains, 30 in total, graded by norms.
        Cist = "CIST",
        /// Korean Dementia Screening Questionnaire, cognition: 15 items of 0 to 2.
        KdsqC = "KDSQ_C",
        /// Korean Dementia Screening Questionnaire, prescreening: 5 items of 0 to 2.
        KdsqP = "KDSQ_P",
        /// Mini Mental State Examination, Korean version of CERAD: total, at most 30.
        MmseKc = "MMSE_KC",
    }
}

value_enum! {
    /// The outcome of a screening; not a diagnosis.
    pub enum ScreeningOutcome {
        Normal = "NORMAL",
        /// The prescreening should be followed by KDSQ-C.
        FollowUp = "FOLLOW_UP",
        Suspected = "SUSPECTED",
    }
}

/// The rules of the instruments with built-in cut-offs.
pub const RULES: RuleSetVersion = RuleSetVersion { id: "cognition-kr", version: 1 };
/// Name of the CIST norms, which an installation loads. Each loaded table is a version.
pub const NORMS: &str = "cist-norms";

impl ScreeningInstrument {
    /// Returns the graded indicator.
    #[must_use]
    pub const fn indicator(self) -> Indicator {
        match self {
            Self::Cist => Indicator::Cist,
            Self::KdsqC => Indicator::KdsqC,
            Self::KdsqP => Indicator::KdsqP,
            Self::MmseKc => Indicator::MmseKc,
        }
    }

    /// Returns the number of answered items; 0 if answers are not stored.
    #[must_use]
    pub const fn items(self) -> usize {
        match self {
            Self::KdsqC => 15,
            Self::KdsqP => 5,
            Self::Cist | Self::MmseKc => 0,
        }
    }

    /// Returns the highest total.
    #[must_use]
    pub const fn most(self) -> u8 {
        match self {
            Self::KdsqP => 10,
            Self::Cist | Self::KdsqC | Self::MmseKc => 30,
        }
    }
}

/// A screening before it is graded.
#[derive(Clone, Copy, Debug)]
pub struct Screening<'a> {
    /// The instrument.
    pub instrument: ScreeningInstrument,
    /// The CIST domain scores, in the order of [`super::dementia::CistDomain::ALL`].
    pub domains: [Option<u8>; 6],
    /// The KDSQ answers, in item order.
    pub answers: &'a [Option<u8>],
    /// The total as given; used if the parts do not give one.
    pub total: Option<u8>,
    /// Completed years at the screening.
    pub age: Option<u16>,
    /// Years of education.
    pub education: Option<u16>,
}

/// The outcome of a screening and its basis.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ScreeningResult {
    /// The total; `None` if a part is missing.
    pub score: Option<u8>,
    /// The outcome; `None` if there is no total or no norm for the person.
    pub outcome: Option<ScreeningOutcome>,
    /// The cut-off that applied. A KDSQ total suggests impairment at or above it, other totals below it.
    pub cut: Option<u8>,
}

impl Screening<'_> {
    /// Returns the total of the parts; `None` unless all are present and valid.
    #[must_use]
    pub fn sum(&self) -> Option<u8> {
        match self.instrument {
            ScreeningInstrument::Cist => cist_total(self.domains),
            ScreeningInstrument::MmseKc => None,
            ScreeningInstrument::KdsqC | ScreeningInstrument::KdsqP => {
                let possible = |answer: &Option<u8>| answer.filter(|answer| *answer <= 2);
                let points: Option<Vec<u8>> = self.answers.iter().map(possible).collect();
                points.filter(|points| points.len() == self.instrument.items()).map(|points| points.iter().sum())
            }
        }
    }

    /// Returns the lowest and highest total that the given parts allow; `None` if there are none, or one is impossible.
    #[must_use]
    pub fn possible_totals(&self) -> Option<(u8, u8)> {
        let parts: Vec<(Option<u8>, u8)> = match self.instrument {
            ScreeningInstrument::Cist => {
                self.domains.into_iter().zip(CistDomain::ALL.iter().map(|domain| domain.most())).collect()
            }
            ScreeningInstrument::KdsqC | ScreeningInstrument::KdsqP => {
                self.answers.iter().map(|answer| (*answer, 2)).collect()
            }
            ScreeningInstrument::MmseKc => Vec::new(),
        };
        let is_possible = |(part, most): &(Option<u8>, u8)| part.is_none_or(|part| part <= *most);
        if parts.iter().all(|(part, _)| part.is_none()) || !parts.iter().all(is_possible) {
            return None;
        }
        let sum = |missing: fn(u8) -> u8| {
            parts.iter().map(|(part, most)| part.unwrap_or_else(|| missing(*most))).fold(0, u8::saturating_add)
        };
        Some((sum(|_| 0), sum(|most| most)))
    }

    /// Returns the outcome by the rules in force, and for CIST by these norms.
    #[must_use]
    pub fn screened(&self, norms: Option<&RuleSet>) -> ScreeningResult {
        let found = self.graded(norms);
        let outcome = found.as_ref().map(|(outcome, _)| *outcome);
        ScreeningResult { score: self.score(), outcome, cut: found.and_then(|(_, why)| cut_of(&why)) }
    }

    /// Returns the reason of the outcome, with the outcome as its grade; `None` if there is no outcome.
    #[must_use]
    pub fn why(&self, norms: Option<&RuleSet>) -> Option<GradeReason> {
        let (outcome, why) = self.graded(norms)?;
        // A prescreening graded as suspected has the outcome "follow up".
        Some(GradeReason { grade: outcome.as_str().into(), ..why })
    }

    /// Returns the total; `None` if a part is missing.
    fn score(&self) -> Option<u8> {
        self.sum().or(self.total).filter(|score| *score <= self.instrument.most())
    }

    fn graded(&self, norms: Option<&RuleSet>) -> Option<(ScreeningOutcome, GradeReason)> {
        let score = self.score()?;
        let (grade, why) = match self.instrument {
            ScreeningInstrument::Cist => {
                let graded = grade_cist(norms?, self.age?, self.education?, score)?;
                (graded.grade(), graded.why())
            }
            _ => {
                let subject = Subject { age: self.age, sex: None };
                let graded = COGNITION.grade(self.instrument.indicator(), subject, Quantity::whole(score.into()))?;
                (graded.among(ScreeningGrade::ALL)?, graded.why())
            }
        };
        let outcome = match (grade, self.instrument) {
            (ScreeningGrade::Normal, _) => ScreeningOutcome::Normal,
            (ScreeningGrade::Suspected, ScreeningInstrument::KdsqP) => ScreeningOutcome::FollowUp,
            (ScreeningGrade::Suspected, _) => ScreeningOutcome::Suspected,
        };
        Some((outcome, why))
    }
}

/// Returns the cut-off between normal and conspicuous totals.
fn cut_of(why: &GradeReason) -> Option<u8> {
    let hundredths = why.lower.or(why.upper)?.cut.0;
    u8::try_from(hundredths / 100).ok()
}

#[cfg(test)]
mod tests {
    use super::{NORMS, RULES, Screening, ScreeningInstrument, ScreeningOutcome, ScreeningResult};
    use crate::domain::{
        decimal::Hundredths,
        grade::{
            IntervalEnd, RuleSet, RuleSource,
            built_in::COGNITION,
            dementia::{CistDomain, read_norms},
        },
    };
    use std::borrow::Cow;

    const NOTHING: Screening<'_> = Screening {
        instrument: ScreeningInstrument::Cist,
        domains: [None; 6],
        answers: &[],
        total: None,
        age: Some(68),
        education: Some(6),
    };

    fn norms() -> RuleSet {
        let text = "ageFrom,ageTo,educationFrom,educationTo,cut\n60,69,0,6,20\n60,69,7,,24\n";
        RuleSet { norms: Cow::Owned(read_norms(text).unwrap_or_default()), ..COGNITION.clone() }
    }

    fn told(screening: &Screening<'_>) -> (Option<u8>, Option<ScreeningOutcome>, Option<u8>) {
        let ScreeningResult { score, outcome, cut } = screening.screened(Some(&norms()));
        (score, outcome, cut)
    }

    #[test]
    fn the_stored_name_of_the_rules_is_theirs() {
        assert_eq!((COGNITION.id.as_ref(), COGNITION.version), (RULES.id, RULES.version));
    }

    #[test]
    fn cist_is_graded_by_the_norm_for_age_and_education_and_without_one_not_at_all() {
        let screening = Screening { domains: [5, 3, 2, 4, 3, 3].map(Some), ..NOTHING };
        assert_eq!(told(&screening), (Some(20), Some(ScreeningOutcome::Normal), Some(20)));
        let schooled = Screening { education: Some(7), ..screening };
        assert_eq!(told(&schooled), (Some(20), Some(ScreeningOutcome::Suspected), Some(24)));
        for unknown in [
            Screening { age: None, ..screening },
            Screening { education: None, ..screening },
            Screening { age: Some(59), ..screening },
        ] {
            assert_eq!(told(&unknown), (Some(20), None, None));
        }
        assert_eq!(screening.screened(None).outcome, None);
        let missing = Screening { domains: [Some(5), None, Some(2), Some(4), Some(3), Some(3)], ..NOTHING };
        assert_eq!(told(&missing), (None, None, None));
        assert_eq!(told(&Screening { total: Some(19), ..NOTHING }).1, Some(ScreeningOutcome::Suspected));
        assert_eq!(CistDomain::ALL.iter().map(|domain| domain.most()).sum::<u8>(), ScreeningInstrument::Cist.most());
    }

    #[test]
    fn what_it_says_has_its_reason_and_what_it_does_not_say_has_none() {
        use ScreeningInstrument::{Cist, KdsqC, KdsqP, MmseKc};
        let loaded = RuleSet { id: Cow::Borrowed(NORMS), version: 3, ..norms() };
        let end = |cut: i64, inclusive| Some(IntervalEnd { cut: Hundredths(cut * 100), inclusive });
        let of = |instrument, total, education| {
            let screening = Screening { instrument, total: Some(total), education, ..NOTHING };
            let why = screening.why(Some(&loaded))?;
            let rules = (why.source, why.rule_version);
            Some((why.indicator, why.grade, rules, why.value.text(), why.lower, why.upper))
        };
        let (kdsq, mmse) = ((RuleSource::Kdsq, 1), (RuleSource::MmseKc, 1));
        let norms = (RuleSource::CistNorms, 3);
        for (instrument, total, grade, rules, lower, upper) in [
            (KdsqC, 6_u8, "SUSPECTED", kdsq, end(6, true), None),
            (KdsqC, 5, "NORMAL", kdsq, None, end(6, false)),
            (KdsqP, 4, "FOLLOW_UP", kdsq, end(4, true), None),
            (MmseKc, 23, "SUSPECTED", mmse, None, end(24, false)),
            (MmseKc, 24, "NORMAL", mmse, end(24, true), None),
            (Cist, 23, "SUSPECTED", norms, None, end(24, false)),
            (Cist, 24, "NORMAL", norms, end(24, true), None),
        ] {
            let expected = (instrument.indicator(), grade.to_owned(), rules, total.to_string(), lower, upper);
            assert_eq!(of(instrument, total, Some(7)), Some(expected), "{instrument:?} {total}");
        }
        let cist = Screening { total: Some(23), education: Some(7), ..NOTHING };
        let why = cist.why(Some(&loaded)).map(|why| (why.rule_set, why.age_from, why.age_to, why.education_from));
        assert_eq!(why, Some((NORMS.to_owned(), 60, Some(69), Some(7))));
        assert_eq!(of(Cist, 23, None), None, "no norm without education");
        assert_eq!(cist.why(None), None, "nor without norms");
        assert_eq!(Screening { total: None, ..cist }.why(Some(&loaded)), None);
    }

    #[test]
    fn a_total_is_at_least_what_is_there_and_leaves_what_is_missing_its_most() {
        use ScreeningInstrument::{KdsqC, KdsqP, MmseKc};
        let missing = Screening { domains: [Some(5), None, Some(2), Some(4), None, Some(3)], ..NOTHING };
        assert_eq!(missing.possible_totals(), Some((14, 27)), "attention has 3 points and memory 10");
        let whole = Screening { domains: [5, 3, 2, 4, 3, 3].map(Some), ..NOTHING };
        assert_eq!(whole.possible_totals(), Some((20, 20)));
        assert_eq!(NOTHING.possible_totals(), None);
        let answers = [Some(1), None, Some(2), Some(0), None];
        let answered = Screening { instrument: KdsqP, answers: &answers, ..NOTHING };
        assert_eq!(answered.possible_totals(), Some((3, 7)));
        let impossible = Screening { instrument: KdsqC, answers: &[Some(3); 15], ..NOTHING };
        assert_eq!(impossible.possible_totals(), None, "that is said of the answer");
        assert_eq!(Screening { instrument: MmseKc, ..NOTHING }.possible_totals(), None);
    }

    #[test]
    fn kdsq_and_mmse_are_graded_by_their_published_cuts() {
        use ScreeningInstrument::{KdsqC, KdsqP, MmseKc};
        use ScreeningOutcome::{FollowUp, Normal, Suspected};
        for (instrument, total, outcome, cut) in [
            (KdsqC, 5, Normal, 6),
            (KdsqC, 6, Suspected, 6),
            (KdsqP, 3, Normal, 4),
            (KdsqP, 4, FollowUp, 4),
            (MmseKc, 23, Suspected, 24),
            (MmseKc, 24, Normal, 24),
        ] {
            let screening = Screening { instrument, total: Some(total), age: None, education: None, ..NOTHING };
            assert_eq!(told(&screening), (Some(total), Some(outcome), Some(cut)), "{instrument:?} {total}");
        }
        let one = [Some(1); 15];
        let answered = Screening { instrument: KdsqC, answers: &one, ..NOTHING };
        assert_eq!(told(&answered), (Some(15), Some(Suspected), Some(6)));
        let mut skipped = one;
        skipped[3] = None;
        assert_eq!(told(&Screening { answers: &skipped, ..answered }).0, None, "every item is answered");
        assert_eq!(told(&Screening { total: Some(31), ..answered }).0, Some(15), "the parts say more than a total");
        assert_eq!(told(&Screening { answers: &[], total: Some(31), ..answered }).0, None);
    }
}
