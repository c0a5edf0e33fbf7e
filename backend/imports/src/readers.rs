//! Threads that read files: two at a time, since each may need a hundred megabytes, in a fair order of the
//! accounts.

use kernel::{
    auth::turns::{Lane, Turns},
    problem::Problem,
    workers::Workers,
};
use std::{
    io,
    sync::{Arc, LazyLock},
};

/// The fair queue by account: an account that uploads many slow files does not hold up others.
static TURNS: LazyLock<Arc<Turns>> = LazyLock::new(Arc::default);
static READERS: LazyLock<io::Result<Workers>> = LazyLock::new(|| Workers::start("file reader", 2));

/// Reads a file when it is the account's turn.
///
/// # Errors
/// Returns the error of the work, or an error if too many requests are waiting.
pub async fn read<T: Send + 'static>(
    account_id: i64,
    work: impl FnOnce() -> Result<T, Problem> + Send + 'static,
) -> Result<T, Problem> {
    let readers = READERS.as_ref().map_err(Problem::internal)?;
    let turn = TURNS.take(&Lane::Known(account_id.to_string())).await?;
    let in_turn = move || {
        // Held until the file is read, even if the caller is gone.
        let _turn = turn;
        work()
    };
    readers.run(in_turn).await?
}
