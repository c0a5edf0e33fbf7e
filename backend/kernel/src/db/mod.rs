//! The database: SQLite or PostgreSQL, chosen by the scheme of its URL.
//!
//! * [`Database::quick`]: reads whose cost does not grow with the table. On SQLite they run on the calling thread,
//!   with a connection of that thread: switching threads would cost more than the query.
//! * [`Database::read`]: all other reads, on a bounded pool of blocking threads.
//! * [`Database::write`]: a transaction. On SQLite one thread writes, and commits concurrent requests together.

pub mod chain;
mod checkpoints;
mod connections;
mod counting;
pub mod cursor;
mod fixed;
mod grade_rules;
pub mod many_rows;
pub mod migrations;
pub mod narrow;
pub mod page;
mod planner;
mod pool;
mod readiness;
pub mod schema;
pub mod screens;
mod starting;
pub mod totals;
mod transactions;
mod writer;

use self::{
    connections::Address,
    pool::{Doubt, Pool, Taken},
    readiness::Readiness,
};
use crate::{
    private_files,
    problem::{Outage, Problem},
    sealed::Seal,
};
use actix_web::web;
use std::{
    cell::RefCell,
    collections::HashMap,
    pin::pin,
    sync::{
        Arc, OnceLock,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};
use tokio::sync::Semaphore;

/// The derive generates further items without documentation.
#[allow(missing_docs)]
mod either {
    use diesel::{PgConnection, SqliteConnection};

    /// A connection to either database.
    #[derive(diesel::MultiConnection)]
    pub enum DatabaseConnection {
        /// Embedded.
        Sqlite(SqliteConnection),
        /// A server.
        Postgres(PgConnection),
    }
}
pub use either::{DatabaseConnection, MultiBackend as Db};
use transactions::{begin, ended};
pub use transactions::{count_added, dry_run, nested, transaction};

/// Runs the same expression on either variant, for operations that diesel does not offer on the enum.
#[macro_export]
macro_rules! on_backend {
    ($connection:expr, |$variant:ident| $body:expr) => {
        match $connection {
            $crate::db::DatabaseConnection::Sqlite($variant) => $body,
            $crate::db::DatabaseConnection::Postgres($variant) => $body,
        }
    };
}

/// The kind of database that a URL names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Backend {
    /// `sqlite://path`.
    Sqlite,
    /// `postgres://…` or `postgresql://…`.
    Postgres,
}

/// Number of connections for concurrent reads, besides those of the worker threads.
const SQLITE_READERS: usize = 4;
const POSTGRES_READERS: usize = 8;
const POSTGRES_WRITERS: usize = 8;
/// Maximum number of requests that wait for a connection; further ones are refused as "busy".
const MAX_WAITING: usize = 512;
/// How long a request waits for a connection.
const CONNECTION_TIMEOUT: Duration = Duration::from_secs(10);

/// Maximum number of record ids in one statement, for ids that the server has collected itself: SQLite binds at
/// most 32,766 values. The contract bounds the ids in a filter.
pub const MAX_IDS: usize = 10_000;

impl Backend {
    /// Returns the backend that a URL names, and the target in the form its driver expects.
    ///
    /// # Errors
    /// Returns a message naming the setting if the scheme is neither of the two.
    pub fn of(url: &str) -> Result<(Self, String), String> {
        if let Some(path) = url.strip_prefix("sqlite://") {
            if path.is_empty() {
                return Err("--database-url: sqlite:// needs the path of a file".into());
            }
            return Ok((Self::Sqlite, path.into()));
        }
        if url.starts_with("postgres://") || url.starts_with("postgresql://") {
            return Ok((Self::Postgres, url.into()));
        }
        let scheme = url.split(':').next().unwrap_or_default();
        Err(format!("--database-url: unknown scheme \"{scheme}\"; use sqlite://PATH or postgres://…"))
    }
}

thread_local! {
    static LOCAL: RefCell<HashMap<u64, DatabaseConnection>> = RefCell::default();
}

static NEXT_NUMBER: AtomicU64 = AtomicU64::new(1);

/// A handle to one database and its connections.
#[derive(Clone)]
pub struct Database {
    inner: Arc<Inner>,
}

struct Inner {
    /// Distinguishes this database's thread-local connections from those of another.
    number: u64,
    address: Arc<Address>,
    doubt: Arc<Doubt>,
    readers: Pool,
    writers: Writers,
    readiness: Option<Readiness>,
    reading: Semaphore,
    waiting: std::sync::atomic::AtomicUsize,
    totals: Arc<totals::Totals>,
    /// Seals past states of records with health data, and what imports have replaced.
    past_seal: OnceLock<Seal>,
}

/// The writing connections.
enum Writers {
    /// SQLite: a single writer.
    One(writer::Writer),
    /// PostgreSQL: a pool of connections.
    Pool(Pool, Semaphore),
}

impl Database {
    /// Opens the database of a URL, and creates the file of an SQLite database if it is missing.
    ///
    /// # Errors
    /// Returns an error that names the setting if the URL is not understood or the database cannot be reached.
    pub fn open(url: &str) -> Result<Self, Problem> {
        let mut address = Address::of(url)?;
        Self::prepare(&mut address).map_err(|problem| {
            let place = if address.backend() == Backend::Sqlite { address.target() } else { "PostgreSQL" };
            let cause = problem.cause.as_deref().unwrap_or(problem.code.message());
            Problem { cause: Some(format!("--database-url: {place}: {cause}")), ..problem }
        })?;
        let (address, doubt) = (Arc::new(address), Arc::default());
        let pool = |size, writes| Pool::new(&address, &doubt, size, writes);
        let totals = Arc::new(totals::Totals::default());
        let (readers, writers, readiness) = match address.backend() {
            Backend::Sqlite => {
                (SQLITE_READERS, Writers::One(writer::Writer::start(&address, Arc::clone(&totals))?), None)
            }
            Backend::Postgres => (
                POSTGRES_READERS,
                Writers::Pool(pool(POSTGRES_WRITERS, true), Semaphore::new(POSTGRES_WRITERS)),
                Some(Readiness::start()?),
            ),
        };
        Ok(Self {
            inner: Arc::new(Inner {
                number: NEXT_NUMBER.fetch_add(1, Ordering::Relaxed),
                readers: pool(readers, false),
                writers,
                readiness,
                reading: Semaphore::new(readers),
                waiting: std::sync::atomic::AtomicUsize::new(0),
                totals,
                past_seal: OnceLock::new(),
                address,
                doubt,
            }),
        })
    }

    /// Checks that the database can be reached; creates the file of an SQLite database.
    fn prepare(address: &mut Address) -> Result<(), Problem> {
        if address.backend() == Backend::Sqlite {
            let file = std::path::Path::new(address.target());
            if let Some(folder) = file.parent() {
                std::fs::create_dir_all(folder)?;
            }
            // SQLite creates its log and shared-memory file with the permissions of the database file.
            private_files::own(file)?;
            for ending in ["-wal", "-shm"] {
                private_files::close(&std::path::PathBuf::from(format!("{}{ending}", address.target())))?;
            }
        }
        address.find_pooler()?;
        // The first connection also creates an SQLite file and sets its journal mode, which is persistent.
        address.connect().map(drop)
    }

    /// Sets the seal of past states, once its key is known; a later one is ignored.
    pub fn set_past_seal(&self, seal: Seal) {
        // The secret of an installation does not change while it runs.
        let _ = self.inner.past_seal.set(seal);
    }

    /// Returns the seal of past states.
    #[must_use]
    pub fn past_seal(&self) -> Option<Seal> {
        self.inner.past_seal.get().cloned()
    }

    /// Returns the kind of database.
    #[must_use]
    pub fn backend(&self) -> Backend {
        self.inner.address.backend()
    }

    /// Returns the path of the file, or the address of the server.
    #[must_use]
    pub fn target(&self) -> &str {
        self.inner.address.target()
    }

    /// Returns the cached totals of lists.
    #[must_use]
    pub fn totals(&self) -> &totals::Totals {
        &self.inner.totals
    }

    /// Opens a separate connection, for long-running work that should not occupy a pool.
    ///
    /// # Errors
    /// Returns an error if the database cannot be reached.
    pub fn connect(&self) -> Result<DatabaseConnection, Problem> {
        self.inner.readers.connect_apart(Instant::now() + CONNECTION_TIMEOUT)
    }

    /// Runs a read whose cost does not grow with the table.
    ///
    /// # Errors
    /// Returns the error of `work`, or an error if the database cannot be reached.
    pub async fn quick<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut DatabaseConnection) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        match self.backend() {
            Backend::Sqlite => self.on_this_thread(work),
            Backend::Postgres => self.read(work).await,
        }
    }

    fn on_this_thread<T>(
        &self,
        work: impl FnOnce(&mut DatabaseConnection) -> Result<T, Problem>,
    ) -> Result<T, Problem> {
        LOCAL.with_borrow_mut(|connections| {
            let connection = match connections.entry(self.inner.number) {
                std::collections::hash_map::Entry::Occupied(entry) => entry.into_mut(),
                std::collections::hash_map::Entry::Vacant(entry) => entry.insert(self.inner.address.connect()?),
            };
            work(connection)
        })
    }

    /// Runs a read.
    ///
    /// # Errors
    /// Returns the error of `work`, or an error if the database cannot be reached or too many requests are waiting.
    pub async fn read<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut DatabaseConnection) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        let _place = self.enter(&self.inner.reading).await?;
        self.on_connection(|inner, until| inner.readers.take(until), |inner, taken| inner.read(taken, work)).await
    }

    /// Runs work that needs a connection on a blocking thread. Waits no longer for the connection than
    /// [`CONNECTION_TIMEOUT`], even if the thread still tries to connect.
    async fn on_connection<T: Send + 'static>(
        &self,
        take: impl FnOnce(&Inner, Instant) -> Result<Taken<'_>, Problem> + Send + 'static,
        work: impl FnOnce(&Inner, Taken<'_>) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        let until = Instant::now() + CONNECTION_TIMEOUT;
        let late = || Problem::outage(Outage::Lost, "no connection could be made in time");
        // Set by the first of both: the thread that begins the work, or the caller that no longer waits.
        let decided = Arc::new(AtomicBool::new(false));
        let (inner, is_decided) = (Arc::clone(&self.inner), Arc::clone(&decided));
        let mut running = pin!(web::block(move || {
            let taken = take(&inner, until)?;
            if is_decided.swap(true, Ordering::Relaxed) { Err(late()) } else { work(&inner, taken) }
        }));
        match tokio::time::timeout_at(until.into(), &mut running).await {
            Ok(done) => done.map_err(Problem::internal)?,
            Err(_) if decided.swap(true, Ordering::Relaxed) => running.await.map_err(Problem::internal)?,
            Err(_) => Err(late()),
        }
    }

    /// Runs a write in a transaction, which is rolled back if `work` fails.
    ///
    /// # Errors
    /// Returns the error of `work`, or an error if the database cannot be reached or too many requests are waiting.
    pub async fn write<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut DatabaseConnection) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        match &self.inner.writers {
            Writers::One(writer) => writer.write(work).await,
            Writers::Pool(_, places) => {
                let _place = self.enter(places).await?;
                self.on_connection(Inner::take_writer, |inner, begun| inner.write(begun, work)).await
            }
        }
    }

    /// Runs a write that is a single statement on PostgreSQL. It needs no transaction there, which saves two round
    /// trips. It is tried once more if a server refused it because it accepts no writes.
    ///
    /// # Errors
    /// Returns the error of `work`, or an error if the database cannot be reached or too many requests are waiting.
    pub async fn write_one<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut DatabaseConnection) -> Result<T, Problem> + Clone + Send + 'static,
    ) -> Result<T, Problem> {
        match &self.inner.writers {
            Writers::One(writer) => writer.write(work).await,
            Writers::Pool(..) if self.inner.address.begin_read().is_some() => self.write(work).await,
            Writers::Pool(_, places) => {
                let _place = self.enter(places).await?;
                let once = |work| {
                    self.on_connection(Inner::take_idle_writer, |inner, mut taken| {
                        let done = taken.run(work);
                        inner.totals.changed();
                        done
                    })
                };
                match once(work.clone()).await {
                    Err(problem) if problem.outage == Some(Outage::ReadOnly) => once(work).await,
                    done => done,
                }
            }
        }
    }

    /// Runs a write in a transaction on the calling thread; for jobs and the command line.
    ///
    /// # Errors
    /// Returns the error of `work`, or an error if the database cannot be reached.
    pub fn write_blocking<T>(
        &self,
        work: impl FnOnce(&mut DatabaseConnection) -> Result<T, Problem>,
    ) -> Result<T, Problem> {
        match &self.inner.writers {
            Writers::One(writer) => {
                let done = writer.write_blocking(work);
                self.inner.totals.changed();
                done
            }
            Writers::Pool(..) => self.inner.write(self.inner.take_writer(Instant::now() + CONNECTION_TIMEOUT)?, work),
        }
    }

    /// Runs a read on the calling thread; for jobs and the command line.
    ///
    /// # Errors
    /// Returns the error of `work`, or an error if the database cannot be reached.
    pub fn read_blocking<T>(
        &self,
        work: impl FnOnce(&mut DatabaseConnection) -> Result<T, Problem>,
    ) -> Result<T, Problem> {
        let inner = &self.inner;
        inner.read(inner.readers.take(Instant::now() + CONNECTION_TIMEOUT)?, work)
    }

    async fn enter<'a>(&'a self, places: &'a Semaphore) -> Result<tokio::sync::SemaphorePermit<'a>, Problem> {
        if let Ok(place) = places.try_acquire() {
            return Ok(place);
        }
        let waiting = &self.inner.waiting;
        if waiting.fetch_add(1, Ordering::Relaxed) >= MAX_WAITING {
            waiting.fetch_sub(1, Ordering::Relaxed);
            return Err(Problem::overloaded());
        }
        let place = tokio::time::timeout(CONNECTION_TIMEOUT, places.acquire()).await;
        waiting.fetch_sub(1, Ordering::Relaxed);
        match place {
            Ok(Ok(place)) => Ok(place),
            _ => Err(Problem::overloaded()),
        }
    }
}

impl Inner {
    fn take_idle_writer(&self, until: Instant) -> Result<Taken<'_>, Problem> {
        self.writers.pool()?.take(until)
    }

    /// Takes a connection and begins a write. If the server turns out to be gone or to accept no writes, nothing has
    /// happened yet, and another connection is tried.
    fn take_writer(&self, until: Instant) -> Result<Taken<'_>, Problem> {
        let begin = |taken: &mut Taken<'_>| taken.run(|connection| begin(connection, self.address.begin_write()));
        let mut taken = self.take_idle_writer(until)?;
        match begin(&mut taken) {
            Err(problem) if problem.outage.is_some() => {
                drop(taken);
                taken = self.take_idle_writer(until)?;
                begin(&mut taken)?;
            }
            begun => begun?,
        }
        Ok(taken)
    }

    /// Runs a write on a connection that [`Self::take_writer`] returned.
    fn write<T>(
        &self,
        mut begun: Taken<'_>,
        work: impl FnOnce(&mut DatabaseConnection) -> Result<T, Problem>,
    ) -> Result<T, Problem> {
        let done = begun.run(|connection| {
            let answer = work(connection);
            ended(connection, answer)
        });
        self.totals.changed();
        done
    }

    fn read<T>(
        &self,
        mut taken: Taken<'_>,
        work: impl FnOnce(&mut DatabaseConnection) -> Result<T, Problem>,
    ) -> Result<T, Problem> {
        taken.run(|connection| match self.address.begin_read() {
            None => work(connection),
            Some(beginning) => {
                begin(connection, beginning)?;
                let answer = work(connection);
                ended(connection, answer)
            }
        })
    }
}

impl Writers {
    fn pool(&self) -> Result<&Pool, Problem> {
        match self {
            Self::Pool(pool, _) => Ok(pool),
            Self::One(_) => Err(Problem::internal("SQLite has one writer")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Backend;

    #[test]
    fn the_scheme_of_the_url_chooses_the_database() {
        assert_eq!(Backend::of("sqlite://data/uno.db"), Ok((Backend::Sqlite, "data/uno.db".into())));
        assert_eq!(Backend::of("postgres://h/d"), Ok((Backend::Postgres, "postgres://h/d".into())));
        for url in ["mysql://h/d", "uno.db", "", "sqlite://"] {
            assert!(Backend::of(url).is_err_and(|message| message.starts_with("--database-url")), "{url}");
        }
    }
}
