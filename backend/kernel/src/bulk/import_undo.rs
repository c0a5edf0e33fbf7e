//! Taking back an import: what it created is deleted and what it changed gets its earlier state, unless somebody has
//! changed it since.
//!
//! New measurements name their import. Everything else that an import writes is noted in `import_change`, for 30 days;
//! for a change with the form before, sealed. An undo is a job like a bulk action: it collects the records, tries each
//! in a transaction that is rolled back, waits for its owner, and then does it.

pub use super::rows::Written;
use super::{
    Parameters, Stage, Task,
    rows::{self, Note, ProcessedRecord},
    run::{CHUNK, TOGETHER, is_refusal, keep_stage, progress, wait},
};
use crate::{
    access::caller::Caller,
    clock,
    db::{
        self, DatabaseConnection,
        schema::{import_change, job, measurement},
    },
    exports::refused,
    http::mount,
    jobs::{
        Interrupted, Run,
        store::{self as jobs, NewJob},
    },
    on_backend,
    problem::Problem,
    sealed::Seal,
};
use diesel::{ExpressionMethods, OptionalExtension, QueryDsl, RunQueryDsl};
use serde::{Serialize, de::DeserializeOwned};
use uno_core::{
    contract::{
        bulk::BulkOutcome,
        error::ErrorCode,
        jobs::{Job, JobId, JobKind, JobState},
    },
    domain::time::DAY_MILLISECONDS,
};

/// Number of days for which an import can be taken back.
const DAYS: i64 = 30;
/// The resource of a new measurement that names its import.
pub const MEASUREMENT: &str = "measurement";

/// How what an import wrote is taken back.
pub struct Undoing {
    /// Returns whether the account may take it back: whether it may do so one by one.
    pub may: fn(&Caller) -> bool,
    /// Takes one record back.
    pub undo: fn(&mut DatabaseConnection, &Caller, JobId, i64, &Written) -> Result<BulkOutcome, Problem>,
    /// Returns the name of a record, if it exists in the caller's scope.
    pub name: fn(&mut DatabaseConnection, &Caller, i64, &Written) -> Option<String>,
}

/// A record that an import has written.
pub struct Change {
    /// Name of the resource.
    pub resource: &'static str,
    /// Id of the record.
    pub record_id: i64,
    /// Its version after the import.
    pub version: i64,
    /// The sealed form before; `None` if the import created it.
    pub before: Option<String>,
}

fn place(job_id: JobId, resource: &str, record_id: i64) -> String {
    format!("import {} {resource} {record_id}", job_id.0)
}

impl Change {
    /// Notes a created record.
    #[must_use]
    pub const fn created(resource: &'static str, record_id: i64) -> Self {
        Self { resource, record_id, version: 1, before: None }
    }

    /// Notes a changed record with its form before.
    ///
    /// # Errors
    /// Returns an error if the form cannot be sealed.
    pub fn updated(
        seal: &Seal,
        job_id: JobId,
        (resource, record_id, version): (&'static str, i64, i64),
        before: &impl Serialize,
    ) -> Result<Self, Problem> {
        let before = serde_json::to_vec(before).map_err(Problem::internal)?;
        let before = seal.close(&place(job_id, resource, record_id), &before)?;
        Ok(Self { resource, record_id, version, before: Some(before) })
    }
}

/// Stores what a batch of an import has written.
///
/// # Errors
/// Returns an error if the database fails.
pub fn note(connection: &mut DatabaseConnection, job_id: JobId, changes: &[Change]) -> Result<(), Problem> {
    let kept_until = clock::now().0 + DAYS * DAY_MILLISECONDS;
    let rows: Vec<_> = changes
        .iter()
        .map(|change| {
            (
                import_change::job_id.eq(job_id.0),
                import_change::resource.eq(change.resource),
                import_change::record_id.eq(change.record_id),
                import_change::version.eq(change.version),
                import_change::before.eq(change.before.as_deref()),
                import_change::kept_until.eq(kept_until),
            )
        })
        .collect();
    if !rows.is_empty() {
        on_backend!(connection, |connection| diesel::insert_into(import_change::table)
            .values(rows)
            .execute(connection))?;
    }
    Ok(())
}

/// Returns the form of a record before an import.
///
/// # Errors
/// Returns "not found" if it is no longer kept.
pub fn before<Form: DeserializeOwned>(
    connection: &mut DatabaseConnection,
    caller: &Caller,
    job_id: JobId,
    (record_id, written): (i64, &Written),
) -> Result<Form, Problem> {
    let row = import_change::table.find(written.change_id.unwrap_or_default());
    let sealed: Option<String> = row.select(import_change::before).first(connection).optional()?.flatten();
    let place = place(job_id, &written.resource, record_id);
    let text = sealed.and_then(|sealed| caller.past_seal.as_ref()?.open(&place, &sealed));
    serde_json::from_slice(&text.ok_or_else(Problem::not_found)?).map_err(Problem::internal)
}

/// Lets an earlier import of a record be taken back too: the record has its state again, with another version.
///
/// # Errors
/// Returns an error if the database fails.
pub fn restored(
    connection: &mut DatabaseConnection,
    (resource, record_id): (&str, i64),
    (before, now): (i64, i64),
) -> Result<(), Problem> {
    diesel::update(import_change::table)
        .filter(import_change::resource.eq(resource))
        .filter(import_change::record_id.eq(record_id))
        .filter(import_change::version.eq(before))
        .set(import_change::version.eq(now))
        .execute(connection)?;
    Ok(())
}

/// Forgets what imports have replaced in a record whose person is deleted.
///
/// # Errors
/// Returns an error if the database fails.
pub fn forget(connection: &mut DatabaseConnection, resource: &str, record_ids: &[i64]) -> Result<(), Problem> {
    for ids in record_ids.chunks(500) {
        let known = import_change::table.filter(import_change::resource.eq(resource));
        diesel::delete(known.filter(import_change::record_id.eq_any(ids))).execute(connection)?;
    }
    Ok(())
}

/// Queues the undo of an import.
///
/// # Errors
/// Returns [`ErrorCode::JobState`] if the import has not ended, has written nothing, or ended too long ago.
pub(super) fn ask(connection: &mut DatabaseConnection, caller: &Caller, import: &Job) -> Result<Job, Problem> {
    let is_over = matches!(import.state, JobState::Succeeded | JobState::Cancelled | JobState::Failed);
    let written = import.counts.created + import.counts.updated + import.counts.changed;
    let oldest = clock::now().0 - DAYS * DAY_MILLISECONDS;
    if !is_over || written == 0 || import.created_at.0 < oldest {
        return Err(Problem::new(ErrorCode::JobState));
    }
    let (call, company_id): (Option<String>, Option<i64>) =
        job::table.find(import.job_id.0).select((job::call, job::company_id)).first(connection)?;
    let task = Task::UndoImport { job_id: import.job_id.0 };
    let parameters = Parameters { stage: Stage::Find, task, scope: caller.scope };
    let new = NewJob {
        kind: JobKind::ImportUndo,
        call: call.as_deref(),
        list: None,
        access_log_id: None,
        company_id,
        file_name: import.file_name.clone(),
        parameters: serde_json::to_string(&parameters).map_err(Problem::internal)?,
        total: 0,
    };
    let job = jobs::queue(connection, caller, &new)?;
    jobs::set_undoing(connection, job.job_id, import.job_id)?;
    Ok(job)
}

/// Runs the undo of an import.
///
/// # Errors
/// Returns the reason why the job does not continue; batches already written remain.
pub fn run(run: &Run<'_>, undoing: &Undoing) -> Result<(), Interrupted> {
    let mut parameters: Parameters = serde_json::from_str(&run.job.parameters).map_err(Problem::internal)?;
    let Task::UndoImport { job_id } = parameters.task else {
        return Err(Problem::internal("a job that undoes no import").into());
    };
    let import = JobId(job_id);
    run.read(|connection| caller_now(connection, run, undoing, &parameters)).map_err(refused)?;
    if parameters.stage == Stage::Find {
        find(run, import)?;
        parameters.stage = Stage::Try;
        keep_stage(run, &parameters)?;
    }
    let mut line = run.read(|connection| progress(connection, run.job.job_id))?;
    loop {
        let records = run.read(|connection| rows::after(connection, run.job.job_id, line, TOGETHER))?;
        let Some(last) = records.last() else { break };
        line = last.line;
        let done = run.batch(|connection| {
            let caller = caller_now(connection, run, undoing, &parameters)?;
            let mut records = records.clone();
            let each = |connection: &mut DatabaseConnection, records: &mut Vec<ProcessedRecord>| {
                records
                    .iter_mut()
                    .try_for_each(|record| process(connection, &caller, undoing, (import, parameters.stage), record))
            };
            match parameters.stage {
                Stage::Do => each(connection, &mut records)?,
                _ => db::dry_run(connection, |connection| each(connection, &mut records))?,
            }
            rows::keep(connection, run.job.job_id, &records)
        });
        done.map_err(|interrupted| match interrupted {
            Interrupted::Failed(problem) => refused(problem),
            other => other,
        })?;
    }
    if parameters.stage == Stage::Try { wait(run) } else { run.succeed_without_file() }
}

/// Returns the account with its current rights. Fails if its rights or its scope have changed since the request.
fn caller_now(
    connection: &mut DatabaseConnection,
    run: &Run<'_>,
    undoing: &Undoing,
    parameters: &Parameters,
) -> Result<Caller, Problem> {
    run.caller(connection)?
        .filter(|caller| (undoing.may)(caller) && caller.scope == parameters.scope)
        .ok_or_else(|| Problem::new(ErrorCode::Forbidden))
}

/// Collects what the import has written, latest first: measurements before their members.
fn find(run: &Run<'_>, import: JobId) -> Result<(), Interrupted> {
    run.batch(|connection| rows::clear(connection, run.job.job_id))?;
    let mut total = 0_i64;
    let mut add = |notes: Vec<Note>| {
        let first = total + 1;
        total += i64::try_from(notes.len()).map_err(Problem::internal)?;
        run.batch(|connection| {
            rows::add(connection, run.job.job_id, first, &notes)?;
            diesel::update(job::table.find(run.job.job_id.0)).set(job::total.eq(total)).execute(connection)?;
            Ok(())
        })
    };
    let noted = |record_id, resource: String, version, change_id| Note {
        written: Some(Written { resource, version, change_id }),
        ..Note::of(record_id)
    };
    let mut last = i64::MAX;
    loop {
        let ids: Vec<i64> = run.read(|connection| {
            let of_import = measurement::table.filter(measurement::import_id.eq(import.0));
            let next = of_import.filter(measurement::measurement_id.lt(last)).order(measurement::measurement_id.desc());
            Ok(next.limit(CHUNK).select(measurement::measurement_id).load(connection)?)
        })?;
        let Some(next) = ids.last() else { break };
        last = *next;
        add(ids.into_iter().map(|id| noted(id, MEASUREMENT.to_owned(), 1, None)).collect())?;
    }
    let mut last = i64::MAX;
    loop {
        type Row = (i64, String, i64, i64, bool);
        let found: Vec<Row> = run.read(|connection| {
            let of_import = import_change::table.filter(import_change::job_id.eq(import.0));
            let next = of_import
                .filter(import_change::import_change_id.lt(last))
                .order(import_change::import_change_id.desc());
            let columns = (
                import_change::import_change_id,
                import_change::resource,
                import_change::record_id,
                import_change::version,
                import_change::before.is_not_null(),
            );
            Ok(next.limit(CHUNK).select(columns).load(connection)?)
        })?;
        let Some((next, ..)) = found.last() else { return Ok(()) };
        last = *next;
        let notes = found.into_iter().map(|(change_id, resource, record_id, version, was_there)| {
            noted(record_id, resource, version, was_there.then_some(change_id))
        });
        add(notes.collect())?;
    }
}

fn process(
    connection: &mut DatabaseConnection,
    caller: &Caller,
    undoing: &Undoing,
    (import, stage): (JobId, Stage),
    record: &mut ProcessedRecord,
) -> Result<(), Problem> {
    let note = &mut record.note;
    (note.error, note.fields) = (None, Vec::new());
    let Some(written) = note.written.clone() else {
        return Err(Problem::internal("a record without what was written"));
    };
    let id = note.record_id;
    if stage == Stage::Try {
        note.name = (undoing.name)(connection, caller, id, &written);
    }
    let once = |connection: &mut DatabaseConnection| (undoing.undo)(connection, caller, import, id, &written);
    match mount::retry_if_changed(1, || db::nested(connection, once)) {
        Ok(outcome) => {
            record.outcome = outcome;
            if outcome == BulkOutcome::Deleted && stage == Stage::Do {
                // As after a bulk deletion, nothing of a person remains.
                note.name = None;
            }
            Ok(())
        }
        Err(problem) if is_refusal(&problem) => {
            record.outcome = BulkOutcome::Refused;
            note.error = Some(problem.code.number().into());
            note.fields = problem.fields;
            Ok(())
        }
        Err(problem) => Err(problem),
    }
}
