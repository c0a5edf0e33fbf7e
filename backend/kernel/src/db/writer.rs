//! The one writer of an SQLite database: what is asked for at the same time is committed together.
//!
//! A commit waits for the disk, whatever it holds. So requests queue, one thread takes all that wait
//! into one transaction, each in a savepoint of its own, and answers them after the common commit. One
//! that fails or panics undoes its own savepoint alone; if the commit fails, all of them have failed.

use super::{
    Backend, CONNECTION_TIMEOUT, DatabaseConnection, MAX_WAITING, chain::Mark, checkpoints::Checkpoints, connect,
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

/// Requests of one transaction at most, and the time after which none is added to it: four batches of the intake, which
/// change many of the same pages. Of measurements of people at random, four thousand together change two thirds of the
/// pages, each, that a thousand do.
const MAX_TOGETHER: usize = 256;
const MAX_TIME_TOGETHER: Duration = Duration::from_millis(200);

/// How long nothing is asked for before the pages that were read are given back: they may be thirty megabytes, and a
/// look through a log reads as many.
const REST: Duration = Duration::from_secs(5);

/// Set on the writing connection besides what every connection has: the pages of a common transaction
/// stay in memory until it ends, and others copy the log into the database.
///
/// What a reader of long has made of the log is given back to the disk when it begins anew, beyond 128 MB.
const SETTINGS: &str =
    "PRAGMA cache_size = -32000; PRAGMA wal_autocheckpoint = 0; PRAGMA journal_size_limit = 134217728;";

/// The writer of a database; it ends with the last of its users.
pub struct Writer {
    /// Held for a transaction: by the thread, or by a job that writes a batch of its own.
    connection: Arc<FairMutex<DatabaseConnection>>,
    queue: SyncSender<Box<dyn Task>>,
    checkpoints: Checkpoints,
    target: String,
}

impl Writer {
    /// Opens the connection that writes to this file, and begins to take requests.
    ///
    /// # Errors
    /// When the database cannot be opened, or the system gives no thread.
    pub fn start(target: &str, totals: Arc<Totals>) -> Result<Self, Problem> {
        let connection = Arc::new(FairMutex::new(open(target)?));
        let (queue, requests) = sync_channel(MAX_WAITING);
        let checkpoints = Checkpoints::start(target, &connection)?;
        let target = target.to_owned();
        let writer = Self {
            connection: Arc::clone(&connection),
            queue,
            checkpoints: checkpoints.clone(),
            target: target.clone(),
        };
        let work = move || serve(&requests, &connection, &checkpoints, &target, &totals);
        std::thread::Builder::new().name("writer".into()).spawn(work)?;
        Ok(writer)
    }

    /// Writes together with whatever else is asked for at the time.
    ///
    /// # Errors
    /// What `work` answers, or that too many wait already.
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
            // It is being written: only its answer tells what has become of it.
            Err(_) if taken.swap(true, Ordering::Relaxed) => answered.await.map_err(Problem::internal)?,
            Err(_) => Err(Problem::overloaded()),
        }
    }

    /// Writes in a transaction of its own on the calling thread.
    ///
    /// # Errors
    /// What `work` answers, or that others write for too long.
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
            *connection = open(&self.target)?;
        }
        drop(connection);
        self.checkpoints.committed();
        done.unwrap_or_else(|panic| resume_unwind(panic))
    }
}

fn open(target: &str) -> Result<DatabaseConnection, Problem> {
    let mut connection = connect(Backend::Sqlite, target)?;
    connection.batch_execute(SETTINGS)?;
    Ok(connection)
}

/// A request of any type, as the thread sees it.
trait Task: Send {
    /// Whether somebody still waits for it; from now on nobody gives it up.
    fn take(&self) -> bool;
    /// Does the work; `false` when nothing of it is to be kept.
    fn run(&mut self, connection: &mut DatabaseConnection) -> bool;
    /// Answers what the work has answered, or why nothing of it could be kept.
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
    /// By whom it was taken first: by the writer, or by who has waited too long.
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
            // What has failed inside says why; a refusal may rest on what others wrote and is undone.
            (State::Done(Err(problem)), Some(_)) if problem.code == ErrorCode::Internal => Err(problem),
            (_, Some(problem)) => Err(problem),
            (State::Done(Ok(value)), None) => Ok(value),
            (State::Waiting(_) | State::Running, None) => Err(Problem::overloaded()),
        };
        // Whoever has asked may be gone.
        let _ = self.answer.send(answer);
    }
}

/// Takes requests until nobody can make any more.
fn serve(
    requests: &Receiver<Box<dyn Task>>,
    connection: &FairMutex<DatabaseConnection>,
    checkpoints: &Checkpoints,
    target: &str,
    totals: &Totals,
) {
    while let Some(first) = next(requests, connection) {
        let mut connection: FairMutexGuard<'_, DatabaseConnection> = connection.lock();
        let mut together = Vec::new();
        let done = write_together(&mut connection, first, requests, &mut together);
        if done.is_err() {
            // Its transaction is in no state that could be relied on; a new one begins with nothing.
            match open(target) {
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

/// The next request. While none comes, what the connection holds for later is given back, also what a job has read by it.
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

/// Writes the first request and those that wait behind it in one transaction; leaves them in `together`.
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

/// Runs one request so that it can be undone alone.
///
/// # Errors
/// When the database fails so that the whole transaction is lost.
fn in_savepoint(connection: &mut DatabaseConnection, task: &mut dyn Task) -> Result<(), Problem> {
    Fixed("SAVEPOINT request", &[]).run(sqlite(connection)?)?;
    if task.run(connection) {
        Fixed("RELEASE request", &[]).run(sqlite(connection)?)?;
        return Ok(());
    }
    // A panic may have left transactions within this one behind.
    while depth(sqlite(connection)?)? > 1 {
        AnsiTransactionManager::rollback_transaction(sqlite(connection)?)?;
    }
    // There is no such savepoint where SQLite has undone everything by itself, as it does on a full disk.
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
