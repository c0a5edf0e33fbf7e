//! The export of any kind: the filtered measurements of the account's scope as a spreadsheet. A kind says
//! which columns it has.

use crate::{kind::Kind, store};
use diesel::{ExpressionMethods, QueryDsl, RunQueryDsl};
use kernel::{
    access::{
        caller::{self, Caller},
        scope::Scope,
    },
    db::{DatabaseConnection, schema::job},
    jobs::{Interrupted, Run, store as jobs},
    problem::Problem,
    reports::sheet::{self, Cell, Column, Spreadsheet},
};
use serde::{Serialize, de::DeserializeOwned};
use uno_core::contract::{
    Access,
    jobs::{Job, JobKind},
};

/// Rows that are read at once.
const CHUNK: i64 = 2_000;

/// A kind that can be exported.
pub trait Exported: Kind<Filter: Serialize + DeserializeOwned> {
    /// The job that does it.
    const JOB: JobKind;
    /// Who may have it.
    const ACCESS: Access;
    /// Name of the file, without day and ending.
    const FILE: &'static str;
    /// Name of the sheet.
    const SHEET: &'static str;
    /// What the sheet tells; of the personal data, name and member number.
    const COLUMNS: &'static [Column];

    /// Calls `write` with the cells of a measurement, one for each column.
    ///
    /// # Errors
    /// What `write` answers.
    fn cells(
        measurement: &Self::Measurement,
        write: impl FnOnce(&[Cell<'_>]) -> Result<(), Problem>,
    ) -> Result<(), Problem>;
}

/// Queues an export of what a filter finds.
///
/// # Errors
/// When the database fails.
pub fn queue<K: Exported>(
    connection: &mut DatabaseConnection,
    caller: &Caller,
    filter: &K::Filter,
) -> Result<Job, Problem> {
    let new = jobs::NewJob {
        kind: K::JOB,
        company_id: caller.scope.company_id(),
        file_name: format!("{}-{}.xlsx", K::FILE, kernel::clock::today()),
        parameters: serde_json::to_string(filter).map_err(Problem::internal)?,
        total: 0,
    };
    jobs::queue(connection, caller, &new)
}

/// Runs an export from its beginning: what an earlier attempt has written is gone with it.
///
/// # Errors
/// Why the job does not go on.
pub fn run<K: Exported>(run: &Run<'_>) -> Result<(), Interrupted> {
    let filter: K::Filter = serde_json::from_str(&run.job.parameters).map_err(Problem::internal)?;
    let scope = scope::<K>(run)?;
    let total = run.read(|connection| store::export_total::<K>(connection, scope, &filter))?;
    progress(run, 0, total)?;
    let mut spreadsheet = Spreadsheet::new(K::SHEET, K::COLUMNS)?;
    let mut after = None;
    let mut written = 0_i64;
    loop {
        let rows = run.read(|connection| store::export_chunk::<K>(connection, scope, &filter, after, CHUNK))?;
        let Some(last) = rows.last() else { break };
        after = Some(K::place(last));
        for row in &rows {
            K::cells(row, |cells| spreadsheet.write(cells))?;
        }
        written += i64::try_from(rows.len()).map_err(Problem::internal)?;
        progress(run, written, total.max(written))?;
    }
    let file = spreadsheet.finish()?;
    run.succeed(|connection| {
        // Whose rows the file has decides who may have the file.
        diesel::update(job::table.find(run.job.job_id.0))
            .set((job::total.eq(written), job::company_id.eq(scope.company_id())))
            .execute(connection)?;
        sheet::keep(connection, run.job.job_id, &file)
    })
}

/// What the account reaches now, which may be less than when it asked.
fn scope<K: Exported>(run: &Run<'_>) -> Result<Scope, Interrupted> {
    let caller = run.read(|connection| caller::of_account(connection, run.job.account_id))?;
    caller
        .filter(|caller| caller.check(K::ACCESS).is_ok())
        .map(|caller| caller.scope)
        .ok_or(Interrupted::Refused("forbidden"))
}

fn progress(run: &Run<'_>, written: i64, total: i64) -> Result<(), Interrupted> {
    run.batch(|connection| {
        diesel::update(job::table.find(run.job.job_id.0))
            .set((job::progress.eq(written), job::total.eq(total)))
            .execute(connection)?;
        Ok(())
    })
}
