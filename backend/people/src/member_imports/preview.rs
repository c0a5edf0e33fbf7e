//! The preview of an import: the file is read and compared, and nothing is written but the job that waits.

use super::{
    Doubt, Parameters,
    changes::Comparison,
    columns::Header,
    divisions::Divisions,
    reading::{Refused, Table},
    table::{self, Checked, ReadError},
};
use kernel::{
    access::{
        limits,
        log::{self, Reader, Reading},
    },
    auth::turns::Turns,
    clock,
    db::Database,
    http::mount::Input,
    jobs::store::{self as jobs, FileRole, NewJob},
    problem::Problem,
    workers::Workers,
};
use organisation::companies::store as companies;
use std::{
    fs::File,
    io,
    sync::{Arc, LazyLock},
};
use uno_core::contract::{
    error::ErrorCode,
    jobs::JobKind,
    member_imports::{MemberImportPreview, PreviewMemberImport, SampleRow},
};

/// Rows that a preview shows.
const SAMPLE: usize = 20;
/// Problems that a preview shows.
const PROBLEMS: usize = 100;
/// Imports of one account that may wait to be started; the oldest make room.
const MAX_WAITING: i64 = 5;
/// Whose file is read next, by account: whoever uploads many that take long holds up nobody else.
static TURNS: LazyLock<Arc<Turns>> = LazyLock::new(Arc::default);
/// Who reads files: two at the same time, since each may need a hundred megabytes.
static READERS: LazyLock<io::Result<Workers>> = LazyLock::new(|| Workers::start("file reader", 2));

/// Reads a file and keeps it with a job that waits to be started.
pub async fn preview(input: Input<PreviewMemberImport>) -> Result<MemberImportPreview, Problem> {
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
        verified: input.query.evidence.zip(input.query.level),
    };
    parameters.check_users(&caller)?;
    let readers = READERS.as_ref().map_err(Problem::internal)?;
    let (known, account_id) = (database.clone(), caller.account_id);
    let turn = TURNS.take(&account_id.to_string()).await?;
    let looked_at = move || {
        // Kept until the file is read, also when nobody waits for it any more.
        let _turn = turn;
        // Once the turn has come and before the work. A file that would turn out to change nobody is refused as
        // well: it would say that its birth dates are right.
        known.read_blocking(|connection| limits::check(connection, &limits::COMPARING, account_id, clock::now()))?;
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
            jobs::keep_newest_previews(connection, caller.account_id, JobKind::MemberImport, MAX_WAITING)?;
            let new = NewJob {
                kind: JobKind::MemberImport,
                call: None,
                list: None,
                access_log_id: None,
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
        new_users: parameters.verified.map(|_| 0),
        linked_members: parameters.verified.map(|_| 0),
        changes: Vec::new(),
        sample: Vec::new(),
        problems: Vec::new(),
    };
    if table.is_open_to_choice() {
        return Ok(found);
    }
    let divisions = database.read_blocking(|connection| Divisions::of(connection, parameters.company_id))?;
    let mut comparison = Comparison::new(database, parameters.company_id);
    let read = table::each_row::<Problem>(&mut table, parameters.format, clock::now(), |mut row| {
        row.check(&divisions);
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
            comparison.add(row.line, good, row.is_first_of_member, &mut found)?;
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
