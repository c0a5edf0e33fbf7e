//! Inserts many rows on SQLite by cached prepared statements. diesel prepares a multi-row statement again each
//! time, which takes longer than writing the rows.

use diesel::{
    RunQueryDsl, SqliteConnection,
    query_builder::{AstPass, QueryFragment, QueryId},
    result::QueryResult,
    sqlite::Sqlite,
};
use std::ops::Range;

/// The numbers of rows a statement may have; few sizes keep the statement cache small.
const SIZES: [usize; 3] = [100, 10, 1];

/// Rows that all name the same columns in the same order: SQLite would assign values to the wrong columns
/// otherwise.
pub struct ManyRows<'a> {
    /// The table.
    pub into: &'a dyn QueryFragment<Sqlite>,
    /// The first row, with its column names.
    pub first: &'a dyn QueryFragment<Sqlite>,
    /// The values of the other rows.
    pub others: Vec<&'a dyn QueryFragment<Sqlite>>,
}

impl QueryFragment<Sqlite> for ManyRows<'_> {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Sqlite>) -> QueryResult<()> {
        out.push_sql("INSERT INTO ");
        self.into.walk_ast(out.reborrow())?;
        out.push_sql(" ");
        self.first.walk_ast(out.reborrow())?;
        for values in &self.others {
            out.push_sql(", (");
            values.walk_ast(out.reborrow())?;
            out.push_sql(")");
        }
        Ok(())
    }
}

impl QueryId for ManyRows<'_> {
    type QueryId = ();
    const HAS_STATIC_QUERY_ID: bool = false;
}

impl RunQueryDsl<SqliteConnection> for ManyRows<'_> {}

/// Splits a number of rows into ranges, one per statement.
pub fn pieces(rows: usize) -> impl Iterator<Item = Range<usize>> {
    let mut from = 0;
    std::iter::from_fn(move || {
        let size = SIZES.into_iter().find(|size| *size <= rows - from)?;
        from += size;
        Some(from - size..from)
    })
}

/// Inserts rows that all name the same columns.
#[macro_export]
macro_rules! insert_rows {
    ($connection:expr, $table:path, $rows:expr) => {
        match $connection {
            $crate::db::DatabaseConnection::Sqlite(connection) => {
                let values: Vec<_> = $rows.into_iter().map(diesel::Insertable::<$table>::values).collect();
                let into = &diesel::QuerySource::from_clause(&$table);
                $crate::db::many_rows::pieces(values.len()).try_for_each(|piece| {
                    let Some((first, others)) = values.get(piece).and_then(<[_]>::split_first) else { return Ok(()) };
                    let others =
                        others.iter().map(|row| &row.values as &dyn diesel::query_builder::QueryFragment<_>).collect();
                    $crate::db::many_rows::ManyRows { into, first, others }.execute(connection).map(drop)
                })
            }
            $crate::db::DatabaseConnection::Postgres(connection) => {
                diesel::insert_into($table).values($rows).execute(connection).map(drop)
            }
        }
    };
}

#[cfg(test)]
mod tests {
    use super::pieces;

    #[test]
    fn all_rows_are_in_few_pieces_of_few_sizes() {
        let of = |rows| pieces(rows).map(|piece| (piece.start, piece.end)).collect::<Vec<_>>();
        assert_eq!(of(0), []);
        assert_eq!(of(1), [(0, 1)]);
        assert_eq!(of(212), [(0, 100), (100, 200), (200, 210), (210, 211), (211, 212)]);
    }
}
