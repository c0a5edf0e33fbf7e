//! Pooled connections.
//!
//! A server that restarts or fails over leaves dead connections behind. A ping before every query would double the
//! round trips. So a connection is pinged only if it was idle or its last query failed. Once a broken one was
//! found, all connections last used before that are pinged as well.

use super::{Backend, DatabaseConnection, establish, prepare};
use crate::problem::Problem;
use diesel::r2d2::{Error, ManageConnection, R2D2Connection as _};
use parking_lot::Mutex;
use std::{
    sync::Arc,
    time::{Duration, Instant},
};
use uno_core::contract::error::ErrorCode;

/// Idle time after which a connection is pinged.
const RESTED: Duration = Duration::from_millis(100);

/// Opens connections to one database and detects broken ones. Pools that share it share what they detect.
#[derive(Clone, Debug)]
pub struct Connections {
    backend: Backend,
    target: String,
    /// When a broken connection was last found; connections used before that are doubtful.
    found_broken: Arc<Mutex<Option<Instant>>>,
}

/// A connection with the state that shows whether it may be broken.
pub struct Pooled {
    connection: DatabaseConnection,
    used: Instant,
    has_failed: bool,
}

impl Connections {
    /// Creates a manager for a database.
    pub fn new(backend: Backend, target: &str) -> Self {
        Self { backend, target: target.to_owned(), found_broken: Arc::default() }
    }

    fn ask(&self, kept: &mut Pooled) -> Result<(), Error> {
        let answer = kept.connection.ping();
        kept.has_failed = answer.is_err();
        answer.map_err(|error| {
            self.doubt_others();
            Error::QueryError(error)
        })
    }

    fn doubt_others(&self) {
        *self.found_broken.lock() = Some(Instant::now());
    }
}

impl Pooled {
    /// Runs `work` on the connection, and remembers whether the work may have broken it.
    ///
    /// # Errors
    /// Returns the error of `work`.
    pub fn run<T>(&mut self, work: impl FnOnce(&mut DatabaseConnection) -> Result<T, Problem>) -> Result<T, Problem> {
        let done = work(&mut self.connection);
        let is_doubtful = |problem: &Problem| matches!(problem.code, ErrorCode::Internal | ErrorCode::Overloaded);
        self.has_failed |= done.as_ref().is_err_and(is_doubtful);
        done
    }
}

impl ManageConnection for Connections {
    type Connection = Pooled;
    type Error = Error;

    fn connect(&self) -> Result<Pooled, Error> {
        let mut connection = establish(self.backend, &self.target).map_err(Error::ConnectionError)?;
        prepare(&mut connection).map_err(Error::QueryError)?;
        Ok(Pooled { connection, used: Instant::now(), has_failed: false })
    }

    /// Called on checkout.
    fn is_valid(&self, kept: &mut Pooled) -> Result<(), Error> {
        let has_rested = kept.used.elapsed() >= RESTED;
        let is_doubtful = self.found_broken.lock().is_some_and(|found| kept.used <= found);
        if has_rested || is_doubtful { self.ask(kept) } else { Ok(()) }
    }

    /// Called on return to the pool.
    fn has_broken(&self, kept: &mut Pooled) -> bool {
        // Some broken connections are known without a ping.
        let is_known = std::thread::panicking() || kept.connection.is_broken();
        if is_known {
            self.doubt_others();
        }
        let is_broken = is_known || (kept.has_failed && self.ask(kept).is_err());
        kept.used = Instant::now();
        is_broken
    }
}
