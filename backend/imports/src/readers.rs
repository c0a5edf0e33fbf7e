//! Who reads files: two at the same time, since each may need a hundred megabytes, by turns of those who ask.

use kernel::{auth::turns::Turns, problem::Problem, workers::Workers};
use std::{
    io,
    sync::{Arc, LazyLock},
};

/// Whose file is read next, by account: whoever uploads many that take long holds up nobody else.
static TURNS: LazyLock<Arc<Turns>> = LazyLock::new(Arc::default);
static READERS: LazyLock<io::Result<Workers>> = LazyLock::new(|| Workers::start("file reader", 2));

/// Does the work of reading a file when it is its account's turn.
///
/// # Errors
/// What the work answers, or that too many wait.
pub async fn read<T: Send + 'static>(
    account_id: i64,
    work: impl FnOnce() -> Result<T, Problem> + Send + 'static,
) -> Result<T, Problem> {
    let readers = READERS.as_ref().map_err(Problem::internal)?;
    let turn = TURNS.take(&account_id.to_string()).await?;
    let in_turn = move || {
        // Kept until the file is read, also when nobody waits for it any more.
        let _turn = turn;
        work()
    };
    readers.run(in_turn).await?
}
