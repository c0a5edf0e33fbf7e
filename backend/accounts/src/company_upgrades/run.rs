//! The job of an upgrade: the step that moves the companies, then batches of the rows that follow them. A begun upgrade
//! is always completed: if its job is given up, [`catch_up`] moves the rest.

use super::{
    Parameters, report,
    rows::{self, TierMove},
    switch,
};
use diesel::{ExpressionMethods, NullableExpressionMethods, OptionalExtension, QueryDsl, RunQueryDsl, dsl::exists};
use kernel::{
    access::caller,
    alerts, clock,
    db::{
        Database, DatabaseConnection,
        schema::{company, job},
    },
    jobs::{self, Interrupted, Run},
    problem::Problem,
    reports::sheet,
};
use uno_core::contract::{
    Endpoint,
    alerts::AlertKind,
    companies::{CompanyId, CompanyType},
    company_upgrades::UpgradeCompany,
    error::ErrorCode,
    jobs::{JobKind, JobState},
};

/// Runs an upgrade, or resumes one that has begun.
///
/// # Errors
/// Returns why the job was interrupted. Before the first step nothing has been moved; after it, the rest is moved
/// anyway.
pub fn run(run: &Run<'_>) -> Result<(), Interrupted> {
    let mut parameters: Parameters = serde_json::from_str(&run.job.parameters).map_err(Problem::internal)?;
    if parameters.moved.is_none() {
        parameters = begin(run, &parameters)?;
    }
    let tier_move =
        TierMove { company_id: parameters.company_id, from: parameters.from, parent: parameters.parent_company_id };
    while run.batch(|connection| {
        let moved = rows::move_next(connection, tier_move)?;
        let progress = job::progress + i64::try_from(moved).map_err(Problem::internal)?;
        diesel::update(job::table.find(run.job.job_id.0)).set(job::progress.eq(progress)).execute(connection)?;
        Ok(moved)
    })? > 0
    {}
    let name = run.read(|connection| name_of(connection, tier_move.company_id))?;
    let file = report::write(&name, &parameters)?;
    let lost = parameters.moved.map(|moved| moved.lost).unwrap_or_default();
    run.succeed(|connection| {
        finish(connection, tier_move.company_id)?;
        // Jobs requested in the meantime may still have found rows that had not been moved.
        jobs::withdraw(connection, &lost)?;
        // Rows removed in the meantime did not have to be moved, so progress is set to the total.
        diesel::update(job::table.find(run.job.job_id.0)).set(job::progress.eq(job::total)).execute(connection)?;
        sheet::keep(connection, run.job.job_id, &file)
    })
}

/// Moves the companies, with the current permissions of the requesting account.
fn begin(run: &Run<'_>, parameters: &Parameters) -> Result<Parameters, Interrupted> {
    let mut refused = None;
    let begun = run.batch(|connection| {
        let caller = caller::of_account(connection, run.job.account_id)?;
        let Some(caller) = caller.filter(|caller| caller.check(UpgradeCompany::INFO.access).is_ok()) else {
            refused = Some("forbidden");
            return Err(Problem::new(ErrorCode::Forbidden));
        };
        let begun = switch::begin(connection, &run.job, &caller, parameters);
        if let Err(problem) = &begun {
            refused = match problem.code {
                ErrorCode::NotFound => Some("companyGone"),
                ErrorCode::Forbidden => Some("forbidden"),
                ErrorCode::Invalid => Some("upgradeRefused"),
                _ => None,
            };
        }
        begun
    });
    match (begun, refused) {
        (Err(Interrupted::Failed(_)), Some(code)) => Err(Interrupted::Refused(code)),
        (begun, _) => begun,
    }
}

/// Continues an upgrade whose job was given up; returns whether there was any.
///
/// # Errors
/// Returns an error if the database fails.
pub fn catch_up(database: &Database) -> Result<bool, Problem> {
    let Some(tier_move) = database.read_blocking(remaining)? else { return Ok(false) };
    database.write_blocking(|connection| {
        if rows::move_next(connection, tier_move)? == 0 {
            finish(connection, tier_move.company_id)?;
            complete_job(connection, tier_move.company_id)?;
        }
        Ok(())
    })?;
    Ok(true)
}

/// Returns a company that is being moved but has no job any more.
fn remaining(connection: &mut DatabaseConnection) -> Result<Option<TierMove>, Problem> {
    let open = job::table
        .filter(job::company_id.eq(company::company_id.nullable()))
        .filter(job::kind.eq(JobKind::CompanyUpgrade.as_str()))
        .filter(job::state.eq_any([JobState::Queued, JobState::Running].map(JobState::as_str)));
    let found = company::table
        .filter(company::moving_from.is_not_null())
        .filter(diesel::dsl::not(exists(open)))
        .order(company::company_id)
        .select((company::company_id, company::moving_from.assume_not_null(), company::parent_company_id))
        .first::<(CompanyId, CompanyType, Option<CompanyId>)>(connection)
        .optional()?;
    Ok(found.map(|(company_id, from, parent)| TierMove { company_id, from, parent }))
}

/// Marks the move as complete.
fn finish(connection: &mut DatabaseConnection, id: CompanyId) -> Result<(), Problem> {
    diesel::update(company::table.find(id.0)).set(company::moving_from.eq(None::<String>)).execute(connection)?;
    Ok(())
}

/// Marks the job that was given up as done. It has no report, because the report's data was lost with the job. A job
/// refused before it began has moved nothing and is not matched.
fn complete_job(connection: &mut DatabaseConnection, id: CompanyId) -> Result<(), Problem> {
    let given_up = job::table
        .filter(job::company_id.eq(id.0))
        .filter(job::kind.eq(JobKind::CompanyUpgrade.as_str()))
        .filter(job::state.eq(JobState::Failed.as_str()))
        .filter(job::progress.gt(0))
        .order(job::job_id.desc())
        .select(job::job_id);
    let Some(job_id) = given_up.first::<i64>(connection).optional()? else { return Ok(()) };
    diesel::update(job::table.find(job_id))
        .set((
            job::state.eq(JobState::Succeeded.as_str()),
            job::failure.eq(None::<String>),
            job::progress.eq(job::total),
            job::finished_at.eq(clock::now().0),
        ))
        .execute(connection)?;
    alerts::of_job(connection, job_id, AlertKind::JobDone)
}

fn name_of(connection: &mut DatabaseConnection, id: CompanyId) -> Result<String, Problem> {
    let name = company::table.find(id.0).select(company::name).first(connection).optional()?;
    // The company cannot be removed while it has rows, but it may have none.
    Ok(name.unwrap_or_default())
}
