//! Transactions on a connection: how they begin and end, and those within others.

use super::{DatabaseConnection, counting};
use crate::{on_backend, problem::Problem};
use diesel::connection::{AnsiTransactionManager, TransactionManager};

/// Begins a transaction on PostgreSQL.
pub(super) fn begin(connection: &mut DatabaseConnection, statements: &str) -> Result<(), Problem> {
    match connection {
        DatabaseConnection::Postgres(connection) => {
            Ok(AnsiTransactionManager::begin_transaction_sql(connection, statements)?)
        }
        DatabaseConnection::Sqlite(_) => Err(Problem::internal("SQLite writes with its one writer")),
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
pub(super) fn ended<T>(connection: &mut DatabaseConnection, answer: Result<T, Problem>) -> Result<T, Problem> {
    if answer.is_ok() {
        on_backend!(connection, |inner| AnsiTransactionManager::commit_transaction(inner))?;
    } else {
        let undone = on_backend!(connection, |inner| AnsiTransactionManager::rollback_transaction(inner));
        // A lost connection has undone it already.
        if !answer.as_ref().is_err_and(|problem| problem.outage.is_some()) {
            undone?;
        }
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
