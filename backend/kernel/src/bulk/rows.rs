//! The records of a bulk action, each with its outcome.

use crate::{
    db::{
        DatabaseConnection, Db,
        page::{self, Paging},
        schema::{job, job_row},
    },
    on_backend,
    problem::Problem,
};
use diesel::{ExpressionMethods, QueryDsl, RunQueryDsl};
use serde::{Deserialize, Serialize};
use uno_core::contract::{
    bulk::{BulkOutcome, BulkRow, BulkRowFilter, RecordId},
    jobs::JobId,
    page::Page,
    revisions::RevisionId,
    validation::Violation,
};

/// The data stored for a record besides its outcome.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Note {
    pub(super) record_id: i64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) name: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) error: Option<i64>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) fields: Vec<Violation>,
    /// The revision by which the change can be undone; in an undo job, the revision to undo.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) revision_id: Option<RevisionId>,
    /// The record's version after the action.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) version: Option<i64>,
    /// What an import has written, to be taken back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) written: Option<Written>,
}

/// What an import has written into a record.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Written {
    /// Name of the resource.
    pub resource: String,
    /// The record's version after the import.
    pub version: i64,
    /// The row with the form before the import; `None` if the import created the record.
    pub change_id: Option<i64>,
}

impl Note {
    /// Creates an empty note for a record.
    pub(super) const fn of(record_id: i64) -> Self {
        Self { record_id, name: None, error: None, fields: Vec::new(), revision_id: None, version: None, written: None }
    }
}

/// A record of a job.
#[derive(Clone, Debug)]
pub(super) struct ProcessedRecord {
    pub(super) line: i64,
    pub(super) outcome: BulkOutcome,
    pub(super) note: Note,
}

type Stored = (i64, String, Option<String>);

fn read((line, outcome, note): Stored) -> Result<ProcessedRecord, Problem> {
    let outcome = BulkOutcome::parse(&outcome).ok_or_else(|| Problem::internal("an unknown outcome"))?;
    let note = serde_json::from_str(&note.unwrap_or_default()).map_err(Problem::internal)?;
    Ok(ProcessedRecord { line, outcome, note })
}

type Rows = job_row::BoxedQuery<'static, Db>;

fn of_job(job_id: JobId) -> Rows {
    job_row::table.filter(job_row::job_id.eq(job_id.0)).into_boxed()
}

fn loaded(connection: &mut DatabaseConnection, rows: Rows) -> Result<Vec<ProcessedRecord>, Problem> {
    let rows = rows.select((job_row::line, job_row::outcome, job_row::problem)).load::<Stored>(connection)?;
    rows.into_iter().map(read).collect()
}

/// Loads the records after a line, in order.
pub(super) fn after(
    connection: &mut DatabaseConnection,
    job_id: JobId,
    line: i64,
    most: i64,
) -> Result<Vec<ProcessedRecord>, Problem> {
    loaded(connection, of_job(job_id).filter(job_row::line.gt(line)).order(job_row::line).limit(most))
}

/// Loads the records before a line, in reverse order.
pub(super) fn before(
    connection: &mut DatabaseConnection,
    job_id: JobId,
    line: i64,
    most: i64,
) -> Result<Vec<ProcessedRecord>, Problem> {
    loaded(connection, of_job(job_id).filter(job_row::line.lt(line)).order(job_row::line.desc()).limit(most))
}

/// Resets the outcomes of a job's records.
pub(super) fn begin(connection: &mut DatabaseConnection, job_id: JobId) -> Result<(), Problem> {
    diesel::update(job_row::table.filter(job_row::job_id.eq(job_id.0)))
        .set(job_row::outcome.eq(BulkOutcome::Waiting.as_str()))
        .execute(connection)?;
    diesel::update(job::table.find(job_id.0))
        .set((job::updated_rows.eq(0), job::changed_rows.eq(0), job::unchanged_rows.eq(0), job::rejected_rows.eq(0)))
        .execute(connection)?;
    Ok(())
}

/// Subtracts undone records from a job's count of changed ones.
pub(super) fn subtract_restored(
    connection: &mut DatabaseConnection,
    job_id: JobId,
    processed: &[ProcessedRecord],
) -> Result<(), Problem> {
    let restored = processed.iter().filter(|processed| processed.outcome == BulkOutcome::Restored).count();
    let restored = i64::try_from(restored).map_err(Problem::internal)?;
    diesel::update(job::table.find(job_id.0).filter(job::changed_rows.ge(restored)))
        .set(job::changed_rows.eq(job::changed_rows - restored))
        .execute(connection)?;
    Ok(())
}

/// Returns a page of the records, for the job's owner.
pub(super) fn page(
    connection: &mut DatabaseConnection,
    job_id: JobId,
    filter: &BulkRowFilter,
) -> Result<Page<BulkRow>, Problem> {
    let found = || {
        let outcomes: Vec<_> = filter.outcomes.iter().map(|outcome| outcome.as_str()).collect();
        if outcomes.is_empty() { of_job(job_id) } else { of_job(job_id).filter(job_row::outcome.eq_any(outcomes)) }
    };
    let rows = |connection: &mut DatabaseConnection, paging: Paging| {
        found()
            .order(job_row::line)
            .offset(paging.offset())
            .limit(paging.size)
            .select((job_row::line, job_row::outcome, job_row::problem))
            .load::<Stored>(connection)
    };
    let paging = Paging::of(filter.page, filter.page_size);
    let page = page::load(connection, paging, rows, |connection| found().count().get_result(connection))?;
    page.try_map(|row| {
        let ProcessedRecord { outcome, note, .. } = read(row)?;
        let Note { record_id, name, error, fields, .. } = note;
        Ok(BulkRow { record_id: RecordId(record_id), name, outcome, error, fields })
    })
}

/// Deletes the collected records of a job.
pub(super) fn clear(connection: &mut DatabaseConnection, job_id: JobId) -> Result<(), Problem> {
    diesel::delete(job_row::table.filter(job_row::job_id.eq(job_id.0))).execute(connection)?;
    Ok(())
}

/// Adds records to a job; `line` is the line of the first.
pub(super) fn add(
    connection: &mut DatabaseConnection,
    job_id: JobId,
    line: i64,
    notes: &[Note],
) -> Result<(), Problem> {
    let rows = (line..).zip(notes).map(|(line, note)| {
        let note = serde_json::to_string(note).map_err(Problem::internal)?;
        let outcome = BulkOutcome::Waiting.as_str();
        Ok((
            job_row::job_id.eq(job_id.0),
            job_row::line.eq(line),
            job_row::outcome.eq(outcome),
            job_row::problem.eq(note),
        ))
    });
    let rows: Vec<_> = rows.collect::<Result<_, Problem>>()?;
    on_backend!(connection, |connection| diesel::insert_into(job_row::table).values(rows).execute(connection))?;
    Ok(())
}

/// Stores the outcomes of records, and updates the job's progress.
pub(super) fn keep(
    connection: &mut DatabaseConnection,
    job_id: JobId,
    processed: &[ProcessedRecord],
) -> Result<(), Problem> {
    let (mut done, mut unchanged, mut refused, mut to_put_back) = (0_i64, 0_i64, 0_i64, 0_i64);
    for ProcessedRecord { line, outcome, note } in processed {
        *match outcome {
            BulkOutcome::Refused => &mut refused,
            BulkOutcome::Unchanged | BulkOutcome::Waiting => &mut unchanged,
            _ => &mut done,
        } += 1;
        to_put_back += i64::from(note.revision_id.is_some() && *outcome != BulkOutcome::Restored);
        let note = serde_json::to_string(note).map_err(Problem::internal)?;
        diesel::update(job_row::table.find((job_id.0, line)))
            .set((job_row::outcome.eq(outcome.as_str()), job_row::problem.eq(note)))
            .execute(connection)?;
    }
    let last = processed.last().map_or(0, |processed| processed.line);
    diesel::update(job::table.find(job_id.0))
        .set((
            job::progress.eq(last),
            job::updated_rows.eq(job::updated_rows + done),
            job::changed_rows.eq(job::changed_rows + to_put_back),
            job::unchanged_rows.eq(job::unchanged_rows + unchanged),
            job::rejected_rows.eq(job::rejected_rows + refused),
        ))
        .execute(connection)?;
    Ok(())
}
