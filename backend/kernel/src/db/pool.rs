//! A pool of connections, and how broken ones are found.
//!
//! A server that restarts or fails over leaves dead connections behind, or living ones to a server that no longer
//! accepts writes. A check before every query would double the round trips. So a connection is checked only if it was
//! idle or its last work failed. Once a lost one was found, all connections last used before that are checked as well.
//!
//! Connections are made by the thread that needs one, so a server that is back is used with the next try, and a thread
//! waits no longer than it was told to.

use super::{
    Backend, DatabaseConnection,
    connections::{self, Address},
};
use crate::problem::{Outage, Problem};
use diesel::r2d2::R2D2Connection as _;
use parking_lot::{Condvar, Mutex};
use std::{
    sync::Arc,
    time::{Duration, Instant},
};
use uno_core::contract::error::ErrorCode;

/// Idle time after which a connection is checked before its next use.
const RESTED: Duration = Duration::from_millis(100);
/// Idle time after which a connection is closed.
const MAX_IDLE: Duration = Duration::from_secs(600);
/// Time after which a connection is replaced: proxies and load balancers then spread connections anew.
const MAX_LIFE: Duration = Duration::from_secs(1_800);
/// Pause before another try to connect.
const BETWEEN_TRIES: Duration = Duration::from_millis(100);
/// How long after the first failure callers still wait for the server to come back. Later ones are refused at once, so
/// that a long outage does not occupy every thread.
const PATIENCE: Duration = Duration::from_secs(5);

/// When a lost connection to a server was last found; connections used before that are doubtful.
#[derive(Default)]
pub struct Doubt(Mutex<Option<Instant>>);

impl Doubt {
    /// Makes all connections be checked before their next use.
    pub fn all(&self) {
        *self.0.lock() = Some(Instant::now());
    }

    fn concerns(&self, used: Instant) -> bool {
        self.0.lock().is_some_and(|found| used <= found)
    }
}

/// A pool of connections to one database.
pub struct Pool {
    address: Arc<Address>,
    doubt: Arc<Doubt>,
    size: usize,
    /// Whether its connections are for writing. A server that accepts no writes can still be read.
    writes: bool,
    connections: Mutex<Connections>,
    /// When connecting first failed, if it has not succeeded since.
    away_since: Mutex<Option<Instant>>,
    /// Notified when a connection is returned or closed.
    freed: Condvar,
}

#[derive(Default)]
struct Connections {
    /// The one used last is taken first, so that surplus ones grow old.
    idle: Vec<Pooled>,
    /// Number of connections, idle or in use.
    open: usize,
}

/// A connection with the state that shows whether it may be lost.
pub struct Pooled {
    connection: DatabaseConnection,
    made: Instant,
    used: Instant,
    /// The server accepted no writes when it was last asked.
    is_read_only: bool,
    /// Its last work failed in a way that a lost connection could explain.
    has_failed: bool,
    is_lost: bool,
}

/// A connection taken from a pool, which gets it back.
pub struct Taken<'pool> {
    pool: &'pool Pool,
    pooled: Option<Pooled>,
}

impl Pool {
    /// Creates a pool without connections.
    pub fn new(address: &Arc<Address>, doubt: &Arc<Doubt>, size: usize, writes: bool) -> Self {
        Self {
            address: Arc::clone(address),
            doubt: Arc::clone(doubt),
            size,
            writes,
            connections: Mutex::default(),
            away_since: Mutex::default(),
            freed: Condvar::new(),
        }
    }

    /// Takes a connection, or makes one.
    ///
    /// # Errors
    /// Returns an error if no connection is free or can be made until then.
    pub fn take(&self, until: Instant) -> Result<Taken<'_>, Problem> {
        let mut connections = self.connections.lock();
        loop {
            if let Some(mut pooled) = connections.idle.pop() {
                drop(connections);
                if self.is_usable(&mut pooled) {
                    return Ok(Taken { pool: self, pooled: Some(pooled) });
                }
                drop(pooled);
                connections = self.connections.lock();
                connections.open -= 1;
                self.freed.notify_one();
            } else if connections.open < self.size {
                connections.open += 1;
                drop(connections);
                let made = self.patiently(until, || self.connect());
                if made.is_err() {
                    self.connections.lock().open -= 1;
                    self.freed.notify_one();
                }
                return Ok(Taken { pool: self, pooled: Some(made?) });
            } else if self.freed.wait_until(&mut connections, until).timed_out() {
                return Err(Problem { cause: Some("all connections are in use".into()), ..Problem::overloaded() });
            }
        }
    }

    /// Returns whether no connection could be made when one was last needed.
    pub fn is_away(&self) -> bool {
        self.away_since.lock().is_some()
    }

    /// Makes a connection that does not belong to the pool.
    ///
    /// # Errors
    /// Returns an error if none can be made until then.
    pub fn connect_apart(&self, until: Instant) -> Result<DatabaseConnection, Problem> {
        self.patiently(until, || self.address.connect())
    }

    /// Connects, and tries again until a time. Once the server has been away for long, tries only once.
    fn patiently<T>(&self, until: Instant, connect: impl Fn() -> Result<T, Problem>) -> Result<T, Problem> {
        loop {
            let problem = match connect() {
                Ok(connected) => {
                    *self.away_since.lock() = None;
                    return Ok(connected);
                }
                Err(problem) => problem,
            };
            let away_since = *self.away_since.lock().get_or_insert_with(Instant::now);
            if Instant::now() + BETWEEN_TRIES >= until.min(away_since + PATIENCE) {
                return Err(problem);
            }
            std::thread::sleep(BETWEEN_TRIES);
        }
    }

    fn connect(&self) -> Result<Pooled, Problem> {
        let mut connection = self.address.connect()?;
        let is_read_only = connections::is_read_only(&mut connection)?;
        if self.writes && is_read_only {
            return Err(Problem::outage(Outage::ReadOnly, "the database server accepts no writes"));
        }
        let now = Instant::now();
        Ok(Pooled { connection, made: now, used: now, is_read_only, has_failed: false, is_lost: false })
    }

    fn is_usable(&self, pooled: &mut Pooled) -> bool {
        let is_young = self.address.backend() == Backend::Sqlite || pooled.made.elapsed() < MAX_LIFE;
        let needs_check = pooled.used.elapsed() >= RESTED || self.doubt.concerns(pooled.used);
        is_young && (!needs_check || self.check(pooled))
    }

    /// Returns whether the connection answers, and its server still accepts writes if it did before.
    fn check(&self, pooled: &mut Pooled) -> bool {
        let was_read_only = pooled.is_read_only;
        let is_good = match connections::is_read_only(&mut pooled.connection) {
            Ok(is_read_only) => {
                pooled.is_read_only = is_read_only;
                was_read_only || !is_read_only
            }
            Err(_) => false,
        };
        if is_good {
            pooled.has_failed = false;
        } else {
            self.doubt.all();
        }
        is_good
    }

    fn put_back(&self, mut pooled: Pooled) {
        // Some lost connections are known without asking.
        let is_known = std::thread::panicking() || pooled.is_lost || pooled.connection.is_broken();
        if is_known {
            self.doubt.all();
        }
        let is_good = !is_known && (!pooled.has_failed || self.check(&mut pooled));
        pooled.used = Instant::now();
        let mut connections = self.connections.lock();
        let mut closing = Vec::new();
        if is_good {
            connections.idle.push(pooled);
            // The oldest are at the front.
            let old = connections.idle.iter().take_while(|idle| idle.used.elapsed() > MAX_IDLE).count();
            closing.extend(connections.idle.drain(..old));
        } else {
            closing.push(pooled);
        }
        connections.open -= closing.len();
        drop(connections);
        self.freed.notify_one();
    }
}

impl Taken<'_> {
    /// Runs `work` on the connection, and remembers whether the work may have lost it.
    ///
    /// # Errors
    /// Returns the error of `work`.
    pub fn run<T>(&mut self, work: impl FnOnce(&mut DatabaseConnection) -> Result<T, Problem>) -> Result<T, Problem> {
        let Some(pooled) = &mut self.pooled else { return Err(Problem::internal("the connection was returned")) };
        let done = work(&mut pooled.connection);
        if let Err(problem) = &done {
            pooled.is_lost |= problem.outage.is_some();
            pooled.has_failed |= matches!(problem.code, ErrorCode::Internal | ErrorCode::Overloaded);
        }
        done
    }
}

impl Drop for Taken<'_> {
    fn drop(&mut self) {
        if let Some(pooled) = self.pooled.take() {
            self.pool.put_back(pooled);
        }
    }
}
