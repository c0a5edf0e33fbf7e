//! The versions of grading rules that an installation has activated: which version grades a measurement, and which has
//! graded it.
//!
//! A version starts on a day that is in the future at its activation, and does not change after that. Therefore the day
//! of a measurement alone determines the version that grades it, at any time and on any instance.

use diesel::{ExpressionMethods, QueryDsl, RunQueryDsl};
use kernel::{
    db::{DatabaseConnection, schema::grade_rule_version},
    problem::Problem,
};
pub use uno_core::domain::grade::versions::{at, version_of_grade};
use uno_core::{
    contract::grade_rules::GradeRuleStatus,
    domain::{grade::RuleSet, time::Date},
};

/// Decodes stored rules, with the version number and first day from their own columns.
///
/// # Errors
/// Returns an error if the rules cannot be decoded.
pub fn read(rules: &str, version: i32, effective_from: Date) -> Result<RuleSet, Problem> {
    let rules: RuleSet = serde_json::from_str(rules).map_err(Problem::internal)?;
    Ok(RuleSet { version, effective_from: effective_from.parts(), ..rules })
}

/// Loads the versions that follow the built-in ones, earliest first; called once for many measurements.
///
/// # Errors
/// Returns an error if the database fails.
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
