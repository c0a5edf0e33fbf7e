//! Importing members with measurements: the preview, and the job that writes.

mod batch;
mod csv;
mod report;
mod table;
mod xlsx;

use crate::{
    access::caller::{self, Caller},
    clock,
    db::DatabaseConnection,
    features::{
        companies::store::{self as companies, Line},
        jobs::store::{self as jobs, FileRole, NewJob, PIECE},
        revisions::Author,
    },
    http::mount::{Api, Input},
    jobs::{Interrupted, Run},
    problem::Problem,
    reports::sheet,
    state::State,
};
use actix_web::web;
use batch::Pending;
pub use report::catch_up;
use serde::{Deserialize, Serialize};
use table::{Checked, ReadError};
use tokio::sync::Semaphore;
use uno_core::contract::{
    Endpoint,
    companies::CompanyId,
    error::ErrorCode,
    jobs::{Job, JobKind},
    member_imports::{
        ImportFormat, MemberImportPreview, PreviewMemberImport, RowProblem, SampleRow, StartMemberImport,
    },
};

/// Rows that are written in one transaction.
const BATCH: usize = 500;
/// Rows that a preview shows.
const SAMPLE: usize = 20;
/// Problems that a preview shows.
const PROBLEMS: usize = 100;
/// Imports of one account that may wait to be started; the oldest make room.
const MOST_WAITING: i64 = 5;
/// Files that are read at the same time: each may need some hundred megabytes.
static READING: Semaphore = Semaphore::const_new(2);

/// What the job needs to know.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Parameters {
    company_id: CompanyId,
    format: ImportFormat,
}

/// Mounts the endpoints.
pub fn mount(api: &mut Api, state: &State) {
    api.on::<PreviewMemberImport>(state, preview);
    api.on::<StartMemberImport>(state, start);
}

async fn preview(input: Input<PreviewMemberImport>) -> Result<MemberImportPreview, Problem> {
    let caller = input.caller()?;
    let company_id = input.path.company_id;
    let scope = caller.scope;
    let database = input.state.database.clone();
    // Whether the company is the caller's is found out before the file is looked at.
    let line = database.quick(move |connection| companies::line(connection, scope, company_id)).await?;
    line.ok_or_else(Problem::not_found)?;
    let (file, format) = (input.file, input.query.format);
    let place = READING.acquire().await.map_err(Problem::internal)?;
    let bytes = file.clone();
    let found = web::block(move || look_at(&bytes, format)).await.map_err(Problem::internal)??;
    drop(place);
    let file_name = input.query.file_name;
    database
        .write(move |connection| {
            jobs::make_room(connection, caller.account_id, JobKind::MemberImport, MOST_WAITING)?;
            let parameters = Parameters { company_id, format };
            let new = NewJob {
                kind: JobKind::MemberImport,
                company_id: Some(company_id.0),
                file_name,
                parameters: serde_json::to_string(&parameters).map_err(Problem::internal)?,
                total: found.valid_rows + found.invalid_rows,
            };
            let job = jobs::preview(connection, &caller, &new)?;
            for (position, piece) in (0..).zip(file.chunks(PIECE)) {
                jobs::keep_piece(connection, job.job_id, FileRole::Input, position, piece)?;
            }
            Ok(found.with(job))
        })
        .await
}

/// A preview that has no job yet.
struct Found {
    columns: Vec<String>,
    ignored_columns: Vec<String>,
    valid_rows: i64,
    invalid_rows: i64,
    sample: Vec<SampleRow>,
    problems: Vec<RowProblem>,
}

impl Found {
    fn with(self, job: Job) -> MemberImportPreview {
        MemberImportPreview {
            job,
            columns: self.columns,
            ignored_columns: self.ignored_columns,
            valid_rows: self.valid_rows,
            invalid_rows: self.invalid_rows,
            sample: self.sample,
            problems: self.problems,
        }
    }
}

fn look_at(bytes: &[u8], format: ImportFormat) -> Result<Found, Problem> {
    let (mut valid_rows, mut invalid_rows) = (0, 0);
    let (mut sample, mut problems) = (Vec::new(), Vec::new());
    let header = table::each_row::<Problem>(bytes, format, clock::now(), |row| {
        match &row.checked {
            Checked::Bad(found) => {
                invalid_rows += 1;
                problems.extend(found.iter().take(PROBLEMS - problems.len()).cloned());
            }
            Checked::Good(_) | Checked::Repeated => {
                valid_rows += 1;
                if sample.len() < SAMPLE {
                    sample.push(SampleRow { line: row.line, values: row.texts() });
                }
            }
        }
        Ok(())
    })
    .map_err(|error| match error {
        ReadError::Unreadable(fields) => Problem { fields, ..Problem::new(ErrorCode::UnreadableFile) },
        ReadError::Taker(problem) => problem,
    })?;
    let columns = header.columns();
    Ok(Found { columns, ignored_columns: header.ignored, valid_rows, invalid_rows, sample, problems })
}

async fn start(input: Input<StartMemberImport>) -> Result<Job, Problem> {
    let caller = input.caller()?;
    let job = input.state.database.write(move |connection| jobs::start(connection, &caller, input.path.job_id)).await?;
    input.state.job_added.notify_one();
    Ok(job)
}

/// Runs an import: reads the file again and writes what earlier attempts have not written yet.
///
/// # Errors
/// Why the job does not go on; the batches that were written stay.
pub fn run(run: &Run<'_>) -> Result<(), Interrupted> {
    let parameters: Parameters = serde_json::from_str(&run.job.parameters).map_err(Problem::internal)?;
    let bytes = run.read(|connection| jobs::file(connection, run.job.job_id, FileRole::Input))?;
    // Rows are counted and not their lines: a job goes on behind as many as are written.
    let mut written = run.job.progress;
    let mut pending: Vec<Pending> = Vec::with_capacity(BATCH);
    let read = table::each_row(&bytes, parameters.format, clock::now(), |row| {
        if written > 0 {
            written -= 1;
            return Ok(());
        }
        pending.push(Pending::from(row));
        if pending.len() == BATCH {
            write_batch(run, &parameters, &pending)?;
            pending.clear();
        }
        Ok(())
    });
    match read {
        Ok(_) => {}
        Err(ReadError::Taker(interrupted)) => return Err(interrupted),
        // The preview has read it.
        Err(ReadError::Unreadable(fields)) => {
            return Err(Interrupted::Failed(Problem { fields, ..Problem::internal("the file has become unreadable") }));
        }
    }
    if !pending.is_empty() {
        write_batch(run, &parameters, &pending)?;
    }
    drop(bytes);
    let file = report::write(run)?;
    run.succeed(|connection| sheet::keep(connection, run.job.job_id, &file))
}

fn write_batch(run: &Run<'_>, parameters: &Parameters, rows: &[Pending]) -> Result<(), Interrupted> {
    let mut refused = None;
    let done = run.batch(|connection| match rights(connection, run.job.account_id, parameters.company_id)? {
        Ok((caller, line)) => batch::write(connection, &run.job, &Author::from(&caller), &line, rows),
        Err(code) => {
            refused = Some(code);
            Err(Problem::new(ErrorCode::Forbidden))
        }
    });
    match refused {
        Some(code) => Err(Interrupted::Refused(code)),
        None => done,
    }
}

/// The account as it is now, and the company's line: both may have changed since the upload.
fn rights(
    connection: &mut DatabaseConnection,
    account_id: i64,
    company_id: CompanyId,
) -> Result<Result<(Caller, Line), &'static str>, Problem> {
    let Some(caller) = caller::of_account(connection, account_id)? else { return Ok(Err("forbidden")) };
    if caller.check(StartMemberImport::INFO.access).is_err() {
        return Ok(Err("forbidden"));
    }
    Ok(companies::line(connection, caller.scope, company_id)?.map(|line| (caller, line)).ok_or("companyGone"))
}
