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
    domain::{
        grade::{Indicator, RuleSet, built_in::BODY_FAT},
        time::Date,
    },
};

/// Decodes stored rules, with the version number and first day from their own columns.
///
/// # Errors
/// Returns an error if the rules cannot be decoded.
pub fn read(rules: &str, version: i32, effective_from: Date) -> Result<RuleSet, Problem> {
    let mut rules: RuleSet = serde_json::from_str(rules).map_err(Problem::internal)?;
    // Versions that were stored earlier call a maker's ranges published.
    for table in rules.tables.to_mut().iter_mut().filter(|table| table.indicator == Indicator::BodyFat) {
        if let Some(known) = BODY_FAT.iter().find(|known| known.source == table.source) {
            table.standing = known.standing;
        }
    }
    Ok(RuleSet { version, effective_from: effective_from.parts(), ..rules })
}

/// Loads the versions of these rule sets that follow the built-in ones, earliest first; called once for many
/// measurements.
///
/// # Errors
/// Returns an error if the database fails.
pub fn activated(connection: &mut DatabaseConnection, built_in: &[&RuleSet]) -> Result<Vec<RuleSet>, Problem> {
    let ids: Vec<&str> = built_in.iter().map(|rules| rules.id.as_ref()).collect();
    // Every built-in rule set has the same first version.
    let first = built_in.iter().map(|rules| rules.version).min().unwrap_or_default();
    grade_rule_version::table
        .filter(grade_rule_version::rule_set.eq_any(ids))
        .filter(grade_rule_version::rule_version.gt(first))
        .filter(grade_rule_version::status.eq(GradeRuleStatus::Active.as_str()))
        .order(grade_rule_version::rule_version)
        .select((grade_rule_version::rules, grade_rule_version::rule_version, grade_rule_version::effective_from))
        .load::<(String, i32, Date)>(connection)?
        .into_iter()
        .map(|(rules, version, effective_from)| read(&rules, version, effective_from))
        .collect()
}
