//! Record counts per company subtree, in total and by day. Database triggers update them with every row that is
//! inserted, deleted or moved. Concurrent transactions count in separate rows, so readers sum them up.

use diesel::{ExpressionMethods, QueryDsl, RunQueryDsl, dsl::sql, sql_types::BigInt};
use kernel::{
    access::scope::{Scope, Scoped},
    db::{
        DatabaseConnection, MAX_IDS,
        schema::{company, tally},
    },
    of_services,
    problem::Problem,
};
use std::{
    collections::{BTreeMap, HashMap},
    ops::RangeInclusive,
};
use uno_core::{
    contract::{companies::CompanyType, services::ServiceId},
    domain::time::{DAY_MILLISECONDS, Timestamp},
};

/// The kind number of members, counted by day of registration. Measurements have the numbers of their kinds, by day of
/// measuring.
pub const MEMBERS: i32 = 0;
/// The kind number of physical measurements.
pub const PHYSICAL_MEASUREMENTS: i32 = 1;
/// The kind number of stress measurements.
pub const STRESS_MEASUREMENTS: i32 = 2;
/// The kind number of vision measurements.
pub const VISION_MEASUREMENTS: i32 = 3;
/// The kind number of heart rate measurements.
pub const HEART_RATE_MEASUREMENTS: i32 = 4;
/// The kind number of dementia screenings.
pub const DEMENTIA_SCREENINGS: i32 = 5;
/// The kind number of psychological tests.
pub const PSYCHOLOGICAL_TESTS: i32 = 6;
/// The kind numbers of all measurements.
pub const MEASUREMENTS: [i32; 6] = [
    PHYSICAL_MEASUREMENTS,
    STRESS_MEASUREMENTS,
    VISION_MEASUREMENTS,
    HEART_RATE_MEASUREMENTS,
    DEMENTIA_SCREENINGS,
    PSYCHOLOGICAL_TESTS,
];
/// The day number that stands for all days together.
pub const ALL_DAYS: i64 = 0;
/// Milliseconds from the day before year 1 in Seoul, so that days count from 1, to 1970 in UTC.
pub const YEAR_1_MILLISECONDS: i64 = 62_135_715_600_000;

/// Returns the number of the day in Seoul that contains a moment.
#[must_use]
pub const fn day_of(moment: Timestamp) -> i64 {
    (moment.0 + YEAR_1_MILLISECONDS) / DAY_MILLISECONDS
}

/// Returns the companies whose subtrees make up a scope, or, if services are named, the scope's retailers that offer
/// one of them. Returns `None` for a scope that is not a company's.
///
/// # Errors
/// Returns an error if the database fails.
pub fn top_companies(
    connection: &mut DatabaseConnection,
    scope: Scope,
    service_ids: &[ServiceId],
) -> Result<Option<Vec<i64>>, Problem> {
    let of = |tier: CompanyType| company::table.in_scope(scope).filter(company::kind.eq(tier));
    let query = match scope {
        Scope::Nothing | Scope::Oneself { .. } => return Ok(None),
        _ if !service_ids.is_empty() => {
            of_services!(of(CompanyType::Retailer), service_ids, company)
        }
        Scope::Company { company_id, .. } => return Ok(Some(vec![company_id.0])),
        Scope::All => of(CompanyType::Vendor),
    };
    Ok(Some(query.select(company::company_id).load(connection)?))
}

/// Counts the records of a kind in a scope, or, if services are named, of the scope's retailers that offer one of them.
/// Returns `None` for a scope that is not a company's.
///
/// # Errors
/// Returns an error if the database fails.
pub fn of_scope(
    connection: &mut DatabaseConnection,
    scope: Scope,
    service_ids: &[ServiceId],
    kind: i32,
) -> Result<Option<i64>, Problem> {
    let Some(top_companies) = top_companies(connection, scope, service_ids)? else { return Ok(None) };
    Ok(Some(of_companies(connection, &top_companies, &[kind])?.values().sum()))
}

/// Counts the records of some kinds for each of these companies. Companies without records are left out.
///
/// # Errors
/// Returns an error if the database fails.
pub fn of_companies(
    connection: &mut DatabaseConnection,
    company_ids: &[i64],
    kinds: &[i32],
) -> Result<HashMap<i64, i64>, Problem> {
    let mut counts = HashMap::new();
    for some in company_ids.chunks(MAX_IDS) {
        let rows = tally::table
            .filter(tally::company_id.eq_any(some))
            .filter(tally::kind.eq_any(kinds))
            .filter(tally::day.eq(ALL_DAYS))
            .select((tally::company_id, tally::records))
            .load::<(i64, i64)>(connection)?;
        for (company_id, records) in rows {
            *counts.entry(company_id).or_default() += records;
        }
    }
    counts.retain(|_, records| *records != 0);
    Ok(counts)
}

/// Counts the records of some kinds in these companies' subtrees on some days, or on all days ([`ALL_DAYS`]).
///
/// # Errors
/// Returns an error if the database fails.
pub fn of_kinds(
    connection: &mut DatabaseConnection,
    company_ids: &[i64],
    kinds: &[i32],
    days: RangeInclusive<i64>,
) -> Result<i64, Problem> {
    let (first, last) = days.into_inner();
    let mut count = 0;
    for some in company_ids.chunks(MAX_IDS) {
        count += tally::table
            .filter(tally::company_id.eq_any(some))
            .filter(tally::kind.eq_any(kinds))
            .filter(tally::day.between(first, last))
            .select(sql::<BigInt>("CAST(coalesce(sum(records), 0) AS BIGINT)"))
            .first::<i64>(connection)?;
    }
    Ok(count)
}

/// The direction of a list by time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// Newest first.
    Backward,
    /// Oldest first.
    Forward,
}

/// The position of a row in a list by time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowPosition {
    /// The row is this many rows into those at or after this moment (forward), or into those before it (backward).
    Behind(Timestamp, i64),
    /// The list has fewer rows.
    Beyond,
}

/// Finds the day of the row at `offset` in the list of a scope's records by time, so that the query only skips rows of
/// that day. `further` are counts by day of records that the list has, too, but no company. Returns `None` for a scope
/// that is not a company's.
///
/// # Errors
/// Returns an error if the database fails.
pub fn locate_row(
    connection: &mut DatabaseConnection,
    scope: Scope,
    service_ids: &[ServiceId],
    kind: i32,
    (direction, offset): (Direction, i64),
    further: &[(i64, i64)],
) -> Result<Option<RowPosition>, Problem> {
    let Some(top_companies) = top_companies(connection, scope, service_ids)? else { return Ok(None) };
    let mut days: BTreeMap<i64, i64> = BTreeMap::new();
    for (day, records) in further {
        *days.entry(*day).or_default() += records;
    }
    for some in top_companies.chunks(MAX_IDS) {
        let rows = tally::table
            .filter(tally::company_id.eq_any(some))
            .filter(tally::kind.eq(kind))
            .filter(tally::day.gt(ALL_DAYS))
            .group_by(tally::day)
            .select((tally::day, sql::<BigInt>("CAST(sum(records) AS BIGINT)")))
            .load::<(i64, i64)>(connection)?;
        for (day, records) in rows {
            *days.entry(day).or_default() += records;
        }
    }
    let mut before = 0;
    let mut found = None;
    let mut walk = |(day, records): (&i64, &i64)| {
        let is_here = before + records > offset;
        if is_here {
            found = Some((*day, offset - before));
        }
        before += records;
        is_here
    };
    match direction {
        Direction::Forward => days.iter().any(&mut walk),
        Direction::Backward => days.iter().rev().any(&mut walk),
    };
    let Some((day, rest)) = found else { return Ok(Some(RowPosition::Beyond)) };
    let edge = match direction {
        Direction::Forward => day,
        Direction::Backward => day + 1,
    };
    Ok(Some(RowPosition::Behind(Timestamp(edge * DAY_MILLISECONDS - YEAR_1_MILLISECONDS), rest)))
}

/// Counts all rows again, into an empty tally.
///
/// # Errors
/// Returns an error if the database fails.
pub fn count_everything(connection: &mut DatabaseConnection) -> Result<(), Problem> {
    use diesel::connection::SimpleConnection as _;
    for (kind, table, time) in [("0", "member", "created_at"), ("kind", "measurement", "measured_at")] {
        for line in ["vendor_id", "dealer_id", "retailer_id"] {
            connection.batch_execute(&format!(
                "INSERT INTO tally (company_id, kind, day, slot, records) \
                 SELECT {line}, {kind}, ({time} + {YEAR_1_MILLISECONDS}) / {DAY_MILLISECONDS}, 0, count(*) \
                 FROM {table} WHERE {line} IS NOT NULL GROUP BY 1, 2, 3"
            ))?;
        }
    }
    connection.batch_execute(
        "INSERT INTO tally (company_id, kind, day, slot, records) \
         SELECT company_id, kind, 0, 0, CAST(sum(records) AS BIGINT) FROM tally GROUP BY company_id, kind; \
         UPDATE tally_reach SET member_id = (SELECT coalesce(max(member_id), 0) FROM member), \
         measurement_id = (SELECT coalesce(max(measurement_id), 0) FROM measurement)",
    )?;
    Ok(())
}
