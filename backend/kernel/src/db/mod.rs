//! The database: SQLite or PostgreSQL, chosen by the scheme of its URL.
//!
//! * [`Database::quick`]: reads whose cost does not grow with the table. On SQLite they run on the calling thread,
//!   with a connection of that thread: switching threads would cost more than the query.
//! * [`Database::read`]: all other reads, on a bounded pool of blocking threads.
//! * [`Database::write`]: a transaction. On SQLite one thread writes, and commits concurrent requests together.

pub mod chain;
mod checkpoints;
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
pub mod schema;
pub mod screens;
pub mod totals;
mod writer;

use self::pool::Connections;
use crate::{private_files, problem::Problem};
use actix_web::web;
use diesel::{
    Connection as _, ConnectionResult, PgConnection, SqliteConnection,
    connection::{AnsiTransactionManager, SimpleConnection, TransactionManager},
    r2d2::Pool,
};
use std::{
    cell::RefCell,
    collections::HashMap,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
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
const SQLITE_READERS: u32 = 4;
const POSTGRES_READERS: u32 = 8;
const POSTGRES_WRITERS: u32 = 8;
/// Maximum number of requests that wait for a connection; further ones are refused as "busy".
const MAX_WAITING: usize = 512;
const CONNECTION_TIMEOUT: Duration = Duration::from_secs(10);

/// Maximum number of record ids in one statement, for ids that the server has collected itself: SQLite binds at
/// most 32,766 values. The contract bounds the ids in a filter.
pub const MAX_IDS: usize = 10_000;

/// Settings of every SQLite connection. `synchronous=FULL`: an acknowledged measurement must survive a power cut.
/// Batches commit many rows at once, so the cost is paid once per batch.
const SQLITE_SETTINGS: &str = "PRAGMA busy_timeout = 10000; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; \
     PRAGMA foreign_keys = ON; PRAGMA temp_store = MEMORY; PRAGMA cache_size = -1000;";
/// Settings of every PostgreSQL connection.
const POSTGRES_SETTINGS: &str = "SET statement_timeout = '30s'; SET lock_timeout = '10s'; SET TIME ZONE 'UTC'; \
     SET idle_in_transaction_session_timeout = '60s';";
/// Planner settings of PostgreSQL. Every list is designed for one index, whatever its values are, so planning each
/// query again would cost more than finding its rows. A generic plan does not know the limit and expects many rows:
/// it would start parallel workers, compile itself with JIT, or scan another list's index because its rows are in
/// physical order. For twenty rows each of these costs more than the list. Errors of servers that do not know a setting
/// are ignored.
const POSTGRES_PLANS: [&str; 4] = [
    "SET plan_cache_mode = force_generic_plan",
    "SET max_parallel_workers_per_gather = 0",
    "SET jit = off",
    "SET random_page_cost = 1.1",
];

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

/// Opens a connection and applies its settings.
///
/// # Errors
/// Returns an error if the database cannot be reached.
pub fn connect(backend: Backend, target: &str) -> Result<DatabaseConnection, Problem> {
    let mut connection = establish(backend, target).map_err(Problem::internal)?;
    prepare(&mut connection)?;
    Ok(connection)
}

fn establish(backend: Backend, target: &str) -> ConnectionResult<DatabaseConnection> {
    match backend {
        Backend::Sqlite => SqliteConnection::establish(target).map(DatabaseConnection::Sqlite),
        Backend::Postgres => PgConnection::establish(target).map(DatabaseConnection::Postgres),
    }
}

fn prepare(connection: &mut DatabaseConnection) -> Result<(), diesel::result::Error> {
    match connection {
        DatabaseConnection::Sqlite(connection) => connection.batch_execute(SQLITE_SETTINGS),
        DatabaseConnection::Postgres(connection) => {
            for setting in POSTGRES_PLANS {
                let _ = connection.batch_execute(setting);
            }
            connection.batch_execute(POSTGRES_SETTINGS)
        }
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
    backend: Backend,
    target: String,
    readers: Pool<Connections>,
    writers: Writers,
    reading: Semaphore,
    waiting: std::sync::atomic::AtomicUsize,
    totals: Arc<totals::Totals>,
}

/// The writing connections.
enum Writers {
    /// SQLite: a single writer.
    One(writer::Writer),
    /// PostgreSQL: a pool of connections.
    Pool(Pool<Connections>, Semaphore),
}

impl Database {
    /// Opens the database of a URL, and creates the file of an SQLite database if it is missing.
    ///
    /// # Errors
    /// Returns an error if the URL is not understood or the database cannot be reached.
    pub fn open(url: &str) -> Result<Self, Problem> {
        let (backend, target) = Backend::of(url).map_err(Problem::internal)?;
        if backend == Backend::Sqlite {
            let file = std::path::Path::new(&target);
            if let Some(folder) = file.parent() {
                std::fs::create_dir_all(folder)?;
            }
            // SQLite creates its log and shared-memory file with the permissions of the database file.
            private_files::own(file)?;
            for ending in ["-wal", "-shm"] {
                private_files::close(&std::path::PathBuf::from(format!("{target}{ending}")))?;
            }
        }
        // The first connection also creates an SQLite file and sets its journal mode, which is persistent.
        drop(connect(backend, &target)?);
        let connections = Connections::new(backend, &target);
        let pool = |size: u32| {
            Pool::builder()
                .max_size(size)
                .min_idle(Some(0))
                .connection_timeout(CONNECTION_TIMEOUT)
                .build(connections.clone())
                .map_err(Problem::internal)
        };
        let totals = Arc::new(totals::Totals::default());
        let (readers, writers) = match backend {
            Backend::Sqlite => (SQLITE_READERS, Writers::One(writer::Writer::start(&target, Arc::clone(&totals))?)),
            Backend::Postgres => {
                (POSTGRES_READERS, Writers::Pool(pool(POSTGRES_WRITERS)?, Semaphore::new(POSTGRES_WRITERS as usize)))
            }
        };
        Ok(Self {
            inner: Arc::new(Inner {
                number: NEXT_NUMBER.fetch_add(1, Ordering::Relaxed),
                backend,
                readers: pool(readers)?,
                writers,
                target,
                reading: Semaphore::new(readers as usize),
                waiting: std::sync::atomic::AtomicUsize::new(0),
                totals,
            }),
        })
    }

    /// Returns the kind of database.
    #[must_use]
    pub fn backend(&self) -> Backend {
        self.inner.backend
    }

    /// Returns the path of the file, or the address of the server.
    #[must_use]
    pub fn target(&self) -> &str {
        &self.inner.target
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
        connect(self.inner.backend, &self.inner.target)
    }

    /// Runs a read whose cost does not grow with the table.
    ///
    /// # Errors
    /// Returns the error of `work`, or an error if the database cannot be reached.
    pub async fn quick<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut DatabaseConnection) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        match self.inner.backend {
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
                std::collections::hash_map::Entry::Vacant(entry) => {
                    entry.insert(connect(self.inner.backend, &self.inner.target)?)
                }
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
        let database = self.clone();
        web::block(move || database.inner.readers.get().map_err(Problem::internal)?.run(work))
            .await
            .map_err(Problem::internal)?
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
            Writers::Pool(pool, places) => {
                self.write_in(pool, places, |connection| transaction(connection, work)).await
            }
        }
    }

    /// Runs a write that is a single statement on PostgreSQL. It needs no transaction there, which saves two round
    /// trips.
    ///
    /// # Errors
    /// Returns the error of `work`, or an error if the database cannot be reached or too many requests are waiting.
    pub async fn write_one<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut DatabaseConnection) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        match &self.inner.writers {
            Writers::One(writer) => writer.write(work).await,
            Writers::Pool(pool, places) => self.write_in(pool, places, work).await,
        }
    }

    async fn write_in<T: Send + 'static>(
        &self,
        pool: &Pool<Connections>,
        places: &Semaphore,
        work: impl FnOnce(&mut DatabaseConnection) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        let _place = self.enter(places).await?;
        let (pool, totals) = (pool.clone(), Arc::clone(&self.inner.totals));
        let work = move || {
            let done = pool.get().map_err(Problem::internal)?.run(work);
            totals.changed();
            done
        };
        web::block(work).await.map_err(Problem::internal)?
    }

    /// Runs a write in a transaction on the calling thread; for jobs and the command line.
    ///
    /// # Errors
    /// Returns the error of `work`, or an error if the database cannot be reached.
    pub fn write_blocking<T>(
        &self,
        work: impl FnOnce(&mut DatabaseConnection) -> Result<T, Problem>,
    ) -> Result<T, Problem> {
        let done = match &self.inner.writers {
            Writers::One(writer) => writer.write_blocking(work),
            Writers::Pool(pool, _) => {
                pool.get().map_err(Problem::internal)?.run(|connection| transaction(connection, work))
            }
        };
        self.inner.totals.changed();
        done
    }

    /// Runs a read on the calling thread; for jobs and the command line.
    ///
    /// # Errors
    /// Returns the error of `work`, or an error if the database cannot be reached.
    pub fn read_blocking<T>(
        &self,
        work: impl FnOnce(&mut DatabaseConnection) -> Result<T, Problem>,
    ) -> Result<T, Problem> {
        self.inner.readers.get().map_err(Problem::internal)?.run(work)
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

/// Runs `work` in a transaction. On SQLite the transaction takes the write lock at its start: one that reads first
/// and writes later could fail halfway because another one wrote in between.
///
/// # Errors
/// Returns the error of `work`; the transaction is then rolled back.
pub fn transaction<T>(
    connection: &mut DatabaseConnection,
    work: impl FnOnce(&mut DatabaseConnection) -> Result<T, Problem>,
) -> Result<T, Problem> {
    match connection {
        DatabaseConnection::Sqlite(connection) => {
            AnsiTransactionManager::begin_transaction_sql(connection, "BEGIN IMMEDIATE")?;
        }
        DatabaseConnection::Postgres(connection) => AnsiTransactionManager::begin_transaction(connection)?,
    }
    let answer = work(connection).and_then(|value| count_added(connection).map(|()| value));
    ended(connection, answer)
}

/// Ends the innermost transaction: commits on success, rolls back on failure.
fn ended<T>(connection: &mut DatabaseConnection, answer: Result<T, Problem>) -> Result<T, Problem> {
    if answer.is_ok() {
        on_backend!(connection, |inner| AnsiTransactionManager::commit_transaction(inner))?;
    } else {
        on_backend!(connection, |inner| AnsiTransactionManager::rollback_transaction(inner))?;
    }
    answer
}

/// Runs `work` in a nested transaction, so that its failure rolls back only its own changes.
///
/// # Errors
/// Returns the error of `work`.
pub fn nested<T>(
    connection: &mut DatabaseConnection,
    work: impl FnOnce(&mut DatabaseConnection) -> Result<T, Problem>,
) -> Result<T, Problem> {
    on_backend!(connection, |inner| AnsiTransactionManager::begin_transaction(inner))?;
    let answer = work(connection);
    ended(connection, answer)
}

/// Runs `work` in a nested transaction and always rolls it back: a dry run that returns the result.
///
/// # Errors
/// Returns the error of `work`.
pub fn dry_run<T>(
    connection: &mut DatabaseConnection,
    work: impl FnOnce(&mut DatabaseConnection) -> Result<T, Problem>,
) -> Result<T, Problem> {
    on_backend!(connection, |inner| AnsiTransactionManager::begin_transaction(inner))?;
    let answer = work(connection);
    on_backend!(connection, |inner| AnsiTransactionManager::rollback_transaction(inner))?;
    answer
}

/// Adds the rows inserted by this transaction to the tally, on SQLite, where triggers do not do it per statement.
/// The tally is then exact when it is read before the commit.
///
/// # Errors
/// Returns an error if the database fails.
pub fn count_added(connection: &mut DatabaseConnection) -> Result<(), Problem> {
    match connection {
        DatabaseConnection::Sqlite(connection) => Ok(counting::count_added(connection)?),
        DatabaseConnection::Postgres(_) => Ok(()),
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
