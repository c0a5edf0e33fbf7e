//! How many records there are: kept by the database's triggers with every row that comes, goes or moves, for
//! each company's subtree, altogether and by day. Read in sums, because transactions that write at the
//! same time count in rows of their own.

use diesel::{ExpressionMethods, QueryDsl, RunQueryDsl, dsl::sql, sql_types::BigInt};
use kernel::{
    access::scope::{Scope, Scoped},
    db::{
        DatabaseConnection, MOST_IDS,
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

/// The number of members as a kind of record, by the day of their registration; measurements have those
/// of their kinds, by the day of measuring.
pub const MEMBERS: i32 = 0;
/// The number of physical measurements.
pub const PHYSICAL_MEASUREMENTS: i32 = 1;
/// The number of stress measurements.
pub const STRESS_MEASUREMENTS: i32 = 2;
/// The number of vision measurements.
pub const VISION_MEASUREMENTS: i32 = 3;
/// The number of heart rates.
pub const HEART_RATE_MEASUREMENTS: i32 = 4;
/// The number of screenings for dementia.
pub const DEMENTIA_SCREENINGS: i32 = 5;
/// The number of psychological tests.
pub const PSYCHOLOGICAL_TESTS: i32 = 6;
/// Measurements of whichever kind.
pub const MEASUREMENTS: [i32; 6] = [
    PHYSICAL_MEASUREMENTS,
    STRESS_MEASUREMENTS,
    VISION_MEASUREMENTS,
    HEART_RATE_MEASUREMENTS,
    DEMENTIA_SCREENINGS,
    PSYCHOLOGICAL_TESTS,
];
/// Stands for all days together.
pub const WHENEVER: i64 = 0;
/// From the beginning of the year 1 in Seoul, less the day from which days are counted, to 1970 in UTC.
pub const YEAR_1_MILLISECONDS: i64 = 62_135_715_600_000;

/// The number of the day in Seoul that a moment lies in.
#[must_use]
pub const fn day_of(moment: Timestamp) -> i64 {
    (moment.0 + YEAR_1_MILLISECONDS) / DAY_MILLISECONDS
}

/// The companies whose subtrees are a scope, or its retailers that offer one of the services where any is
/// named; `None` for a scope that is no company's.
///
/// # Errors
/// When the database fails.
pub fn tops(
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

/// How many records of a kind the companies of a scope have, or those of its retailers that offer one of
/// the services where any is named; `None` for a scope that is no company's.
///
/// # Errors
/// When the database fails.
pub fn of_scope(
    connection: &mut DatabaseConnection,
    scope: Scope,
    service_ids: &[ServiceId],
    kind: i32,
) -> Result<Option<i64>, Problem> {
    let Some(tops) = tops(connection, scope, service_ids)? else { return Ok(None) };
    Ok(Some(of_companies(connection, &tops, kind)?.values().sum()))
}

/// How many records of a kind each of these companies has; those without any are left out.
///
/// # Errors
/// When the database fails.
pub fn of_companies(
    connection: &mut DatabaseConnection,
    company_ids: &[i64],
    kind: i32,
) -> Result<HashMap<i64, i64>, Problem> {
    let mut counts = HashMap::new();
    for some in company_ids.chunks(MOST_IDS) {
        let rows = tally::table
            .filter(tally::company_id.eq_any(some))
            .filter(tally::kind.eq(kind))
            .filter(tally::day.eq(WHENEVER))
            .select((tally::company_id, tally::records))
            .load::<(i64, i64)>(connection)?;
        for (company_id, records) in rows {
            *counts.entry(company_id).or_default() += records;
        }
    }
    counts.retain(|_, records| *records != 0);
    Ok(counts)
}

/// How many records of some kinds these companies have on some days, or on all of them together ([`WHENEVER`]).
///
/// # Errors
/// When the database fails.
pub fn of_kinds(
    connection: &mut DatabaseConnection,
    company_ids: &[i64],
    kinds: &[i32],
    days: RangeInclusive<i64>,
) -> Result<i64, Problem> {
    let (first, last) = days.into_inner();
    let mut count = 0;
    for some in company_ids.chunks(MOST_IDS) {
        count += tally::table
            .filter(tally::company_id.eq_any(some))
            .filter(tally::kind.eq_any(kinds))
            .filter(tally::day.between(first, last))
            .select(sql::<BigInt>("CAST(coalesce(sum(records), 0) AS BIGINT)"))
            .first::<i64>(connection)?;
    }
    Ok(count)
}

/// In which direction a list by time goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// The newest first.
    Backward,
    /// The oldest first.
    Forward,
}

/// Where in a list by time a row stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Nearby {
    /// So many rows behind those from this moment on (going forward), or behind those before it (backward).
    Behind(Timestamp, i64),
    /// The list is shorter.
    Beyond,
}

/// Finds the day of the row that has `offset` rows before it in the list of a scope's records by time, so that
/// only rows of that day are walked over; `None` for a scope that is no company's. `further` are records of days that
/// the list has and no company.
///
/// # Errors
/// When the database fails.
pub fn nearby(
    connection: &mut DatabaseConnection,
    scope: Scope,
    service_ids: &[ServiceId],
    kind: i32,
    (direction, offset): (Direction, i64),
    further: &[(i64, i64)],
) -> Result<Option<Nearby>, Problem> {
    let Some(tops) = tops(connection, scope, service_ids)? else { return Ok(None) };
    let mut days: BTreeMap<i64, i64> = BTreeMap::new();
    for (day, records) in further {
        *days.entry(*day).or_default() += records;
    }
    for some in tops.chunks(MOST_IDS) {
        let rows = tally::table
            .filter(tally::company_id.eq_any(some))
            .filter(tally::kind.eq(kind))
            .filter(tally::day.gt(WHENEVER))
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
    let Some((day, rest)) = found else { return Ok(Some(Nearby::Beyond)) };
    let edge = match direction {
        Direction::Forward => day,
        Direction::Backward => day + 1,
    };
    Ok(Some(Nearby::Behind(Timestamp(edge * DAY_MILLISECONDS - YEAR_1_MILLISECONDS), rest)))
}

/// Counts the rows anew, into an empty tally.
///
/// # Errors
/// When the database fails.
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
