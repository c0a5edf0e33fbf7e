//! Adds the product's grading rules to an installation, as the first versions of each rule set. Each is added once,
//! so the rules that graded a measurement remain readable.

use super::{DatabaseConnection, schema::grade_rule_version};
use crate::{clock, problem::Problem};
use diesel::{ExpressionMethods, QueryDsl, RunQueryDsl};
use std::collections::HashSet;
use uno_core::{
    contract::grade_rules::GradeRuleStatus,
    domain::{
        grade::{Indicator, RuleSet, built_in::ALL},
        time::Date,
    },
};

/// Returns the source of the body fat table of a rule set.
fn body_fat_source(rules: &RuleSet) -> Option<&'static str> {
    let table = rules.tables.iter().find(|table| table.indicator == Indicator::BodyFat);
    table.map(|table| table.source.as_str())
}

/// Adds every version that was not added before.
///
/// # Errors
/// Returns an error if the database fails.
pub fn install(connection: &mut DatabaseConnection) -> Result<(), Problem> {
    let known = grade_rule_version::table.select((grade_rule_version::rule_set, grade_rule_version::rule_version));
    let known: HashSet<(String, i32)> = known.load(connection)?.into_iter().collect();
    let now = clock::now().0;
    for rules in ALL.iter().filter(|rules| !known.contains(&(rules.id.to_string(), rules.version))) {
        let (year, month, day) = rules.effective_from;
        let effective_from = Date::new(year, month, day).ok_or_else(|| Problem::internal("no such day"))?;
        diesel::insert_into(grade_rule_version::table)
            .values((
                grade_rule_version::rule_set.eq(rules.id.as_ref()),
                grade_rule_version::rule_version.eq(rules.version),
                grade_rule_version::status.eq(GradeRuleStatus::Active.as_str()),
                grade_rule_version::effective_from.eq(effective_from.0),
                grade_rule_version::note.eq(""),
                grade_rule_version::body_fat_source.eq(body_fat_source(rules)),
                grade_rule_version::rules.eq(serde_json::to_string(rules).map_err(Problem::internal)?),
                grade_rule_version::counted_at.eq(now),
                grade_rule_version::created_at.eq(now),
                grade_rule_version::updated_at.eq(now),
            ))
            .execute(connection)?;
    }
    Ok(())
}
