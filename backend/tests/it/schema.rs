//! Both databases have the same columns, indexes, references and checks.

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

/// Table, column, type and nullability, normalized across both databases.
fn columns(connection: &mut DatabaseConnection) -> BTreeSet<(String, String, String, bool)> {
    let query = match connection {
        DatabaseConnection::Sqlite(_) => {
            "SELECT m.name AS table_name, c.name AS column_name, c.type AS kind, \
             CASE WHEN c.\"notnull\" = 1 THEN 'NO' ELSE 'YES' END AS nullable \
             FROM sqlite_master m JOIN pragma_table_xinfo(m.name) c \
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

#[derive(QueryableByName)]
struct Definition {
    #[diesel(sql_type = Text)]
    name: String,
    #[diesel(sql_type = Text)]
    definition: String,
}

fn definitions(connection: &mut DatabaseConnection, sqlite: &str, postgres: &str) -> Vec<Definition> {
    let query = match connection {
        DatabaseConnection::Sqlite(_) => sqlite,
        DatabaseConnection::Postgres(_) => postgres,
    };
    diesel::sql_query(query).load(connection).unwrap()
}

/// Normalizes an SQL statement: lower case, without quotes, schema, index method and redundant space.
fn plain(sql: &str) -> String {
    let sql = sql.to_lowercase().replace('"', "").replace("public.", "").replace(" using btree", "");
    let sql = sql.replace(" text_pattern_ops", "").replace(" collate c", "").replace("::text", "");
    let sql = sql.split_whitespace().collect::<Vec<_>>().join(" ").replace(" (", "(").replace(", ", ",");
    // PostgreSQL puts parentheses around a condition and each of its parts.
    match sql.split_once(" where") {
        Some((index, condition)) => {
            let parts = condition.replace(['(', ')'], " ");
            format!("{index} where {}", parts.split_whitespace().collect::<Vec<_>>().join(" "))
        }
        None => sql,
    }
}

/// Returns the explicitly created indexes with their definitions.
fn indexes(connection: &mut DatabaseConnection) -> BTreeSet<(String, String)> {
    let found = definitions(
        connection,
        "SELECT name, sql AS definition FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL",
        "SELECT c.relname::text AS name, pg_get_indexdef(i.indexrelid) AS definition FROM pg_index i \
         JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_namespace n ON n.oid = c.relnamespace \
         WHERE n.nspname = 'public' AND NOT EXISTS (SELECT 1 FROM pg_constraint WHERE conindid = i.indexrelid)",
    );
    found.into_iter().map(|index| (index.name, plain(&index.definition))).collect()
}

/// Returns the foreign keys of each table with their delete action.
fn references(connection: &mut DatabaseConnection) -> BTreeSet<(String, String)> {
    let found = definitions(
        connection,
        "SELECT m.name, f.\"from\" || ' ' || f.\"table\" || ' ' || f.on_delete AS definition \
         FROM sqlite_master m JOIN pragma_foreign_key_list(m.name) f WHERE m.type = 'table'",
        "SELECT t.relname::text AS name, a.attname || ' ' || o.relname || ' ' || CASE c.confdeltype \
         WHEN 'c' THEN 'CASCADE' WHEN 'n' THEN 'SET NULL' WHEN 'r' THEN 'RESTRICT' ELSE 'NO ACTION' END AS definition \
         FROM pg_constraint c JOIN pg_class t ON t.oid = c.conrelid JOIN pg_class o ON o.oid = c.confrelid \
         JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = ANY (c.conkey) WHERE c.contype = 'f'",
    );
    found.into_iter().map(|reference| (reference.name, reference.definition)).collect()
}

/// Returns the quoted words, sorted.
fn words(sql: &str) -> Vec<String> {
    let mut words: Vec<String> = sql.split('\'').skip(1).step_by(2).map(str::to_owned).collect();
    words.sort();
    words
}

/// Returns the words allowed by the checks of each table; the remaining syntax of checks differs between the databases.
fn checks(connection: &mut DatabaseConnection) -> BTreeSet<(String, Vec<String>)> {
    let found = definitions(
        connection,
        "SELECT name, sql AS definition FROM sqlite_master WHERE type = 'table' AND sql LIKE '%CHECK (%'",
        "SELECT t.relname::text AS name, pg_get_constraintdef(c.oid) AS definition \
         FROM pg_constraint c JOIN pg_class t ON t.oid = c.conrelid WHERE c.contype = 'c'",
    );
    let mut checks = BTreeSet::new();
    for Definition { name, definition } in found {
        for check in definition.split("CHECK (").skip(1) {
            let mut depth = 1;
            let end = check.find(|letter| {
                depth += match letter {
                    '(' => 1,
                    ')' => -1,
                    _ => 0,
                };
                depth == 0
            });
            checks.insert((name.clone(), words(&check[..end.unwrap()])));
        }
    }
    checks
}

#[test]
fn both_databases_have_the_same_indexes_references_and_checks() {
    let found = std::cell::RefCell::new(Vec::new());
    TestDatabase::each(|test| {
        let connection = &mut test.database.connect().unwrap();
        found.borrow_mut().push((indexes(connection), references(connection), checks(connection)));
    });
    let found = found.into_inner();
    let (indexes, references, checks) = &found[0];
    assert!(
        indexes.len() > 20 && references.len() > 15 && checks.len() > 3,
        "{} {} {}",
        indexes.len(),
        references.len(),
        checks.len()
    );
    for (other_indexes, other_references, other_checks) in &found[1..] {
        assert_eq!(differences(indexes, other_indexes), Vec::<String>::new(), "indexes");
        assert_eq!(differences(references, other_references), Vec::<String>::new(), "references");
        assert_eq!(differences(checks, other_checks), Vec::<String>::new(), "checks");
    }
}

fn differences<T: Ord + std::fmt::Debug>(one: &BTreeSet<T>, other: &BTreeSet<T>) -> Vec<String> {
    let mark = |mark: &str, item: &T| format!("{mark} {item:?}");
    let only = one.difference(other).map(|item| mark("SQLite", item));
    only.chain(other.difference(one).map(|item| mark("PostgreSQL", item))).collect()
}
