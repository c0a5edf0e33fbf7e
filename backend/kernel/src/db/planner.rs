//! What SQLite's planner is told of the tables: how many rows have the same beginning of an index, as in
//! `planner_statistics.csv` (`table,index,numbers`, as `ANALYZE` writes them; no index where it is the table itself).
//!
//! Without any, it takes the first index that fits, and the newest measurement of one member is sought among those of
//! everybody. Counted in an installation, they would be those of the day on which somebody has counted, and a list that
//! was fast would be slow on another. So they are the same everywhere, those of the large demonstration, and what is
//! chosen by them is what was tested. PostgreSQL counts by itself.

use crate::problem::Problem;
use diesel::{
    QueryableByName, RunQueryDsl, SqliteConnection,
    connection::SimpleConnection,
    sql_query,
    sql_types::{Nullable, Text},
};

const STATISTICS: &str = include_str!("planner_statistics.csv");
/// Where SQLite has its numbers, and where its samples of values.
const NUMBERS: &str = "sqlite_stat1";
const SAMPLES: &str = "sqlite_stat4";

/// A row of SQLite's own table, in which anything may stand.
#[derive(QueryableByName, PartialEq, Eq, PartialOrd, Ord)]
struct Row {
    #[diesel(sql_type = Nullable<Text>)]
    tbl: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    idx: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    stat: Option<String>,
}

/// One of SQLite's own tables, in which it counts.
#[derive(QueryableByName)]
struct Table {
    #[diesel(sql_type = Text)]
    name: String,
}

impl Row {
    fn of(line: &str) -> Option<Self> {
        let mut parts = line.splitn(3, ',').map(str::to_owned);
        let (tbl, idx, stat) = (parts.next()?, parts.next()?, parts.next()?);
        Some(Self { tbl: Some(tbl), idx: Some(idx).filter(|idx| !idx.is_empty()), stat: Some(stat) })
    }
}

/// Tells it, where it has been told something else or nothing: in a transaction. Who has a connection already plans by
/// it from the next question on.
///
/// # Errors
/// When the database fails.
pub(super) fn tell(connection: &mut SqliteConnection) -> Result<(), Problem> {
    let mut tables = own_tables(connection)?;
    if !tables.iter().any(|table| table == NUMBERS) {
        // Only counting makes them: that of something small.
        connection.batch_execute("ANALYZE setting")?;
        tables = own_tables(connection)?;
    }
    let mut told = sql_query("SELECT tbl, idx, stat FROM sqlite_stat1").load::<Row>(connection)?;
    let mut rows: Vec<Row> = STATISTICS.lines().filter_map(Row::of).collect();
    told.sort_unstable();
    rows.sort_unstable();
    if told == rows && !has_samples(connection, &tables)? {
        return Ok(());
    }
    for table in &tables {
        connection.batch_execute(&format!("DELETE FROM {table}"))?;
    }
    for Row { tbl, idx, stat } in &rows {
        sql_query("INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES (?, ?, ?)")
            .bind::<Nullable<Text>, _>(tbl)
            .bind::<Nullable<Text>, _>(idx)
            .bind::<Nullable<Text>, _>(stat)
            .execute(connection)?;
    }
    // Others read it with the schema, so that has to be another; who has changed it reads nothing anew by itself.
    let reading = "CREATE TABLE planner_told (told BOOLEAN); DROP TABLE planner_told; ANALYZE sqlite_schema;";
    Ok(connection.batch_execute(reading)?)
}

fn own_tables(connection: &mut SqliteConnection) -> Result<Vec<String>, Problem> {
    let tables = "SELECT name FROM sqlite_schema WHERE name IN ('sqlite_stat1', 'sqlite_stat4')";
    Ok(sql_query(tables).load::<Table>(connection)?.into_iter().map(|table| table.name).collect())
}

/// Whether somebody has taken samples, by which would be planned as well.
fn has_samples(connection: &mut SqliteConnection, tables: &[String]) -> Result<bool, Problem> {
    if !tables.iter().any(|table| table == SAMPLES) {
        return Ok(false);
    }
    let first = "SELECT 'sqlite_stat4' AS name FROM sqlite_stat4 LIMIT 1";
    Ok(!sql_query(first).load::<Table>(connection)?.is_empty())
}
