//! What stands beside a grade: values that call for action at once, and why a value has no grade.
//!
//! An urgent mark depends on the value alone: not on the age, the setting, or whether there is a grade. Its thresholds
//! are rows of a rule set of their own ([`super::built_in::URGENT`]), which an installation may make stricter.

use super::{
    GradeReason, Indicator, IntervalEnd, Quantity, RuleSet, RuleSource, RuleStanding, Subject, concern::GradedIndicator,
};
use crate::{
    contract::{output, value_enum},
    domain::decimal::Hundredths,
};
use std::cmp::Ordering;

/// Pressures in mmHg below which a blood pressure is low, whatever its grade; a convention of the product.
pub const LOW_PRESSURE: (u16, u16) = (100, 60);

value_enum! {
    /// On which side of the usual a value is urgent.
    pub enum UrgentSide { Low = "LOW", High = "HIGH" }
}

value_enum! {
    /// Why a value has no grade.
    pub enum UngradedReason {
        /// Nobody can have the value.
        Impossible = "IMPOSSIBLE",
        /// The rules need the age, which is not known.
        AgeUnknown = "AGE_UNKNOWN",
        /// The rules need the sex, which is not known.
        SexUnknown = "SEX_UNKNOWN",
        /// The person is younger than those for whom the rules were made.
        TooYoung = "TOO_YOUNG",
        /// There are no rules or norms for this value and person.
        NoNorm = "NO_NORM",
        /// Readings at home have other cut-offs.
        HomeReading = "HOME_READING",
        /// Only what is measured at rest is graded.
        AfterExercise = "AFTER_EXERCISE",
        /// The recording is shorter than a minute.
        TooShort = "TOO_SHORT",
        /// The recording has fewer than 50 intervals.
        TooFewIntervals = "TOO_FEW_INTERVALS",
        /// More than 20 % of the beats were artifacts.
        TooManyArtifacts = "TOO_MANY_ARTIFACTS",
        /// A part that the grade needs is missing.
        Incomplete = "INCOMPLETE",
    }
}

output! {
    /// A threshold from which a value is urgent.
    #[derive(Copy, Eq)]
    pub struct UrgentRule {
        /// Measured value: systolic or diastolic pressure, or the heart rate at rest.
        pub indicator: Indicator,
        /// Side of the threshold on which values are urgent.
        pub side: UrgentSide,
        /// The threshold, and whether a value that equals it is urgent.
        pub bound: IntervalEnd,
        /// Whether the threshold is published or a convention.
        pub standing: RuleStanding,
        /// Source of the threshold.
        pub source: RuleSource,
    }
}

output! {
    /// A value that calls for action at once, with the rule that says so.
    #[derive(Eq)]
    pub struct UrgentMark {
        /// Measured value: systolic or diastolic pressure, or the heart rate at rest.
        pub indicator: Indicator,
        /// Side on which the value is urgent.
        pub side: UrgentSide,
        /// The value.
        pub value: Hundredths,
        /// Unit of the value and the threshold, in UCUM.
        pub unit: String,
        /// The threshold, and whether a value that equals it is urgent.
        pub bound: IntervalEnd,
        /// Whether the threshold is published or a convention.
        pub standing: RuleStanding,
        /// Source of the threshold.
        pub source: RuleSource,
        /// Stable name of the rule set.
        pub rule_set: String,
        /// Version of the rule set.
        pub rule_version: i32,
    }
}

output! {
    /// Something that was measured and has no grade, with the reason.
    #[derive(Copy, Eq)]
    pub struct Ungraded {
        /// What has no grade.
        pub indicator: GradedIndicator,
        /// Why.
        pub reason: UngradedReason,
        /// Minimum age in completed years, if the person is younger.
        pub age_from: Option<u16>,
    }
}

impl UrgentRule {
    /// Returns whether a value is urgent by this rule.
    #[must_use]
    pub fn applies(&self, value: Quantity) -> bool {
        match (value.compare(self.bound.cut), self.side) {
            (Ordering::Equal, _) => self.bound.inclusive,
            (order, UrgentSide::Low) => order == Ordering::Less,
            (order, UrgentSide::High) => order == Ordering::Greater,
        }
    }

    /// Returns whether this rule leaves out a value that another one for the same side marks.
    #[must_use]
    pub fn is_laxer(&self, other: &Self) -> bool {
        let order = match self.side {
            UrgentSide::Low => other.bound.cut.cmp(&self.bound.cut),
            UrgentSide::High => self.bound.cut.cmp(&other.bound.cut),
        };
        order.then(other.bound.inclusive.cmp(&self.bound.inclusive)).is_gt()
    }
}

impl RuleSet {
    /// Returns the rule by which a value is urgent.
    #[must_use]
    pub fn urgent(&self, indicator: Indicator, value: Quantity) -> Option<&UrgentRule> {
        self.urgent.iter().find(|rule| rule.indicator == indicator && rule.applies(value))
    }

    /// Returns the marks of those values that are urgent.
    #[must_use]
    pub fn urgent_marks(&self, values: &[(Indicator, Option<Hundredths>)]) -> Vec<UrgentMark> {
        let mark = |(indicator, value): &(Indicator, Option<Hundredths>)| {
            let value = (*value)?;
            let rule = self.urgent(*indicator, Quantity::hundredths(value)?)?;
            Some(UrgentMark {
                indicator: *indicator,
                side: rule.side,
                value,
                unit: indicator.axis().unit.into(),
                bound: rule.bound,
                standing: rule.standing,
                source: rule.source,
                rule_set: self.id.as_ref().into(),
                rule_version: self.version,
            })
        };
        values.iter().filter_map(mark).collect()
    }

    /// Returns the published thresholds of an earlier version that this one makes laxer, or leaves out.
    #[must_use]
    pub fn laxer_than<'a>(&self, published: &'a Self) -> Vec<&'a UrgentRule> {
        let is_kept = |rule: &&UrgentRule| {
            let same = |own: &&UrgentRule| (own.indicator, own.side) == (rule.indicator, rule.side);
            self.urgent.iter().find(same).is_some_and(|own| !own.is_laxer(rule))
        };
        published.urgent.iter().filter(|rule| !is_kept(rule)).collect()
    }

    /// Returns why a value has no grade, with the minimum age if the person is younger; `None` if it has one.
    #[must_use]
    pub fn ungraded(
        &self,
        indicator: Indicator,
        subject: Subject,
        value: Quantity,
    ) -> Option<(UngradedReason, Option<u16>)> {
        if !indicator.is_possible(value) {
            return Some((UngradedReason::Impossible, None));
        }
        if let Some(reason) = indicator.is_not_for(subject) {
            return Some(reason);
        }
        if self.grade(indicator, subject, value).is_some() {
            return None;
        }
        let rules =
            || self.tables.iter().filter(|table| table.indicator == indicator).flat_map(|table| table.rules.iter());
        let youngest = rules().map(|rule| rule.age_from).min();
        Some(match (subject.age, youngest) {
            (None, Some(from)) if from > 0 => (UngradedReason::AgeUnknown, None),
            (Some(age), Some(from)) if age < from => (UngradedReason::TooYoung, Some(from)),
            _ if subject.sex.is_none() && rules().any(|rule| rule.sex.is_some()) => (UngradedReason::SexUnknown, None),
            _ => (UngradedReason::NoNorm, None),
        })
    }
}

impl Indicator {
    /// Returns why an instrument's norms say nothing about a person: the age is not known or too low. Norms are used
    /// above their highest age, with a mark ([`GradeReason::is_beyond_norms`]).
    #[must_use]
    pub fn is_not_for(self, subject: Subject) -> Option<(UngradedReason, Option<u16>)> {
        let (from, _) = self.norm_ages()?;
        match subject.age {
            None => Some((UngradedReason::AgeUnknown, None)),
            Some(age) if age < from => Some((UngradedReason::TooYoung, Some(from))),
            Some(_) => None,
        }
    }

    /// Returns whether a person is older than those by whom the instrument's norms were made.
    #[must_use]
    pub fn is_beyond_norms(self, subject: Subject) -> bool {
        self.norm_ages().zip(subject.age).is_some_and(|((_, to), age)| age > to)
    }
}

impl GradeReason {
    /// Returns the same with the ages of the norms and whether the person is older.
    #[must_use]
    pub fn about(self, subject: Subject) -> Self {
        let instrument = self.converted_from.unwrap_or(self.indicator);
        let norms = instrument.norm_ages();
        Self {
            norm_from: norms.map(|(from, _)| from),
            norm_to: norms.map(|(_, to)| to),
            is_beyond_norms: instrument.is_beyond_norms(subject),
            ..self
        }
    }
}

/// Returns whether a blood pressure is low, which no text may praise.
#[must_use]
pub const fn is_low_pressure(systolic: u16, diastolic: u16) -> bool {
    systolic < LOW_PRESSURE.0 || diastolic < LOW_PRESSURE.1
}

/// What is said of one value by the built-in rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Assessment {
    /// The grade, or why there is none.
    pub grade: Result<&'static str, UngradedReason>,
    /// Whether the value is urgent, and on which side.
    pub urgent: Option<UrgentSide>,
}

/// Assesses one value of a person by the built-in rules. Myopia is assessed by the spherical equivalent with its sign.
#[must_use]
pub fn assess(indicator: Indicator, value: f64, subject: Subject) -> Assessment {
    let read = match indicator {
        // Hyperopia is no dioptre of myopia, and as possible as the same myopia.
        Indicator::Myopia => Quantity::of_number(value.abs())
            .filter(|dioptres| indicator.is_possible(*dioptres))
            .map(|dioptres| if value > 0.0 { Quantity::whole(0) } else { dioptres }),
        _ => Quantity::of_number(value),
    };
    let Some(quantity) = read.filter(|quantity| indicator.is_possible(*quantity)) else {
        return Assessment { grade: Err(UngradedReason::Impossible), urgent: None };
    };
    let rules = super::built_in::of(indicator);
    let grade = match rules.grade(indicator, subject, quantity) {
        Some(graded) => Ok(graded.word()),
        None => Err(rules.ungraded(indicator, subject, quantity).map_or(UngradedReason::NoNorm, |(reason, _)| reason)),
    };
    Assessment { grade, urgent: super::built_in::URGENT.urgent(indicator, quantity).map(|rule| rule.side) }
}
