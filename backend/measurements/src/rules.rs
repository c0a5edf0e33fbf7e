//! The versions of rules of grading that an installation has activated: which of them grades what is measured at a
//! moment, and which has graded a measurement.
//!
//! A version begins on a day that has not begun when it is activated, and stays as it is from then on: so the day of a
//! measurement alone says which version grades it, whenever it is graded, and on every instance.

use diesel::{ExpressionMethods, QueryDsl, RunQueryDsl};
use kernel::{
    db::{DatabaseConnection, schema::grade_rule_version},
    problem::Problem,
};
use uno_core::{
    contract::grade_rules::GradeRuleStatus,
    domain::{
        grade::RuleSet,
        time::{Date, Timestamp},
    },
};

/// Rules as they are kept, with the number and the first day that stand beside them.
///
/// # Errors
/// When they cannot be read.
pub fn read(rules: &str, version: i32, effective_from: Date) -> Result<RuleSet, Problem> {
    let rules: RuleSet = serde_json::from_str(rules).map_err(Problem::internal)?;
    Ok(RuleSet { version, effective_from: effective_from.parts(), ..rules })
}

/// The versions that follow those that come with the product, the earliest first: read once for many measurements.
///
/// # Errors
/// When the database fails.
pub fn activated(connection: &mut DatabaseConnection, built_in: &RuleSet) -> Result<Vec<RuleSet>, Problem> {
    grade_rule_version::table
        .filter(grade_rule_version::rule_set.eq(built_in.id.as_ref()))
        .filter(grade_rule_version::rule_version.gt(built_in.version))
        .filter(grade_rule_version::status.eq(GradeRuleStatus::Active.as_str()))
        .order(grade_rule_version::rule_version)
        .select((grade_rule_version::rules, grade_rule_version::rule_version, grade_rule_version::effective_from))
        .load::<(String, i32, Date)>(connection)?
        .into_iter()
        .map(|(rules, version, effective_from)| read(&rules, version, effective_from))
        .collect()
}

/// The version that grades what is measured at a moment.
#[must_use]
pub fn at<'a>(built_in: &'a RuleSet, activated: &'a [RuleSet], moment: Timestamp) -> &'a RuleSet {
    let day = moment.date_in_seoul();
    let began = |rules: &&RuleSet| rules.effective_from().is_some_and(|first| first <= day);
    activated.iter().rev().find(began).unwrap_or(built_in)
}

/// The version that has graded a measurement; where none has, the one that would.
#[must_use]
pub fn that_graded<'a>(
    built_in: &'a RuleSet,
    activated: &'a [RuleSet],
    version: Option<i32>,
    moment: Timestamp,
) -> &'a RuleSet {
    let graded = |rules: &&RuleSet| Some(rules.version) == version;
    std::iter::once(built_in).chain(activated).find(graded).unwrap_or_else(|| at(built_in, activated, moment))
}

#[cfg(test)]
mod tests {
    use super::{at, that_graded};
    use uno_core::domain::{
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
            let moment = Timestamp::parse(moment).unwrap();
            assert_eq!(at(&MIND, &versions(), moment).version, version, "{moment:?}");
        }
    }

    #[test]
    fn what_was_graded_is_explained_by_the_version_that_did_it() {
        let moment = Timestamp::parse("2026-07-01T00:00:00Z").unwrap();
        for (stored, version) in [(Some(1), 1), (Some(2), 2), (Some(3), 3), (Some(9), 3), (None, 3)] {
            assert_eq!(that_graded(&MIND, &versions(), stored, moment).version, version);
        }
    }
}
