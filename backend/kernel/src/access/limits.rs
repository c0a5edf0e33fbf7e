//! Rate limits per account for operations that reveal personal data. They are counted in the database, so all
//! instances count together.

use crate::{
    db::{
        DatabaseConnection,
        schema::{chosen_date, rate_limit},
    },
    on_backend,
    problem::Problem,
};
use diesel::{BoolExpressionMethods, ExpressionMethods, OptionalExtension, QueryDsl, RunQueryDsl};
use uno_core::domain::time::{DAY_MILLISECONDS, SEOUL_OFFSET_MINUTES, Timestamp};

const HOUR: i64 = 60 * 60_000;
/// Maximum difference between the clocks of instances, including the delay of an overtaken request, in
/// milliseconds.
const MAX_APART: i64 = 5 * 60_000;

/// A limited operation, and how often it may run in each window.
#[derive(Clone, Copy, Debug)]
pub struct Limit {
    name: &'static str,
    /// Length of each window in milliseconds, and the uses allowed in it.
    windows: &'static [(i64, i64)],
}

impl Limit {
    /// Creates a limit with its windows in milliseconds and the uses allowed in each.
    #[must_use]
    pub const fn new(name: &'static str, windows: &'static [(i64, i64)]) -> Self {
        Self { name, windows }
    }

    /// Returns the key of a counter, for the uses by an account (or the attempts on a member) in a window.
    fn subject(&self, account_id: i64, length: i64) -> String {
        format!("{} {account_id} {length}", self.name)
    }
}

/// Searching members by data that lists hide. A service desk searches some dozens of people in an hour; without a
/// limit, all days of a year could be tried in an hour.
pub const SEARCHING: Limit = Limit { name: "search", windows: &[(HOUR, 100), (24 * HOUR, 500)] };
/// Reading personal data in full, one member at a time.
pub const REVEALING: Limit = Limit { name: "reveal", windows: &[(HOUR, 100), (24 * HOUR, 500)] };
/// Comparing a file with known members: 365 files would find out a birth date.
pub const COMPARING: Limit = Limit { name: "compare", windows: &[(HOUR, 20), (24 * HOUR, 60)] };
/// Sending measurements, up to a thousand at a time: a site measures some hundreds of people in an hour.
pub const SENDING: Limit = Limit { name: "send", windows: &[(HOUR, 1_800), (24 * HOUR, 20_000)] };
/// Sending one's own measurements.
pub const SENDING_OWN: Limit = Limit { name: "send-own", windows: &[(HOUR, 60), (24 * HOUR, 200)] };
/// Reporting participations in trainings, up to a hundred at a time: an app reports one while it runs.
pub const TAKING_PART: Limit = Limit { name: "take-part", windows: &[(HOUR, 300), (24 * HOUR, 2_000)] };
/// Reporting one's own participations in trainings: an app reports each at its start and its end.
pub const TAKING_PART_ONESELF: Limit = Limit { name: "take-part-oneself", windows: &[(HOUR, 120), (24 * HOUR, 500)] };
/// Creating links to measurements, up to a hundred at a time.
pub const REPORTING: Limit = Limit { name: "report", windows: &[(HOUR, 60), (24 * HOUR, 300)] };
/// Previewing recipients of links and their addresses before the links are made: the console asks for each delivery
/// channel that is viewed.
pub const TRYING_REPORTS: Limit = Limit { name: "try-report", windows: &[(HOUR, 180), (24 * HOUR, 900)] };
/// Creating links to one's own measurements.
pub const SHARING_OWN: Limit = Limit { name: "share-own", windows: &[(HOUR, 10), (24 * HOUR, 30)] };
/// Opening links to a member's measurements with a wrong birth date. Counted per member, across all links: each
/// link has its own limit, and somebody who creates enough links could otherwise guess the date.
pub const OPENING: Limit = Limit { name: "open-report", windows: &[(24 * HOUR, 20)] };
/// Confirming the owner of a measurement: attempts with a wrong birth date or telephone number.
pub const CONFIRMING: Limit = Limit { name: "confirm", windows: &[(HOUR, 30), (24 * HOUR, 100)] };
/// Showing codes by which persons confirm that a measurement is theirs; each is valid for two minutes.
pub const ASKING_PERSONS: Limit = Limit { name: "ask-person", windows: &[(HOUR, 120), (24 * HOUR, 600)] };
/// Creating reports, one member at a time: each contains all measurements of the member.
pub const MAKING_REPORTS: Limit = Limit { name: "make-report", windows: &[(HOUR, 100), (24 * HOUR, 500)] };
/// How long repetitions of a search, for further pages or another order, count as one search.
const SAME_SEARCH: (i64, i64) = (HOUR, 1);

/// Checks that an account may do something once more, without counting it. For work whose result decides whether it
/// counts.
///
/// # Errors
/// Returns "too many" with the seconds to wait.
pub fn check(
    connection: &mut DatabaseConnection,
    limit: &Limit,
    account_id: i64,
    now: Timestamp,
) -> Result<(), Problem> {
    for (length, most) in limit.windows {
        let window = rate_limit::table
            .find(limit.subject(account_id, *length))
            .select((rate_limit::uses, rate_limit::window_ends_at))
            .first::<(i64, i64)>(connection)
            .optional()?;
        // A window that ends much later than one starting now was created before the clock was set back.
        let latest = now.0 + length + MAX_APART;
        if let Some((_, end)) = window.filter(|(uses, end)| uses >= most && (now.0 + 1..=latest).contains(end)) {
            return Err(Problem::too_many((end - now.0 + 999) / 1000));
        }
    }
    Ok(())
}

/// Counts a use by an account.
///
/// # Errors
/// Returns "too many" with the seconds to wait. A refused use counts only in the windows before the full one; rolling
/// back the transaction undoes that.
pub fn count(
    connection: &mut DatabaseConnection,
    limit: &Limit,
    account_id: i64,
    now: Timestamp,
) -> Result<(), Problem> {
    for (length, most) in limit.windows {
        let subject = limit.subject(account_id, *length);
        if let Some(end) = use_up(connection, &subject, (*length, *most), now)? {
            tracing::warn!(subject, most, "personal data are asked for too often");
            return Err(Problem::too_many((end - now.0 + 999) / 1000));
        }
    }
    Ok(())
}

/// Takes back a use that was counted in the same transaction but does not count after all.
///
/// # Errors
/// Returns an error if the database fails.
pub fn take_back(connection: &mut DatabaseConnection, limit: &Limit, account_id: i64) -> Result<(), Problem> {
    use rate_limit::uses;
    for (length, _) in limit.windows {
        diesel::update(rate_limit::table.find(limit.subject(account_id, *length)))
            .filter(uses.gt(0_i64))
            .set(uses.eq(uses - 1_i64))
            .execute(connection)?;
    }
    Ok(())
}

/// Counts a search; the same search counts once within an hour. `digest` identifies the search without revealing
/// its terms.
///
/// # Errors
/// Returns "too many" with the seconds to wait.
pub fn count_search(
    connection: &mut DatabaseConnection,
    account_id: i64,
    digest: &str,
    now: Timestamp,
) -> Result<(), Problem> {
    let is_new = use_up(connection, &format!("searched {account_id} {digest}"), SAME_SEARCH, now)?.is_none();
    if is_new { count(connection, &SEARCHING, account_id, now) } else { Ok(()) }
}

/// Counts one use; if all are used up, returns the end of the window instead. Each step is one statement that locks
/// its row, so concurrent uses on any instance all count.
fn use_up(
    connection: &mut DatabaseConnection,
    subject: &str,
    (length, most): (i64, i64),
    now: Timestamp,
) -> Result<Option<i64>, Problem> {
    use rate_limit::{uses, window_ends_at};
    let end = now.0 + length;
    let fresh = (rate_limit::subject.eq(subject), uses.eq(0_i64), window_ends_at.eq(end));
    on_backend!(connection, |inner| {
        diesel::insert_into(rate_limit::table).values(fresh).on_conflict_do_nothing().execute(inner)
    })?;
    // A window that ends much later than one starting now was created before the clock was set back.
    diesel::update(rate_limit::table.find(subject))
        .filter(window_ends_at.le(now.0).or(window_ends_at.gt(end + MAX_APART)))
        .set((uses.eq(0_i64), window_ends_at.eq(end)))
        .execute(connection)?;
    let counted = diesel::update(rate_limit::table.find(subject))
        .filter(uses.lt(most))
        .set(uses.eq(uses + 1_i64))
        .execute(connection)?;
    if counted == 1 {
        return Ok(None);
    }
    Ok(Some(rate_limit::table.find(subject).select(window_ends_at).first(connection)?))
}

/// Returns the number of the day in Seoul since 1970, and the seconds to its end.
#[must_use]
pub fn day_of(now: Timestamp) -> (i32, i64) {
    let local = now.0 + SEOUL_OFFSET_MINUTES * 60_000;
    let (day, past) = (local.div_euclid(DAY_MILLISECONDS), local.rem_euclid(DAY_MILLISECONDS));
    (i32::try_from(day).unwrap_or(i32::MAX), (DAY_MILLISECONDS - past + 999) / 1000)
}

/// Deletes windows and days that have ended.
///
/// # Errors
/// Returns an error if the database fails.
pub fn delete_old(connection: &mut DatabaseConnection, now: Timestamp) -> Result<(), Problem> {
    diesel::delete(rate_limit::table.filter(rate_limit::window_ends_at.le(now.0))).execute(connection)?;
    diesel::delete(chosen_date::table.filter(chosen_date::day.lt(day_of(now).0))).execute(connection)?;
    Ok(())
}
