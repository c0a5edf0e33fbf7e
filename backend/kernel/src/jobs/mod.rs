//! Running jobs: claimed from the database with a lease, so that any instance may run them and one
//! that dies loses nothing.
//!
//! One job at a time per instance, on a thread of its own. A job works in batches; each batch is one
//! transaction that renews the lease and fails when the lease is no longer this runner's. So a job
//! that is cancelled or taken over stops before its next batch, and two instances never both write.

mod cleaning;
mod handlers;
mod lease;
mod runner;
pub mod store;

#[cfg(test)]
pub(crate) use cleaning::BEFORE_DOING;
pub use cleaning::{clean, forget_input, withdraw};
pub use handlers::mount;
pub use lease::{Claimed, LEASE_MILLISECONDS, MAX_ATTEMPTS, claim, take_over};
pub use runner::{Handle, Texts, Work, Works, run_next, start};

use crate::{
    alerts, clock,
    db::{Database, DatabaseConnection, schema::job},
    problem::Problem,
};
use diesel::{ExpressionMethods, QueryDsl, RunQueryDsl};
use std::{cell::RefCell, time::Duration};
use uno_core::contract::{alerts::AlertKind, error::ErrorCode, jobs::JobState, terms::Language};

/// How often a batch is tried that collides with what somebody else writes at the same time.
const TRIES: u32 = 4;
const BETWEEN_TRIES: Duration = Duration::from_millis(50);

/// Why a job does not go on.
#[derive(Debug)]
pub enum Interrupted {
    /// It was cancelled, or another runner has it.
    LeaseLost,
    /// The server is to stop; the work goes on after the next start.
    Stopped,
    /// It can never be done, for a reason that its owner may read: a code of the catalogues.
    Refused(&'static str),
    /// Something failed inside.
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

/// A job that this runner has claimed, and what it needs for its work.
pub struct Run<'a> {
    /// The job.
    pub job: Claimed,
    database: &'a Database,
    reader: RefCell<DatabaseConnection>,
    stopping: &'a (dyn Fn() -> bool + Sync),
    texts: Option<Texts>,
}

impl<'a> Run<'a> {
    /// The work on a job that has been claimed. `stopping` tells whether the server is to stop.
    ///
    /// # Errors
    /// When the database cannot be reached.
    pub fn new(database: &'a Database, job: Claimed, stopping: &'a (dyn Fn() -> bool + Sync)) -> Result<Self, Problem> {
        // Its own connection: a job walks over whole tables, and readers of the pool serve people.
        let reader = database.connect()?;
        Ok(Self { job, database, reader: RefCell::new(reader), stopping, texts: None })
    }

    /// With the texts of the console.
    #[must_use]
    pub fn with_texts(self, texts: Texts) -> Self {
        Self { texts: Some(texts), ..self }
    }

    /// The texts of the console in a language, as their catalogue has them.
    ///
    /// # Errors
    /// When the work was begun without.
    pub fn catalogue(&self, language: Language) -> Result<&'static str, Problem> {
        self.texts.map(|texts| texts(language)).ok_or_else(|| Problem::internal("a job without texts"))
    }

    /// The texts of the console in any language, unless the work was begun without.
    #[must_use]
    pub const fn texts(&self) -> Option<Texts> {
        self.texts
    }

    /// Reads on the job's own connection.
    ///
    /// # Errors
    /// What `work` answers.
    pub fn read<T>(&self, work: impl FnOnce(&mut DatabaseConnection) -> Result<T, Problem>) -> Result<T, Problem> {
        work(&mut self.reader.borrow_mut())
    }

    /// Runs one batch of the job in a transaction that holds the lease. A batch that collides with
    /// what somebody else writes is tried again from its beginning.
    ///
    /// # Errors
    /// Why the batch was not written; nothing of it remains then.
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

    /// Renews the lease between long readings.
    ///
    /// # Errors
    /// When the job is not to go on.
    pub fn hold(&self) -> Result<(), Interrupted> {
        self.batch(|_| Ok(()))
    }

    /// The last batch: `work` keeps the file, and the job has succeeded in the same transaction.
    ///
    /// # Errors
    /// Why the batch was not written.
    pub fn succeed(
        &self,
        mut work: impl FnMut(&mut DatabaseConnection) -> Result<(), Problem>,
    ) -> Result<(), Interrupted> {
        self.end(true, |connection| work(connection))
    }

    /// The last batch of a job that leaves no file.
    ///
    /// # Errors
    /// Why the batch was not written.
    pub fn succeed_without_file(&self) -> Result<(), Interrupted> {
        self.end(false, |_| Ok(()))
    }

    fn end(
        &self,
        has_file: bool,
        mut work: impl FnMut(&mut DatabaseConnection) -> Result<(), Problem>,
    ) -> Result<(), Interrupted> {
        self.batch(|connection| {
            cleaning::forget_input(connection, self.job.job_id)?;
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

/// Whether somebody else's writing is the cause, so that trying again helps.
fn collides(problem: &Problem) -> bool {
    matches!(problem.code, ErrorCode::Changed | ErrorCode::Taken | ErrorCode::Overloaded)
}
