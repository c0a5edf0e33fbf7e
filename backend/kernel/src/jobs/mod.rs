//! Background jobs: claimed from the database with a lease, so that any instance can run them and a crash loses
//! nothing.
//!
//! An instance runs one job at a time, on a separate thread. A job works in batches; each batch is a transaction
//! that renews the lease and fails if the lease is lost. So a job that is cancelled or taken over stops before its
//! next batch, and two instances never both write.

mod cleaning;
mod handlers;
mod lease;
mod runner;
pub mod store;

#[cfg(test)]
pub(crate) use cleaning::BEFORE_DOING;
pub use cleaning::{clean, delete_input, withdraw};
pub use handlers::mount;
pub use lease::{Claimed, LEASE_MILLISECONDS, MAX_ATTEMPTS, claim, expire_leases};
pub use runner::{CatchUp, Handle, Texts, Work, Works, catch_up, run_next, start};

use crate::{
    access::caller::{self, Caller},
    alerts, clock,
    db::{Database, DatabaseConnection, schema::job},
    problem::Problem,
};
use diesel::{ExpressionMethods, QueryDsl, RunQueryDsl};
use std::{cell::RefCell, time::Duration};
use uno_core::contract::{alerts::AlertKind, error::ErrorCode, jobs::JobState, terms::Language};

/// Number of attempts for a batch that collides with a concurrent write.
const TRIES: u32 = 4;
const BETWEEN_TRIES: Duration = Duration::from_millis(50);

/// The reason why a job is interrupted.
#[derive(Debug)]
pub enum Interrupted {
    /// It was cancelled, or another runner has claimed it.
    LeaseLost,
    /// The server shuts down; the job continues after the next start.
    Stopped,
    /// It can never succeed. The code selects the text `job.failure.…` of the catalogues, shown to its owner.
    Refused(&'static str),
    /// An internal error.
    Failed(Problem),
}

impl From<Problem> for Interrupted {
    fn from(problem: Problem) -> Self {
        Self::Failed(problem)
    }
}

impl From<std::io::Error> for Interrupted {
    fn from(error: std::io::Error) -> Self {
        Self::Failed(error.into())
    }
}

/// A claimed job with its resources.
pub struct Run<'a> {
    /// The claimed job.
    pub job: Claimed,
    database: &'a Database,
    reader: RefCell<DatabaseConnection>,
    stopping: &'a (dyn Fn() -> bool + Sync),
    texts: Option<Texts>,
}

impl<'a> Run<'a> {
    /// Prepares a claimed job. `stopping` returns whether the server is shutting down.
    ///
    /// # Errors
    /// Returns an error if the database cannot be reached.
    pub fn new(database: &'a Database, job: Claimed, stopping: &'a (dyn Fn() -> bool + Sync)) -> Result<Self, Problem> {
        // A separate connection: a job scans whole tables, while the pool serves requests.
        let reader = database.connect()?;
        Ok(Self { job, database, reader: RefCell::new(reader), stopping, texts: None })
    }

    /// Adds the console's texts.
    #[must_use]
    pub fn with_texts(self, texts: Texts) -> Self {
        Self { texts: Some(texts), ..self }
    }

    /// Returns the console's catalogue of a language.
    ///
    /// # Errors
    /// Returns an error if the job has no texts.
    pub fn catalogue(&self, language: Language) -> Result<&'static str, Problem> {
        self.texts.map(|texts| texts(language)).ok_or_else(|| Problem::internal("a job without texts"))
    }

    /// Returns the console's texts, unless the job has none.
    #[must_use]
    pub const fn texts(&self) -> Option<Texts> {
        self.texts
    }

    /// Returns the current caller of an account, with its current rights and with the seal of past states; `None` if
    /// the account is disabled.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub fn caller(&self, connection: &mut DatabaseConnection) -> Result<Option<Caller>, Problem> {
        let caller = caller::of_account(connection, self.job.account_id)?;
        Ok(caller.map(|caller| caller.with_past_seal(self.database.past_seal())))
    }

    /// Reads with the job's own connection.
    ///
    /// # Errors
    /// Returns the error of `work`.
    pub fn read<T>(&self, work: impl FnOnce(&mut DatabaseConnection) -> Result<T, Problem>) -> Result<T, Problem> {
        work(&mut self.reader.borrow_mut())
    }

    /// Runs one batch of the job in a transaction that renews the lease. A batch that collides with a concurrent
    /// write is retried from its start.
    ///
    /// # Errors
    /// Returns the reason why the batch was not written; none of its changes remain.
    pub fn batch<T>(
        &self,
        mut work: impl FnMut(&mut DatabaseConnection) -> Result<T, Problem>,
    ) -> Result<T, Interrupted> {
        let mut tries = 0;
        loop {
            if (self.stopping)() {
                return Err(Interrupted::Stopped);
            }
            let mut lost = false;
            let done = self.database.write_blocking(|connection| {
                if !lease::hold(connection, &self.job)? {
                    lost = true;
                    return Err(Problem::new(ErrorCode::JobState));
                }
                work(connection)
            });
            tries += 1;
            match done {
                Ok(value) => return Ok(value),
                Err(_) if lost => return Err(Interrupted::LeaseLost),
                Err(problem) if tries < TRIES && collides(&problem) => std::thread::sleep(BETWEEN_TRIES * tries),
                Err(problem) => return Err(Interrupted::Failed(problem)),
            }
        }
    }

    /// Renews the lease between long reads.
    ///
    /// # Errors
    /// Returns an error if the job must not continue.
    pub fn hold(&self) -> Result<(), Interrupted> {
        self.batch(|_| Ok(()))
    }

    /// Runs the last batch: `work` stores the file, and the job is marked as succeeded in the same transaction.
    ///
    /// # Errors
    /// Returns the reason why the batch was not written.
    pub fn succeed(
        &self,
        mut work: impl FnMut(&mut DatabaseConnection) -> Result<(), Problem>,
    ) -> Result<(), Interrupted> {
        self.end(true, |connection| work(connection))
    }

    /// Ends a job that has no file.
    ///
    /// # Errors
    /// Returns the reason why the batch was not written.
    pub fn succeed_without_file(&self) -> Result<(), Interrupted> {
        self.end(false, |_| Ok(()))
    }

    fn end(
        &self,
        has_file: bool,
        mut work: impl FnMut(&mut DatabaseConnection) -> Result<(), Problem>,
    ) -> Result<(), Interrupted> {
        self.batch(|connection| {
            cleaning::delete_input(connection, self.job.job_id)?;
            work(connection)?;
            alerts::of_job(connection, self.job.job_id.0, AlertKind::JobDone)?;
            diesel::update(job::table.find(self.job.job_id.0))
                .set((
                    job::state.eq(JobState::Succeeded.as_str()),
                    job::has_file.eq(has_file),
                    job::finished_at.eq(clock::now().0),
                ))
                .execute(connection)?;
            Ok(())
        })
    }
}

/// Returns whether a concurrent write is the cause, so that a retry helps. After a lost connection the batch may have
/// been committed: only another attempt knows, which begins with the progress that is stored.
fn collides(problem: &Problem) -> bool {
    problem.outage.is_none() && matches!(problem.code, ErrorCode::Changed | ErrorCode::Taken | ErrorCode::Overloaded)
}
