//! Migrates a database to the current schema.

use super::{DatabaseConnection, grade_rules, planner, screens};
use crate::problem::Problem;
use diesel::{QueryableByName, RunQueryDsl, connection::SimpleConnection, sql_types::Text};
use diesel_migrations::{EmbeddedMigrations, MigrationHarness, embed_migrations};

const SQLITE: EmbeddedMigrations = embed_migrations!("../../migrations/sqlite");
const POSTGRES: EmbeddedMigrations = embed_migrations!("../../migrations/postgres");

/// Runs pending migrations; returns their names. Only one process may do so at a time ([`super::Database::alone`]).
///
/// # Errors
/// Returns an error if a migration fails; PostgreSQL and SQLite roll it back.
pub fn run(connection: &mut DatabaseConnection) -> Result<Vec<String>, Problem> {
    let names = pending(connection)?;
    super::transaction(connection, screens::install)?;
    super::transaction(connection, grade_rules::install)?;
    super::transaction(connection, update_planner)?;
    Ok(names)
}

/// Installs the planner's statistics; rebuilt indexes have none.
fn update_planner(connection: &mut DatabaseConnection) -> Result<(), Problem> {
    match connection {
        DatabaseConnection::Sqlite(connection) => planner::install_statistics(connection),
        DatabaseConnection::Postgres(_) => Ok(()),
    }
}

fn pending(connection: &mut DatabaseConnection) -> Result<Vec<String>, Problem> {
    let ran = match connection {
        DatabaseConnection::Sqlite(connection) => {
            // Sorting a large table for an index uses files, not memory: this process becomes the server.
            connection.batch_execute("PRAGMA temp_store = FILE")?;
            connection.run_pending_migrations(SQLITE).map(|versions| versions.iter().map(ToString::to_string).collect())
        }
        DatabaseConnection::Postgres(connection) => connection
            .run_pending_migrations(POSTGRES)
            .map(|versions| versions.iter().map(ToString::to_string).collect()),
    };
    ran.map_err(Problem::internal)
}

/// Tables that are filled with a million rows at a time.
const FILLED: &str = "('member', 'measurement', 'physical_measurement', 'stress_measurement', 'stress_answers', \
                      'vision_measurement', 'heart_rate_measurement', 'dementia_screening', 'psychological_test', \
                      'training_participation')";

#[derive(QueryableByName)]
struct Dropped {
    #[diesel(sql_type = Text)]
    dropping: String,
    #[diesel(sql_type = Text)]
    making: String,
}

/// Drops the indexes of the tables to be filled from empty, since indexes of full tables are built in one go instead
/// of row by row. Also drops their triggers, or disables them on PostgreSQL. Returns the statements that restore
/// both. Rows written meanwhile are not counted.
///
/// # Errors
/// Returns an error if the database fails.
pub fn set_aside(connection: &mut DatabaseConnection) -> Result<Vec<String>, Problem> {
    let query = match connection {
        DatabaseConnection::Sqlite(_) => format!(
            "SELECT 'DROP ' || type || ' ' || name AS dropping, sql AS making FROM sqlite_master \
             WHERE type IN ('index', 'trigger') AND sql IS NOT NULL AND tbl_name IN {FILLED}"
        ),
        DatabaseConnection::Postgres(_) => format!(
            "SELECT 'DROP INDEX ' || indexname AS dropping, indexdef AS making FROM pg_indexes \
             WHERE schemaname = 'public' AND tablename IN {FILLED} \
             AND NOT EXISTS (SELECT 1 FROM pg_constraint WHERE conname = indexname) \
             UNION ALL SELECT 'ALTER TABLE ' || tablename || ' DISABLE TRIGGER USER', \
             'ALTER TABLE ' || tablename || ' ENABLE TRIGGER USER' \
             FROM pg_tables WHERE schemaname = 'public' AND tablename IN {FILLED}"
        ),
    };
    connection.batch_execute(
        "UPDATE tally_reach SET member_id = 9223372036854775807, measurement_id = 9223372036854775807",
    )?;
    let found: Vec<Dropped> = diesel::sql_query(query).load(connection)?;
    found
        .into_iter()
        .map(|Dropped { dropping, making }| {
            connection.batch_execute(&dropping)?;
            Ok(making)
        })
        .collect()
}

/// Restores the indexes and triggers that were set aside.
///
/// # Errors
/// Returns an error if the database fails.
pub fn put_back(connection: &mut DatabaseConnection, set_aside: &[String]) -> Result<(), Problem> {
    set_aside.iter().try_for_each(|making| connection.batch_execute(making))?;
    super::transaction(connection, update_planner)
}
