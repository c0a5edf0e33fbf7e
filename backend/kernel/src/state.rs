//! The state shared by all handlers.

use crate::{
    access::{caller::Callers, credentials::Credentials, readings::Readings},
    alerts::news::AlertFeed,
    auth::{tokens::Keys, turns::Turns},
    db::{Database, cursor::Cursors},
    metrics::Metrics,
    problem::Problem,
    settings::Settings,
};
use std::sync::{Arc, OnceLock};

/// The server's state; cheap to clone.
#[derive(Clone)]
pub struct State {
    /// The database.
    pub database: Database,
    /// The token keys.
    pub keys: Arc<Keys>,
    /// The queue for password hashing.
    pub turns: Arc<Turns>,
    /// Length of the longest sign-in id of all accounts, cached after the first query; no longer one is added.
    pub longest_login_id: Arc<OnceLock<usize>>,
    /// Cache of callers.
    pub callers: Arc<Callers>,
    /// Cache of the credentials of company systems.
    pub credentials: Arc<Credentials>,
    /// Readings that are not in the access log yet.
    pub readings: Arc<Readings>,
    /// Counters and response times.
    pub metrics: Arc<Metrics>,
    /// Settings of the console and of access to the server.
    pub settings: Arc<Settings>,
    /// Wakes the job runner.
    pub job_added: Arc<tokio::sync::Notify>,
    /// The listeners for alerts on this instance.
    pub news: Arc<AlertFeed>,
}

impl State {
    /// Returns the seal for the cursors of lists.
    ///
    /// # Errors
    /// Returns an error if the derived key is invalid.
    pub fn cursors(&self) -> Result<Cursors, Problem> {
        Cursors::of(&self.keys.derive("cursor"))
    }
}
