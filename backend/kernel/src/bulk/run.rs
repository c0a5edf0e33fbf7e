//! Runs a bulk action: collects its records, does the dry run, waits for the owner, and applies the action.

use super::{
    Bulk, Parameters, Stage, Target, Task, access,
    rows::{self, Note, ProcessedRecord},
};
use crate::{
    access::caller::Caller,
    db::{self, DatabaseConnection, schema::job},
    exports::{Exported, RowsAfter, refused},
    http::{decode, mount, undo},
    jobs::{Interrupted, Run, Work},
    problem::Problem,
    records::{self, Record, Rows, past},
};
use diesel::{ExpressionMethods, QueryDsl, RunQueryDsl};
use serde_json::Value as Json;
use std::collections::HashSet;
use uno_core::contract::{
    Endpoint,
    bulk::{BulkOutcome, MAX_RECORDS},
    error::ErrorCode,
    jobs::{JobId, JobKind, JobState},
    revisions::{RevisionAction, RevisionId},
    validation::Rules,
};

/// Number of records per transaction, so that other writers get their turn in between.
pub(super) const TOGETHER: i64 = 20;
/// Number of records collected at once and inserted by one statement, which binds four values for each.
pub(super) const CHUNK: i64 = 1_000;
const TOO_MANY: &str = "tooManyRecords";

/// Returns how its jobs are run. They are matched by their endpoint and not by the kind, which depends on the task.
#[must_use]
pub const fn work<B: Bulk>() -> Work {
    Work { kind: JobKind::BulkChange, call: Some(<B::Call as Endpoint>::INFO.name), run: run::<B>, catch_up: None }
}

fn run<B: Bulk>(run: &Run<'_>) -> Result<(), Interrupted> {
    let mut parameters: Parameters = serde_json::from_str(&run.job.parameters).map_err(Problem::internal)?;
    let caller = run.read(|connection| caller_now::<B>(connection, run, &parameters)).map_err(refused)?;
    if parameters.stage == Stage::Find {
        find::<B>(run, &caller, &parameters.task)?;
        // An undo has no dry run: its owner has already seen the changes.
        let is_undo = matches!(parameters.task, Task::Undo { .. });
        parameters.stage = if is_undo { Stage::Do } else { Stage::Try };
        keep_stage(run, &parameters)?;
    }
    let mut line = run.read(|connection| progress(connection, run.job.job_id))?;
    loop {
        let records = run.read(|connection| rows::after(connection, run.job.job_id, line, TOGETHER))?;
        let Some(last) = records.last() else { break };
        line = last.line;
        let processed = run.batch(|connection| {
            let caller = caller_now::<B>(connection, run, &parameters)?;
            process_batch::<B>(connection, &caller, run.job.job_id, &parameters, records.clone())
        });
        processed.map_err(|interrupted| match interrupted {
            Interrupted::Failed(problem) => refused(problem),
            other => other,
        })?;
    }
    if parameters.stage == Stage::Try { wait(run) } else { run.succeed_without_file() }
}

/// Lets a job that has tried its records wait for its owner.
pub(super) fn wait(run: &Run<'_>) -> Result<(), Interrupted> {
    run.batch(|connection| {
        diesel::update(job::table.find(run.job.job_id.0))
            .set((job::state.eq(JobState::Preview.as_str()), job::progress.eq(0)))
            .execute(connection)?;
        Ok(())
    })
}

/// Stores the stage that a job has reached.
pub(super) fn keep_stage(run: &Run<'_>, parameters: &Parameters) -> Result<(), Interrupted> {
    let stage = serde_json::to_string(parameters).map_err(Problem::internal)?;
    run.batch(|connection| {
        diesel::update(job::table.find(run.job.job_id.0)).set(job::parameters.eq(&stage)).execute(connection)?;
        Ok(())
    })
}

/// Returns the account that requested the action, with its current rights. Fails if its rights or its scope have
/// changed, since the request would now mean something else.
fn caller_now<B: Bulk>(
    connection: &mut DatabaseConnection,
    run: &Run<'_>,
    parameters: &Parameters,
) -> Result<Caller, Problem> {
    let needed = access::<B>(parameters.task.action());
    run.caller(connection)?
        .filter(|caller| caller.check(<B::Call as Endpoint>::INFO.access).is_ok())
        .filter(|caller| caller.check(needed).is_ok())
        .filter(|caller| caller.scope == parameters.scope && caller.scope.company_id() == run.job.company_id)
        .ok_or_else(|| Problem::new(ErrorCode::Forbidden))
}

pub(super) fn progress(connection: &mut DatabaseConnection, job_id: JobId) -> Result<i64, Problem> {
    Ok(job::table.find(job_id.0).select(job::progress).first(connection)?)
}

/// Collects the records of the job; starts over if an earlier attempt was interrupted.
fn find<B: Bulk>(run: &Run<'_>, caller: &Caller, task: &Task) -> Result<(), Interrupted> {
    run.batch(|connection| rows::clear(connection, run.job.job_id))?;
    let mut total = 0_i64;
    // A record may be named twice, and numbered pages may contain it twice if others write meanwhile.
    let mut seen = HashSet::new();
    let mut add = |mut notes: Vec<Note>| {
        notes.retain(|note| seen.insert(note.record_id));
        let first = total + 1;
        total += i64::try_from(notes.len()).map_err(Problem::internal)?;
        if total > MAX_RECORDS {
            return Err(Interrupted::Refused(TOO_MANY));
        }
        run.batch(|connection| {
            rows::add(connection, run.job.job_id, first, &notes)?;
            diesel::update(job::table.find(run.job.job_id.0)).set(job::total.eq(total)).execute(connection)?;
            Ok(())
        })
    };
    match task {
        Task::Change { of: Target::Named(ids), .. } | Task::Delete { of: Target::Named(ids) } => {
            add(ids.iter().map(|id| Note::of(id.0)).collect())
        }
        Task::Change { of: Target::Matching(filter), .. } | Task::Delete { of: Target::Matching(filter) } => {
            matching::<B>(run, caller, filter, add)
        }
        // Done by `import_undo`.
        Task::UndoImport { .. } => Err(Problem::internal("no bulk action undoes an import").into()),
        Task::Undo { job_id, .. } => {
            // In reverse order: a parent was deleted after its children.
            let mut line = i64::MAX;
            loop {
                let done = run.read(|connection| rows::before(connection, JobId(*job_id), line, CHUNK))?;
                let Some(last) = done.last() else { return Ok(()) };
                line = last.line;
                add(done
                    .into_iter()
                    .map(|processed| processed.note)
                    .filter(|note| note.revision_id.is_some())
                    .collect())?;
            }
        }
    }
}

fn matching<B: Bulk>(
    run: &Run<'_>,
    caller: &Caller,
    filter: &Json,
    mut add: impl FnMut(Vec<Note>) -> Result<(), Interrupted>,
) -> Result<(), Interrupted> {
    let filter = serde_json::from_value(filter.clone()).map_err(Problem::internal)?;
    let mut rows: Vec<<B::List as Exported>::Row> = Vec::new();
    for page in 0.. {
        let after = RowsAfter { last: rows.last(), page, most: CHUNK };
        let next = run.read(|connection| B::List::rows(connection, caller, &filter, after))?;
        if next.is_empty() {
            break;
        }
        add(next.iter().map(|row| Note::of(B::id(row))).collect())?;
        rows = next;
    }
    Ok(())
}

/// Processes some records in a transaction of the job and stores their outcomes; a dry run stores nothing else.
fn process_batch<B: Bulk>(
    connection: &mut DatabaseConnection,
    caller: &Caller,
    job_id: JobId,
    parameters: &Parameters,
    mut records: Vec<ProcessedRecord>,
) -> Result<(), Problem> {
    let is_trial = parameters.stage == Stage::Try;
    let each = |connection: &mut DatabaseConnection, records: &mut Vec<ProcessedRecord>| {
        records.iter_mut().try_for_each(|record| process::<B>(connection, caller, parameters, record))
    };
    let ids: Vec<i64> = records.iter().map(|record| record.note.record_id).collect();
    B::Records::lock(connection, &ids)?;
    if is_trial {
        db::dry_run(connection, |connection| each(connection, &mut records))?;
        for record in &mut records {
            (record.note.revision_id, record.note.version) = (None, None);
        }
    } else {
        each(connection, &mut records)?;
    }
    rows::keep(connection, job_id, &records)?;
    if let Task::Undo { job_id: of, .. } = &parameters.task {
        rows::subtract_restored(connection, JobId(*of), &records)?;
    }
    Ok(())
}

/// The result for one record: the outcome, the revision that undoes it, and the new version.
type Done = (BulkOutcome, Option<RevisionId>, Option<i64>);

fn process<B: Bulk>(
    connection: &mut DatabaseConnection,
    caller: &Caller,
    Parameters { stage, task, .. }: &Parameters,
    record: &mut ProcessedRecord,
) -> Result<(), Problem> {
    let note = &mut record.note;
    (note.error, note.fields) = (None, Vec::new());
    let id = note.record_id;
    // Later stages keep the name that the dry run has stored.
    if *stage == Stage::Try {
        note.name = B::Records::show(connection, caller, id).ok().map(|shown| B::name(&shown));
    }
    let (revision_id, version) = (note.revision_id, note.version);
    // Without a version a change applies to the current state, and is retried after a concurrent change. The undo of a
    // change expects the version that the change has left, and is not retried.
    let most_tries = if version.is_some() { 1 } else { mount::MAX_TRIES };
    let once = |connection: &mut DatabaseConnection| match task {
        Task::Change { changes, .. } => change::<B::Records>(connection, caller, id, changes),
        Task::Delete { .. } => {
            let removed = records::delete::<B::Records>(connection, caller, id)?;
            Ok((BulkOutcome::Deleted, removed.revision_id, None))
        }
        Task::Undo { .. } => {
            let past = past::find(connection, caller, revision_id.ok_or_else(Problem::not_found)?)?;
            let restored = undo::undo_revision::<B::Records>(connection, caller, &past, version)?;
            Ok((BulkOutcome::Restored, restored.revision_id, None))
        }
        Task::UndoImport { .. } => Err(Problem::internal("no bulk action undoes an import")),
    };
    let done = mount::retry_if_changed(most_tries, || db::nested(connection, once));
    match done {
        Ok((outcome, revision_id, version)) => {
            record.outcome = outcome;
            (note.revision_id, note.version) = (revision_id, version);
            let is_gone = outcome == BulkOutcome::Deleted && *stage == Stage::Do;
            if is_gone && <B::Records as Record>::IS_PERSONAL {
                note.name = None;
            }
            Ok(())
        }
        Err(problem) if is_refusal(&problem) => {
            record.outcome = BulkOutcome::Refused;
            note.error = Some(problem.code.number().into());
            note.fields = problem.fields;
            // A refused change cannot be undone later.
            (note.revision_id, note.version) = (None, None);
            Ok(())
        }
        Err(problem) => Err(problem),
    }
}

fn change<R: Rows>(
    connection: &mut DatabaseConnection,
    caller: &Caller,
    id: i64,
    changes: &Json,
) -> Result<Done, Problem> {
    let before = R::standing(connection, caller, id)?;
    let standing = serde_json::to_value(&before).map_err(Problem::internal)?;
    let form = decode::merged(standing, changes, R::Form::FORM)?;
    let revision_id = records::change::<R>(connection, caller, RevisionAction::Update, id, &before, form)?;
    if revision_id.is_none() {
        return Ok((BulkOutcome::Unchanged, None, None));
    }
    Ok((BulkOutcome::Changed, revision_id, version_of(&R::standing(connection, caller, id)?)?))
}

fn version_of<Form: serde::Serialize>(form: &Form) -> Result<Option<i64>, Problem> {
    let form = serde_json::to_value(form).map_err(Problem::internal)?;
    Ok(form.get(records::VERSION).and_then(Json::as_i64))
}

/// Returns whether the error concerns the record; other errors concern all of them.
pub(super) fn is_refusal(problem: &Problem) -> bool {
    !matches!(problem.code, ErrorCode::Internal | ErrorCode::Overloaded)
}
