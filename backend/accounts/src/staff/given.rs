//! What an account has handed out, for those who have power over it.

use super::{power, rows};
use crate::given_access;
use kernel::{access::caller::Caller, auth::accounts::Staff, db::DatabaseConnection, problem::Problem};
use uno_core::contract::managers::GivenAccess;

fn check(connection: &mut DatabaseConnection, caller: &Caller, staff: Staff, account_id: i64) -> Result<(), Problem> {
    let (row, ..) = rows::get(connection, caller, staff, account_id)?;
    power::check_over(connection, caller, row.standing())
}

/// Counts what an account has handed out.
///
/// # Errors
/// Returns "not found", or [`uno_core::contract::error::ErrorCode::Forbidden`] if the caller has no power over it.
pub fn count(
    connection: &mut DatabaseConnection,
    caller: &Caller,
    staff: Staff,
    account_id: i64,
) -> Result<GivenAccess, Problem> {
    check(connection, caller, staff, account_id)?;
    given_access::count(connection, account_id)
}

/// Hands it over to the caller; see [`given_access::take_over`].
///
/// # Errors
/// Like [`count`].
pub fn take_over(
    connection: &mut DatabaseConnection,
    caller: &Caller,
    staff: Staff,
    account_id: i64,
) -> Result<GivenAccess, Problem> {
    check(connection, caller, staff, account_id)?;
    given_access::take_over(connection, caller, account_id)
}
