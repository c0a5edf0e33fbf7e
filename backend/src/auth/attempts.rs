//! Limits on trying passwords, by account and by address, and on registering, by address; kept in the
//! database so that all instances count together. An account that does not exist is counted like one
//! that does.

use crate::{
    db::{DatabaseConnection, schema::sign_in_attempt},
    on_backend,
    problem::Problem,
};
use diesel::{ExpressionMethods, QueryDsl, Queryable, RunQueryDsl};
use uno_core::domain::time::Timestamp;

struct Limit {
    prefix: &'static str,
    /// Failures in a window that lead to a pause.
    failures: i64,
    window_milliseconds: i64,
    pause_milliseconds: i64,
}

const ACCOUNT: Limit =
    Limit { prefix: "account:", failures: 10, window_milliseconds: 15 * 60_000, pause_milliseconds: 5 * 60_000 };
const ADDRESS: Limit =
    Limit { prefix: "address:", failures: 100, window_milliseconds: 5 * 60_000, pause_milliseconds: 60_000 };
/// Registering is counted whether it succeeds or not: it tells which sign-in ids are taken.
const REGISTRATION: Limit =
    Limit { prefix: "registration:", failures: 20, window_milliseconds: 60 * 60_000, pause_milliseconds: 60 * 60_000 };

/// Refuses while the account or the address is paused, by reading alone: whoever goes on trying costs
/// no writing.
///
/// # Errors
/// "Too many" with the seconds to wait.
pub fn check(
    connection: &mut DatabaseConnection,
    login_key: &str,
    address: &str,
    now: Timestamp,
) -> Result<(), Problem> {
    check_subjects(connection, &[subject(&ACCOUNT, login_key), subject(&ADDRESS, address)], now)
}

/// Refuses while the address is paused for registering, by reading alone.
///
/// # Errors
/// "Too many" with the seconds to wait.
pub fn check_registration(connection: &mut DatabaseConnection, address: &str, now: Timestamp) -> Result<(), Problem> {
    check_subjects(connection, &[subject(&REGISTRATION, address)], now)
}

fn check_subjects(connection: &mut DatabaseConnection, subjects: &[String], now: Timestamp) -> Result<(), Problem> {
    let until: Option<i64> = sign_in_attempt::table
        .filter(sign_in_attempt::subject.eq_any(subjects))
        .select(diesel::dsl::max(sign_in_attempt::blocked_until))
        .first(connection)?;
    refuse_until(until.unwrap_or(0), now)
}

fn refuse_until(until: i64, now: Timestamp) -> Result<(), Problem> {
    let wait = until - now.0;
    if wait > 0 { Err(Problem::too_many((wait + 999) / 1000)) } else { Ok(()) }
}

/// Counts an attempt before the password is looked at, so that attempts made at once count too.
///
/// # Errors
/// "Too many" with the seconds to wait while the account or the address is paused.
pub fn begin(
    connection: &mut DatabaseConnection,
    login_key: &str,
    address: &str,
    now: Timestamp,
) -> Result<(), Problem> {
    let account = lock(connection, &ACCOUNT, login_key, now)?;
    let origin = lock(connection, &ADDRESS, address, now)?;
    refuse_until(account.blocked_until.max(origin.blocked_until), now)?;
    count(connection, &ACCOUNT, &account, now)?;
    count(connection, &ADDRESS, &origin, now)
}

/// Counts a registration from an address before anything else is done for it.
///
/// # Errors
/// "Too many" with the seconds to wait while the address is paused.
pub fn count_registration(connection: &mut DatabaseConnection, address: &str, now: Timestamp) -> Result<(), Problem> {
    let origin = lock(connection, &REGISTRATION, address, now)?;
    refuse_until(origin.blocked_until, now)?;
    count(connection, &REGISTRATION, &origin, now)
}

/// Forgets the failures of an account, and this attempt of an address, after a success.
///
/// # Errors
/// When the database fails.
pub fn succeed(connection: &mut DatabaseConnection, login_key: &str, address: &str) -> Result<(), Problem> {
    diesel::delete(sign_in_attempt::table.find(subject(&ACCOUNT, login_key))).execute(connection)?;
    diesel::update(sign_in_attempt::table.find(subject(&ADDRESS, address)))
        .set(sign_in_attempt::failures.eq(sign_in_attempt::failures - 1))
        .execute(connection)?;
    Ok(())
}

/// Removes what no longer counts.
///
/// # Errors
/// When the database fails.
pub fn forget_old(connection: &mut DatabaseConnection, now: Timestamp) -> Result<(), Problem> {
    let longest = [ACCOUNT, ADDRESS, REGISTRATION].map(|limit| limit.window_milliseconds).into_iter().max();
    let old = now.0 - longest.unwrap_or(0);
    diesel::delete(
        sign_in_attempt::table
            .filter(sign_in_attempt::window_started_at.lt(old))
            .filter(sign_in_attempt::blocked_until.lt(now.0)),
    )
    .execute(connection)?;
    Ok(())
}

fn subject(limit: &Limit, value: &str) -> String {
    format!("{}{value}", limit.prefix)
}

#[derive(Queryable)]
struct Attempts {
    subject: String,
    failures: i64,
    window_started_at: i64,
    blocked_until: i64,
}

/// The attempts of a subject, its row made where it is missing and locked until the transaction
/// ends: attempts made at once, also on other instances, wait for each other.
fn lock(connection: &mut DatabaseConnection, limit: &Limit, value: &str, now: Timestamp) -> Result<Attempts, Problem> {
    use sign_in_attempt::{blocked_until, failures, window_started_at};
    let key = subject(limit, value);
    let new =
        (sign_in_attempt::subject.eq(&key), failures.eq(0_i64), window_started_at.eq(now.0), blocked_until.eq(0_i64));
    on_backend!(connection, |inner| {
        diesel::insert_into(sign_in_attempt::table).values(new).on_conflict_do_nothing().execute(inner)
    })?;
    diesel::update(sign_in_attempt::table.find(&key)).set(failures.eq(failures)).execute(connection)?;
    Ok(sign_in_attempt::table.find(&key).first(connection)?)
}

fn count(connection: &mut DatabaseConnection, limit: &Limit, known: &Attempts, now: Timestamp) -> Result<(), Problem> {
    let (counted, started) = if now.0 - known.window_started_at < limit.window_milliseconds {
        (known.failures.max(0) + 1, known.window_started_at)
    } else {
        (1, now.0)
    };
    let until = if counted >= limit.failures { now.0 + limit.pause_milliseconds } else { 0 };
    // A pause starts a new window: who waited has all attempts again.
    let (counted, started) = if until > 0 { (0, until) } else { (counted, started) };
    diesel::update(sign_in_attempt::table.find(&known.subject))
        .set((
            sign_in_attempt::failures.eq(counted),
            sign_in_attempt::window_started_at.eq(started),
            sign_in_attempt::blocked_until.eq(until),
        ))
        .execute(connection)?;
    Ok(())
}
