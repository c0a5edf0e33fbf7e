//! Statistics for SQLite's query planner: how many rows share a prefix of an index, from `planner_statistics.csv`
//! (`table,index,numbers`, as `ANALYZE` writes them; an empty index means the table itself).
//!
//! Without statistics the planner takes the first index that fits, and searches all members' measurements for the
//! newest one of a single member. Statistics gathered in an installation would reflect the day somebody ran
//! `ANALYZE`, and a fast list would be slow on another day. So all installations use the same ones, those of the
//! large demonstration, and get the plans that were tested. PostgreSQL gathers its own statistics.

use crate::problem::Problem;
use diesel::{
    QueryableByName, RunQueryDsl, SqliteConnection,
    connection::SimpleConnection,
    sql_query,
    sql_types::{Nullable, Text},
};

const STATISTICS: &str = include_str!("planner_statistics.csv");
/// SQLite's tables of statistics and of sampled values.
const NUMBERS: &str = "sqlite_stat1";
const SAMPLES: &str = "sqlite_stat4";

/// A row of SQLite's statistics table; any column may be null.
#[derive(QueryableByName, PartialEq, Eq, PartialOrd, Ord)]
struct Row {
    #[diesel(sql_type = Nullable<Text>)]
    tbl: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    idx: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    stat: Option<String>,
}

/// The name of a statistics table.
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

/// Installs the statistics if those in the database differ; must run in a transaction. Open connections plan by them
/// from their next query on.
///
/// # Errors
/// Returns an error if the database fails.
pub(super) fn install_statistics(connection: &mut SqliteConnection) -> Result<(), Problem> {
    let mut tables = own_tables(connection)?;
    if !tables.iter().any(|table| table == NUMBERS) {
        // Only ANALYZE creates these tables; a small table is enough.
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
    // Other connections read the statistics with the schema, so the schema must change. The connection that changed
    // it does not reload by itself.
    let reading = "CREATE TABLE planner_told (told BOOLEAN); DROP TABLE planner_told; ANALYZE sqlite_schema;";
    Ok(connection.batch_execute(reading)?)
}

fn own_tables(connection: &mut SqliteConnection) -> Result<Vec<String>, Problem> {
    let tables = "SELECT name FROM sqlite_schema WHERE name IN ('sqlite_stat1', 'sqlite_stat4')";
    Ok(sql_query(tables).load::<Table>(connection)?.into_iter().map(|table| table.name).collect())
}

/// Returns whether sampled values exist; the planner would use them as well.
fn has_samples(connection: &mut SqliteConnection, tables: &[String]) -> Result<bool, Problem> {
    if !tables.iter().any(|table| table == SAMPLES) {
        return Ok(false);
    }
    let first = "SELECT 'sqlite_stat4' AS name FROM sqlite_stat4 LIMIT 1";
    Ok(!sql_query(first).load::<Table>(connection)?.is_empty())
}
