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

/// A row of SQLite's own table.
#[derive(QueryableByName, PartialEq, Eq, PartialOrd, Ord)]
struct Row {
    #[diesel(sql_type = Text)]
    tbl: String,
    #[diesel(sql_type = Nullable<Text>)]
    idx: Option<String>,
    #[diesel(sql_type = Text)]
    stat: String,
}

impl Row {
    fn of(line: &str) -> Option<Self> {
        let mut parts = line.splitn(3, ',').map(str::to_owned);
        let (tbl, idx, stat) = (parts.next()?, parts.next()?, parts.next()?);
        Some(Self { tbl, idx: Some(idx).filter(|idx| !idx.is_empty()), stat })
    }
}

/// Tells it, where it has been told something else or nothing: in a transaction. Who has a connection already plans by
/// it from the next question on.
///
/// # Errors
/// When the database fails.
pub(super) fn tell(connection: &mut SqliteConnection) -> Result<(), Problem> {
    let tables = "SELECT name AS tbl, name AS idx, name AS stat FROM sqlite_schema WHERE name = 'sqlite_stat1'";
    if sql_query(tables).load::<Row>(connection)?.is_empty() {
        // Only counting makes the table: that of something small.
        connection.batch_execute("ANALYZE setting")?;
    }
    let mut told = sql_query("SELECT tbl, idx, stat FROM sqlite_stat1").load::<Row>(connection)?;
    let mut rows: Vec<Row> = STATISTICS.lines().filter_map(Row::of).collect();
    told.sort_unstable();
    rows.sort_unstable();
    if told == rows {
        return Ok(());
    }
    connection.batch_execute("DELETE FROM sqlite_stat1")?;
    for Row { tbl, idx, stat } in &rows {
        sql_query("INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES (?, ?, ?)")
            .bind::<Text, _>(tbl)
            .bind::<Nullable<Text>, _>(idx)
            .bind::<Text, _>(stat)
            .execute(connection)?;
    }
    // Others read it with the schema, so that has to be another; who has changed it reads nothing anew by itself.
    let reading = "CREATE TABLE planner_told (told BOOLEAN); DROP TABLE planner_told; ANALYZE sqlite_schema;";
    Ok(connection.batch_execute(reading)?)
}
