//! Whether an account is dormant: one that a user has not used for a year. It wakes up when its owner signs in and wants
//! it to. Accounts of staff have no profile of a user, and so are never dormant.

use crate::{
    db::{DatabaseConnection, schema::user_profile},
    problem::Problem,
};
use diesel::{ExpressionMethods, OptionalExtension, QueryDsl, RunQueryDsl};
use uno_core::domain::time::Timestamp;

/// Whether nobody signs in to the account without being asked whether to use it again.
///
/// # Errors
/// When the database fails.
pub fn is_dormant(connection: &mut DatabaseConnection, account_id: i64) -> Result<bool, Problem> {
    let dormant = user_profile::table
        .filter(user_profile::account_id.eq(account_id))
        .filter(user_profile::dormant_at.is_not_null())
        .select(user_profile::user_id);
    Ok(dormant.first::<i64>(connection).optional()?.is_some())
}

/// Notes that the owner uses the account, which is awake from now on.
///
/// # Errors
/// When the database fails.
pub fn note_use(connection: &mut DatabaseConnection, account_id: i64, now: Timestamp) -> Result<(), Problem> {
    diesel::update(user_profile::table.filter(user_profile::account_id.eq(account_id)))
        .set((
            user_profile::used_at.eq(now.0),
            user_profile::told_at.eq(None::<i64>),
            user_profile::dormant_at.eq(None::<i64>),
        ))
        .execute(connection)?;
    Ok(())
}
