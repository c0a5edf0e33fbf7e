//! Who runs a job: a claim counts the attempt, and the attempt's number is the proof of holding it.
//!
//! A runner that was away for too long finds a higher number and stops; so leases need no clocks
//! that agree to the second, only ones that agree to within a lease.

use super::store;
use crate::{
    alerts, clock,
    db::{Database, DatabaseConnection, schema::job},
    problem::Problem,
};
use diesel::{BoolExpressionMethods, ExpressionMethods, OptionalExtension, QueryDsl, RunQueryDsl};
use uno_core::contract::{
    alerts::AlertKind,
    jobs::{JobId, JobKind, JobState},
};

/// How long a claim holds without being renewed.
pub const LEASE_MILLISECONDS: i64 = 30_000;
/// A job that was begun so often without coming to an end is given up.
pub const MAX_ATTEMPTS: i64 = 5;

/// A job that is this runner's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claimed {
    /// Job.
    pub job_id: JobId,
    /// What it does.
    pub kind: JobKind,
    /// The call that asked for it, where several ask for jobs of the kind.
    pub call: Option<String>,
    /// Whose it is.
    pub account_id: i64,
    /// Company that it concerns.
    pub company_id: Option<i64>,
    /// What it needs to know, as JSON.
    pub parameters: String,
    /// Rows dealt with by earlier attempts.
    pub progress: i64,
    /// Number of this attempt.
    pub attempt: i64,
}

type Candidate = (i64, String, Option<String>, i64, Option<i64>, String, i64, i64, String);

/// Claims the oldest job that waits, or whose runner is gone.
///
/// # Errors
/// When the database fails.
pub fn claim(database: &Database) -> Result<Option<Claimed>, Problem> {
    loop {
        let Some(candidate) = database.read_blocking(next)? else { return Ok(None) };
        let (job_id, kind, call, account_id, company_id, parameters, progress, attempts, state) = candidate;
        let given_up = attempts >= MAX_ATTEMPTS;
        let now = clock::now().0;
        let taken = database.write_blocking(|connection| {
            // Whoever else saw the same candidate changes nothing: the state or the number differs then.
            let as_seen = job::table
                .find(job_id)
                .filter(job::state.eq(&state))
                .filter(job::attempts.eq(attempts))
                .filter(job::state.eq(JobState::Queued.as_str()).or(job::leased_until.lt(now)));
            Ok(if given_up {
                let ended = diesel::update(as_seen)
                    .set((
                        job::state.eq(JobState::Failed.as_str()),
                        job::failure.eq("interrupted"),
                        job::finished_at.eq(now),
                    ))
                    .execute(connection)?;
                if ended == 1 {
                    super::cleaning::forget_input(connection, JobId(job_id))?;
                    alerts::of_job(connection, job_id, AlertKind::JobFailed)?;
                }
                ended
            } else {
                diesel::update(as_seen)
                    .set((
                        job::state.eq(JobState::Running.as_str()),
                        job::attempts.eq(attempts + 1),
                        job::leased_until.eq(now + LEASE_MILLISECONDS),
                    ))
                    .execute(connection)?
            })
        })?;
        if taken == 0 || given_up {
            continue;
        }
        let kind = JobKind::parse(&kind).ok_or_else(|| Problem::internal("unknown kind of job"))?;
        let attempt = attempts + 1;
        return Ok(Some(Claimed {
            job_id: JobId(job_id),
            kind,
            call,
            account_id,
            company_id,
            parameters,
            progress,
            attempt,
        }));
    }
}

fn next(connection: &mut DatabaseConnection) -> Result<Option<Candidate>, Problem> {
    let expired = job::state.eq(JobState::Running.as_str()).and(job::leased_until.lt(clock::now().0));
    Ok(job::table
        // An instance of a newer version may know more kinds and calls.
        .filter(job::kind.eq_any(JobKind::WORDS))
        .filter(job::call.is_null().or(job::call.eq_any(store::claimed_calls())))
        .filter(job::state.eq(JobState::Queued.as_str()).or(expired))
        .order(job::job_id)
        .select((
            job::job_id,
            job::kind,
            job::call,
            job::account_id,
            job::company_id,
            job::parameters,
            job::progress,
            job::attempts,
            job::state,
        ))
        .first::<Candidate>(connection)
        .optional()?)
}

/// Renews the lease; `false` when the job is no longer this runner's. Until the transaction ends
/// nobody else can claim or cancel it.
///
/// # Errors
/// When the database fails.
pub fn hold(connection: &mut DatabaseConnection, claimed: &Claimed) -> Result<bool, Problem> {
    let held = diesel::update(job::table.find(claimed.job_id.0))
        .filter(job::state.eq(JobState::Running.as_str()))
        .filter(job::attempts.eq(claimed.attempt))
        .set(job::leased_until.eq(clock::now().0 + LEASE_MILLISECONDS))
        .execute(connection)?;
    Ok(held == 1)
}

/// Gives the job back to whoever claims it next. An attempt that the server's own stop has ended
/// does not count.
///
/// # Errors
/// When the database fails.
pub fn release(connection: &mut DatabaseConnection, claimed: &Claimed, counts: bool) -> Result<(), Problem> {
    diesel::update(job::table.find(claimed.job_id.0))
        .filter(job::state.eq(JobState::Running.as_str()))
        .filter(job::attempts.eq(claimed.attempt))
        .set((
            job::state.eq(JobState::Queued.as_str()),
            job::attempts.eq(if counts { claimed.attempt } else { claimed.attempt - 1 }),
            job::leased_until.eq(0),
        ))
        .execute(connection)?;
    Ok(())
}

/// Marks the job as failed.
///
/// # Errors
/// When the database fails.
pub fn fail(connection: &mut DatabaseConnection, claimed: &Claimed, failure: &str) -> Result<(), Problem> {
    let failed = diesel::update(job::table.find(claimed.job_id.0))
        .filter(job::state.eq(JobState::Running.as_str()))
        .filter(job::attempts.eq(claimed.attempt))
        .set((job::state.eq(JobState::Failed.as_str()), job::failure.eq(failure), job::finished_at.eq(clock::now().0)))
        .execute(connection)?;
    if failed == 1 {
        super::cleaning::forget_input(connection, claimed.job_id)?;
        alerts::of_job(connection, claimed.job_id.0, AlertKind::JobFailed)?;
    }
    Ok(())
}

/// Ends the leases of a process that is gone. Only where there can be no other one: an SQLite
/// database has one server, so that what runs when it starts is what the one before has left.
///
/// # Errors
/// When the database fails.
pub fn take_over(connection: &mut DatabaseConnection) -> Result<usize, Problem> {
    Ok(diesel::update(job::table)
        .filter(job::state.eq(JobState::Running.as_str()))
        .set(job::leased_until.eq(0))
        .execute(connection)?)
}
