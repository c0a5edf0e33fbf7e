//! Importing members with measurements: the preview, and the job that writes.

mod batch;
mod changes;
mod columns;
mod guide;
mod reading;
mod report;
mod table;
mod values;

use crate::{
    access::{
        caller::{self, Caller},
        limits,
        log::{self, Reader, Reading},
    },
    clock,
    db::{Database, DatabaseConnection},
    features::{
        companies::store::{self as companies, Line},
        jobs::store::{self as jobs, FileRole, NewJob},
        members::store as members,
        revisions::Author,
    },
    http::mount::{Api, Input},
    jobs::{Interrupted, Run},
    problem::Problem,
    reports::sheet,
    state::State,
    workers::Workers,
};
use batch::Pending;
use columns::Header;
use reading::{Refused, Table};
pub use report::catch_up;
use serde::{Deserialize, Serialize};
use std::{fs::File, io, sync::LazyLock};
use table::{Checked, ReadError};
use uno_core::contract::{
    Endpoint,
    companies::CompanyId,
    error::ErrorCode,
    jobs::{Job, JobKind},
    member_imports::{
        DoubtfulColumn, DownloadMemberImportSample, GetMemberImportGuide, ImportFormat, MemberChange,
        MemberImportPreview, MemberImportRow, PreviewMemberImport, SampleRow, StartMemberImport,
    },
    members::SCREEN,
    validation::Violation,
};
use uno_core::domain::access::Action;

/// Rows that are written in one transaction.
const BATCH: usize = 500;
/// Rows that a preview shows.
const SAMPLE: usize = 20;
/// Problems that a preview shows, and changes of known members.
const PROBLEMS: usize = 100;
/// Imports of one account that may wait to be started; the oldest make room.
const MOST_WAITING: i64 = 5;
/// Who reads files: two at the same time, since each may need a hundred megabytes.
static READERS: LazyLock<io::Result<Workers>> = LazyLock::new(|| Workers::start("file reader", 2));

/// What the job needs to know.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Parameters {
    company_id: CompanyId,
    format: ImportFormat,
    /// The sheet that somebody has chosen.
    #[serde(default)]
    sheet: Option<usize>,
    /// Columns that somebody has to leave out.
    #[serde(default)]
    doubtful: Vec<Doubt>,
    /// Whether names, birth dates and sexes of known members may be changed.
    #[serde(default)]
    accept_changes: bool,
}

/// A column that somebody has to leave out.
#[derive(Debug, Serialize, Deserialize)]
struct Doubt {
    index: i64,
    name: String,
}

impl From<&DoubtfulColumn> for Doubt {
    fn from(column: &DoubtfulColumn) -> Self {
        Self { index: column.index, name: column.name.clone() }
    }
}

/// Mounts the endpoints.
pub fn mount(api: &mut Api, state: &State) {
    api.on::<GetMemberImportGuide>(state, guide::answer);
    api.on_file::<DownloadMemberImportSample>(state, guide::sample);
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
    let file = input.file.ok_or_else(|| Problem::new(ErrorCode::Malformed))?;
    let mut parameters = Parameters {
        company_id,
        format: input.query.format,
        sheet: input.query.sheet.and_then(|sheet| usize::try_from(sheet).ok()),
        doubtful: Vec::new(),
        accept_changes: false,
    };
    let readers = READERS.as_ref().map_err(Problem::internal)?;
    let known = database.clone();
    let looked_at = move || {
        let found = look_at(&known, &file, &parameters)?;
        parameters.doubtful = found.doubtful_columns.iter().map(Doubt::from).collect();
        Ok::<_, Problem>((file, parameters, found))
    };
    let (file, parameters, mut found) = readers.run(looked_at).await??;
    if found.source.sheet.is_none() && !found.sheets.is_empty() {
        return Ok(found);
    }
    let file_name = input.query.file_name;
    let reader = Reader { account_id: caller.account_id, request_id: input.request_id, address: input.address };
    database
        .write(move |connection| {
            // A preview says of each known member whether the file's birth date is the member's.
            if found.changed_rows > 0 {
                limits::count(connection, &limits::COMPARING, caller.account_id, clock::now())?;
                log::write(connection, &reader, Reading::SearchByBirthDate)?;
            }
            jobs::make_room(connection, caller.account_id, JobKind::MemberImport, MOST_WAITING)?;
            let new = NewJob {
                kind: JobKind::MemberImport,
                company_id: Some(company_id.0),
                file_name,
                parameters: serde_json::to_string(&parameters).map_err(Problem::internal)?,
                total: found.valid_rows + found.invalid_rows,
            };
            let job = jobs::preview(connection, &caller, &new)?;
            jobs::keep_file(connection, job.job_id, FileRole::Input, &file)?;
            found.job = Some(job);
            Ok(found)
        })
        .await
}

/// What an import of a file would do, without a job yet.
fn look_at(database: &Database, file: &File, parameters: &Parameters) -> Result<MemberImportPreview, Problem> {
    let mut table = Table::open(file.try_clone()?, parameters.format, parameters.sheet).map_err(unreadable)?;
    let mut found = MemberImportPreview {
        job: None,
        source: table.source(),
        sheets: table.sheets(),
        columns: Vec::new(),
        ignored_columns: Vec::new(),
        doubtful_columns: Vec::new(),
        valid_rows: 0,
        invalid_rows: 0,
        changed_rows: 0,
        changes: Vec::new(),
        sample: Vec::new(),
        problems: Vec::new(),
    };
    if table.is_open_to_choice() {
        return Ok(found);
    }
    let mut comparison = Comparison { database, company_id: parameters.company_id, rows: Vec::with_capacity(BATCH) };
    let read = table::each_row::<Problem>(&mut table, parameters.format, clock::now(), |row| {
        let sample = |found: &mut MemberImportPreview| {
            found.valid_rows += 1;
            if found.sample.len() < SAMPLE {
                found.sample.push(SampleRow { line: row.line, values: row.texts() });
            }
        };
        match &row.checked {
            Checked::Bad(problems) => {
                found.invalid_rows += 1;
                found.problems.extend(problems.iter().take(PROBLEMS - found.problems.len()).cloned());
            }
            Checked::Repeated => sample(&mut found),
            Checked::Good(_) => sample(&mut found),
        }
        if let Checked::Good(good) = row.checked {
            comparison.add(row.line, good, &mut found)?;
        }
        Ok(())
    });
    let Header { ignored, doubtful, places, .. } = match read {
        Ok(header) => {
            found.columns = header.columns();
            header
        }
        Err(ReadError::Unreadable(fields)) => {
            return Err(Problem { fields, ..Problem::new(ErrorCode::UnreadableFile) });
        }
        Err(ReadError::Taker(problem)) => return Err(problem),
    };
    drop(places);
    comparison.finish(&mut found)?;
    (found.ignored_columns, found.doubtful_columns) = (ignored, doubtful);
    Ok(found)
}

fn unreadable(refused: Refused) -> Problem {
    Problem { fields: vec![refused.into()], ..Problem::new(ErrorCode::UnreadableFile) }
}

/// Compares good rows with the members of the company, some hundred at a time.
struct Comparison<'a> {
    database: &'a Database,
    company_id: CompanyId,
    rows: Vec<(i64, Box<MemberImportRow>)>,
}

impl Comparison<'_> {
    fn add(&mut self, line: i64, row: Box<MemberImportRow>, found: &mut MemberImportPreview) -> Result<(), Problem> {
        self.rows.push((line, row));
        if self.rows.len() == BATCH { self.finish(found) } else { Ok(()) }
    }

    fn finish(&mut self, found: &mut MemberImportPreview) -> Result<(), Problem> {
        let rows = std::mem::take(&mut self.rows);
        let mut numbers: Vec<&str> = rows.iter().map(|(_, row)| row.member_no.as_str()).collect();
        numbers.sort_unstable();
        numbers.dedup();
        if numbers.is_empty() {
            return Ok(());
        }
        let known =
            self.database.read_blocking(|connection| members::by_number(connection, self.company_id, &numbers))?;
        for (line, row) in &rows {
            let Some((_, member)) = known.get(&row.member_no) else { continue };
            let changes = changes::of(member, row);
            found.changed_rows += i64::from(!changes.is_empty());
            for change in changes {
                if found.changes.len() < PROBLEMS {
                    found.changes.push(MemberChange {
                        line: *line,
                        member_no: row.member_no.clone(),
                        field: change.field.into(),
                        before: change.before,
                        after: change.after,
                    });
                }
            }
        }
        self.rows = Vec::with_capacity(BATCH);
        Ok(())
    }
}

async fn start(input: Input<StartMemberImport>) -> Result<Job, Problem> {
    let caller = input.caller()?;
    let (job_id, decided) = (input.path.job_id, input.body);
    let job = input
        .state
        .database
        .write(move |connection| {
            let parameters = jobs::parameters(connection, &caller, job_id)?;
            let mut parameters: Parameters = serde_json::from_str(&parameters).map_err(Problem::internal)?;
            let undecided: Vec<Violation> = parameters
                .doubtful
                .iter()
                .filter(|column| !decided.leave_out.contains(&column.index))
                .map(|column| Violation::new("leaveOut", "undecided").with("column", &column.name))
                .collect();
            if !undecided.is_empty() {
                return Err(Problem::invalid(undecided));
            }
            // What may not be changed one by one may not be changed by a file.
            if decided.accept_changes == Some(true) && !caller.may(SCREEN, Action::Update) {
                return Err(Problem::new(ErrorCode::Forbidden));
            }
            parameters.accept_changes = decided.accept_changes.unwrap_or(false);
            let parameters = serde_json::to_string(&parameters).map_err(Problem::internal)?;
            jobs::start(connection, &caller, job_id, &parameters)
        })
        .await?;
    input.state.job_added.notify_one();
    Ok(job)
}

/// Runs an import: reads the file again and writes what earlier attempts have not written yet.
///
/// # Errors
/// Why the job does not go on; the batches that were written stay.
pub fn run(run: &Run<'_>) -> Result<(), Interrupted> {
    let parameters: Parameters = serde_json::from_str(&run.job.parameters).map_err(Problem::internal)?;
    let file = run.read(|connection| jobs::file(connection, run.job.job_id, FileRole::Input))?;
    // Rows are counted and not their lines: a job goes on behind as many as are written.
    let mut written = run.job.progress;
    let mut pending: Vec<Pending> = Vec::with_capacity(BATCH);
    let take = |row: table::Row<'_>| {
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
    };
    let open = Table::open(file, parameters.format, parameters.sheet).map_err(ReadError::from);
    let read = open.and_then(|mut table| table::each_row(&mut table, parameters.format, clock::now(), take));
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
    let file = report::write(run)?;
    run.succeed(|connection| sheet::keep(connection, run.job.job_id, &file))
}

fn write_batch(run: &Run<'_>, parameters: &Parameters, rows: &[Pending]) -> Result<(), Interrupted> {
    let mut refused = None;
    let done = run.batch(|connection| match rights(connection, run.job.account_id, parameters.company_id)? {
        Ok((caller, line)) => {
            let accept = parameters.accept_changes && caller.may(SCREEN, Action::Update);
            batch::write(connection, &run.job, &Author::from(&caller), &line, rows, accept)
        }
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
