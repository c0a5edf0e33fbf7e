//! The single writer of an SQLite database, which commits concurrent requests together (group commit).
//!
//! A commit waits for the disk, however little it holds. So requests queue, and one thread runs all waiting ones in
//! one transaction, each in its own savepoint, and answers them after the common commit. A request that fails or
//! panics rolls back only its own savepoint. If the commit fails, all of its requests fail.

use super::{
    CONNECTION_TIMEOUT, DatabaseConnection, MAX_WAITING, chain::Mark, checkpoints::Checkpoints, connections::Address,
    count_added, fixed::Fixed, totals::Totals, transaction,
};
use crate::problem::Problem;
use diesel::{
    SqliteConnection,
    connection::{AnsiTransactionManager, SimpleConnection, TransactionManager},
};
use parking_lot::{FairMutex, FairMutexGuard};
use std::{
    panic::{AssertUnwindSafe, catch_unwind, resume_unwind},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
        mpsc::{Receiver, RecvTimeoutError, SyncSender, TrySendError, sync_channel},
    },
    time::{Duration, Instant},
};
use tokio::sync::oneshot;
use uno_core::contract::error::ErrorCode;

/// Limits of one transaction: the number of requests, and the time after which no request is added. They allow for
/// four batches of the intake, which change many of the same pages. With measurements of random members, 4,000 in
/// one transaction change two thirds as many pages per measurement as 1,000 do.
const MAX_TOGETHER: usize = 256;
const MAX_TIME_TOGETHER: Duration = Duration::from_millis(200);

/// Idle time after which the page cache is released. It may hold thirty megabytes; a scan of a log reads as much.
const REST: Duration = Duration::from_secs(5);

/// Settings of the writing connection, besides those of every connection. The pages of a common transaction stay in
/// memory until it ends, and the checkpoint thread copies the log into the database.
///
/// A log that has grown because of a long-running reader is truncated to 128 MB when it restarts.
const SETTINGS: &str =
    "PRAGMA cache_size = -32000; PRAGMA wal_autocheckpoint = 0; PRAGMA journal_size_limit = 134217728;";

/// The writer of a database. Its thread ends when the last handle is dropped.
pub struct Writer {
    /// Locked for a transaction: by the thread, or by a job that writes a batch itself.
    connection: Arc<FairMutex<DatabaseConnection>>,
    queue: SyncSender<Box<dyn Task>>,
    checkpoints: Checkpoints,
    address: Arc<Address>,
}

impl Writer {
    /// Opens the writing connection to this file and starts to accept requests.
    ///
    /// # Errors
    /// Returns an error if the database cannot be opened or the thread cannot be started.
    pub fn start(address: &Arc<Address>, totals: Arc<Totals>) -> Result<Self, Problem> {
        let connection = Arc::new(FairMutex::new(open(address)?));
        let (queue, requests) = sync_channel(MAX_WAITING);
        let checkpoints = Checkpoints::start(address, &connection)?;
        let address = Arc::clone(address);
        let writer = Self {
            connection: Arc::clone(&connection),
            queue,
            checkpoints: checkpoints.clone(),
            address: Arc::clone(&address),
        };
        let work = move || serve(&requests, &connection, &checkpoints, &address, &totals);
        std::thread::Builder::new().name("writer".into()).spawn(work)?;
        Ok(writer)
    }

    /// Writes in a common transaction with other waiting requests.
    ///
    /// # Errors
    /// Returns the error of `work`, or an error if too many requests are waiting.
    pub async fn write<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut DatabaseConnection) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        let (answer, mut answered) = oneshot::channel();
        let taken = Arc::new(AtomicBool::new(false));
        let request = Request { state: State::Waiting(work), answer, taken: Arc::clone(&taken) };
        match self.queue.try_send(Box::new(request)) {
            Ok(()) => {}
            Err(TrySendError::Full(_)) => return Err(Problem::overloaded()),
            Err(TrySendError::Disconnected(_)) => return Err(Problem::internal("the writer has ended")),
        }
        match tokio::time::timeout(CONNECTION_TIMEOUT, &mut answered).await {
            Ok(answer) => answer.map_err(Problem::internal)?,
            // It is being written: only its answer shows the outcome.
            Err(_) if taken.swap(true, Ordering::Relaxed) => answered.await.map_err(Problem::internal)?,
            Err(_) => Err(Problem::overloaded()),
        }
    }

    /// Checks that the write lock can be had, and writes nothing.
    ///
    /// # Errors
    /// Returns an error if it is not free in time, or the database accepts no writes.
    pub fn check_lock(&self, most: Duration) -> Result<(), Problem> {
        let mut connection = self.connection.try_lock_for(most).ok_or_else(Problem::overloaded)?;
        Ok(connection.batch_execute("BEGIN IMMEDIATE; ROLLBACK")?)
    }

    /// Writes in a separate transaction on the calling thread.
    ///
    /// # Errors
    /// Returns the error of `work`, or an error if the write lock is not free in time.
    pub fn write_blocking<T>(
        &self,
        work: impl FnOnce(&mut DatabaseConnection) -> Result<T, Problem>,
    ) -> Result<T, Problem> {
        let mut connection = self.connection.try_lock_for(CONNECTION_TIMEOUT).ok_or_else(Problem::overloaded)?;
        let chained = |connection: &mut DatabaseConnection| {
            let mark = Mark::now(connection)?;
            let done = work(connection)?;
            mark.chain_added(connection)?;
            Ok(done)
        };
        let done = catch_unwind(AssertUnwindSafe(|| transaction(&mut connection, chained)));
        if !matches!(depth(sqlite(&mut connection)?), Ok(0)) {
            *connection = open(&self.address)?;
        }
        drop(connection);
        self.checkpoints.committed();
        done.unwrap_or_else(|panic| resume_unwind(panic))
    }
}

fn open(address: &Address) -> Result<DatabaseConnection, Problem> {
    let mut connection = address.connect()?;
    connection.batch_execute(SETTINGS)?;
    Ok(connection)
}

/// A request of any type, as the writer thread sees it.
trait Task: Send {
    /// Claims the request for the writer; returns whether its caller is still waiting. A claimed request cannot
    /// time out.
    fn take(&self) -> bool;
    /// Runs the work; returns `false` if its changes must be rolled back.
    fn run(&mut self, connection: &mut DatabaseConnection) -> bool;
    /// Sends the result of the work, or the failure because of which its changes were lost.
    fn answer(self: Box<Self>, failure: Option<Problem>);
}

enum State<T, Work> {
    Waiting(Work),
    Done(Result<T, Problem>),
    Running,
}

struct Request<T, Work> {
    state: State<T, Work>,
    answer: oneshot::Sender<Result<T, Problem>>,
    /// Set by the first to claim the request: the writer, or the caller when it times out.
    taken: Arc<AtomicBool>,
}

impl<T: Send, Work: FnOnce(&mut DatabaseConnection) -> Result<T, Problem> + Send> Task for Request<T, Work> {
    fn take(&self) -> bool {
        !self.answer.is_closed() && !self.taken.swap(true, Ordering::Relaxed)
    }

    fn run(&mut self, connection: &mut DatabaseConnection) -> bool {
        let State::Waiting(work) = std::mem::replace(&mut self.state, State::Running) else { return false };
        let done = catch_unwind(AssertUnwindSafe(|| work(connection)))
            .unwrap_or_else(|_| Err(Problem::internal("what was to be written panicked")));
        let keep = done.is_ok();
        self.state = State::Done(done);
        keep
    }

    fn answer(self: Box<Self>, failure: Option<Problem>) {
        let answer = match (self.state, failure) {
            (State::Done(Err(problem)), None) => Err(problem),
            // An internal error explains the cause. Any other refusal may rest on rows of others that were rolled
            // back as well.
            (State::Done(Err(problem)), Some(_)) if problem.code == ErrorCode::Internal => Err(problem),
            (_, Some(problem)) => Err(problem),
            (State::Done(Ok(value)), None) => Ok(value),
            (State::Waiting(_) | State::Running, None) => Err(Problem::overloaded()),
        };
        // The caller may be gone.
        let _ = self.answer.send(answer);
    }
}

/// Serves requests until all senders are gone.
fn serve(
    requests: &Receiver<Box<dyn Task>>,
    connection: &FairMutex<DatabaseConnection>,
    checkpoints: &Checkpoints,
    address: &Address,
    totals: &Totals,
) {
    while let Some(first) = next(requests, connection) {
        let mut connection: FairMutexGuard<'_, DatabaseConnection> = connection.lock();
        let mut together = Vec::new();
        let done = write_together(&mut connection, first, requests, &mut together);
        if done.is_err() {
            // The state of its transaction is unknown; a new connection starts clean.
            match open(address) {
                Ok(opened) => *connection = opened,
                Err(problem) => tracing::error!(cause = %problem, "the database could not be opened again"),
            }
        }
        drop(connection);
        checkpoints.committed();
        totals.changed();
        let failure = done.err().map(|problem| problem.to_string());
        if let Some(cause) = &failure {
            tracing::warn!(cause, requests = together.len(), "a common transaction was undone");
        }
        for task in together {
            task.answer(failure.as_ref().map(|cause| Problem { cause: Some(cause.clone()), ..Problem::overloaded() }));
        }
    }
}

/// Returns the next request. While idle, releases the connection's memory, including pages that a job has read with
/// it.
fn next(requests: &Receiver<Box<dyn Task>>, connection: &FairMutex<DatabaseConnection>) -> Option<Box<dyn Task>> {
    loop {
        match requests.recv_timeout(REST) {
            Ok(task) => return Some(task),
            Err(RecvTimeoutError::Disconnected) => return None,
            Err(RecvTimeoutError::Timeout) => {
                let shrunk = connection.try_lock().map(|mut resting| resting.batch_execute("PRAGMA shrink_memory"));
                if let Some(Err(error)) = shrunk {
                    tracing::warn!(cause = %error, "memory could not be given back");
                }
            }
        }
    }
}

/// Writes the first request and the queued ones in one transaction; collects them in `together`.
fn write_together(
    connection: &mut DatabaseConnection,
    first: Box<dyn Task>,
    requests: &Receiver<Box<dyn Task>>,
    together: &mut Vec<Box<dyn Task>>,
) -> Result<(), Problem> {
    let begun = Instant::now();
    let mut next = Some(first);
    let mut begun_at = None;
    while let Some(mut task) = next {
        let is_taken = task.take();
        if is_taken && begun_at.is_none() {
            let begin = AnsiTransactionManager::begin_transaction_sql(sqlite(connection)?, "BEGIN IMMEDIATE");
            if let Err(error) = begin {
                together.push(task);
                return Err(error.into());
            }
            match Mark::now(connection) {
                Ok(mark) => begun_at = Some(mark),
                Err(problem) => {
                    together.push(task);
                    return Err(problem);
                }
            }
        }
        let written = if is_taken { in_savepoint(connection, &mut *task) } else { Ok(()) };
        together.push(task);
        written?;
        let goes_on = together.len() < MAX_TOGETHER && begun.elapsed() < MAX_TIME_TOGETHER;
        next = if goes_on { requests.try_recv().ok() } else { None };
    }
    if let Some(mark) = begun_at {
        count_added(connection)?;
        mark.chain_added(connection)?;
        AnsiTransactionManager::commit_transaction(sqlite(connection)?)?;
    }
    Ok(())
}

/// Runs one request in a savepoint, so that it can be rolled back alone.
///
/// # Errors
/// Returns an error if the database fails so that the whole transaction is lost.
fn in_savepoint(connection: &mut DatabaseConnection, task: &mut dyn Task) -> Result<(), Problem> {
    Fixed("SAVEPOINT request", &[]).run(sqlite(connection)?)?;
    if task.run(connection) {
        Fixed("RELEASE request", &[]).run(sqlite(connection)?)?;
        return Ok(());
    }
    // A panic may have left nested transactions open.
    while depth(sqlite(connection)?)? > 1 {
        AnsiTransactionManager::rollback_transaction(sqlite(connection)?)?;
    }
    // The savepoint is gone if SQLite has rolled back everything by itself, as it does on a full disk.
    Ok(connection.batch_execute("ROLLBACK TO request; RELEASE request")?)
}

fn depth(connection: &mut SqliteConnection) -> Result<u32, Problem> {
    let status = AnsiTransactionManager::transaction_manager_status_mut(connection);
    Ok(status.transaction_depth()?.map_or(0, std::num::NonZeroU32::get))
}

fn sqlite(connection: &mut DatabaseConnection) -> Result<&mut SqliteConnection, Problem> {
    match connection {
        DatabaseConnection::Sqlite(connection) => Ok(connection),
        DatabaseConnection::Postgres(_) => Err(Problem::internal("requests are written together on SQLite only")),
    }
}
