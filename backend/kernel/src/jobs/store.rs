//! Rows of jobs, and their files.

use crate::{
    access::{
        caller::Caller,
        log::{self, Reader},
        scope::Scoped,
    },
    auth::accounts,
    clock,
    db::{
        DatabaseConnection, Db,
        page::Paging,
        schema::{company, job, job_file_piece},
    },
    problem::Problem,
};
use diesel::{
    BoolExpressionMethods, ExpressionMethods, NullableExpressionMethods, OptionalExtension, QueryDsl, Queryable,
    RunQueryDsl, Selectable, SelectableHelper,
};
use serde::{Deserialize, Serialize};
use std::{
    collections::HashMap,
    fs::File,
    io::{Read as _, Seek as _, Write as _},
};
use uno_core::{
    contract::{
        Access, ENDPOINTS, Endpoint,
        company_upgrades::UpgradeCompany,
        error::ErrorCode,
        jobs::{Job, JobId, JobKind, JobState, RowCounts},
        logs::AccessAction,
        measurement_imports::ImportedKind,
        member_imports::StartMemberImport,
        page::Page,
    },
    domain::{access::Action, time::Timestamp},
};

/// Size of a piece of a file in bytes.
pub const PIECE: usize = 256 * 1024;

/// The role of a job's file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileRole {
    /// The file that the job reads.
    Input,
    /// The file that the job produces.
    Result,
}

impl FileRole {
    /// Returns the word stored in the database.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Input => "INPUT",
            Self::Result => "RESULT",
        }
    }
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = job)]
struct Row {
    job_id: i64,
    kind: String,
    call: Option<String>,
    list: Option<String>,
    state: String,
    file_name: String,
    progress: i64,
    total: i64,
    created_rows: i64,
    updated_rows: i64,
    changed_rows: i64,
    unchanged_rows: i64,
    rejected_rows: i64,
    failure: Option<String>,
    has_file: bool,
    parameters: String,
    created_at: i64,
    finished_at: Option<i64>,
}

/// What remains of the parameters of an ended export: the requirements for its file.
#[derive(Serialize, Deserialize)]
struct FileRequirements {
    /// The screens that a reader of the file must be allowed to see.
    screens: Vec<String>,
}

/// The beginning of its JSON, as a LIKE pattern.
pub(super) const FILE_REQUIREMENTS: &str = r#"{"screens":%"#;

/// Returns the remaining parameters of an export whose file requires access to these screens, besides the access of
/// its endpoint.
///
/// # Errors
/// Never.
pub fn file_requirements(screens: &[&str]) -> Result<String, Problem> {
    let screens = screens.iter().map(|screen| (*screen).to_owned()).collect();
    serde_json::to_string(&FileRequirements { screens }).map_err(Problem::internal)
}

/// Returns whether the caller may have the file of a visible job. Refuses files of earlier versions, whose
/// requirements are unknown.
fn may_have_file(caller: &Caller, kind: JobKind, parameters: &str) -> bool {
    let sees = |file_requirements: FileRequirements| {
        file_requirements.screens.iter().all(|screen| caller.may(screen, Action::Read))
    };
    kind != JobKind::Export || serde_json::from_str(parameters).is_ok_and(sees)
}

/// Returns by which jobs these are undone, without those that were cancelled or have failed.
fn undone_by(connection: &mut DatabaseConnection, ids: Vec<i64>) -> Result<HashMap<i64, JobId>, Problem> {
    let over = [JobState::Cancelled, JobState::Failed].map(JobState::as_str);
    let found = job::table
        .filter(job::undoes.eq_any(ids))
        .filter(job::state.ne_all(over))
        .order(job::job_id)
        .select((job::undoes.assume_not_null(), job::job_id))
        .load::<(i64, i64)>(connection)?;
    Ok(found.into_iter().map(|(undone, id)| (undone, JobId(id))).collect())
}

/// Notes that a job undoes another one.
///
/// # Errors
/// Returns an error if the database fails.
pub fn set_undoing(connection: &mut DatabaseConnection, job_id: JobId, undone: JobId) -> Result<(), Problem> {
    diesel::update(job::table.find(job_id.0)).set(job::undoes.eq(undone.0)).execute(connection)?;
    Ok(())
}

fn answer(
    caller: &Caller,
    undone_by: &HashMap<i64, JobId>,
    (row, company_name): (Row, Option<String>),
) -> Result<Job, Problem> {
    let unknown = || Problem::internal("a job has a word that is not of the contract");
    let kind = JobKind::parse(&row.kind).ok_or_else(unknown)?;
    Ok(Job {
        job_id: JobId(row.job_id),
        kind,
        imported: (kind == JobKind::MeasurementImport)
            .then(|| ImportedKind::ALL.iter().find(|imported| Some(imported.call()) == row.call.as_deref()).copied())
            .flatten(),
        list: row.list,
        state: JobState::parse(&row.state).ok_or_else(unknown)?,
        file_name: row.file_name,
        company_name,
        progress: row.progress,
        total: row.total,
        counts: RowCounts {
            created: row.created_rows,
            updated: row.updated_rows,
            changed: row.changed_rows,
            unchanged: row.unchanged_rows,
            rejected: row.rejected_rows,
        },
        failure: row.failure,
        has_file: row.has_file && may_have_file(caller, kind, &row.parameters),
        undone_by: undone_by.get(&row.job_id).copied(),
        created_at: Timestamp(row.created_at),
        finished_at: row.finished_at.map(Timestamp),
    })
}

/// Returns the names of the endpoints that jobs are known by, filtered by access. These request an export or a bulk
/// action, or create a single record of an imported kind.
pub(super) fn calls(may: impl Fn(Access) -> bool) -> Vec<&'static str> {
    let is_imported = |name: &str| ImportedKind::ALL.iter().any(|kind| kind.call() == name);
    let known = ENDPOINTS
        .iter()
        .filter(|info| (info.is_export() || info.is_bulk() || is_imported(info.name)) && may(info.access));
    known.map(|info| info.name).collect()
}

/// Name of the FHIR bulk export. Its jobs are requested, polled and fetched only by the endpoints of that standard;
/// they are in no list of the console.
pub const FHIR_EXPORT: &str = "FhirExport";

/// Returns the names of all endpoints whose jobs are run here.
pub(super) fn claimed_calls() -> Vec<&'static str> {
    let mut all = calls(|_| true);
    all.push(FHIR_EXPORT);
    all
}

/// Queries the jobs that a caller may currently see: those of its own account, requested by endpoints that it may
/// still call, about companies in its scope.
fn known(caller: &Caller) -> job::BoxedQuery<'static, Db> {
    let may = |access| caller.check(access).is_ok();
    let asked_by = [
        (JobKind::MemberImport, StartMemberImport::INFO.access),
        (JobKind::ImportUndo, StartMemberImport::INFO.access),
        (JobKind::CompanyUpgrade, UpgradeCompany::INFO.access),
    ];
    let kinds: Vec<JobKind> = asked_by.into_iter().filter(|(_, access)| may(*access)).map(|(kind, _)| kind).collect();
    job::table
        .in_scope(caller.scope)
        .filter(job::account_id.eq(caller.account_id))
        .filter(job::kind.eq_any(kinds).and(job::call.is_null()).or(job::call.eq_any(calls(may)).assume_not_null()))
}

/// Returns which of these jobs a caller may currently see.
///
/// # Errors
/// Returns an error if the database fails.
pub fn known_among(connection: &mut DatabaseConnection, caller: &Caller, ids: &[i64]) -> Result<Vec<i64>, Problem> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    Ok(known(caller).filter(job::job_id.eq_any(ids.to_vec())).select(job::job_id).load(connection)?)
}

/// Returns a page of a caller's jobs, newest first.
///
/// # Errors
/// Returns an error if the database fails.
pub fn list(connection: &mut DatabaseConnection, caller: &Caller, paging: Paging) -> Result<Page<Job>, Problem> {
    let rows = known(caller)
        .left_join(company::table)
        .order(job::job_id.desc())
        .offset(paging.offset())
        .limit(paging.size)
        .select((Row::as_select(), company::name.nullable()))
        .load::<(Row, Option<String>)>(connection)?;
    let total = match paging.total_from(rows.len()) {
        Some(total) => total,
        None => known(caller).count().get_result(connection)?,
    };
    let undone_by = undone_by(connection, rows.iter().map(|(row, _)| row.job_id).collect())?;
    let data = rows.into_iter().map(|row| answer(caller, &undone_by, row)).collect::<Result<_, _>>()?;
    Ok(paging.answer(data, (total, true)))
}

/// Returns one job of a caller.
///
/// # Errors
/// Returns "not found" for a job of another account, or one that the caller no longer has a right to.
pub fn get(connection: &mut DatabaseConnection, caller: &Caller, job_id: JobId) -> Result<Job, Problem> {
    let found = known(caller)
        .left_join(company::table)
        .filter(job::job_id.eq(job_id.0))
        .select((Row::as_select(), company::name.nullable()))
        .first::<(Row, Option<String>)>(connection)
        .optional()?
        .ok_or_else(Problem::not_found)?;
    let undone_by = undone_by(connection, vec![job_id.0])?;
    answer(caller, &undone_by, found)
}

/// A job to be added.
pub struct NewJob<'a> {
    /// Kind of the job.
    pub kind: JobKind,
    /// The endpoint that requests it, if several request jobs of this kind.
    pub call: Option<&'a str>,
    /// Text key of the list's name, for an export or a bulk action.
    pub list: Option<&'a str>,
    /// The access log row of the request, if it concerns personal data.
    pub access_log_id: Option<i64>,
    /// The company it concerns.
    pub company_id: Option<i64>,
    /// Name of the file that it reads or writes.
    pub file_name: String,
    /// Its parameters, as JSON.
    pub parameters: String,
    /// Total number of rows; 0 while unknown.
    pub total: i64,
}

/// Maximum number of queued and running jobs per account.
const MAX_OPEN: i64 = 20;
/// Seconds to wait before another request when too many jobs are open.
const ASK_AGAIN_SECONDS: i64 = 10;

/// Queues a job.
///
/// # Errors
/// Returns "too many" if the account has too many open jobs.
pub fn queue(connection: &mut DatabaseConnection, caller: &Caller, new: &NewJob<'_>) -> Result<Job, Problem> {
    let id = queue_unlisted(connection, caller, new)?;
    get(connection, caller, id)
}

/// Queues a job that appears in no list.
///
/// # Errors
/// Returns "too many" if the account has too many open jobs.
pub fn queue_unlisted(
    connection: &mut DatabaseConnection,
    caller: &Caller,
    new: &NewJob<'_>,
) -> Result<JobId, Problem> {
    check_open(connection, caller)?;
    add(connection, caller, new, JobState::Queued)
}

/// Checks that an account may open one more job.
///
/// # Errors
/// Returns "too many".
pub fn check_open(connection: &mut DatabaseConnection, caller: &Caller) -> Result<(), Problem> {
    // Serialises requests of one account, so that its jobs are counted correctly.
    accounts::hold(connection, caller.account_id)?;
    let open: i64 = job::table
        .filter(job::account_id.eq(caller.account_id))
        .filter(job::state.eq_any([JobState::Queued.as_str(), JobState::Running.as_str()]))
        .count()
        .get_result(connection)?;
    if open >= MAX_OPEN { Err(Problem::too_many(ASK_AGAIN_SECONDS)) } else { Ok(()) }
}

/// Adds a job that waits to be started by its owner.
///
/// # Errors
/// Returns an error if the database fails.
pub fn preview(connection: &mut DatabaseConnection, caller: &Caller, new: &NewJob<'_>) -> Result<Job, Problem> {
    let id = add(connection, caller, new, JobState::Preview)?;
    get(connection, caller, id)
}

fn add(
    connection: &mut DatabaseConnection,
    caller: &Caller,
    new: &NewJob<'_>,
    state: JobState,
) -> Result<JobId, Problem> {
    let id = diesel::insert_into(job::table)
        .values((
            job::account_id.eq(caller.account_id),
            job::company_id.eq(new.company_id),
            job::kind.eq(new.kind.as_str()),
            job::call.eq(new.call),
            job::list.eq(new.list),
            job::access_log_id.eq(new.access_log_id),
            job::state.eq(state.as_str()),
            job::file_name.eq(&new.file_name),
            job::parameters.eq(&new.parameters),
            job::total.eq(new.total),
            job::created_at.eq(clock::now().0),
        ))
        .returning(job::job_id)
        .get_result::<i64>(connection)?;
    Ok(JobId(id))
}

/// Returns the parameters of a caller's job that waits to be started.
///
/// # Errors
/// Returns "not found" for a job of another account, or [`ErrorCode::JobState`] if it does not wait.
pub fn parameters(connection: &mut DatabaseConnection, caller: &Caller, job_id: JobId) -> Result<String, Problem> {
    if get(connection, caller, job_id)?.state != JobState::Preview {
        return Err(Problem::new(ErrorCode::JobState));
    }
    Ok(job::table.find(job_id.0).select(job::parameters).first(connection)?)
}

/// Updates the parameters and the total of a caller's job that waits to be started.
///
/// # Errors
/// Returns [`ErrorCode::JobState`] if it no longer waits.
pub fn revise(
    connection: &mut DatabaseConnection,
    caller: &Caller,
    job_id: JobId,
    parameters: &str,
    total: i64,
) -> Result<Job, Problem> {
    let waiting = job::table.find(job_id.0).filter(job::state.eq(JobState::Preview.as_str()));
    let change = (job::parameters.eq(parameters), job::total.eq(total));
    let changed = diesel::update(waiting).set(change).execute(connection)?;
    let job = get(connection, caller, job_id)?;
    if changed == 0 { Err(Problem::new(ErrorCode::JobState)) } else { Ok(job) }
}

/// Starts a caller's waiting job with its final parameters.
///
/// # Errors
/// Returns [`ErrorCode::JobState`] if it does not wait, or "too many" if the account has too many open jobs.
pub fn start(
    connection: &mut DatabaseConnection,
    caller: &Caller,
    job_id: JobId,
    parameters: &str,
) -> Result<Job, Problem> {
    check_open(connection, caller)?;
    let job = change_state(connection, caller, job_id, &[JobState::Preview], JobState::Queued)?;
    diesel::update(job::table.find(job_id.0)).set(job::parameters.eq(parameters)).execute(connection)?;
    Ok(job)
}

/// Cancels a caller's job. A running job stops before its next batch, except one that moves a company: rows split
/// between two trees would be useless to both.
///
/// # Errors
/// Returns [`ErrorCode::JobState`] if it has ended or cannot be stopped.
pub fn cancel(connection: &mut DatabaseConnection, caller: &Caller, job_id: JobId) -> Result<Job, Problem> {
    let open = match get(connection, caller, job_id)?.kind {
        JobKind::CompanyUpgrade => &[JobState::Preview, JobState::Queued][..],
        _ => &[JobState::Preview, JobState::Queued, JobState::Running],
    };
    let job = change_state(connection, caller, job_id, open, JobState::Cancelled)?;
    crate::jobs::delete_input(connection, job_id)?;
    Ok(job)
}

/// Deletes the oldest jobs of a kind that wait to be started by an account, so that adding one does not exceed `most`.
///
/// # Errors
/// Returns an error if the database fails.
pub fn keep_newest_previews(
    connection: &mut DatabaseConnection,
    account_id: i64,
    kind: JobKind,
    most: i64,
) -> Result<(), Problem> {
    let too_many: Vec<i64> = job::table
        .filter(job::account_id.eq(account_id))
        .filter(job::kind.eq(kind.as_str()))
        .filter(job::state.eq(JobState::Preview.as_str()))
        .order(job::job_id.desc())
        .offset(most - 1)
        .limit(100)
        .select(job::job_id)
        .load(connection)?;
    diesel::delete(job::table.filter(job::job_id.eq_any(too_many))).execute(connection)?;
    Ok(())
}

fn change_state(
    connection: &mut DatabaseConnection,
    caller: &Caller,
    job_id: JobId,
    from: &[JobState],
    to: JobState,
) -> Result<Job, Problem> {
    get(connection, caller, job_id)?;
    let words: Vec<&str> = from.iter().map(|state| state.as_str()).collect();
    let finished_at = (to == JobState::Cancelled).then(|| clock::now().0);
    let changed = diesel::update(job::table.find(job_id.0))
        .filter(job::state.eq_any(words))
        .set((job::state.eq(to.as_str()), job::finished_at.eq(finished_at)))
        .execute(connection)?;
    let job = get(connection, caller, job_id)?;
    if changed == 0 { Err(Problem::new(ErrorCode::JobState)) } else { Ok(job) }
}

/// Returns a caller's job whose file is about to be read or deleted; logs the access if the file contains personal
/// data.
///
/// # Errors
/// Returns "not found" if the caller has no such file.
pub fn use_file(
    connection: &mut DatabaseConnection,
    caller: &Caller,
    reader: &Reader,
    (job_id, action): (JobId, AccessAction),
) -> Result<Job, Problem> {
    let job = get(connection, caller, job_id)?;
    if !job.has_file {
        return Err(Problem::not_found());
    }
    let asked_by = job::table.find(job_id.0).select(job::access_log_id).first::<Option<i64>>(connection)?;
    match asked_by {
        Some(asked_by) => log::write_of_file(connection, reader, action, asked_by)?,
        None if action == AccessAction::Download && job.kind != JobKind::Export => {
            let list = format!("job.kind.{}", job.kind.as_str());
            log::write_of_report(connection, reader, list, job.total)?;
        }
        // An export of records without people.
        None => {}
    }
    Ok(job)
}

/// Deletes the file of a caller's export.
///
/// # Errors
/// Returns "not found" if the caller has no such file, or [`ErrorCode::JobState`] if it is the report of another
/// job, which documents what was done.
pub fn delete_file(
    connection: &mut DatabaseConnection,
    caller: &Caller,
    reader: &Reader,
    job_id: JobId,
) -> Result<Job, Problem> {
    let job = use_file(connection, caller, reader, (job_id, AccessAction::DeleteFile))?;
    if job.kind != JobKind::Export {
        return Err(Problem::new(ErrorCode::JobState));
    }
    diesel::delete(job_file_piece::table.filter(job_file_piece::job_id.eq(job_id.0))).execute(connection)?;
    diesel::update(job::table.find(job_id.0)).set(job::has_file.eq(false)).execute(connection)?;
    Ok(Job { has_file: false, ..job })
}

/// Returns one piece of a file; `None` after the last.
///
/// # Errors
/// Returns an error if the database fails.
pub fn piece(
    connection: &mut DatabaseConnection,
    job_id: JobId,
    role: FileRole,
    position: i64,
) -> Result<Option<Vec<u8>>, Problem> {
    Ok(job_file_piece::table
        .find((job_id.0, role.as_str(), position))
        .select(job_file_piece::content)
        .first(connection)
        .optional()?)
}

/// Copies a file into a temporary file, rewound to its beginning; it is deleted when it is closed.
///
/// # Errors
/// Returns an error if the database fails or the disk is full.
pub fn file(connection: &mut DatabaseConnection, job_id: JobId, role: FileRole) -> Result<File, Problem> {
    let mut file = tempfile::tempfile()?;
    for position in 0.. {
        let Some(piece) = piece(connection, job_id, role, position)? else { break };
        file.write_all(&piece)?;
    }
    file.rewind()?;
    Ok(file)
}

/// Stores a temporary file, piece by piece.
///
/// # Errors
/// Returns an error if the file cannot be read or the database fails.
pub fn keep_file(
    connection: &mut DatabaseConnection,
    job_id: JobId,
    role: FileRole,
    mut file: &File,
) -> Result<(), Problem> {
    file.rewind()?;
    let mut piece = Vec::with_capacity(PIECE);
    for position in 0.. {
        piece.clear();
        file.take(PIECE as u64).read_to_end(&mut piece)?;
        if piece.is_empty() {
            break;
        }
        keep_piece(connection, job_id, role, position, &piece)?;
    }
    Ok(())
}

/// Stores one piece of a file.
///
/// # Errors
/// Returns an error if the database fails.
pub fn keep_piece(
    connection: &mut DatabaseConnection,
    job_id: JobId,
    role: FileRole,
    position: i64,
    content: &[u8],
) -> Result<(), Problem> {
    diesel::insert_into(job_file_piece::table)
        .values((
            job_file_piece::job_id.eq(job_id.0),
            job_file_piece::role.eq(role.as_str()),
            job_file_piece::position.eq(position),
            job_file_piece::content.eq(content),
        ))
        .execute(connection)?;
    Ok(())
}

/// Returns the download name of a job's file, which is safe in a header.
#[must_use]
pub fn result_name(job: &Job) -> String {
    match job.kind {
        JobKind::MemberImport => format!("member-import-{}-report.xlsx", job.job_id.0),
        JobKind::MeasurementImport => format!("measurement-import-{}-report.xlsx", job.job_id.0),
        _ => job.file_name.clone(),
    }
}
