//! Dormant accounts: accounts of users that were not used for a year. An account wakes up when its owner signs in
//! and confirms it. Accounts of staff have no user profile and never become dormant.

use crate::{
    db::{
        DatabaseConnection,
        schema::{account, user_profile},
    },
    problem::Problem,
};
use diesel::{ExpressionMethods, OptionalExtension, QueryDsl, RunQueryDsl};
use uno_core::{
    contract::{managed_users::UserStatus, revisions::FieldChange},
    domain::time::Timestamp,
};

/// Returns whether the account is dormant, so that signing in asks for confirmation.
///
/// # Errors
/// Returns an error if the database fails.
pub fn is_dormant(connection: &mut DatabaseConnection, account_id: i64) -> Result<bool, Problem> {
    let dormant = user_profile::table
        .filter(user_profile::account_id.eq(account_id))
        .filter(user_profile::dormant_at.is_not_null())
        .select(user_profile::user_id);
    Ok(dormant.first::<i64>(connection).optional()?.is_some())
}

/// Name of the resource of users in histories.
pub const RESOURCE: &str = "user";

/// Returns the change that a user's history records when the account becomes dormant or wakes up.
#[must_use]
pub fn change(is_dormant: bool) -> FieldChange {
    let word = |is_dormant| Some(if is_dormant { UserStatus::Dormant } else { UserStatus::Active }.as_str().to_owned());
    FieldChange { field: "status".into(), before: word(!is_dormant), after: word(is_dormant) }
}

/// Records that the owner uses the account, and wakes it up if it is dormant; returns the id and the name of the user
/// in that case.
///
/// # Errors
/// Returns an error if the database fails.
pub fn note_use(
    connection: &mut DatabaseConnection,
    account_id: i64,
    now: Timestamp,
) -> Result<Option<(i64, String)>, Problem> {
    let dormant = user_profile::table
        .inner_join(account::table)
        .filter(user_profile::account_id.eq(account_id))
        .filter(user_profile::dormant_at.is_not_null())
        .select((user_profile::user_id, account::name));
    let woken = dormant.first::<(i64, String)>(connection).optional()?;
    diesel::update(user_profile::table.filter(user_profile::account_id.eq(account_id)))
        .set((
            user_profile::used_at.eq(now.0),
            user_profile::told_at.eq(None::<i64>),
            user_profile::dormant_at.eq(None::<i64>),
        ))
        .execute(connection)?;
    Ok(woken)
}
