//! The log of sign-ins and failed sign-ins per account. Attempts on ids without an account are not logged, so that
//! nothing that was typed is stored.

use super::sessions::Origin;
use crate::{
    clock,
    db::{
        DatabaseConnection,
        page::{self, Paging},
        schema::{account, sign_in_log},
    },
    problem::Problem,
};
use diesel::{BoolExpressionMethods, ExpressionMethods, QueryDsl, RunQueryDsl};
use uno_core::{
    contract::{
        account_sessions::{SignIn, SignInFilter, SignInId, SignInOutcome},
        page::Page,
    },
    domain::time::{DAY_MILLISECONDS, Timestamp},
};

/// Two years, like the access log.
const KEPT_MILLISECONDS: i64 = 2 * 365 * DAY_MILLISECONDS;

fn write(
    connection: &mut DatabaseConnection,
    account_id: i64,
    outcome: SignInOutcome,
    origin: &Origin,
) -> Result<(), Problem> {
    diesel::insert_into(sign_in_log::table)
        .values((
            sign_in_log::account_id.eq(account_id),
            sign_in_log::created_at.eq(clock::now().0),
            sign_in_log::outcome.eq(outcome.as_str()),
            sign_in_log::address.eq(&origin.address),
            sign_in_log::browser.eq(&origin.browser),
        ))
        .execute(connection)?;
    Ok(())
}

/// Logs a successful sign-in.
///
/// # Errors
/// Returns an error if the database fails.
pub fn succeeded(connection: &mut DatabaseConnection, account_id: i64, origin: &Origin) -> Result<(), Problem> {
    signed_in(connection, account_id, SignInOutcome::Success, origin)
}

/// Logs a sign-in by a recovery code, so that the owner notices the use of a stolen code.
///
/// # Errors
/// Returns an error if the database fails.
pub fn recovered(connection: &mut DatabaseConnection, account_id: i64, origin: &Origin) -> Result<(), Problem> {
    signed_in(connection, account_id, SignInOutcome::RecoveryCode, origin)
}

fn signed_in(
    connection: &mut DatabaseConnection,
    account_id: i64,
    outcome: SignInOutcome,
    origin: &Origin,
) -> Result<(), Problem> {
    diesel::update(account::table.find(account_id))
        .set(account::last_signed_in_at.eq(clock::now().0))
        .execute(connection)?;
    write(connection, account_id, outcome, origin)
}

/// Logs a failed sign-in, if an account with one of these keys exists.
///
/// # Errors
/// Returns an error if the database fails.
pub fn failed(connection: &mut DatabaseConnection, login_keys: &[String], origin: &Origin) -> Result<(), Problem> {
    let known = account::table.filter(account::login_key.eq_any(login_keys)).select(account::account_id);
    for account_id in known.load::<i64>(connection)? {
        write(connection, account_id, SignInOutcome::WrongPassword, origin)?;
    }
    Ok(())
}

/// Logs a refused sign-in: the password was correct, but the account is suspended.
///
/// # Errors
/// Returns an error if the database fails.
pub fn suspended(connection: &mut DatabaseConnection, account_id: i64, origin: &Origin) -> Result<(), Problem> {
    write(connection, account_id, SignInOutcome::Suspended, origin)
}

/// Logs a refused sign-in: the password was correct, but the code of the second factor was wrong.
///
/// # Errors
/// Returns an error if the database fails.
pub fn wrong_code(connection: &mut DatabaseConnection, account_id: i64, origin: &Origin) -> Result<(), Problem> {
    write(connection, account_id, SignInOutcome::WrongCode, origin)
}

/// Returns the addresses from which an account was tried since a time.
///
/// # Errors
/// Returns an error if the database fails.
pub fn addresses(
    connection: &mut DatabaseConnection,
    account_id: i64,
    since: Timestamp,
) -> Result<Vec<String>, Problem> {
    Ok(sign_in_log::table
        .filter(sign_in_log::account_id.eq(account_id).and(sign_in_log::created_at.ge(since.0)))
        .select(sign_in_log::address)
        .distinct()
        .load(connection)?)
}

/// Returns a page of an account's log, optionally since a time, newest first. Access to the account must be checked
/// before.
///
/// # Errors
/// Returns an error if the database fails.
pub fn list(
    connection: &mut DatabaseConnection,
    account_id: i64,
    since: Option<Timestamp>,
    filter: &SignInFilter,
) -> Result<Page<SignIn>, Problem> {
    let since = since.unwrap_or(Timestamp(0));
    let of_account = || {
        sign_in_log::table.filter(sign_in_log::account_id.eq(account_id)).filter(sign_in_log::created_at.ge(since.0))
    };
    let rows = |connection: &mut DatabaseConnection, paging: Paging| {
        of_account()
            .order(sign_in_log::sign_in_log_id.desc())
            .offset(paging.offset())
            .limit(paging.size)
            .select((
                sign_in_log::sign_in_log_id,
                sign_in_log::created_at,
                sign_in_log::outcome,
                sign_in_log::address,
                sign_in_log::browser,
            ))
            .load::<(SignInId, Timestamp, SignInOutcome, String, String)>(connection)
    };
    let paging = Paging::of(filter.page, filter.page_size);
    let found = page::load(connection, paging, rows, |connection| of_account().count().get_result(connection))?;
    Ok(found.map(|(sign_in_id, created_at, outcome, address, browser)| SignIn {
        sign_in_id,
        created_at,
        outcome,
        address,
        browser,
    }))
}

/// Deletes expired rows.
///
/// # Errors
/// Returns an error if the database fails.
pub fn delete_old(connection: &mut DatabaseConnection, now: Timestamp) -> Result<(), Problem> {
    let old = sign_in_log::table.filter(sign_in_log::created_at.lt(now.0 - KEPT_MILLISECONDS));
    diesel::delete(old).execute(connection)?;
    Ok(())
}
