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
        DatabaseConnection::Sqlite(connection) => {
            connection.run_pending_migrations(SQLITE).map(|versions| versions.iter().map(ToString::to_string).collect())
        }
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

/// What costs each row something: made and removed by the migrations of these names.
macro_rules! costs {
    ($database:literal) => {
        [
            (
                include_str!(concat!("../../../migrations/", $database, "/0002_list_indexes/up.sql")),
                include_str!(concat!("../../../migrations/", $database, "/0002_list_indexes/down.sql")),
            ),
            (
                include_str!(concat!("../../../migrations/", $database, "/0010_tally_triggers/up.sql")),
                include_str!(concat!("../../../migrations/", $database, "/0010_tally_triggers/down.sql")),
            ),
        ]
    };
}

const SQLITE_COSTS: [(&str, &str); 2] = costs!("sqlite");
const POSTGRES_COSTS: [(&str, &str); 2] = costs!("postgres");

fn costs(connection: &DatabaseConnection) -> [(&'static str, &'static str); 2] {
    match connection {
        DatabaseConnection::Sqlite(_) => SQLITE_COSTS,
        DatabaseConnection::Postgres(_) => POSTGRES_COSTS,
    }
}

/// Removes the indexes of the lists and the triggers before tables are filled from empty.
///
/// # Errors
/// When the database fails.
pub fn before_filling(connection: &mut DatabaseConnection) -> Result<(), Problem> {
    costs(connection).iter().try_for_each(|(_, down)| Ok(connection.batch_execute(down)?))
}

/// Makes the indexes of the lists and the triggers again. Nothing that was written meanwhile is counted.
///
/// # Errors
/// When the database fails.
pub fn after_filling(connection: &mut DatabaseConnection) -> Result<(), Problem> {
    costs(connection).iter().try_for_each(|(up, _)| Ok(connection.batch_execute(up)?))
}
