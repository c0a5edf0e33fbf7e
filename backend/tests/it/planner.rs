//! The indexes used by queries. On SQLite the planner's statistics are fixed, the same in every installation.

use crate::support::{TestDatabase, World};
use diesel::{
    QueryableByName, RunQueryDsl,
    connection::SimpleConnection,
    sql_query,
    sql_types::{Nullable, Text},
};
use kernel::db::{DatabaseConnection, migrations};
use std::{collections::BTreeSet, path::PathBuf};
use uno_server::demo;

#[derive(QueryableByName)]
struct Step {
    #[diesel(sql_type = Text)]
    detail: String,
}

/// Returns the query plan of a query with placeholders.
pub fn plan(connection: &mut DatabaseConnection, query: &str) -> String {
    match connection {
        DatabaseConnection::Sqlite(connection) => {
            let steps: Vec<Step> = sql_query(format!("EXPLAIN QUERY PLAN {query}")).load(connection).unwrap();
            steps.into_iter().map(|step| step.detail + "\n").collect()
        }
        DatabaseConnection::Postgres(connection) => {
            let most = (1..=20).take_while(|number| query.contains(&format!("${number}"))).count();
            let values = vec!["1"; most].join(", ");
            connection.batch_execute(&format!("PREPARE asked AS {query}")).unwrap();
            let steps: Vec<String> =
                diesel::dsl::sql::<Text>(&format!("EXPLAIN EXECUTE asked ({values})")).load(connection).unwrap();
            connection.batch_execute("DEALLOCATE asked").unwrap();
            steps.join("\n")
        }
    }
}

/// Updates the statistics that PostgreSQL would update itself some time later.
pub fn count_everything(connection: &mut DatabaseConnection) {
    if let DatabaseConnection::Postgres(connection) = connection {
        connection.batch_execute("ANALYZE").unwrap();
    }
}

#[derive(QueryableByName)]
struct Named {
    #[diesel(sql_type = Text)]
    table: String,
    #[diesel(sql_type = Nullable<Text>)]
    index: Option<String>,
    #[diesel(sql_type = Text)]
    numbers: String,
}

const TOLD: &str = "SELECT tbl AS \"table\", idx AS \"index\", stat AS numbers FROM sqlite_stat1 ORDER BY 1, 2";
/// The query for the newest measurements of a member, by a caller who may see everything.
const NEWEST: &str = "SELECT measurement_id FROM measurement WHERE kind = ? AND member_id = ? AND trial = ? \
                      ORDER BY measured_at DESC, measurement_id DESC LIMIT 20";

fn told(connection: &mut DatabaseConnection) -> Vec<Named> {
    sql_query(TOLD).load(connection).unwrap()
}

fn kept() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("kernel/src/db/planner_statistics.csv")
}

#[test]
fn sqlite_is_told_of_every_index_of_large_tables_and_of_none_that_is_not_there() {
    let test = TestDatabase::sqlite();
    let mut connection = test.database.connect().unwrap();
    let told = told(&mut connection);
    let text: String = told.iter().map(line).collect();
    assert_eq!(text, std::fs::read_to_string(kept()).unwrap());
    let tables: BTreeSet<&str> = told.iter().map(|row| row.table.as_str()).collect();
    let named: BTreeSet<(&str, &str)> =
        told.iter().filter_map(|row| Some((row.table.as_str(), row.index.as_deref()?))).collect();
    let schema = "SELECT tbl_name AS \"table\", name AS \"index\", '' AS numbers FROM sqlite_schema \
                  WHERE type = 'index' OR (type = 'table' AND sql LIKE '%WITHOUT ROWID%')";
    let there: Vec<Named> = sql_query(schema).load(&mut connection).unwrap();
    let there: BTreeSet<(&str, &str)> = there
        .iter()
        .filter_map(|row| Some((row.table.as_str(), row.index.as_deref()?)))
        .filter(|(table, _)| tables.contains(table))
        .collect();
    assert_eq!(named, there, "the ignored test below counts anew");
}

fn line(row: &Named) -> String {
    format!("{},{},{}\n", row.table, row.index.as_deref().unwrap_or_default(), row.numbers)
}

#[test]
fn the_newest_measurements_of_a_member_are_sought_among_those_of_the_member() {
    let test = TestDatabase::sqlite();
    World::build(&test);
    let mut connection = test.database.connect().unwrap();
    let by_member = "SEARCH measurement USING INDEX measurement_by_member (member_id=? AND kind=?)";
    let steps = plan(&mut connection, NEWEST);
    assert!(steps.contains(by_member), "a new installation: {steps}");
    // An installation without the fixed statistics, or with its own.
    connection
        .batch_execute("DELETE FROM sqlite_stat1; INSERT INTO sqlite_stat1 VALUES ('member', NULL, '3')")
        .unwrap();
    let steps = plan(&mut test.database.connect().unwrap(), NEWEST);
    assert!(!steps.contains(by_member), "there is nothing to be told: {steps}");
    let mut open = test.database.connect().unwrap();
    plan(&mut open, NEWEST);
    migrations::run(&mut connection).unwrap();
    let sampled = "SELECT tbl AS \"table\", idx AS \"index\", '' AS numbers FROM sqlite_stat4";
    assert!(sql_query(sampled).load::<Named>(&mut connection).unwrap().is_empty(), "samples are gone");
    // A connection does not check for schema changes when it only explains a plan, so it runs a query first.
    open.batch_execute("SELECT name FROM setting").unwrap();
    let steps = plan(&mut open, NEWEST);
    assert!(steps.contains(by_member), "a connection that was open: {steps}");
}

#[test]
fn the_demonstration_plans_as_every_installation() {
    let test = TestDatabase::sqlite();
    demo::fill(&test.database, 60, 1).unwrap();
    let mut connection = test.database.connect().unwrap();
    let text: String = told(&mut connection).iter().map(line).collect();
    assert_eq!(text, std::fs::read_to_string(kept()).unwrap());
}

/// Regenerates the planner's statistics from demonstration data in which the growing tables are large: `cargo test
/// --release … -- --ignored what_the_planner_is_told_is_counted_anew`.
#[test]
#[ignore = "fills a million rows, and writes a file of the project"]
fn what_the_planner_is_told_is_counted_anew() {
    let test = TestDatabase::sqlite();
    demo::fill(&test.database, 200_000, 1).unwrap();
    demo::add_users(&test.database, 200_000).unwrap();
    let mut connection = test.database.connect().unwrap();
    // Rows examined per index: beyond that, only the order of magnitude matters.
    connection.batch_execute("PRAGMA analysis_limit = 1000; ANALYZE").unwrap();
    let told = told(&mut connection);
    let rows = |row: &Named| row.numbers.split(' ').next().and_then(|count| count.parse::<u32>().ok()).unwrap_or(0);
    let large: BTreeSet<&str> = told.iter().filter(|row| rows(row) >= 1_000).map(|row| row.table.as_str()).collect();
    let text: String = told.iter().filter(|row| large.contains(row.table.as_str())).map(line).collect();
    std::fs::write(kept(), text).unwrap();
}
