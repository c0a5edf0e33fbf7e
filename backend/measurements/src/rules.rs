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
pub use uno_core::domain::grade::versions::{at, that_graded};
use uno_core::{
    contract::grade_rules::GradeRuleStatus,
    domain::{grade::RuleSet, time::Date},
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
