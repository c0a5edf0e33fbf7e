//! Inserts headers.
//!
//! SQLite: one row at a time, with a statement that the connection keeps prepared. A statement for many rows copies
//! every page that it touches in case it fails midway, and so does one with `RETURNING`. Therefore this module assigns
//! the ids.
//!
//! PostgreSQL: all rows at once, with one array per column. The statement has the same text for any number of rows and
//! is planned once. With a placeholder per value, planning five hundred rows costs as much as writing them.

use super::NewHeader;
use diesel::{
    PgConnection, QueryResult, RunQueryDsl, SqliteConnection,
    pg::Pg,
    query_builder::{AstPass, Query, QueryFragment, QueryId},
    sql_query,
    sql_types::{Array, BigInt, Bool, Integer, Nullable, Text},
    sqlite::Sqlite,
};
use std::collections::HashMap;

/// The unique key of a header: member, time, test, user, sender's number.
pub(crate) type Key = (Option<i64>, i64, String, Option<i64>, Option<String>);

/// Returns the key of a new header.
pub(crate) fn key_of((owner, assessed, origin): &NewHeader<'_>) -> Key {
    (owner.member_id, assessed.measured_at, assessed.test_case.to_owned(), origin.user_id, origin.source_id.clone())
}

/// The returned columns of a new header: its id, then the columns of its key.
type Written = (i64, Option<i64>, i64, String, Option<i64>, Option<String>);

/// The end of the statement: rows that conflict are not inserted, and the others return these columns.
const BEHIND: &str =
    " ON CONFLICT DO NOTHING RETURNING measurement_id, member_id, measured_at, test_case, user_id, source_id";

#[derive(diesel::QueryableByName)]
struct LastGiven {
    #[diesel(sql_type = BigInt)]
    measurement_id: i64,
}

/// The highest id ever assigned; ids are not reused.
const LAST_GIVEN: &str = "SELECT max( \
     coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'measurement'), 0), \
     coalesce((SELECT max(measurement_id) FROM measurement), 0)) AS measurement_id";

enum Values<'a> {
    Numbers(Vec<Option<i64>>),
    SmallNumbers(Vec<Option<i32>>),
    Texts(Vec<Option<&'a str>>),
    Flags(Vec<bool>),
}

/// Columns of new headers.
struct NewHeaders<'a>(Vec<(&'static str, Values<'a>)>);

impl<'a> NewHeaders<'a> {
    fn of(headers: &'a [NewHeader<'a>]) -> Self {
        let numbers = |of: fn(&NewHeader<'a>) -> Option<i64>| Values::Numbers(headers.iter().map(of).collect());
        let small = |of: fn(&NewHeader<'a>) -> Option<i32>| Values::SmallNumbers(headers.iter().map(of).collect());
        let texts = |of: fn(&NewHeader<'a>) -> Option<&'a str>| Values::Texts(headers.iter().map(of).collect());
        let flags = |of: fn(&NewHeader<'a>) -> bool| Values::Flags(headers.iter().map(of).collect());
        Self(vec![
            ("member_id", numbers(|(owner, ..)| owner.member_id)),
            ("company_id", numbers(|(owner, ..)| owner.company_id)),
            ("vendor_id", numbers(|(owner, ..)| owner.vendor_id)),
            ("dealer_id", numbers(|(owner, ..)| owner.dealer_id)),
            ("retailer_id", numbers(|(owner, ..)| owner.retailer_id)),
            ("division_id", numbers(|(owner, ..)| owner.division_id)),
            ("kind", small(|(_, assessed, _)| Some(assessed.kind))),
            ("measured_at", numbers(|(_, assessed, _)| Some(assessed.measured_at))),
            ("received_at", numbers(|(_, assessed, _)| Some(assessed.received_at))),
            ("sex", texts(|(_, assessed, _)| assessed.sex)),
            ("age", small(|(_, assessed, _)| assessed.age)),
            ("setting", texts(|(_, assessed, _)| assessed.setting)),
            ("grades", numbers(|(_, assessed, _)| Some(assessed.grades))),
            ("rule_set", texts(|(_, assessed, _)| assessed.rule_set)),
            ("rule_version", small(|(_, assessed, _)| assessed.rule_version)),
            ("test_case", texts(|(_, assessed, _)| Some(assessed.test_case))),
            ("unusual", texts(|(_, assessed, _)| Some(assessed.unusual.as_str()))),
            ("user_id", numbers(|(.., origin)| origin.user_id)),
            ("service_id", numbers(|(.., origin)| origin.service_id)),
            ("operator_id", numbers(|(.., origin)| origin.operator_id)),
            ("external_device_id", numbers(|(.., origin)| origin.external_device_id)),
            ("trial", flags(|(.., origin)| origin.trial)),
            ("source", texts(|(.., origin)| origin.source.as_deref())),
            ("source_id", texts(|(.., origin)| origin.source_id.as_deref())),
            ("content_hash", numbers(|(.., origin)| origin.content_hash)),
            ("updated_at", numbers(|(.., origin)| Some(origin.updated_at))),
            ("measured_at_offset", small(|(.., origin)| Some(origin.measured_at_offset))),
            ("far_from_last", texts(|(.., origin)| Some(origin.far_from_last.as_str()))),
            ("import_id", numbers(|(.., origin)| origin.import_id)),
        ])
    }
}

/// An insert of one header with an id. The SQL text is constant, so diesel caches the prepared statement by type.
struct OneHeader<'a> {
    headers: &'a NewHeaders<'a>,
    row: usize,
    measurement_id: i64,
}

impl OneHeader<'_> {
    fn own<'b, T>(&self, values: &'b [T]) -> QueryResult<&'b T> {
        values.get(self.row).ok_or(diesel::result::Error::NotFound)
    }
}

impl QueryFragment<Sqlite> for OneHeader<'_> {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Sqlite>) -> QueryResult<()> {
        out.push_sql("INSERT INTO measurement (measurement_id");
        for (name, _) in &self.headers.0 {
            out.push_sql(", ");
            out.push_sql(name);
        }
        out.push_sql(") VALUES (");
        out.push_bind_param::<BigInt, _>(&self.measurement_id)?;
        for (_, values) in &self.headers.0 {
            out.push_sql(", ");
            match values {
                Values::Numbers(values) => out.push_bind_param::<Nullable<BigInt>, _>(self.own(values)?)?,
                Values::SmallNumbers(values) => out.push_bind_param::<Nullable<Integer>, _>(self.own(values)?)?,
                Values::Texts(values) => out.push_bind_param::<Nullable<Text>, _>(self.own(values)?)?,
                Values::Flags(values) => out.push_bind_param::<Bool, _>(self.own(values)?)?,
            }
        }
        out.push_sql(") ON CONFLICT DO NOTHING");
        Ok(())
    }
}

impl QueryId for OneHeader<'_> {
    type QueryId = OneHeader<'static>;
    const HAS_STATIC_QUERY_ID: bool = true;
}

impl RunQueryDsl<SqliteConnection> for OneHeader<'_> {}

/// Inserts headers on SQLite. Returns the id of each, or `None` if the row conflicts with another.
///
/// # Errors
/// Returns an error if the database fails.
pub(crate) fn insert_each(
    connection: &mut SqliteConnection,
    headers: &[NewHeader<'_>],
) -> QueryResult<Vec<Option<i64>>> {
    // There is no other writer: the transaction has begun as a writer.
    let LastGiven { measurement_id: mut last } = sql_query(LAST_GIVEN).get_result(connection)?;
    let columns = NewHeaders::of(headers);
    let write = |row| {
        let measurement_id = last + 1;
        let written = OneHeader { headers: &columns, row, measurement_id }.execute(connection)?;
        let id = (written > 0).then_some(measurement_id);
        last = id.unwrap_or(last);
        Ok(id)
    };
    (0..headers.len()).map(write).collect()
}

impl QueryFragment<Pg> for NewHeaders<'_> {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        out.push_sql("INSERT INTO measurement (");
        for (place, (name, _)) in self.0.iter().enumerate() {
            out.push_sql(if place == 0 { "" } else { ", " });
            out.push_sql(name);
        }
        out.push_sql(") SELECT * FROM unnest(");
        for (place, (_, values)) in self.0.iter().enumerate() {
            out.push_sql(if place == 0 { "" } else { ", " });
            match values {
                Values::Numbers(values) => out.push_bind_param::<Array<Nullable<BigInt>>, _>(values)?,
                Values::SmallNumbers(values) => out.push_bind_param::<Array<Nullable<Integer>>, _>(values)?,
                Values::Texts(values) => out.push_bind_param::<Array<Nullable<Text>>, _>(values)?,
                Values::Flags(values) => out.push_bind_param::<Array<Bool>, _>(values)?,
            }
        }
        out.push_sql(")");
        out.push_sql(BEHIND);
        Ok(())
    }
}

impl QueryId for NewHeaders<'_> {
    type QueryId = ();
    const HAS_STATIC_QUERY_ID: bool = false;
}

impl Query for NewHeaders<'_> {
    type SqlType = (BigInt, Nullable<BigInt>, BigInt, Text, Nullable<BigInt>, Nullable<Text>);
}

impl RunQueryDsl<PgConnection> for NewHeaders<'_> {}

/// Inserts headers on PostgreSQL. Returns the id of each, or `None` if the row conflicts with another.
///
/// # Errors
/// Returns an error if the database fails.
pub(crate) fn insert_all(connection: &mut PgConnection, headers: &[NewHeader<'_>]) -> QueryResult<Vec<Option<i64>>> {
    // The order of returned rows is unspecified, so each id is matched by its key.
    let written: Vec<Written> = NewHeaders::of(headers).load(connection)?;
    let ids: HashMap<Key, i64> = written
        .into_iter()
        .map(|(id, member_id, at, test_case, user_id, source_id)| ((member_id, at, test_case, user_id, source_id), id))
        .collect();
    Ok(headers.iter().map(|header| ids.get(&key_of(header)).copied()).collect())
}
