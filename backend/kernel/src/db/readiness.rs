//! Whether the database can be used now, which `/readyz` answers: whether a write would be possible.

use super::{Database, DatabaseConnection, Inner, Writers, connections};
use crate::{
    problem::{Outage, Problem},
    workers::{self, Workers},
};
use parking_lot::Mutex;
use std::{
    sync::Arc,
    time::{Duration, Instant},
};

/// How long an answer may take: probes expect one soon.
const MAX_TIME: Duration = Duration::from_millis(1_500);
/// How long the pool may take to make a connection, after it could make none.
const MAX_CONNECTING: Duration = Duration::from_millis(500);

/// Asks a PostgreSQL server with a connection and a thread of its own: the others may all be busy or waiting.
pub struct Readiness {
    asking: Workers,
    connection: Mutex<Option<DatabaseConnection>>,
}

impl Readiness {
    /// Starts the thread.
    ///
    /// # Errors
    /// Returns an error if it cannot be started.
    pub fn start() -> Result<Self, Problem> {
        Ok(Self { asking: Workers::start("readiness", 1)?, connection: Mutex::default() })
    }
}

impl Database {
    /// Checks that a write would be possible now.
    ///
    /// # Errors
    /// Returns the reason why it would not be, or that the database does not answer in time.
    pub async fn check_ready(&self) -> Result<(), Problem> {
        let asked = async {
            let inner = Arc::clone(&self.inner);
            match &self.inner.readiness {
                None => workers::run_blocking(move || inner.ask()).await,
                Some(readiness) => readiness.asking.run(move || inner.ask()).await?,
            }
        };
        let late = |_| Problem::outage(Outage::Lost, "the database does not answer in time");
        tokio::time::timeout(MAX_TIME, asked).await.map_err(late)?
    }
}

impl Inner {
    fn ask(&self) -> Result<(), Problem> {
        let (readiness, writers) = match (&self.readiness, &self.writers) {
            (Some(readiness), Writers::Pool(writers, _)) => (readiness, writers),
            (_, Writers::One(writer)) => return writer.check_lock(MAX_TIME),
            (None, Writers::Pool(..)) => return Ok(()),
        };
        let mut connection = readiness.connection.lock();
        let accepts_writes = |connection: &mut DatabaseConnection| match connections::is_read_only(connection) {
            Ok(true) => Err(Problem::outage(Outage::ReadOnly, "the database server accepts no writes")),
            answer => answer.map(drop),
        };
        if connection.as_mut().is_none_or(|connection| accepts_writes(connection).is_err()) {
            if connection.take().is_some() {
                // The pools learn it before a request does.
                self.doubt.all();
            }
            let mut fresh = self.address.connect()?;
            accepts_writes(&mut fresh)?;
            *connection = Some(fresh);
        }
        if writers.is_away() {
            writers.take(Instant::now() + MAX_CONNECTING)?;
        }
        Ok(())
    }
}
