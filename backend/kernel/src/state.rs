//! What every handler shares.

use crate::{
    access::{caller::Callers, credentials::Credentials},
    alerts::news::News,
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
    /// Whose password is looked at next.
    pub turns: Arc<Turns>,
    /// Length of the longest sign-in id of all accounts, once somebody has asked; none is added that is longer.
    pub longest_login_id: Arc<OnceLock<usize>>,
    /// Callers loaded just now.
    pub callers: Arc<Callers>,
    /// Credentials of companies' systems that were used just now.
    pub credentials: Arc<Credentials>,
    /// Counters and times.
    pub metrics: Arc<Metrics>,
    /// Settings of the console and of who may call.
    pub settings: Arc<Settings>,
    /// Wakes the job runner.
    pub job_added: Arc<tokio::sync::Notify>,
    /// Who listens for alerts here.
    pub news: Arc<News>,
}

impl State {
    /// What seals where the pages of lists have ended.
    ///
    /// # Errors
    /// When the derived key is none.
    pub fn cursors(&self) -> Result<Cursors, Problem> {
        Cursors::of(&self.keys.derive("cursor"))
    }
}
