//! The preview of an import: reads and compares the file, and writes nothing but the waiting job.

use super::{
    Doubt, IMPORT_TYPE, PROBLEMS, Parameters,
    changes::{self, Compared, Comparison},
    divisions::Divisions,
    layout::LAYOUT,
    table::{self, Checked},
};
use imports::{
    memory, readers,
    reading::Refused,
    records::{self, ReadError},
    understood::SpellingSummary,
};
use kernel::{
    access::{
        caller::Caller,
        limits,
        log::{self, Reader},
    },
    clock,
    db::{Database, DatabaseConnection},
    http::mount::Input,
    jobs::store::{self as jobs, FileRole, NewJob},
    problem::Problem,
};
use measurements::chosen_dates;
use organisation::companies::store as companies;
use std::{fs::File, io::Seek as _, sync::Arc};
use uno_core::{
    contract::{
        error::ErrorCode,
        imports::SampleRow,
        jobs::{JobId, JobKind},
        logs::AccessAction,
        member_imports::{MemberImportPreview, PreviewMemberImport, ReviewMemberImport},
        physical_measurements,
    },
    domain::access::Action,
};

/// The maximum number of rows in a preview.
const SAMPLE: usize = 20;
/// Title of the list of members in the access log.
const MEMBERS: &str = "member.title";
/// Log rows per statement: SQLite limits the number of bound values.
const LOGGED_AT_ONCE: usize = 1_000;
/// The maximum number of previews of one account that wait to be started; the oldest ones are deleted.
const MAX_WAITING: i64 = 5;
/// Reads a file and stores it with a job that waits to be started.
pub async fn preview(input: Input<PreviewMemberImport>) -> Result<MemberImportPreview, Problem> {
    let caller = input.caller()?;
    let company_id = input.path.company_id;
    let scope = caller.scope;
    let database = input.state.database.clone();
    // Check the company's scope before reading the file.
    let line = database.quick(move |connection| companies::line(connection, scope, company_id)).await?;
    line.ok_or_else(Problem::not_found)?;
    let file = input.file.ok_or_else(|| Problem::new(ErrorCode::Malformed))?;
    let parameters = Parameters {
        company_id,
        format: input.query.format,
        sheet: input.query.sheet.and_then(|sheet| usize::try_from(sheet).ok()),
        remembered: database.quick(move |connection| memory::of(connection, scope, company_id, IMPORT_TYPE)).await?,
        columns: Vec::new(),
        learnt: Vec::new(),
        corrections: Vec::new(),
        missing: Vec::new(),
        doubtful: Vec::new(),
        accept_changes: false,
        compared_at: None,
        verified: input.query.evidence.zip(input.query.level),
    };
    parameters.check_users(&caller)?;
    let (file, parameters, mut found, compared) = read(&database, &caller, file, parameters).await?;
    if found.source.sheet.is_none() && !found.sheets.is_empty() {
        return Ok(found);
    }
    let file_name = input.query.file_name;
    let reader = Reader { account_id: caller.account_id, request_id: input.request_id, address: input.address };
    input
        .change
        .write(move |connection| {
            log_comparison(connection, &reader, &found, &compared)?;
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

/// Reads the file of a preview again with the user's choices, and stores those with its job.
pub async fn review(input: Input<ReviewMemberImport>) -> Result<MemberImportPreview, Problem> {
    let caller = input.caller()?;
    let (job_id, review) = (input.path.job_id, input.body);
    let database = input.state.database.clone();
    let asking = Arc::clone(&caller);
    let known = move |connection: &mut DatabaseConnection| load_waiting(connection, &asking, job_id);
    let (parameters, file) = database.read(known).await?;
    let parameters = Parameters { columns: review.columns, corrections: review.corrections, ..parameters };
    // Validate the column choices before reading the file.
    parameters.decisions()?;
    let (_, parameters, mut found, compared) = read(&database, &caller, file, parameters).await?;
    let reader = Reader { account_id: caller.account_id, request_id: input.request_id, address: input.address };
    database
        .write(move |connection| {
            log_comparison(connection, &reader, &found, &compared)?;
            let parameters = serde_json::to_string(&parameters).map_err(Problem::internal)?;
            let total = found.valid_rows + found.invalid_rows;
            found.job = Some(jobs::revise(connection, &caller, job_id, &parameters, total)?);
            Ok(found)
        })
        .await
}

/// Returns the parameters and the file of a waiting import. The remembered choices stay those of the upload.
fn load_waiting(
    connection: &mut DatabaseConnection,
    caller: &Caller,
    job_id: JobId,
) -> Result<(Parameters, File), Problem> {
    let parameters = jobs::parameters(connection, caller, job_id)?;
    let parameters: Parameters = serde_json::from_str(&parameters).map_err(Problem::internal)?;
    parameters.check_users(caller)?;
    companies::line(connection, caller.scope, parameters.company_id)?.ok_or_else(Problem::not_found)?;
    Ok((parameters, jobs::file(connection, job_id, FileRole::Input)?))
}

/// Counts and logs a preview that finds changes of known members: it reveals for each of them whether the file's birth
/// date is correct. Each birth date that is not the member's counts as one search, unless the account has seen the right
/// one; the log has a row for each member that the file was compared with.
fn log_comparison(
    connection: &mut DatabaseConnection,
    reader: &Reader,
    found: &MemberImportPreview,
    compared: &Compared,
) -> Result<(), Problem> {
    if !changes::are_about_people(found) && compared.other_births.is_empty() {
        return Ok(());
    }
    let now = clock::now();
    limits::count(connection, &limits::COMPARING, reader.account_id, now)?;
    let tried: Vec<i64> = compared.other_births.iter().map(|(id, _)| *id).collect();
    let known = chosen_dates::known_births(connection, reader.account_id, &tried)?;
    for _ in tried.iter().filter(|id| !known.contains(id)) {
        limits::count(connection, &limits::SEARCHING, reader.account_id, now)?;
    }
    let members: Vec<i64> = compared.members.iter().copied().collect();
    for some in members.chunks(LOGGED_AT_ONCE) {
        log::write_sheets(connection, reader, AccessAction::SearchByBirthDate, MEMBERS, some)?;
    }
    Ok(())
}

/// Reads a file when it is the account's turn.
async fn read(
    database: &Database,
    caller: &Caller,
    file: File,
    mut parameters: Parameters,
) -> Result<(File, Parameters, MemberImportPreview, Compared), Problem> {
    let (known, account_id) = (database.clone(), caller.account_id);
    let shows_measurements = caller.may(physical_measurements::SCREEN, Action::Read);
    let task = move || {
        // Checked when the turn has come, before the work. A file that would change nothing is refused, too: it would
        // confirm that its birth dates are correct.
        known.read_blocking(|connection| limits::check(connection, &limits::COMPARING, account_id, clock::now()))?;
        let (found, compared) = analyze(&known, &file, &mut parameters, shows_measurements)?;
        Ok::<_, Problem>((file, parameters, found, compared))
    };
    readers::read(account_id, task).await
}

/// Returns what an import of a file would do, without a job yet. Stores in the parameters what the job needs to know of
/// the columns.
fn analyze(
    database: &Database,
    mut file: &File,
    parameters: &mut Parameters,
    shows_measurements: bool,
) -> Result<(MemberImportPreview, Compared), Problem> {
    file.rewind()?;
    let decisions = parameters.decisions()?;
    let (format, sheet) = (parameters.format, parameters.sheet);
    let mut table = records::open(file.try_clone()?, format, sheet, &LAYOUT, &decisions).map_err(unreadable)?;
    let mut found = MemberImportPreview {
        job: None,
        source: table.source(),
        sheets: table.sheets(),
        header_line: None,
        file_columns: Vec::new(),
        fields: LAYOUT.known.iter().map(|known| known.column.name.to_owned()).collect(),
        missing_columns: Vec::new(),
        understood: Vec::new(),
        assumed: Vec::new(),
        columns: Vec::new(),
        ignored_columns: Vec::new(),
        doubtful_columns: Vec::new(),
        valid_rows: 0,
        invalid_rows: 0,
        changed_rows: 0,
        new_users: parameters.verified.map(|_| 0),
        linked_members: parameters.verified.map(|_| 0),
        changes: Vec::new(),
        unusual_rows: 0,
        unusual: Vec::new(),
        sample: Vec::new(),
        problems: Vec::new(),
    };
    if table.needs_sheet_choice() {
        return Ok((found, Compared::default()));
    }
    parameters.compared_at = Some(clock::now());
    let divisions = database.read_blocking(|connection| Divisions::of(connection, parameters.company_id))?;
    let mut comparison = Comparison::new(database, parameters.company_id, shows_measurements);
    let mut understood = SpellingSummary::default();
    let read = table::each_row::<Problem>(&mut table, format, &decisions, clock::now(), |mut row| {
        row.check(&divisions);
        match row.checked {
            Checked::Invalid(problems) => {
                found.invalid_rows += 1;
                found.problems.extend(problems.into_iter().take(PROBLEMS - found.problems.len()));
            }
            Checked::Valid(good) => {
                found.valid_rows += 1;
                understood.note(&LAYOUT, &row.record);
                if found.sample.len() < SAMPLE {
                    found.sample.push(SampleRow { line: row.line, values: row.record.texts(&LAYOUT) });
                }
                comparison.add(row.line, good, row.is_first_of_member, &mut found)?;
            }
        }
        Ok(())
    });
    let header = match read {
        Ok(header) => header,
        Err(ReadError::Unreadable(fields)) => {
            return Err(Problem { fields, ..Problem::new(ErrorCode::UnreadableFile) });
        }
        Err(ReadError::Callback(problem)) => return Err(problem),
    };
    let compared = comparison.finish(&mut found)?;
    found.problems.sort_by_key(|problem| problem.line);
    let owned = |names: Vec<&'static str>| names.into_iter().map(str::to_owned).collect::<Vec<_>>();
    found.columns = owned(header.fields(&LAYOUT));
    found.header_line = Some(header.line);
    found.understood = understood.into_cells();
    parameters.doubtful = header.doubtful.iter().map(Doubt::from).collect();
    (parameters.learnt, parameters.remembered) = (header.learnt, header.remembered);
    parameters.missing = owned(header.missing);
    found.missing_columns.clone_from(&parameters.missing);
    (found.file_columns, found.ignored_columns, found.doubtful_columns) =
        (header.columns, header.ignored, header.doubtful);
    Ok((found, compared))
}

fn unreadable(refused: Refused) -> Problem {
    Problem { fields: vec![refused.into()], ..Problem::new(ErrorCode::UnreadableFile) }
}
