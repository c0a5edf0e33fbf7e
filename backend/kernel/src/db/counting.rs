//! Counts the rows that a transaction has added, on SQLite, once for all of them before it commits. Members and
//! measurements beyond `tally_reach` are added to the tally, and members to the names in use. Days of measurements
//! are marked for statistics. Triggers count all other changes. PostgreSQL's triggers see the rows of a statement
//! together and need none of this.

use super::fixed::Fixed;
use diesel::{
    QueryResult, RunQueryDsl, SqliteConnection,
    query_builder::{AstPass, Query, QueryFragment, QueryId},
    sql_types::Bool,
    sqlite::Sqlite,
};

/// Whether there are members and measurements beyond the reach of the tally.
const ADDED: &str = "SELECT coalesce((SELECT max(member_id) FROM member) > member_id, FALSE), \
     coalesce((SELECT max(measurement_id) FROM measurement) > measurement_id, FALSE) FROM tally_reach";

/// Adds rows to the tally of each company above them (vendor, dealer, retailer): per day, and for all days together
/// (day 0). Companies that are gone get no tally. Added rows are read by their ids, whatever other indexes exist.
macro_rules! count {
    ($kind:literal, $time:literal, $table:literal, $id:literal) => {
        concat!(
            "INSERT INTO tally (company_id, kind, day, slot, records) WITH added AS MATERIALIZED (",
            "SELECT vendor_id, dealer_id, retailer_id, ",
            $kind,
            " AS kind, ",
            "(",
            $time,
            " + 62135715600000) / 86400000 AS day, count(*) AS records FROM ",
            $table,
            " NOT INDEXED ",
            "WHERE ",
            $id,
            " > (SELECT ",
            $id,
            " FROM tally_reach) GROUP BY 1, 2, 3, 4, 5) ",
            "SELECT company_id, kind, day * each_day, 0, sum(records) FROM (",
            "SELECT vendor_id AS company_id, kind, day, records FROM added ",
            "UNION ALL SELECT dealer_id, kind, day, records FROM added ",
            "UNION ALL SELECT retailer_id, kind, day, records FROM added",
            ") CROSS JOIN (SELECT 0 AS each_day UNION ALL SELECT 1) ",
            "WHERE company_id IN (SELECT company_id FROM company) GROUP BY 1, 2, 3 ",
            "ON CONFLICT (company_id, kind, day, slot) DO UPDATE SET records = records + excluded.records"
        )
    };
}

/// The days of the added measurements.
macro_rules! days {
    () => {
        "(SELECT DISTINCT kind, (measured_at + 62135715600000) / 86400000 AS day FROM measurement NOT INDEXED \
         WHERE measurement_id > (SELECT measurement_id FROM tally_reach)) AS added"
    };
}

/// A mark replaces the previous one and keeps its time: the change has been pending since then.
const MARK: &str = concat!(
    "INSERT INTO statistic_change (kind, level, period, marked_at) SELECT kind, 0, day, coalesce(",
    "(SELECT min(marked_at) FROM statistic_change AS before ",
    "WHERE before.level = 0 AND before.kind = added.kind AND before.period = added.day), ",
    "CAST((julianday('now') - 2440587.5) * 86400000 AS BIGINT)) FROM ",
    days!()
);
const UNMARK: &str = concat!(
    "DELETE FROM statistic_change WHERE change_id IN (SELECT before.change_id FROM ",
    days!(),
    " CROSS JOIN statistic_change AS before ON before.level = 0 AND before.kind = added.kind AND before.period = added.day ",
    "WHERE before.change_id < (SELECT max(change_id) FROM statistic_change AS last ",
    "WHERE last.level = 0 AND last.kind = added.kind AND last.period = added.day))"
);

const COUNT_MEMBERS: &str = count!("0", "created_at", "member", "member_id");
const NAME_MEMBERS: &str = "INSERT INTO member_name (name_key) SELECT DISTINCT name_key FROM member NOT INDEXED \
     WHERE member_id > (SELECT member_id FROM tally_reach) ON CONFLICT DO NOTHING";
const COUNT_MEASUREMENTS: &str = count!("kind", "measured_at", "measurement", "measurement_id");
const REACH_MEMBERS: &str = "UPDATE tally_reach SET member_id = (SELECT max(member_id) FROM member)";
const REACH_MEASUREMENTS: &str =
    "UPDATE tally_reach SET measurement_id = (SELECT max(measurement_id) FROM measurement)";

/// Counts the rows added since the last count, as part of the transaction that has added them.
///
/// # Errors
/// Returns an error if the database fails.
pub fn count_added(connection: &mut SqliteConnection) -> QueryResult<()> {
    let (members, measurements) = Added.get_result::<(bool, bool)>(connection)?;
    if members {
        [COUNT_MEMBERS, NAME_MEMBERS, REACH_MEMBERS]
            .into_iter()
            .try_for_each(|text| Fixed(text, &[]).run(connection).map(drop))?;
    }
    if measurements {
        let steps = [COUNT_MEASUREMENTS, MARK, UNMARK, REACH_MEASUREMENTS];
        steps.into_iter().try_for_each(|text| Fixed(text, &[]).run(connection).map(drop))?;
    }
    Ok(())
}

/// The query whether there is something to count.
struct Added;

impl QueryFragment<Sqlite> for Added {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Sqlite>) -> QueryResult<()> {
        out.push_sql(ADDED);
        Ok(())
    }
}

impl QueryId for Added {
    type QueryId = Self;
    const HAS_STATIC_QUERY_ID: bool = true;
}

impl Query for Added {
    type SqlType = (Bool, Bool);
}

impl RunQueryDsl<SqliteConnection> for Added {}
