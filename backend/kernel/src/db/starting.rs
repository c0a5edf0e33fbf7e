//! Preparing a database for its first use, or for a new version: one process does it, the others wait.

use super::{Backend, Database, connections, migrations};
use crate::{private_files, problem::Problem};
use diesel::connection::SimpleConnection as _;
use std::{fs::File, path::PathBuf};

/// Waits for the process that prepares the database, however long it takes. The lock ends with the transaction, and
/// with the process.
const TAKE_TURNS: &str = "BEGIN; SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0; \
     SET LOCAL idle_in_transaction_session_timeout = 0; SELECT pg_advisory_xact_lock(7165019)";

impl Database {
    /// Runs what must not be done by several processes at once: migrations, the first data, the first administrator.
    /// The others wait for their turn, and find it done.
    ///
    /// # Errors
    /// Returns the error of `work`, or an error that names the setting if the database accepts no writes.
    pub fn alone<T>(&self, work: impl FnOnce() -> Result<T, Problem>) -> Result<T, Problem> {
        if self.backend() == Backend::Sqlite {
            // Not the database itself: closing it again would release SQLite's own locks on it.
            let path = PathBuf::from(format!("{}.start-lock", self.target()));
            private_files::own(&path)?;
            let file = File::open(&path)?;
            file.lock()?;
            return work();
        }
        let mut turn = self.connect()?;
        if connections::is_read_only(&mut turn)? {
            return Err(Problem::internal(
                "--database-url: the database accepts no writes (it is a standby, or its writes are switched off); \
                 name the primary, or all servers separated by commas",
            ));
        }
        turn.batch_execute(TAKE_TURNS)?;
        let done = work();
        drop(turn);
        done
    }

    /// Brings the database to the current schema; returns the names of the migrations that ran.
    ///
    /// # Errors
    /// Returns an error if a migration fails.
    pub fn migrate(&self) -> Result<Vec<String>, Problem> {
        let mut connection = self.connect()?;
        if self.backend() == Backend::Postgres && self.inner.address.begin_read().is_none() {
            // A statement that rewrites a table takes as long as it takes.
            connection.batch_execute("SET statement_timeout = 0")?;
        }
        migrations::run(&mut connection)
    }
}
