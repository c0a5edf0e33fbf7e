//! Bringing a database to the present schema.

use super::DatabaseConnection;
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
    let names = match connection {
        DatabaseConnection::Sqlite(connection) => connection.run_pending_migrations(SQLITE).map(|versions| {
            versions.iter().map(ToString::to_string).collect()
        }),
        DatabaseConnection::Postgres(connection) => {
            // Several instances may start at once: one migrates, the others wait for it.
            connection.batch_execute("SELECT pg_advisory_lock(7165019)")?;
            let names = connection
                .run_pending_migrations(POSTGRES)
                .map(|versions| versions.iter().map(ToString::to_string).collect());
            connection.batch_execute("SELECT pg_advisory_unlock(7165019)")?;
            names
        }
    };
    names.map_err(Problem::internal)
}
