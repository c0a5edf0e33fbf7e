//! Cleaning up after jobs: their leftovers are personal data and are deleted as soon as nobody needs them.

use crate::{
    alerts, clock,
    db::{
        DatabaseConnection,
        schema::{import_change, job, job_file_piece, job_row},
    },
    jobs::store::{self, FileRole},
    problem::Problem,
};
use diesel::{
    BoolExpressionMethods, ExpressionMethods, OptionalExtension, QueryDsl, RunQueryDsl, TextExpressionMethods,
};
use uno_core::{
    contract::{
        alerts::AlertKind,
        jobs::{JobId, JobKind, JobState},
    },
    domain::time::DAY_MILLISECONDS,
};

/// Number of days for which the file of a job can be downloaded.
const FILE_DAYS: i64 = 7;
/// Number of days for which an import or a bulk action waits to be started.
const PREVIEW_DAYS: i64 = 1;

/// Marks in the parameters of a bulk action that has not changed anything yet.
pub(crate) const BEFORE_DOING: [&str; 2] = [r#""stage":"find""#, r#""stage":"try""#];

/// Deletes the input and the parameters of a job: its rows have been written to their tables or its file, or never
/// will be.
///
/// # Errors
/// Returns an error if the database fails.
pub fn delete_input(connection: &mut DatabaseConnection, job_id: JobId) -> Result<(), Problem> {
    let parameters: Option<String> = job::table.find(job_id.0).select(job::parameters).first(connection).optional()?;
    if parameters.is_some_and(|parameters| BEFORE_DOING.iter().any(|stage| parameters.contains(stage))) {
        // A dry run has changed nothing.
        diesel::delete(job_row::table.filter(job_row::job_id.eq(job_id.0))).execute(connection)?;
        diesel::update(job::table.find(job_id.0))
            .set((job::updated_rows.eq(0), job::unchanged_rows.eq(0), job::rejected_rows.eq(0)))
            .execute(connection)?;
    }
    diesel::update(job::table.find(job_id.0)).set(job::parameters.eq("")).execute(connection)?;
    diesel::delete(job_file_piece::table)
        .filter(job_file_piece::job_id.eq(job_id.0))
        .filter(job_file_piece::role.eq(FileRole::Input.as_str()))
        .execute(connection)?;
    Ok(())
}

/// Deletes the files and rows of jobs that ended long ago, and jobs that were never started.
///
/// # Errors
/// Returns an error if the database fails.
pub fn clean(connection: &mut DatabaseConnection) -> Result<(), Problem> {
    let now = clock::now().0;
    diesel::delete(import_change::table.filter(import_change::kept_until.le(now))).execute(connection)?;
    diesel::delete(job::table)
        .filter(job::state.eq(JobState::Preview.as_str()))
        .filter(job::created_at.lt(now - PREVIEW_DAYS * DAY_MILLISECONDS))
        .execute(connection)?;
    // Cancelled or failed jobs may have left rows without a file.
    let ended = [JobState::Succeeded, JobState::Failed, JobState::Cancelled].map(JobState::as_str);
    // Earlier versions kept the parameters.
    diesel::update(job::table)
        .filter(job::state.eq_any(ended))
        .filter(job::parameters.ne("").and(job::parameters.not_like(store::FILE_REQUIREMENTS)))
        .set(job::parameters.eq(""))
        .execute(connection)?;
    let ids: Vec<i64> = job::table
        .filter(job::state.eq_any(ended))
        .filter(job::finished_at.lt(now - FILE_DAYS * DAY_MILLISECONDS))
        .filter(leaves_results())
        .select(job::job_id)
        .load(connection)?;
    forget_results(connection, &ids)
}

/// Returns a condition: the job still has rows or pieces of files.
#[diesel::dsl::auto_type]
fn leaves_results() -> _ {
    let rows = job_row::table.filter(job_row::job_id.eq(job::job_id));
    let pieces = job_file_piece::table.filter(job_file_piece::job_id.eq(job::job_id));
    diesel::dsl::exists(rows).or(diesel::dsl::exists(pieces))
}

/// Withdraws from companies the results of their jobs that cover companies no longer below them: files and rows
/// would otherwise remain readable until they expire. Jobs that are still running have read such rows, and must be
/// requested again.
///
/// # Errors
/// Returns an error if the database fails.
pub fn withdraw(connection: &mut DatabaseConnection, company_ids: &[i64]) -> Result<(), Problem> {
    // Access to jobs about one company follows that company. These kinds cover everything below the account's
    // company.
    let telling = [JobKind::Export, JobKind::BulkChange, JobKind::BulkDelete, JobKind::BulkUndo, JobKind::ImportUndo];
    let telling = telling.map(JobKind::as_str);
    let theirs = || {
        job::table.filter(job::company_id.eq_any(company_ids.to_vec())).filter(job::kind.eq_any(telling)).into_boxed()
    };
    let open = [JobState::Preview, JobState::Queued, JobState::Running].map(JobState::as_str);
    let open: Vec<i64> = theirs().filter(job::state.eq_any(open)).select(job::job_id).load(connection)?;
    for id in open {
        diesel::update(job::table.find(id))
            .set((
                job::state.eq(JobState::Failed.as_str()),
                job::failure.eq("companyMoved"),
                job::finished_at.eq(clock::now().0),
            ))
            .execute(connection)?;
        delete_input(connection, JobId(id))?;
        alerts::of_job(connection, id, AlertKind::JobFailed)?;
    }
    // Jobs themselves are kept for good, but most have no results left to delete.
    let left: Vec<i64> = theirs().filter(leaves_results()).select(job::job_id).load(connection)?;
    forget_results(connection, &left)
}

/// Deletes the files and the rows of jobs.
fn forget_results(connection: &mut DatabaseConnection, ids: &[i64]) -> Result<(), Problem> {
    for id in ids {
        diesel::delete(job_file_piece::table.filter(job_file_piece::job_id.eq(id))).execute(connection)?;
        diesel::delete(job_row::table.filter(job_row::job_id.eq(id))).execute(connection)?;
        // A bulk action can be undone only while its rows exist.
        diesel::update(job::table.find(id).filter(job::kind.like("BULK%")))
            .set(job::changed_rows.eq(0))
            .execute(connection)?;
        diesel::update(job::table.find(id)).set(job::has_file.eq(false)).execute(connection)?;
    }
    Ok(())
}
