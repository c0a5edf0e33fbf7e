//! Looking after the access log and the change log while the server runs: what is not chained yet is
//! chained, and what has been kept for long enough is removed.

use kernel::{
    clock,
    db::chain::{self, Log},
    problem::Problem,
    state::State,
};
use std::time::Duration;
use uno_core::domain::time::DAY_MILLISECONDS;

/// How often rows without a place are sought.
const CHAINING_INTERVAL: Duration = Duration::from_secs(1);
/// Room for other writers between two batches.
const CHAINING_PAUSE: Duration = Duration::from_millis(5);

const YEAR_MILLISECONDS: i64 = 365 * DAY_MILLISECONDS + DAY_MILLISECONDS / 4;
/// How long it is kept who read personal data.
const ACCESS_LOG_YEARS: i64 = 2;
/// How long it is kept who changed what: as long as changes of permissions have to be.
const CHANGE_LOG_YEARS: i64 = 3;

/// Chains the rows of the logs that were not chained when they were written.
pub async fn chain_waiting(state: State) {
    loop {
        tokio::time::sleep(CHAINING_INTERVAL).await;
        for log in Log::ALL {
            while chain_batch(&state, log).await {
                tokio::time::sleep(CHAINING_PAUSE).await;
            }
        }
    }
}

/// Chains a batch; answers whether it may not have been the last.
async fn chain_batch(state: &State, log: Log) -> bool {
    let done = async {
        if !state.database.read(move |connection| chain::waits(connection, log)).await? {
            return Ok(false);
        }
        Ok(state.database.write(move |connection| chain::chain_waiting(connection, log)).await? > 0)
    };
    done.await.unwrap_or_else(|problem: Problem| {
        tracing::warn!(cause = %problem, log = log.table(), "a log could not be chained");
        false
    })
}

/// Removes the rows of the logs that have been kept for long enough.
pub async fn expire(state: &State) {
    for (log, years) in [(Log::Access, ACCESS_LOG_YEARS), (Log::Changes, CHANGE_LOG_YEARS)] {
        if let Err(problem) = expire_one(state, log, years).await {
            tracing::warn!(cause = %problem, log = log.table(), "old rows of a log could not be removed");
        }
    }
}

/// Also names the end of the chain in the server's log: who keeps those lines elsewhere notices a chain
/// that was made anew.
async fn expire_one(state: &State, log: Log, years: i64) -> Result<(), Problem> {
    let before = clock::now().0 - years * YEAR_MILLISECONDS;
    while state.database.write(move |connection| chain::expire(connection, log, before)).await? > 0 {}
    let (position, hash) = state.database.read(move |connection| chain::end(connection, log)).await?;
    tracing::info!(log = log.table(), position, hash, "end of a log's chain");
    Ok(())
}
