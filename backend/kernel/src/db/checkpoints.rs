//! Checkpoints SQLite's log (WAL) in a background thread. If the writer's own commits did it, every waiting request
//! would wait for the disk a second and a third time.

use super::{DatabaseConnection, connections::Address};
use crate::problem::Problem;
use diesel::{QueryableByName, RunQueryDsl, sql_query, sql_types::Integer};
use parking_lot::FairMutex;
use std::{
    sync::{
        Arc,
        mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel},
    },
    time::Duration,
};

/// Pages in the log before they are copied during writes: a page that changes often is then copied once. 4,000
/// measurements change about 6,000 pages.
const WAITING: i32 = 16_000;
/// Log size in pages, copied or not, at which the writer waits until all are copied, so that the log restarts:
/// overwriting the log is faster than extending it.
const LONGEST: i32 = 32_000;
/// Idle time after which the whole log is copied: readers search the log first for each page.
const QUIET: Duration = Duration::from_secs(1);

/// Pause between looks at the log: without it, a thousand small commits a second would each cause a look.
const REST: Duration = Duration::from_millis(10);

#[derive(QueryableByName)]
struct Log {
    #[diesel(sql_type = Integer)]
    log: i32,
    #[diesel(sql_type = Integer)]
    checkpointed: i32,
}

/// Notifies the checkpoint thread of commits.
#[derive(Clone)]
pub struct Checkpoints(SyncSender<()>);

impl Checkpoints {
    /// Starts the checkpoint thread; it ends when the last handle is dropped.
    ///
    /// # Errors
    /// Returns an error if the database cannot be opened or the thread cannot be started.
    pub fn start(address: &Address, writer: &Arc<FairMutex<DatabaseConnection>>) -> Result<Self, Problem> {
        let mut connection = address.connect()?;
        let writer = Arc::clone(writer);
        let (told, commits) = sync_channel(1);
        std::thread::Builder::new()
            .name("checkpoints".into())
            .spawn(move || copy(&commits, &mut connection, &writer))?;
        Ok(Self(told))
    }

    /// Notifies the thread of a commit.
    pub fn committed(&self) {
        // If a notification is already pending, the thread will see this commit as well.
        let _ = self.0.try_send(());
    }
}

fn copy(commits: &Receiver<()>, connection: &mut DatabaseConnection, writer: &FairMutex<DatabaseConnection>) {
    while commits.recv().is_ok() {
        loop {
            warn(copied(connection, writer));
            std::thread::sleep(REST);
            match commits.recv_timeout(QUIET) {
                Ok(()) => {}
                Err(RecvTimeoutError::Timeout) => break,
                Err(RecvTimeoutError::Disconnected) => return,
            }
        }
        warn(checkpoint(connection).map(drop));
    }
}

fn warn(copied: Result<(), Problem>) {
    if let Err(problem) = copied {
        tracing::warn!(cause = %problem, "the log could not be copied into the database");
    }
}

fn copied(connection: &mut DatabaseConnection, writer: &FairMutex<DatabaseConnection>) -> Result<(), Problem> {
    let state = sql_query("PRAGMA wal_checkpoint(NOOP)").get_result::<Log>(connection)?;
    if state.log - state.checkpointed < WAITING {
        return Ok(());
    }
    let state = checkpoint(connection)?;
    if state.log > LONGEST {
        let waiting = writer.lock();
        checkpoint(connection)?;
        drop(waiting);
    }
    Ok(())
}

/// Copies all pages that no reader still needs in the log.
fn checkpoint(connection: &mut DatabaseConnection) -> Result<Log, Problem> {
    Ok(sql_query("PRAGMA wal_checkpoint(PASSIVE)").get_result::<Log>(connection)?)
}
