//! Copying SQLite's log into the database, beside the writing: with the writer's own commits, everybody who waits for one
//! would wait for the disk a second and a third time.

use super::{Backend, DatabaseConnection, connect};
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

/// Pages that wait in the log before they are copied while others are written: those that change often are then copied
/// once. Four thousand measurements change some six thousand.
const WAITING: i32 = 16_000;
/// Pages of the log, copied or not, from which on the writer waits until all are copied, so that the log begins anew:
/// writing over a log that is there is faster than making it longer.
const LONGEST: i32 = 32_000;
/// When nothing was written for so long, all is copied: who reads looks for each page in the log first.
const QUIET: Duration = Duration::from_secs(1);

/// How long the log is left alone after it was looked at: of a thousand small commits a second each would be followed by
/// a look.
const REST: Duration = Duration::from_millis(10);

#[derive(QueryableByName)]
struct Log {
    #[diesel(sql_type = Integer)]
    log: i32,
    #[diesel(sql_type = Integer)]
    checkpointed: i32,
}

/// Who is told of each commit.
#[derive(Clone)]
pub struct Checkpoints(SyncSender<()>);

impl Checkpoints {
    /// Starts the thread that copies; it ends when nobody is left to tell it of commits.
    ///
    /// # Errors
    /// When the database cannot be opened, or the system gives no thread.
    pub fn start(target: &str, writer: &Arc<FairMutex<DatabaseConnection>>) -> Result<Self, Problem> {
        let mut connection = connect(Backend::Sqlite, target)?;
        let writer = Arc::clone(writer);
        let (told, commits) = sync_channel(1);
        std::thread::Builder::new()
            .name("checkpoints".into())
            .spawn(move || copy(&commits, &mut connection, &writer))?;
        Ok(Self(told))
    }

    /// Something was committed.
    pub fn committed(&self) {
        // Where it has been told already, it looks at everything that has come.
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

/// Copies what no reader holds back.
fn checkpoint(connection: &mut DatabaseConnection) -> Result<Log, Problem> {
    Ok(sql_query("PRAGMA wal_checkpoint(PASSIVE)").get_result::<Log>(connection)?)
}
