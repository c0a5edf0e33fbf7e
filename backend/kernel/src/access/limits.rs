//! How often an account may do what tells personal data. Counted in the database, so that all
//! instances count together.

use crate::{
    db::{DatabaseConnection, schema::rate_limit},
    on_backend,
    problem::Problem,
};
use diesel::{BoolExpressionMethods, ExpressionMethods, OptionalExtension, QueryDsl, RunQueryDsl};
use uno_core::domain::time::Timestamp;

const HOUR: i64 = 60 * 60_000;
/// How far the clocks of instances may be apart, and a request may be behind one that overtook it, in milliseconds.
const MOST_APART: i64 = 5 * 60_000;

/// What is limited, and how often it may be done in each window.
#[derive(Clone, Copy, Debug)]
pub struct Limit {
    name: &'static str,
    /// Milliseconds of a window, and how often in it.
    windows: &'static [(i64, i64)],
}

impl Limit {
    /// What is limited, with how often in each window of milliseconds.
    #[must_use]
    pub const fn new(name: &'static str, windows: &'static [(i64, i64)]) -> Self {
        Self { name, windows }
    }

    /// What the uses of an account in a window are counted under, or what is tried of a member.
    fn subject(&self, account_id: i64, length: i64) -> String {
        format!("{} {account_id} {length}", self.name)
    }
}

/// Seeking members by what lists hide of them. A desk seeks some dozens of people in an hour; the
/// days of a year would be tried in an hour without a limit.
pub const SEARCHING: Limit = Limit { name: "search", windows: &[(HOUR, 100), (24 * HOUR, 500)] };
/// Reading personal data in full, one member at a time.
pub const REVEALING: Limit = Limit { name: "reveal", windows: &[(HOUR, 100), (24 * HOUR, 500)] };
/// Comparing a file with known members: 365 files would find a birth date out.
pub const COMPARING: Limit = Limit { name: "compare", windows: &[(HOUR, 20), (24 * HOUR, 60)] };
/// Sending measurements, up to a thousand at a time: a site measures some hundreds of people in an hour.
pub const SENDING: Limit = Limit { name: "send", windows: &[(HOUR, 1_800), (24 * HOUR, 20_000)] };
/// Sending one's own measurements.
pub const SENDING_OWN: Limit = Limit { name: "send-own", windows: &[(HOUR, 60), (24 * HOUR, 200)] };
/// Telling of participations in trainings, up to a hundred at a time: an app tells of one as it goes on.
pub const TAKING_PART: Limit = Limit { name: "take-part", windows: &[(HOUR, 300), (24 * HOUR, 2_000)] };
/// Telling of one's own participations in trainings: an app tells of each when it is begun and when it is ended.
pub const TAKING_PART_ONESELF: Limit = Limit { name: "take-part-oneself", windows: &[(HOUR, 120), (24 * HOUR, 500)] };
/// Making links to measurements, up to a hundred at a time.
pub const REPORTING: Limit = Limit { name: "report", windows: &[(HOUR, 60), (24 * HOUR, 300)] };
/// Being told who can be sent links, and where, before they are made: the console asks for each way that is looked at.
pub const TRYING_REPORTS: Limit = Limit { name: "try-report", windows: &[(HOUR, 180), (24 * HOUR, 900)] };
/// Making links to one's own measurements.
pub const SHARING_OWN: Limit = Limit { name: "share-own", windows: &[(HOUR, 10), (24 * HOUR, 30)] };
/// Opening links to a member's measurements by a wrong birth date, counted of the member however many links there are:
/// each has tries of its own, and whoever makes links could make as many as finding a date out takes.
pub const OPENING: Limit = Limit { name: "open-report", windows: &[(24 * HOUR, 20)] };
/// Confirming whose a measurement is: tries whose birth date or telephone was wrong.
pub const CONFIRMING: Limit = Limit { name: "confirm", windows: &[(HOUR, 30), (24 * HOUR, 100)] };
/// Showing codes by which persons say whether a measurement is theirs: one holds for two minutes.
pub const ASKING_PERSONS: Limit = Limit { name: "ask-person", windows: &[(HOUR, 120), (24 * HOUR, 600)] };
/// Making reports, of one member at a time: each is all that was measured of somebody.
pub const MAKING_REPORTS: Limit = Limit { name: "make-report", windows: &[(HOUR, 100), (24 * HOUR, 500)] };
/// How long a search may be repeated, for its further pages or another order, as one.
const SAME_SEARCH: (i64, i64) = (HOUR, 1);

/// Asks whether an account may do something once more, without counting it: before work whose result
/// decides whether it counts.
///
/// # Errors
/// "Too many" with the seconds to wait.
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
        // A window that ends much later than one begun now is of a clock that was set back.
        let latest = now.0 + length + MOST_APART;
        if let Some((_, end)) = window.filter(|(uses, end)| uses >= most && (now.0 + 1..=latest).contains(end)) {
            return Err(Problem::too_many((end - now.0 + 999) / 1000));
        }
    }
    Ok(())
}

/// Counts that an account does something.
///
/// # Errors
/// "Too many" with the seconds to wait; whoever undoes the transaction then undoes no count.
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

/// Takes back a use that was counted in the same transaction and turned out not to be one.
///
/// # Errors
/// When the database fails.
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

/// Counts a search, once for the same one within an hour. `digest` tells searches from one another
/// without telling what is sought.
///
/// # Errors
/// "Too many" with the seconds to wait.
pub fn count_search(
    connection: &mut DatabaseConnection,
    account_id: i64,
    digest: &str,
    now: Timestamp,
) -> Result<(), Problem> {
    let is_new = use_up(connection, &format!("searched {account_id} {digest}"), SAME_SEARCH, now)?.is_none();
    if is_new { count(connection, &SEARCHING, account_id, now) } else { Ok(()) }
}

/// Counts one use, unless all are used up: then answers when the window ends. Each step is one
/// statement that holds its row, so uses at the same time, on any instance, all count.
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
    // A window that ends much later than one begun now is of a clock that was set back.
    diesel::update(rate_limit::table.find(subject))
        .filter(window_ends_at.le(now.0).or(window_ends_at.gt(end + MOST_APART)))
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

/// Removes what no longer counts.
///
/// # Errors
/// When the database fails.
pub fn forget_old(connection: &mut DatabaseConnection, now: Timestamp) -> Result<(), Problem> {
    diesel::delete(rate_limit::table.filter(rate_limit::window_ends_at.le(now.0))).execute(connection)?;
    Ok(())
}
