//! How far a value may be from the same person's previous one before it is doubted: 30 kg in four days are mostly
//! another person's, or pounds. A doubted value is marked and never refused.
//!
//! All limits are conventions of the product (P). They are wider than what sources describe as change: a growing child
//! gains at most 12 cm a year (Tanner & Whitehouse 1976), an adult's height varies by up to 2 cm in a day and readings
//! by another, and a loss of 5 % of the weight within a month is called severe (GLIM 2019).

use super::decimal::Hundredths;

/// Age from which nobody grows, in years.
const GROWN: u16 = 20;
/// A difference of heights that needs no time, in hundredths of a cm: 4 cm.
const HEIGHT: i64 = 400;
/// The growth of a child or of a person of unknown age in a year, in hundredths of a cm.
const GROWTH_PER_YEAR: i64 = 1_200;
/// A difference of weights that needs no time, in hundredths of a kg: 4 kg.
const WEIGHT: i64 = 400;
/// The share of the weight that needs no time, and that a week adds, in thousandths.
const WEIGHT_SHARE: i64 = 80;
const WEIGHT_SHARE_PER_WEEK: i64 = 15;
/// The largest share of the weight, however long ago it was measured, in thousandths.
const MAX_WEIGHT_SHARE: i64 = 400;
const DAYS_PER_YEAR: i64 = 365;
/// Beyond this, a previous value says nothing, in days.
pub const MAX_DAYS: i64 = 730;

/// Returns whether a height is implausibly far from the previous one, measured so many days before at this age.
#[must_use]
pub fn is_far_height(before: Hundredths, now: Hundredths, days: i64, age: Option<u16>) -> bool {
    let difference = now.0 - before.0;
    let grows = age.is_none_or(|age| age < GROWN);
    let most = if grows && difference > 0 { HEIGHT + GROWTH_PER_YEAR * days / DAYS_PER_YEAR } else { HEIGHT };
    days <= MAX_DAYS && difference.abs() > most
}

/// Returns whether a weight is implausibly far from the previous one, measured so many days before.
#[must_use]
pub fn is_far_weight(before: Hundredths, now: Hundredths, days: i64) -> bool {
    let share = (WEIGHT_SHARE + WEIGHT_SHARE_PER_WEEK * days / 7).min(MAX_WEIGHT_SHARE);
    let most = (before.0 * share / 1_000).max(WEIGHT);
    days <= MAX_DAYS && (now.0 - before.0).abs() > most
}

#[cfg(test)]
mod tests {
    use super::{is_far_height, is_far_weight};
    use crate::domain::decimal::Hundredths;

    #[test]
    fn a_weight_is_doubted_by_the_time_that_has_passed() {
        let far = |before, now, days| is_far_weight(Hundredths(before), Hundredths(now), days);
        assert!(far(9_000, 6_000, 4), "30 kg in four days");
        assert!(far(6_000, 13_228, 1), "pounds");
        assert!(!far(6_000, 6_400, 1), "a meal, clothes and another scale");
        assert!(!far(9_000, 8_100, 30), "ten per cent in a month happen");
        assert!(!far(9_000, 6_000, 365), "a third in a year happens, too");
        assert!(!far(9_000, 3_000, 800), "nothing is known of so long ago");
    }

    #[test]
    fn an_adults_height_stays_and_a_child_grows() {
        let far = |before, now, days, age| is_far_height(Hundredths(before), Hundredths(now), days, age);
        assert!(far(17_000, 16_000, 30, Some(40)), "10 cm of an adult");
        assert!(far(17_000, 18_000, 700, Some(40)));
        assert!(!far(17_000, 17_300, 1, Some(40)), "morning and evening");
        assert!(!far(14_000, 15_200, 365, Some(12)));
        assert!(far(14_000, 15_200, 30, Some(12)));
        assert!(far(15_000, 14_000, 365, Some(12)), "nobody shrinks");
    }
}
