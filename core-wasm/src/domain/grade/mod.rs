//! The rule engine: grades as data, compared exactly.
//!
//! A rule says for whom (sex, age) and for which interval of a quantity an outcome holds. Values are
//! graded unrounded; a missing or impossible input gives no grade, never a default one. Every result
//! names the rule set and version that gave it. Editing rules means adding a [`RuleSet`] version.

pub mod physical;

use super::{decimal::Hundredths, time::Date};
use crate::contract::value_enum;

value_enum! {
    /// Sex as recorded for clinical norms.
    pub enum Sex { Male = "MALE", Female = "FEMALE" }
}

/// A quantity as an exact fraction in the unit of its rules (kg/m², mmHg, %).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Quantity {
    numerator: i64,
    denominator: i64,
}

impl Quantity {
    /// The fraction `numerator / denominator`; `None` unless both make sense as a measurement.
    #[must_use]
    pub fn new(numerator: i64, denominator: i64) -> Option<Self> {
        (numerator >= 0 && denominator > 0).then_some(Self { numerator, denominator })
    }

    /// A whole number of units.
    #[must_use]
    pub fn whole(value: u16) -> Self {
        Self { numerator: i64::from(value), denominator: 1 }
    }

    /// A quantity in hundredths of its unit.
    #[must_use]
    pub fn hundredths(value: Hundredths) -> Option<Self> {
        Self::new(value.0, 100)
    }

    /// How this quantity compares with a cut given in hundredths of the unit.
    fn compare(self, cut: Hundredths) -> std::cmp::Ordering {
        let left = i128::from(self.numerator) * 100;
        let right = i128::from(cut.0) * i128::from(self.denominator);
        left.cmp(&right)
    }

    /// Rounded half-up to one decimal, in tenths, for display only.
    #[must_use]
    pub fn tenths_half_up(self) -> i64 {
        (self.numerator * 20 + self.denominator) / (self.denominator * 2)
    }
}

/// One end of an interval.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct End {
    /// The cut, in hundredths of the unit.
    pub cut: Hundredths,
    /// Whether the cut itself belongs to the interval.
    pub inclusive: bool,
}

/// For whom and for which interval an outcome holds.
#[derive(Clone, Copy, Debug)]
pub struct Rule<Outcome> {
    /// Only for this sex; `None` for both.
    pub sex: Option<Sex>,
    /// From this age in completed years.
    pub age_from: u16,
    /// To this age in completed years, inclusive; `None` without a limit.
    pub age_to: Option<u16>,
    /// Lower end; `None` without a limit.
    pub lower: Option<End>,
    /// Upper end; `None` without a limit.
    pub upper: Option<End>,
    /// What holds there.
    pub outcome: Outcome,
}

impl<Outcome: Copy> Rule<Outcome> {
    /// The interval `[lower, upper)` for both sexes from an age on, cuts in hundredths; the common
    /// case of a published table.
    const fn from_to(age_from: u16, lower: Option<i64>, upper: Option<i64>, outcome: Outcome) -> Self {
        Self {
            sex: None,
            age_from,
            age_to: None,
            lower: match lower {
                Some(cut) => Some(End { cut: Hundredths(cut), inclusive: true }),
                None => None,
            },
            upper: match upper {
                Some(cut) => Some(End { cut: Hundredths(cut), inclusive: false }),
                None => None,
            },
            outcome,
        }
    }

    fn applies(&self, subject: Subject, quantity: Quantity) -> bool {
        use std::cmp::Ordering::{Equal, Greater, Less};
        let inside = |end: Option<End>, beyond| {
            end.is_none_or(|end| match quantity.compare(end.cut) {
                Equal => end.inclusive,
                order => order == beyond,
            })
        };
        self.sex.is_none_or(|sex| subject.sex == Some(sex))
            && subject.age >= self.age_from
            && self.age_to.is_none_or(|limit| subject.age <= limit)
            && inside(self.lower, Greater)
            && inside(self.upper, Less)
    }
}

/// Whose measurement is graded.
#[derive(Clone, Copy, Debug)]
pub struct Subject {
    /// Completed years at the measurement.
    pub age: u16,
    /// Sex, where it is known.
    pub sex: Option<Sex>,
}

/// The outcome of the first rule that applies.
#[must_use]
pub fn evaluate<Outcome: Copy>(rules: &[Rule<Outcome>], subject: Subject, quantity: Quantity) -> Option<Outcome> {
    rules.iter().find(|rule| rule.applies(subject, quantity)).map(|rule| rule.outcome)
}

/// Which rules gave a result.
#[derive(Clone, Copy, Debug)]
pub struct RuleSet {
    /// Stable name of the rule set.
    pub id: &'static str,
    /// Version, counted up with every change of a threshold.
    pub version: i32,
    /// First day on which measurements are graded by this version.
    pub effective_from: (i32, u32, u32),
}

impl RuleSet {
    /// The day from which this version holds.
    #[must_use]
    pub fn effective_from(&self) -> Option<Date> {
        let (year, month, day) = self.effective_from;
        Date::new(year, month, day)
    }
}
