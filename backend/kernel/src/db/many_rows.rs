//! Inserting many rows on SQLite by statements that the connection keeps prepared. diesel prepares a statement for many
//! rows anew each time, which takes longer than writing them; one statement for each row would be kept, and would keep a
//! copy of every page that it touches.

use diesel::{
    RunQueryDsl, SqliteConnection,
    query_builder::{AstPass, Query, QueryFragment, QueryId},
    result::QueryResult,
    sqlite::Sqlite,
};
use std::{marker::PhantomData, ops::Range};

/// How many rows a statement may have, so that few statements are kept.
const SIZES: [usize; 3] = [100, 10, 1];

/// Rows of which each names all its columns, in the same order: SQLite would take the values of others for them.
pub struct ManyRows<'a, Returned = ()> {
    into: &'a dyn QueryFragment<Sqlite>,
    /// The first row, with the names of the columns.
    first: &'a dyn QueryFragment<Sqlite>,
    /// The values of the others.
    others: Vec<&'a dyn QueryFragment<Sqlite>>,
    behind: &'static str,
    returned: PhantomData<Returned>,
}

impl<'a, Returned> ManyRows<'a, Returned> {
    /// Rows of a table; what stands `behind` them says what else is to be done.
    #[must_use]
    pub fn of(
        into: &'a dyn QueryFragment<Sqlite>,
        first: &'a dyn QueryFragment<Sqlite>,
        others: Vec<&'a dyn QueryFragment<Sqlite>>,
        behind: &'static str,
    ) -> Self {
        Self { into, first, others, behind, returned: PhantomData }
    }
}

impl<Returned> QueryFragment<Sqlite> for ManyRows<'_, Returned> {
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
        out.push_sql(self.behind);
        Ok(())
    }
}

impl<Returned> QueryId for ManyRows<'_, Returned> {
    type QueryId = ();
    const HAS_STATIC_QUERY_ID: bool = false;
}

impl<Returned> Query for ManyRows<'_, Returned> {
    type SqlType = Returned;
}

impl<Returned> RunQueryDsl<SqliteConnection> for ManyRows<'_, Returned> {}

/// So many rows in pieces, each of which is a statement.
pub fn pieces(rows: usize) -> impl Iterator<Item = Range<usize>> {
    let mut from = 0;
    std::iter::from_fn(move || {
        let size = SIZES.into_iter().find(|size| *size <= rows - from)?;
        from += size;
        Some(from - size..from)
    })
}

/// Runs `$run` with [`ManyRows`] of each piece of some rows.
#[macro_export]
macro_rules! in_pieces {
    ($table:path, $rows:expr, $behind:expr, |$piece:ident| $run:expr) => {{
        let values: Vec<_> = $rows.into_iter().map(diesel::Insertable::<$table>::values).collect();
        let into = diesel::QuerySource::from_clause(&$table);
        $crate::db::many_rows::pieces(values.len()).try_for_each(|piece| {
            let Some((first, others)) = values.get(piece).and_then(<[_]>::split_first) else { return Ok(()) };
            let others = others.iter().map(|row| &row.values as &dyn diesel::query_builder::QueryFragment<_>).collect();
            let $piece = $crate::db::many_rows::ManyRows::of(&into, first, others, $behind);
            $run
        })
    }};
}

/// Inserts rows of which each names all its columns.
#[macro_export]
macro_rules! insert_rows {
    ($connection:expr, $table:path, $rows:expr) => {
        match $connection {
            $crate::db::DatabaseConnection::Sqlite(connection) => {
                $crate::in_pieces!($table, $rows, "", |piece| {
                    let piece: $crate::db::many_rows::ManyRows<'_> = piece;
                    piece.execute(connection).map(drop)
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
