//! Grading of the resting heart rate of adults.

use super::{Graded, Indicator, Quantity, RuleSet, Subject, physical::Limits};
use crate::contract::value_enum;

/// Beats per minute that a person can have.
pub const RATE: Limits = Limits { min: 20, max: 250 };

value_enum! {
    /// When the heart rate was measured. Only the resting heart rate is graded.
    pub enum HeartRateContext { Rest = "REST", AfterExercise = "AFTER_EXERCISE" }
}

/// Grades a heart rate. Returns `None` under the age of 18, without an age, or after exercise.
#[must_use]
pub fn grade(rule_set: &RuleSet, subject: Subject, context: HeartRateContext, rate: Quantity) -> Option<Graded<'_>> {
    if context == HeartRateContext::Rest { rule_set.grade(Indicator::HeartRate, subject, rate) } else { None }
}
