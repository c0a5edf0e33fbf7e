//! SQLite statements with a constant text, which the connection keeps prepared. diesel prepares every UPDATE again,
//! which costs more than changing a row.

use diesel::{
    QueryResult, RunQueryDsl, SqliteConnection,
    query_builder::{AstPass, QueryFragment, QueryId},
    sql_types::{BigInt, Binary, Nullable},
    sqlite::Sqlite,
};

/// A value bound to a question mark.
#[derive(Clone, Copy, Debug)]
pub enum Parameter<'a> {
    /// A number.
    Number(Option<i64>),
    /// Bytes.
    Bytes(Option<&'a [u8]>),
}

/// A statement with a constant text and the values of its question marks.
#[derive(Clone, Copy, Debug)]
pub struct Fixed<'a>(pub &'static str, pub &'a [Parameter<'a>]);

impl Fixed<'_> {
    /// Runs the statement; returns the number of changed rows.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub fn run(self, connection: &mut SqliteConnection) -> QueryResult<usize> {
        self.execute(connection)
    }
}

impl QueryFragment<Sqlite> for Fixed<'_> {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Sqlite>) -> QueryResult<()> {
        let Self(text, given) = self;
        let mut given = given.iter();
        for part in text.split_inclusive('?') {
            let Some(before) = part.strip_suffix('?') else {
                out.push_sql(part);
                continue;
            };
            out.push_sql(before);
            match given.next() {
                Some(Parameter::Number(number)) => out.push_bind_param::<Nullable<BigInt>, _>(number)?,
                Some(Parameter::Bytes(bytes)) => out.push_bind_param::<Nullable<Binary>, _>(bytes)?,
                None => out.push_sql("NULL"),
            }
        }
        Ok(())
    }
}

impl QueryId for Fixed<'_> {
    type QueryId = ();
    const HAS_STATIC_QUERY_ID: bool = false;
}

impl RunQueryDsl<SqliteConnection> for Fixed<'_> {}
