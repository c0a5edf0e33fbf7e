//! Maintenance of the access log and the change log while the server runs: chains rows that are not chained yet, and
//! deletes rows past their retention period.

use kernel::{
    clock,
    db::chain::{self, Log},
    problem::Problem,
    state::State,
};
use std::time::Duration;

/// Interval between two checks for unchained rows.
const CHAINING_INTERVAL: Duration = Duration::from_secs(1);
/// Pause between two batches, for other writers.
const CHAINING_PAUSE: Duration = Duration::from_millis(5);

/// Chains the rows that were not chained when they were written.
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

/// Chains a batch; returns whether there may be more.
async fn chain_batch(state: &State, log: Log) -> bool {
    let done = async {
        if !state.database.read(move |connection| chain::has_waiting(connection, log)).await? {
            return Ok(false);
        }
        Ok(state.database.write(move |connection| chain::chain_waiting(connection, log)).await? > 0)
    };
    done.await.unwrap_or_else(|problem: Problem| {
        tracing::warn!(cause = %problem, log = log.table(), "a log could not be chained");
        false
    })
}

/// Deletes the rows past their retention period.
pub async fn expire(state: &State) {
    for log in Log::ALL {
        if let Err(problem) = expire_one(state, log).await {
            tracing::warn!(cause = %problem, log = log.table(), "old rows of a log could not be removed");
        }
    }
}

/// Also writes the end of the chain to the server's log: stored elsewhere, these lines reveal a chain that was rebuilt.
async fn expire_one(state: &State, log: Log) -> Result<(), Problem> {
    let before = clock::now().0 - log.retention();
    while state.database.write(move |connection| chain::expire(connection, log, before)).await? > 0 {}
    let (position, hash) = state.database.read(move |connection| chain::end(connection, log)).await?;
    tracing::info!(log = log.table(), position, hash, "end of a log's chain");
    Ok(())
}
