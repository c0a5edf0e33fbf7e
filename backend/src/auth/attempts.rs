//! Limits on trying passwords, by account and by address, kept in the database so that all
//! instances count together. An account that does not exist is counted like one that does.

use crate::{db::{DatabaseConnection, schema::sign_in_attempt}, problem::Problem};
use diesel::{ExpressionMethods, OptionalExtension, QueryDsl, RunQueryDsl};
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

/// Counts an attempt before the password is looked at, so that attempts made at once count too.
///
/// # Errors
/// "Too many" with the seconds to wait while the account or the address is paused.
pub fn begin(connection: &mut DatabaseConnection, login_key: &str, address: &str, now: Timestamp) -> Result<(), Problem> {
    let wait = paused(connection, &ACCOUNT, login_key, now)?.max(paused(connection, &ADDRESS, address, now)?);
    if wait > 0 {
        return Err(Problem::too_many((wait + 999) / 1000));
    }
    count(connection, &ACCOUNT, login_key, now)?;
    count(connection, &ADDRESS, address, now)
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
    let old = now.0 - ACCOUNT.window_milliseconds.max(ADDRESS.window_milliseconds);
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

fn paused(connection: &mut DatabaseConnection, limit: &Limit, value: &str, now: Timestamp) -> Result<i64, Problem> {
    let until = sign_in_attempt::table
        .find(subject(limit, value))
        .select(sign_in_attempt::blocked_until)
        .first::<i64>(connection)
        .optional()?;
    Ok((until.unwrap_or(0) - now.0).max(0))
}

fn count(connection: &mut DatabaseConnection, limit: &Limit, value: &str, now: Timestamp) -> Result<(), Problem> {
    use sign_in_attempt::{blocked_until, failures, window_started_at};
    let key = subject(limit, value);
    let known = sign_in_attempt::table
        .find(&key)
        .select((failures, window_started_at))
        .first::<(i64, i64)>(connection)
        .optional()?;
    let (counted, started) = match known {
        Some((counted, started)) if now.0 - started < limit.window_milliseconds => (counted.max(0) + 1, started),
        _ => (1, now.0),
    };
    let until = if counted >= limit.failures { now.0 + limit.pause_milliseconds } else { 0 };
    // A pause starts a new window: who waited has all attempts again.
    let (counted, started) = if until > 0 { (0, until) } else { (counted, started) };
    if known.is_some() {
        diesel::update(sign_in_attempt::table.find(&key))
            .set((failures.eq(counted), window_started_at.eq(started), blocked_until.eq(until)))
            .execute(connection)?;
    } else {
        diesel::insert_into(sign_in_attempt::table)
            .values((sign_in_attempt::subject.eq(&key), failures.eq(counted), window_started_at.eq(started), blocked_until.eq(until)))
            .execute(connection)?;
    }
    Ok(())
}
