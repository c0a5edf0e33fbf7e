//! Launch of operators: the time from which their measurements count.

use super::store::OperatorRecord;
use crate::staff::{power, rows};
use diesel::{ExpressionMethods, QueryDsl, RunQueryDsl};
use kernel::{
    access::{caller::Caller, scope::Scoped},
    auth::accounts::Staff,
    clock,
    db::{
        DatabaseConnection,
        schema::{account, operator},
    },
    problem::Problem,
    records::{
        Record as _,
        revisions::{self, Author},
    },
};
use std::collections::HashMap;
use uno_core::{
    contract::{
        managers::PermissionGroupId,
        operators::{OperatorId, OperatorLaunch},
        page::Done,
        revisions::{FieldChange, RevisionAction},
        validation::{Violation, path_in},
    },
    domain::time::{Bound, DAY_MILLISECONDS, Timestamp},
};

/// The history field of a launch.
const FIELD: &str = "launchedAt";

/// Maximum distance of a launch from today, in days: ten years.
const MAX_DAYS: i64 = 3653;

/// Checks that a launch is neither too far in the past nor in the future, which would be a typing error.
fn check_time(at: i64) -> Result<(), Problem> {
    let days = (at - clock::now().0) / DAY_MILLISECONDS;
    let code = match days {
        days if days < -MAX_DAYS => "tooEarly",
        days if days > MAX_DAYS => "tooLate",
        _ => return Ok(()),
    };
    Err(Problem::invalid_field(FIELD, code))
}

/// Locks the operators: concurrent launches would both record the same history.
fn hold(connection: &mut DatabaseConnection, ids: &[i64]) -> Result<(), Problem> {
    if let DatabaseConnection::Postgres(connection) = connection {
        let rows = operator::table.filter(operator::account_id.eq_any(ids)).order(operator::account_id);
        rows.select(operator::account_id).for_update().load::<i64>(connection)?;
    }
    Ok(())
}

fn timestamp_text(at: i64) -> String {
    Timestamp(at).to_string()
}

/// Launches operators, all or none.
///
/// # Errors
/// Returns the obstacles, each with the operator's index in the list.
pub fn launch(connection: &mut DatabaseConnection, caller: &Caller, sent: &OperatorLaunch) -> Result<Done, Problem> {
    let at = sent.launched_at.map_or_else(|| clock::now().0, |bound| Bound::first(bound).0);
    check_time(at)?;
    let ids: Vec<i64> = sent.operator_ids.iter().map(|id| id.0).collect();
    hold(connection, &ids)?;
    let found = account::table
        .in_scope(caller.scope)
        .filter(account::staff.eq(Staff::Operator.as_str()))
        .filter(account::account_id.eq_any(ids.clone()))
        .inner_join(operator::table)
        .select((account::account_id, account::permission_group_id, operator::launched_at))
        .load::<(i64, PermissionGroupId, Option<i64>)>(connection)?;
    let groups: Vec<PermissionGroupId> = found.iter().map(|(_, group, _)| *group).collect();
    let assignable = power::assignable(connection, caller, &groups)?;
    let known: HashMap<i64, (PermissionGroupId, Option<i64>)> =
        found.into_iter().map(|(id, group, launched_at)| (id, (group, launched_at))).collect();
    let mut wrong = Vec::new();
    for (place, id) in ids.iter().enumerate() {
        let code = match known.get(id) {
            None => "notFound",
            Some((group, _)) if !assignable.contains(group) => "exceedsOwn",
            Some((_, Some(_))) => "launched",
            Some(_) if ids[..place].contains(id) => "twice",
            Some(_) => continue,
        };
        wrong.push(Violation::new(&path_in("operatorIds", place, ""), code));
    }
    if !wrong.is_empty() {
        return Err(Problem::invalid(wrong));
    }
    diesel::update(operator::table.filter(operator::account_id.eq_any(&ids)))
        .set(operator::launched_at.eq(at))
        .execute(connection)?;
    let change = || FieldChange { field: FIELD.into(), before: None, after: Some(timestamp_text(at)) };
    let changes: Vec<_> = ids.iter().map(|id| (*id, vec![change()])).collect();
    let author = Author::from(caller);
    revisions::record_many(connection, &author, OperatorRecord::RESOURCE, RevisionAction::Update, &changes)?;
    Ok(Done {})
}

/// Cancels a launch.
///
/// # Errors
/// Returns "not found", or "forbidden" if the operator has more permissions than the caller.
pub fn cancel(connection: &mut DatabaseConnection, caller: &Caller, id: OperatorId) -> Result<Done, Problem> {
    hold(connection, &[id.0])?;
    let (row, ..) = rows::get(connection, caller, Staff::Operator, id.0)?;
    power::check_over(connection, caller, row.standing())?;
    let before = operator::table.find(id.0).select(operator::launched_at).first::<Option<i64>>(connection)?;
    let Some(before) = before else { return Ok(Done {}) };
    diesel::update(operator::table.find(id.0)).set(operator::launched_at.eq(None::<i64>)).execute(connection)?;
    let change = FieldChange { field: FIELD.into(), before: Some(timestamp_text(before)), after: None };
    let (author, action) = (Author::from(caller), RevisionAction::Update);
    revisions::record(connection, &author, OperatorRecord::RESOURCE, id.0, action, &[change])?;
    Ok(Done {})
}
