//! What jobs leave behind is personal data: it goes as soon as nobody needs it.

use crate::{
    alerts, clock,
    db::{
        DatabaseConnection,
        schema::{job, job_file_piece, job_row},
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

/// How long the file of a job can be downloaded.
const FILE_DAYS: i64 = 7;
/// How long an import waits to be started.
const PREVIEW_DAYS: i64 = 1;

/// How parameters say that a bulk action has done nothing yet.
pub(crate) const BEFORE_DOING: [&str; 2] = [r#""stage":"find""#, r#""stage":"try""#];

/// Removes what a job has read and what it was asked for: its rows are in their tables or in its file, or will
/// never be.
///
/// # Errors
/// When the database fails.
pub fn forget_input(connection: &mut DatabaseConnection, job_id: JobId) -> Result<(), Problem> {
    let parameters: Option<String> = job::table.find(job_id.0).select(job::parameters).first(connection).optional()?;
    if parameters.is_some_and(|parameters| BEFORE_DOING.iter().any(|stage| parameters.contains(stage))) {
        // What was only tried has become of nothing.
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

/// Removes the files of jobs that ended long ago, and imports that nobody has started.
///
/// # Errors
/// When the database fails.
pub fn clean(connection: &mut DatabaseConnection) -> Result<(), Problem> {
    let now = clock::now().0;
    diesel::delete(job::table)
        .filter(job::state.eq(JobState::Preview.as_str()))
        .filter(job::created_at.lt(now - PREVIEW_DAYS * DAY_MILLISECONDS))
        .execute(connection)?;
    // What was cancelled or has failed may have left rows without a file.
    let ended = [JobState::Succeeded, JobState::Failed, JobState::Cancelled].map(JobState::as_str);
    // Earlier versions kept what was asked for.
    diesel::update(job::table)
        .filter(job::state.eq_any(ended))
        .filter(job::parameters.ne("").and(job::parameters.not_like(store::NEEDING)))
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

/// Whether a job still has rows or pieces of files.
#[diesel::dsl::auto_type]
fn leaves_results() -> _ {
    let rows = job_row::table.filter(job_row::job_id.eq(job::job_id));
    let pieces = job_file_piece::table.filter(job_file_piece::job_id.eq(job::job_id));
    diesel::dsl::exists(rows).or(diesel::dsl::exists(pieces))
}

/// Takes from companies what their jobs tell of companies that stand below them no longer: files and rows that would
/// be told until their days are over. What still runs has read such rows, and is to be asked for again.
///
/// # Errors
/// When the database fails.
pub fn withdraw(connection: &mut DatabaseConnection, company_ids: &[i64]) -> Result<(), Problem> {
    // Jobs about one company are reached by whoever reaches that company; these are about all below their account's.
    let telling = [JobKind::Export, JobKind::BulkChange, JobKind::BulkDelete, JobKind::BulkUndo].map(JobKind::as_str);
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
        forget_input(connection, JobId(id))?;
        alerts::of_job(connection, id, AlertKind::JobFailed)?;
    }
    // Records of jobs stay for good: most have nothing left to be taken.
    let left: Vec<i64> = theirs().filter(leaves_results()).select(job::job_id).load(connection)?;
    forget_results(connection, &left)
}

/// Removes the files and the rows of jobs.
fn forget_results(connection: &mut DatabaseConnection, ids: &[i64]) -> Result<(), Problem> {
    for id in ids {
        diesel::delete(job_file_piece::table.filter(job_file_piece::job_id.eq(id))).execute(connection)?;
        diesel::delete(job_row::table.filter(job_row::job_id.eq(id))).execute(connection)?;
        // What a bulk action has done can be put back as long as its rows say how.
        diesel::update(job::table.find(id).filter(job::kind.like("BULK%")))
            .set(job::changed_rows.eq(0))
            .execute(connection)?;
        diesel::update(job::table.find(id)).set(job::has_file.eq(false)).execute(connection)?;
    }
    Ok(())
}
