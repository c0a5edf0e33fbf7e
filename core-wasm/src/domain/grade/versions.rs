//! Selects a version of a rule set: the one that grades measurements at a given time, or the one that has graded a
//! measurement.

use super::RuleSet;
use crate::domain::time::Timestamp;

/// Returns the version that grades measurements at `moment`: the last activated version that is in effect on that day
/// in Seoul, or else the built-in one. `activated` must be sorted by start; versions of other rule sets are ignored.
#[must_use]
pub fn at<'a>(built_in: &'a RuleSet, activated: &'a [RuleSet], moment: Timestamp) -> &'a RuleSet {
    let day = moment.date_in_seoul();
    let began = |rules: &&RuleSet| rules.id == built_in.id && rules.effective_from().is_some_and(|first| first <= day);
    activated.iter().rev().find(began).unwrap_or(built_in)
}

/// Returns the version that has graded a measurement, or the one that would grade it if none has.
#[must_use]
pub fn version_of_grade<'a>(
    built_in: &'a RuleSet,
    activated: &'a [RuleSet],
    version: Option<i32>,
    moment: Timestamp,
) -> &'a RuleSet {
    let graded = |rules: &&RuleSet| rules.id == built_in.id && Some(rules.version) == version;
    std::iter::once(built_in).chain(activated).find(graded).unwrap_or_else(|| at(built_in, activated, moment))
}

#[cfg(test)]
mod tests {
    use super::{at, version_of_grade};
    use crate::domain::{
        grade::{RuleSet, built_in::MIND},
        time::Timestamp,
    };

    fn versions() -> Vec<RuleSet> {
        [(2, (2026, 3, 1)), (3, (2026, 6, 1))]
            .map(|(version, effective_from)| RuleSet { version, effective_from, ..MIND.clone() })
            .into()
    }

    #[test]
    fn a_version_grades_from_the_first_moment_of_its_day_in_seoul() {
        for (moment, version) in [
            ("2020-01-01T00:00:00Z", 1),
            ("2026-02-28T23:59:59+09:00", 1),
            ("2026-03-01T00:00:00+09:00", 2),
            ("2026-05-31T14:59:59Z", 2),
            ("2026-05-31T15:00:00Z", 3),
            ("2030-01-01T00:00:00Z", 3),
        ] {
            let graded = Timestamp::parse(moment).map(|moment| at(&MIND, &versions(), moment).version);
            assert_eq!(graded, Some(version), "{moment}");
        }
    }

    #[test]
    fn what_was_graded_is_explained_by_the_version_that_did_it() {
        let moment = Timestamp(1_782_864_000_000); // 1 July 2026 in London, 9 in the morning in Seoul
        for (stored, version) in [(Some(1), 1), (Some(2), 2), (Some(3), 3), (Some(9), 3), (None, 3)] {
            assert_eq!(version_of_grade(&MIND, &versions(), stored, moment).version, version);
        }
    }
}
