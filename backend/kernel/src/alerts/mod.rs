//! Alerts: rows that any feature inserts in the transaction of the event, and the notification of listeners
//! ([`news`]). The recipients of an alert are determined when it is read.

pub mod news;

use crate::{
    clock,
    db::{
        DatabaseConnection,
        schema::{alert, job},
    },
    on_backend,
    problem::Problem,
};
use diesel::{ExpressionMethods, OptionalExtension, QueryDsl, RunQueryDsl};
use uno_core::{
    contract::alerts::{AlertKind, KEPT_DAYS},
    domain::time::DAY_MILLISECONDS,
};

/// Number of alerts deleted in one transaction.
const REMOVED_AT_ONCE: i64 = 5_000;

/// Adds an alert for the account of a job that the job has ended.
///
/// # Errors
/// Returns an error if the database fails.
pub fn of_job(connection: &mut DatabaseConnection, job_id: i64, kind: AlertKind) -> Result<(), Problem> {
    let owner = job::table.find(job_id).select(job::account_id).first::<i64>(connection).optional()?;
    let Some(account_id) = owner else { return Ok(()) };
    // A job that failed earlier may have succeeded after all: its previous alert is replaced.
    diesel::delete(alert::table.filter(alert::job_id.eq(job_id))).execute(connection)?;
    diesel::insert_into(alert::table)
        .values((
            alert::kind.eq(kind.as_str()),
            alert::created_at.eq(clock::now().0),
            alert::account_id.eq(account_id),
            alert::job_id.eq(job_id),
        ))
        .execute(connection)?;
    Ok(())
}

/// Adds an alert about each of these terms, at most once per terms.
///
/// # Errors
/// Returns an error if the database fails.
pub fn of_terms(connection: &mut DatabaseConnection, terms_ids: &[i64]) -> Result<(), Problem> {
    if terms_ids.is_empty() {
        return Ok(());
    }
    let now = clock::now().0;
    let rows: Vec<_> = terms_ids
        .iter()
        .map(|id| {
            (alert::kind.eq(AlertKind::TermsSoon.as_str()), alert::created_at.eq(now), alert::terms_id.eq(Some(*id)))
        })
        .collect();
    on_backend!(connection, |connection| {
        diesel::insert_into(alert::table).values(rows).on_conflict_do_nothing().execute(connection)
    })?;
    Ok(())
}

/// Deletes a batch of expired alerts; returns whether there may be more.
///
/// # Errors
/// Returns an error if the database fails.
pub fn delete_old(connection: &mut DatabaseConnection) -> Result<bool, Problem> {
    let before = clock::now().0 - KEPT_DAYS * DAY_MILLISECONDS;
    // Ids increase with time: the oldest alerts come first.
    let first: Vec<(i64, i64)> = alert::table
        .order(alert::alert_id)
        .limit(REMOVED_AT_ONCE)
        .select((alert::alert_id, alert::created_at))
        .load(connection)?;
    let old: Vec<i64> = first.iter().filter(|(_, at)| *at < before).map(|(id, _)| *id).collect();
    let removed = diesel::delete(alert::table.filter(alert::alert_id.eq_any(&old))).execute(connection)?;
    Ok(i64::try_from(removed).map_err(Problem::internal)? == REMOVED_AT_ONCE)
}
