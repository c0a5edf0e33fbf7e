//! The report of an import: every row of the file with its outcome, stored with each batch.

use diesel::{ExpressionMethods, OptionalExtension, QueryDsl, RunQueryDsl, dsl::exists};
use kernel::{
    db::{
        Database, DatabaseConnection,
        schema::{job, job_row},
    },
    jobs::{Claimed, Interrupted, Run},
    on_backend,
    problem::Problem,
    reports::{
        sheet::{self, Cell, Column, Spreadsheet},
        words,
    },
};
use serde::{Deserialize, Serialize};
use std::fs::File;
use uno_core::contract::{
    imports::RowProblem,
    jobs::{JobId, JobKind, JobState, RowCounts},
};

const COLUMNS: [Column; 6] = [
    Column { title: "행", width: 8.0 },
    Column { title: "회원번호", width: 20.0 },
    Column { title: "결과", width: 10.0 },
    Column { title: "항목", width: 14.0 },
    Column { title: "이유", width: 60.0 },
    Column { title: "코드", width: 30.0 },
];
/// Number of rows read at once.
const CHUNK: i64 = 2_000;

/// The data stored about a row for the report.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RowNote {
    /// Member number as in the file.
    pub member_no: String,
    /// Why the row was refused.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub reasons: Vec<RowProblem>,
    /// Which of a known member's name, birth date and sex the row has changed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub changed: Vec<String>,
}

/// The outcome of a row; of several, the greatest in this order counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Outcome {
    /// The data was already there.
    Unchanged,
    /// A record was updated.
    Updated,
    /// A record was created.
    Created,
    /// The identifying data of a known member was changed.
    Changed,
    /// The row was refused.
    Rejected,
}

impl Outcome {
    const fn as_str(self) -> &'static str {
        match self {
            Self::Unchanged => "UNCHANGED",
            Self::Updated => "UPDATED",
            Self::Created => "CREATED",
            Self::Changed => "CHANGED",
            Self::Rejected => "REJECTED",
        }
    }
}

/// Stores the outcomes of a batch of rows by line number, and updates the job's progress.
///
/// # Errors
/// Returns an error if the database fails.
pub fn store_outcomes(
    connection: &mut DatabaseConnection,
    claimed: &Claimed,
    rows: &[(i64, Outcome, RowNote)],
) -> Result<(), Problem> {
    let mut counts = RowCounts::default();
    let mut notes = Vec::with_capacity(rows.len());
    for (line, outcome, note) in rows {
        *match outcome {
            Outcome::Unchanged => &mut counts.unchanged,
            Outcome::Updated => &mut counts.updated,
            Outcome::Created => &mut counts.created,
            Outcome::Changed => &mut counts.changed,
            Outcome::Rejected => &mut counts.rejected,
        } += 1;
        notes.push((
            job_row::job_id.eq(claimed.job_id.0),
            job_row::line.eq(*line),
            job_row::outcome.eq(outcome.as_str()),
            job_row::problem.eq(serde_json::to_string(note).map_err(Problem::internal)?),
        ));
    }
    on_backend!(connection, |connection| diesel::insert_into(job_row::table).values(notes).execute(connection))?;
    let processed = i64::try_from(rows.len()).map_err(Problem::internal)?;
    diesel::update(job::table.find(claimed.job_id.0))
        .set((
            job::progress.eq(job::progress + processed),
            job::created_rows.eq(job::created_rows + counts.created),
            job::updated_rows.eq(job::updated_rows + counts.updated),
            job::changed_rows.eq(job::changed_rows + counts.changed),
            job::unchanged_rows.eq(job::unchanged_rows + counts.unchanged),
            job::rejected_rows.eq(job::rejected_rows + counts.rejected),
        ))
        .execute(connection)?;
    Ok(())
}

/// Writes the report to a temporary file.
///
/// # Errors
/// Returns an error if the job must not continue or the file cannot be written.
pub fn write(run: &Run<'_>) -> Result<File, Interrupted> {
    of_rows(|last| {
        run.hold()?;
        Ok(run.read(|connection| rows_after(connection, run.job.job_id, last))?)
    })
}

/// Writes the missing report of a cancelled or failed import about the rows processed so far; returns whether there
/// was one.
///
/// # Errors
/// Returns an error if the database fails or the file cannot be written.
pub fn catch_up(database: &Database) -> Result<bool, Problem> {
    let Some(job_id) = database.read_blocking(without_report)? else { return Ok(false) };
    let file = of_rows(|last| database.read_blocking(|connection| rows_after(connection, job_id, last)))?;
    database.write_blocking(|connection| {
        // Another instance may have been faster.
        let lacking = job::table.find(job_id.0).filter(job::has_file.eq(false));
        if diesel::update(lacking).set(job::has_file.eq(true)).execute(connection)? == 1 {
            sheet::keep(connection, job_id, &file)?;
        }
        Ok(())
    })?;
    Ok(true)
}

fn without_report(connection: &mut DatabaseConnection) -> Result<Option<JobId>, Problem> {
    let rows = job_row::table.filter(job_row::job_id.eq(job::job_id));
    let found = job::table
        .filter(job::kind.eq_any([JobKind::MemberImport, JobKind::MeasurementImport].map(JobKind::as_str)))
        .filter(job::state.eq_any([JobState::Cancelled, JobState::Failed].map(JobState::as_str)))
        .filter(job::has_file.eq(false))
        .filter(exists(rows))
        .order(job::job_id)
        .select(job::job_id)
        .first(connection)
        .optional()?;
    Ok(found.map(JobId))
}

type RowWritten = (i64, String, Option<String>);

fn rows_after(connection: &mut DatabaseConnection, job_id: JobId, last: i64) -> Result<Vec<RowWritten>, Problem> {
    Ok(job_row::table
        .filter(job_row::job_id.eq(job_id.0))
        .filter(job_row::line.gt(last))
        .order(job_row::line)
        .limit(CHUNK)
        .select((job_row::line, job_row::outcome, job_row::problem))
        .load(connection)?)
}

fn of_rows<E: From<Problem>>(mut rows_after: impl FnMut(i64) -> Result<Vec<RowWritten>, E>) -> Result<File, E> {
    let mut spreadsheet = Spreadsheet::new("등록 결과", &COLUMNS)?;
    let mut last = 0_i64;
    loop {
        let rows = rows_after(last)?;
        let Some((line, ..)) = rows.last() else { break };
        last = *line;
        for (line, outcome, note) in &rows {
            let note = match note {
                Some(note) => serde_json::from_str::<RowNote>(note).map_err(Problem::internal)?,
                None => RowNote::default(),
            };
            write_row(&mut spreadsheet, *line, outcome, &note)?;
        }
    }
    spreadsheet.finish().map_err(E::from)
}

fn write_row(spreadsheet: &mut Spreadsheet<'_>, line: i64, outcome: &str, note: &RowNote) -> Result<(), Problem> {
    let outcome = match outcome {
        "CREATED" => "신규",
        "UPDATED" => "변경",
        "CHANGED" => "회원 정보 변경",
        "UNCHANGED" => "그대로",
        _ => "제외",
    };
    let paths = note.reasons.iter().map(|reason| &reason.violation.path).chain(&note.changed);
    let fields: Vec<&str> = paths.map(|path| words::column(path)).collect();
    let codes: Vec<&str> = note.reasons.iter().map(|reason| reason.violation.code.as_str()).collect();
    let reasons: Vec<String> = note
        .reasons
        .iter()
        .map(|reason| match &reason.value {
            Some(value) => format!("{} ({value})", words::reason(&reason.violation)),
            None => words::reason(&reason.violation),
        })
        .collect();
    let text = |parts: String| (!parts.is_empty()).then_some(parts);
    let (fields, codes, reasons) = (text(fields.join(", ")), text(codes.join(", ")), text(reasons.join(" ")));
    spreadsheet.write(&[
        Cell::Whole(line),
        Cell::Text(&note.member_no),
        Cell::Text(outcome),
        fields.as_deref().into(),
        reasons.as_deref().into(),
        codes.as_deref().into(),
    ])
}
