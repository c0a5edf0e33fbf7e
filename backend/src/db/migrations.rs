//! Bringing a database to the present schema.

use super::{DatabaseConnection, screens};
use crate::problem::Problem;
use diesel::connection::SimpleConnection;
use diesel_migrations::{EmbeddedMigrations, MigrationHarness, embed_migrations};

const SQLITE: EmbeddedMigrations = embed_migrations!("../migrations/sqlite");
const POSTGRES: EmbeddedMigrations = embed_migrations!("../migrations/postgres");

/// Runs what has not run yet; answers the names of the migrations that ran.
///
/// # Errors
/// When a migration fails; PostgreSQL and SQLite undo it.
pub fn run(connection: &mut DatabaseConnection) -> Result<Vec<String>, Problem> {
    // Several instances may start at once: one migrates, the others wait for it.
    let is_shared = matches!(connection, DatabaseConnection::Postgres(_));
    if is_shared {
        connection.batch_execute("SELECT pg_advisory_lock(7165019)")?;
    }
    let names = pending(connection).and_then(|names| {
        super::transaction(connection, screens::give)?;
        Ok(names)
    });
    if is_shared {
        connection.batch_execute("SELECT pg_advisory_unlock(7165019)")?;
    }
    names
}

fn pending(connection: &mut DatabaseConnection) -> Result<Vec<String>, Problem> {
    let ran = match connection {
        DatabaseConnection::Sqlite(connection) => {
            connection.run_pending_migrations(SQLITE).map(|versions| versions.iter().map(ToString::to_string).collect())
        }
        DatabaseConnection::Postgres(connection) => connection
            .run_pending_migrations(POSTGRES)
            .map(|versions| versions.iter().map(ToString::to_string).collect()),
    };
    ran.map_err(Problem::internal)
}

const SQLITE_INDEXES: (&str, &str) = (
    include_str!("../../../migrations/sqlite/0002_list_indexes/up.sql"),
    include_str!("../../../migrations/sqlite/0002_list_indexes/down.sql"),
);
const POSTGRES_INDEXES: (&str, &str) = (
    include_str!("../../../migrations/postgres/0002_list_indexes/up.sql"),
    include_str!("../../../migrations/postgres/0002_list_indexes/down.sql"),
);

fn list_indexes(connection: &DatabaseConnection) -> (&'static str, &'static str) {
    match connection {
        DatabaseConnection::Sqlite(_) => SQLITE_INDEXES,
        DatabaseConnection::Postgres(_) => POSTGRES_INDEXES,
    }
}

/// Removes the indexes of the lists before a table is filled from empty.
///
/// # Errors
/// When the database fails.
pub fn drop_list_indexes(connection: &mut DatabaseConnection) -> Result<(), Problem> {
    Ok(connection.batch_execute(list_indexes(connection).1)?)
}

/// Makes the indexes of the lists again.
///
/// # Errors
/// When the database fails.
pub fn create_list_indexes(connection: &mut DatabaseConnection) -> Result<(), Problem> {
    Ok(connection.batch_execute(list_indexes(connection).0)?)
}
