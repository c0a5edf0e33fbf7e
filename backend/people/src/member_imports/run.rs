//! The job of an import: reads the file again and writes it in batches.

use super::{
    BATCH, Parameters,
    batch::{self, ImportOptions, Pending},
    layout::LAYOUT,
    table, undo,
};
use imports::{
    records::{self, ReadError},
    report,
};
use kernel::{
    access::caller::Caller,
    bulk::import_undo,
    clock,
    db::DatabaseConnection,
    jobs::{
        Interrupted, Run,
        store::{self as jobs, FileRole},
    },
    problem::Problem,
    records::revisions::Author,
    reports::sheet,
};
use organisation::companies::store::{self as companies, Line};
use uno_core::{
    contract::{Endpoint, error::ErrorCode, jobs::JobKind, member_imports::StartMemberImport, members::SCREEN},
    domain::access::Action,
};

/// Runs an import: reads the file again and writes the rows that earlier attempts have not written.
///
/// # Errors
/// Returns the reason why the job does not continue; batches already written remain.
pub fn run(run: &Run<'_>) -> Result<(), Interrupted> {
    if run.job.kind == JobKind::ImportUndo {
        return import_undo::run(run, &undo::UNDOING);
    }
    let parameters: Parameters = serde_json::from_str(&run.job.parameters).map_err(Problem::internal)?;
    let file = run.read(|connection| jobs::file(connection, run.job.job_id, FileRole::Input))?;
    // Progress counts rows rather than lines: a job skips as many rows as are already written.
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
    let decisions = parameters.decisions()?;
    let (format, sheet) = (parameters.format, parameters.sheet);
    let open = records::open(file, format, sheet, &LAYOUT, &decisions).map_err(ReadError::from);
    let read = open.and_then(|mut table| table::each_row(&mut table, format, &decisions, clock::now(), take));
    match read {
        Ok(_) => {}
        Err(ReadError::Callback(interrupted)) => return Err(interrupted),
        // Unexpected, because the preview has read the file.
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
    let done = run.batch(|connection| match rights(connection, run, parameters)? {
        Ok((caller, line)) => {
            let users = parameters.users();
            let options = ImportOptions {
                accept_changes: parameters.accept_changes && caller.may(SCREEN, Action::Update),
                compared_at: parameters.compared_at,
                users: users.as_ref(),
                seal: caller.past_seal()?,
            };
            batch::write(connection, &run.job, &Author::from(&caller), &line, rows, options)
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

/// Loads the account's current rights and the company's line: both may have changed since the upload.
fn rights(
    connection: &mut DatabaseConnection,
    run: &Run<'_>,
    parameters: &Parameters,
) -> Result<Result<(Caller, Line), &'static str>, Problem> {
    let Some(caller) = run.caller(connection)? else { return Ok(Err("forbidden")) };
    if caller.check(StartMemberImport::INFO.access).is_err() || parameters.check_users(&caller).is_err() {
        return Ok(Err("forbidden"));
    }
    Ok(companies::held_line(connection, caller.scope, parameters.company_id)?
        .map(|line| (caller, line))
        .ok_or("companyGone"))
}
