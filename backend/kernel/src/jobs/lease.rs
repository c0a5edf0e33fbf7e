//! Leases of jobs: a claim increments the number of attempts, and that number proves ownership.
//!
//! A runner that was stalled for too long finds a higher number and stops. So the clocks of instances need not
//! agree to the second, only to within the length of a lease.

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

/// How long a claim is valid without renewal.
pub const LEASE_MILLISECONDS: i64 = 30_000;
/// Maximum number of attempts before a job is given up.
pub const MAX_ATTEMPTS: i64 = 5;

/// A job claimed by this runner.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claimed {
    /// Id of the job.
    pub job_id: JobId,
    /// Kind of the job.
    pub kind: JobKind,
    /// The endpoint that requested it, if several request jobs of this kind.
    pub call: Option<String>,
    /// The account that requested it.
    pub account_id: i64,
    /// The company it concerns.
    pub company_id: Option<i64>,
    /// Its parameters, as JSON.
    pub parameters: String,
    /// Number of rows processed by earlier attempts.
    pub progress: i64,
    /// Number of this attempt.
    pub attempt: i64,
}

type Candidate = (i64, String, Option<String>, i64, Option<i64>, String, i64, i64, String);

/// Claims the oldest job that is queued, or whose lease has expired.
///
/// # Errors
/// Returns an error if the database fails.
pub fn claim(database: &Database) -> Result<Option<Claimed>, Problem> {
    loop {
        let Some(candidate) = database.read_blocking(next)? else { return Ok(None) };
        let (job_id, kind, call, account_id, company_id, parameters, progress, attempts, state) = candidate;
        let given_up = attempts >= MAX_ATTEMPTS;
        let now = clock::now().0;
        let taken = database.write_blocking(|connection| {
            // If another runner has claimed the same candidate, its state or number of attempts differs and nothing
            // is updated.
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
                    super::cleaning::delete_input(connection, JobId(job_id))?;
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
        // Instances of a newer version may queue kinds and endpoints unknown to this one.
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

/// Renews the lease; returns `false` if this runner has lost the job. Until the transaction ends nobody else can
/// claim or cancel it.
///
/// # Errors
/// Returns an error if the database fails.
pub fn hold(connection: &mut DatabaseConnection, claimed: &Claimed) -> Result<bool, Problem> {
    let held = diesel::update(job::table.find(claimed.job_id.0))
        .filter(job::state.eq(JobState::Running.as_str()))
        .filter(job::attempts.eq(claimed.attempt))
        .set(job::leased_until.eq(clock::now().0 + LEASE_MILLISECONDS))
        .execute(connection)?;
    Ok(held == 1)
}

/// Returns the job to the queue. An attempt that was ended by the server's shutdown does not count, nor one that got
/// on: a job that takes hours may meet more outages than there are attempts.
///
/// # Errors
/// Returns an error if the database fails.
pub fn release(connection: &mut DatabaseConnection, claimed: &Claimed, counts: bool) -> Result<(), Problem> {
    let held = || {
        job::table
            .find(claimed.job_id.0)
            .filter(job::state.eq(JobState::Running.as_str()))
            .filter(job::attempts.eq(claimed.attempt))
    };
    let Some(progress) = held().select(job::progress).first::<i64>(connection).optional()? else { return Ok(()) };
    let counts = counts && progress <= claimed.progress;
    diesel::update(held())
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
/// Returns an error if the database fails.
pub fn fail(connection: &mut DatabaseConnection, claimed: &Claimed, failure: &str) -> Result<(), Problem> {
    let failed = diesel::update(job::table.find(claimed.job_id.0))
        .filter(job::state.eq(JobState::Running.as_str()))
        .filter(job::attempts.eq(claimed.attempt))
        .set((job::state.eq(JobState::Failed.as_str()), job::failure.eq(failure), job::finished_at.eq(clock::now().0)))
        .execute(connection)?;
    if failed == 1 {
        super::cleaning::delete_input(connection, claimed.job_id)?;
        alerts::of_job(connection, claimed.job_id.0, AlertKind::JobFailed)?;
    }
    Ok(())
}

/// Ends the leases of a previous process. Only valid if no other process can exist: an SQLite database has one
/// server, so any job that is running at its start was left by the previous one.
///
/// # Errors
/// Returns an error if the database fails.
pub fn expire_leases(connection: &mut DatabaseConnection) -> Result<usize, Problem> {
    Ok(diesel::update(job::table)
        .filter(job::state.eq(JobState::Running.as_str()))
        .set(job::leased_until.eq(0))
        .execute(connection)?)
}
