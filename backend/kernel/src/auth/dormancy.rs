//! Whether an account is dormant: one that a user has not used for a year. It wakes up when its owner signs in and wants
//! it to. Accounts of staff have no profile of a user, and so are never dormant.

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

/// The resource in histories that a user is.
pub const RESOURCE: &str = "user";

/// What a user's history tells of becoming dormant, or of waking up.
#[must_use]
pub fn change(is_dormant: bool) -> FieldChange {
    let word = |is_dormant| Some(if is_dormant { UserStatus::Dormant } else { UserStatus::Active }.as_str().to_owned());
    FieldChange { field: "status".into(), before: word(!is_dormant), after: word(is_dormant) }
}

/// Notes that the owner uses the account, which is awake from now on; answers whom that has woken up, by number and name.
///
/// # Errors
/// When the database fails.
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
