//! A consistent copy of the database, also while it is served.

use crate::{
    db::{Backend, Database},
    problem::Problem,
};
use diesel::{RunQueryDsl, sql_types::Text};
use std::{path::Path, process::Command};

/// Writes the copy: an SQLite database, or an archive for `pg_restore`.
///
/// # Errors
/// When the file exists, cannot be written, or `pg_dump` is missing.
pub fn write(database: &Database, file: &Path) -> Result<(), Problem> {
    if file.exists() {
        return Err(Problem::internal(format!("{} exists already", file.display())));
    }
    match database.backend() {
        Backend::Sqlite => {
            let mut connection = database.connect()?;
            diesel::sql_query("VACUUM INTO ?").bind::<Text, _>(file.display().to_string()).execute(&mut connection)?;
            Ok(())
        }
        Backend::Postgres => {
            let status = Command::new("pg_dump")
                .arg("--format=custom")
                .arg("--file")
                .arg(file)
                .arg(format!("--dbname={}", database.target()))
                .status()
                .map_err(|error| Problem::internal(format!("pg_dump (of PostgreSQL's client package): {error}")))?;
            if status.success() { Ok(()) } else { Err(Problem::internal(format!("pg_dump ended with {status}"))) }
        }
    }
}
