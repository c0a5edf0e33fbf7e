//! Handlers of bulk actions.

use super::{Bulk, Parameters, Stage, Target, Task, access, import_undo, rows};
use crate::{
    access::caller::Caller,
    auth::accounts,
    db::{DatabaseConnection, page::Paging, schema::job},
    exports::Exported,
    http::{
        decode,
        mount::{Api, Input},
    },
    jobs::store as jobs,
    problem::Problem,
};
use diesel::{ExpressionMethods, QueryDsl, RunQueryDsl};
use std::sync::Arc;
use uno_core::contract::{
    Endpoint,
    bulk::{BulkAction, BulkSelection, ListBulkRows, StartBulk, UndoBulk},
    error::ErrorCode,
    jobs::{Job, JobId, JobKind, JobState},
};

/// Maximum number of waiting dry runs of each kind per account.
const MAX_WAITING: i64 = 5;

/// Mounts the bulk endpoint of a list.
pub fn mount<B: Bulk>(api: &mut Api) {
    api.on_change::<B::Call>(ask::<B>);
}

/// Mounts the endpoints common to all bulk actions.
pub fn mount_rest(api: &mut Api) {
    api.read::<ListBulkRows>(|connection, caller, sent| {
        let job = jobs::get(connection, caller, sent.path.job_id)?;
        if is_bulk(job.kind) {
            return rows::page(connection, job.job_id, &sent.query);
        }
        Ok(Paging::of(sent.query.page, sent.query.page_size).answer(Vec::new(), (0, true)))
    });
    api.on_change::<StartBulk>(start);
    api.on_change::<UndoBulk>(undo);
}

const fn is_bulk(kind: JobKind) -> bool {
    matches!(kind, JobKind::BulkChange | JobKind::BulkDelete | JobKind::BulkUndo | JobKind::ImportUndo)
}

/// Returns a caller's bulk action.
fn of_caller(connection: &mut DatabaseConnection, caller: &Caller, job_id: JobId) -> Result<Job, Problem> {
    let job = jobs::get(connection, caller, job_id)?;
    if is_bulk(job.kind) { Ok(job) } else { Err(Problem::new(ErrorCode::JobState)) }
}

async fn ask<B: Bulk>(input: Input<B::Call>) -> Result<Job, Problem> {
    let caller = input.caller()?;
    let reader = input.reader(&caller);
    let (state, filter, body, made) = (input.state, input.query, input.body, input.change);
    let action = body.request.action;
    caller.check(access::<B>(action))?;
    B::List::screens(&caller, &filter)?;
    let has_changes = body.changes.as_object().is_some_and(|fields| !fields.is_empty());
    match action {
        BulkAction::Change if !has_changes => return Err(Problem::invalid_field(decode::CHANGES, "required")),
        BulkAction::Delete if has_changes => return Err(Problem::invalid_field(decode::CHANGES, "notAllowed")),
        _ => {}
    }
    let is_matching = body.request.selection == BulkSelection::Matching;
    let admitted = (state.clone(), filter.clone());
    let title = B::List::title(&filter);
    let asked = serde_json::to_value(&filter).map_err(Problem::internal)?;
    let of = if is_matching { Target::Matching(asked) } else { Target::Named(body.request.record_ids) };
    let (kind, task) = match action {
        BulkAction::Change => (JobKind::BulkChange, Task::Change { of, changes: body.changes }),
        BulkAction::Delete => (JobKind::BulkDelete, Task::Delete { of }),
    };
    let parameters = Parameters { stage: Stage::Find, task, scope: caller.scope };
    let parameters = serde_json::to_string(&parameters).map_err(Problem::internal)?;
    if is_matching {
        // A search by personal data is counted and logged, whatever is done to the records found.
        let checking = (Arc::clone(&caller), filter);
        state.database.read(move |connection| B::List::check(connection, &checking.0, &checking.1)).await?;
        state.database.write(move |connection| B::List::admit(connection, &admitted.0, &reader, &admitted.1)).await?;
    }
    let job = made
        .write(move |connection| {
            let new = jobs::NewJob {
                kind,
                call: Some(<B::Call as Endpoint>::INFO.name),
                list: Some(title),
                access_log_id: None,
                company_id: caller.scope.company_id(),
                file_name: String::new(),
                parameters,
                total: 0,
            };
            jobs::keep_newest_previews(connection, caller.account_id, kind, MAX_WAITING)?;
            jobs::queue(connection, &caller, &new)
        })
        .await?;
    state.job_added.notify_one();
    Ok(job)
}

async fn start(input: Input<StartBulk>) -> Result<Job, Problem> {
    let (caller, job_id) = (input.caller()?, input.path.job_id);
    let work = move |connection: &mut DatabaseConnection| {
        of_caller(connection, &caller, job_id)?;
        let mut parameters: Parameters =
            serde_json::from_str(&jobs::parameters(connection, &caller, job_id)?).map_err(Problem::internal)?;
        parameters.stage = Stage::Do;
        let parameters = serde_json::to_string(&parameters).map_err(Problem::internal)?;
        jobs::check_open(connection, &caller)?;
        jobs::start(connection, &caller, job_id, &parameters)?;
        rows::begin(connection, job_id)?;
        jobs::get(connection, &caller, job_id)
    };
    let job = input.change.write(work).await?;
    input.state.job_added.notify_one();
    Ok(job)
}

/// Returns the undo of a job that is queued or running.
fn open_undo(connection: &mut DatabaseConnection, caller: &Caller, of: JobId) -> Result<Option<JobId>, Problem> {
    let open = job::table
        .filter(job::account_id.eq(caller.account_id))
        .filter(job::kind.eq(JobKind::BulkUndo.as_str()))
        .filter(job::state.eq_any([JobState::Queued.as_str(), JobState::Running.as_str()]))
        .order(job::job_id)
        .select((job::job_id, job::parameters));
    for (id, parameters) in open.load::<(i64, String)>(connection)? {
        let parameters: Parameters = serde_json::from_str(&parameters).map_err(Problem::internal)?;
        if matches!(parameters.task, Task::Undo { job_id, .. } if job_id == of.0) {
            return Ok(Some(JobId(id)));
        }
    }
    Ok(None)
}

async fn undo(input: Input<UndoBulk>) -> Result<Job, Problem> {
    let (caller, job_id) = (input.caller()?, input.path.job_id);
    let work = move |connection: &mut DatabaseConnection| {
        // Repeated requests take turns, and all are answered with the undo that the first has begun.
        accounts::hold(connection, caller.account_id)?;
        let done = jobs::get(connection, &caller, job_id)?;
        if matches!(done.kind, JobKind::MemberImport | JobKind::MeasurementImport) {
            return match done.undone_by {
                Some(begun) => jobs::get(connection, &caller, begun),
                None => import_undo::ask(connection, &caller, &done),
            };
        }
        let done = of_caller(connection, &caller, job_id)?;
        if let Some(begun) = open_undo(connection, &caller, job_id)? {
            return jobs::get(connection, &caller, begun);
        }
        let action = match done.kind {
            JobKind::BulkChange => BulkAction::Change,
            JobKind::BulkDelete => BulkAction::Delete,
            _ => return Err(Problem::new(ErrorCode::JobState)),
        };
        let is_over = matches!(done.state, JobState::Succeeded | JobState::Cancelled | JobState::Failed);
        if !is_over || done.counts.changed == 0 {
            return Err(Problem::new(ErrorCode::JobState));
        }
        let (call, list): (Option<String>, Option<String>) =
            job::table.find(job_id.0).select((job::call, job::list)).first(connection)?;
        let task = Task::Undo { job_id: job_id.0, action };
        let parameters = Parameters { stage: Stage::Find, task, scope: caller.scope };
        let new = jobs::NewJob {
            kind: JobKind::BulkUndo,
            call: call.as_deref(),
            list: list.as_deref(),
            access_log_id: None,
            company_id: caller.scope.company_id(),
            file_name: String::new(),
            parameters: serde_json::to_string(&parameters).map_err(Problem::internal)?,
            total: 0,
        };
        let job = jobs::queue(connection, &caller, &new)?;
        jobs::set_undoing(connection, job.job_id, done.job_id)?;
        Ok(job)
    };
    let job = input.change.write(work).await?;
    input.state.job_added.notify_one();
    Ok(job)
}
