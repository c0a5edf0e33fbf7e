//! Connections that are kept for whoever comes next.
//!
//! A server that is restarted, or whose place another has taken, leaves connections behind that answer nothing any more.
//! To ask each of them before every query would double the way to the server; so it is asked only of what has rested,
//! of what has just failed, and of all others once one was found broken.

use super::{Backend, DatabaseConnection, establish, prepare};
use crate::problem::Problem;
use diesel::r2d2::{Error, ManageConnection, R2D2Connection as _};
use parking_lot::Mutex;
use std::{
    sync::Arc,
    time::{Duration, Instant},
};
use uno_core::contract::error::ErrorCode;

/// What has rested for so long is asked whether it is there still.
const RESTED: Duration = Duration::from_millis(100);

/// Makes connections to one database and finds out which have broken. Pools that share it tell each other.
#[derive(Clone, Debug)]
pub struct Connections {
    backend: Backend,
    target: String,
    /// When one was found broken last: what was used before that is doubtful.
    found_broken: Arc<Mutex<Option<Instant>>>,
}

/// A connection with what tells whether it may have broken.
pub struct Kept {
    connection: DatabaseConnection,
    used: Instant,
    has_failed: bool,
}

impl Connections {
    /// Of a database.
    pub fn new(backend: Backend, target: &str) -> Self {
        Self { backend, target: target.to_owned(), found_broken: Arc::default() }
    }

    fn ask(&self, kept: &mut Kept) -> Result<(), Error> {
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

impl Kept {
    /// Works on it, and remembers whether it may have broken by that.
    ///
    /// # Errors
    /// What `work` answers.
    pub fn run<T>(&mut self, work: impl FnOnce(&mut DatabaseConnection) -> Result<T, Problem>) -> Result<T, Problem> {
        let done = work(&mut self.connection);
        let is_doubtful = |problem: &Problem| matches!(problem.code, ErrorCode::Internal | ErrorCode::Overloaded);
        self.has_failed |= done.as_ref().is_err_and(is_doubtful);
        done
    }
}

impl ManageConnection for Connections {
    type Connection = Kept;
    type Error = Error;

    fn connect(&self) -> Result<Kept, Error> {
        let mut connection = establish(self.backend, &self.target).map_err(Error::ConnectionError)?;
        prepare(&mut connection).map_err(Error::QueryError)?;
        Ok(Kept { connection, used: Instant::now(), has_failed: false })
    }

    /// Asked whenever one is taken.
    fn is_valid(&self, kept: &mut Kept) -> Result<(), Error> {
        let has_rested = kept.used.elapsed() >= RESTED;
        let is_doubtful = self.found_broken.lock().is_some_and(|found| kept.used <= found);
        if has_rested || is_doubtful { self.ask(kept) } else { Ok(()) }
    }

    /// Asked whenever one is given back.
    fn has_broken(&self, kept: &mut Kept) -> bool {
        // Some that have broken are known as such without being asked.
        let is_known = std::thread::panicking() || kept.connection.is_broken();
        if is_known {
            self.doubt_others();
        }
        let is_broken = is_known || (kept.has_failed && self.ask(kept).is_err());
        kept.used = Instant::now();
        is_broken
    }
}
