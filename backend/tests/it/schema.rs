//! Both databases have the same columns.

use crate::support::TestDatabase;
use diesel::{QueryableByName, RunQueryDsl, sql_types::Text};
use kernel::db::DatabaseConnection;
use std::collections::BTreeSet;

#[derive(QueryableByName)]
struct Column {
    #[diesel(sql_type = Text)]
    table_name: String,
    #[diesel(sql_type = Text)]
    column_name: String,
    #[diesel(sql_type = Text)]
    kind: String,
    #[diesel(sql_type = Text)]
    nullable: String,
}

/// Table, column, kind and whether it may be absent; the words of both databases made one.
fn columns(connection: &mut DatabaseConnection) -> BTreeSet<(String, String, String, bool)> {
    let query = match connection {
        DatabaseConnection::Sqlite(_) => {
            "SELECT m.name AS table_name, c.name AS column_name, c.type AS kind, \
             CASE WHEN c.\"notnull\" = 1 THEN 'NO' ELSE 'YES' END AS nullable \
             FROM sqlite_master m JOIN pragma_table_info(m.name) c \
             WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite_%'"
        }
        DatabaseConnection::Postgres(_) => {
            "SELECT table_name::text, column_name::text, data_type::text AS kind, is_nullable::text AS nullable \
             FROM information_schema.columns WHERE table_schema = 'public'"
        }
    };
    let rows: Vec<Column> = diesel::sql_query(query).load(connection).unwrap();
    rows.into_iter()
        .filter(|row| row.table_name != "__diesel_schema_migrations")
        .map(|row| {
            let kind = match row.kind.to_uppercase().as_str() {
                "BYTEA" | "BLOB" => "binary",
                "INTEGER" if row.column_name.ends_with("_id") => "bigint",
                "INTEGER" => "integer",
                "BIGINT" => "bigint",
                "TEXT" => "text",
                "BOOLEAN" => "boolean",
                "DATE" => "date",
                other => panic!("{}.{} has the type {other}", row.table_name, row.column_name),
            };
            (row.table_name, row.column_name, kind.to_owned(), row.nullable == "YES")
        })
        .collect()
}

#[test]
fn both_databases_have_the_same_columns() {
    let found = std::cell::RefCell::new(Vec::new());
    TestDatabase::each(|test| found.borrow_mut().push(columns(&mut test.database.connect().unwrap())));
    let found = found.into_inner();
    assert!(found[0].len() > 100, "columns were found");
    for other in &found[1..] {
        assert_eq!(&found[0], other);
    }
}
