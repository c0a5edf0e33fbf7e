//! Writing headers on PostgreSQL: a list for each column, so that the statement has one text for however many rows and is
//! planned once. With a place for each value, planning five hundred rows costs as much as writing them.

use super::NewHeader;
use diesel::{
    PgConnection, QueryResult, RunQueryDsl,
    pg::Pg,
    query_builder::{AstPass, Query, QueryFragment, QueryId},
    sql_types::{Array, BigInt, Bool, Integer, Nullable, Text},
};

/// What a new header is known by once it is written: its id, member, moment, test, user and number with the sender.
pub(crate) type Written = (i64, Option<i64>, i64, String, Option<i64>, Option<String>);

/// What stands behind new headers: of those whose place is taken nothing is written, of the others this is answered.
pub(crate) const BEHIND: &str =
    " ON CONFLICT DO NOTHING RETURNING measurement_id, member_id, measured_at, test_case, user_id, source_id";
/// The types of it.
pub(crate) type Returned = (BigInt, Nullable<BigInt>, BigInt, Text, Nullable<BigInt>, Nullable<Text>);

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
        ])
    }
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
    type SqlType = Returned;
}

impl RunQueryDsl<PgConnection> for NewHeaders<'_> {}

/// Writes headers, but those whose place is taken.
///
/// # Errors
/// When the database fails.
pub(crate) fn insert(connection: &mut PgConnection, headers: &[NewHeader<'_>]) -> QueryResult<Vec<Written>> {
    NewHeaders::of(headers).load(connection)
}
