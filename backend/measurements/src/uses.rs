//! The last use of the product by users: signing in, a session, or a measurement of a linked member.

use diesel::{ExpressionMethods, JoinOnDsl, NullableExpressionMethods, QueryDsl, RunQueryDsl, dsl::max};
use kernel::{
    db::{
        DatabaseConnection,
        schema::{account, measurement, member_link, session},
    },
    problem::Problem,
};
use std::collections::HashMap;
use uno_core::{
    contract::{member_links::LinkState, users::UserId},
    domain::time::{DAY_MILLISECONDS, Timestamp},
};

/// The time without use after which a user becomes dormant, in milliseconds.
pub const UNUSED: i64 = 365 * DAY_MILLISECONDS;
/// The notice period before that for staff and the person, in milliseconds.
pub const NOTICE: i64 = 30 * DAY_MILLISECONDS;

/// Returns the time before which the last use must be for a notice to be due.
#[must_use]
pub fn notice_threshold(now: Timestamp) -> i64 {
    now.0 - UNUSED + NOTICE
}

/// Returns the last use of each of these users, given with their accounts. Users who have never used the product are
/// left out.
///
/// # Errors
/// Returns an error if the database fails.
pub fn last(connection: &mut DatabaseConnection, users: &[(UserId, i64)]) -> Result<HashMap<UserId, i64>, Problem> {
    let accounts: Vec<i64> = users.iter().map(|(_, account_id)| *account_id).collect();
    let user_ids: Vec<UserId> = users.iter().map(|(user_id, _)| *user_id).collect();
    let mut of_accounts = account::table
        .filter(account::account_id.eq_any(&accounts))
        .filter(account::last_signed_in_at.is_not_null())
        .select((account::account_id, account::last_signed_in_at))
        .load::<(i64, Option<i64>)>(connection)?;
    of_accounts.extend(
        session::table
            .filter(session::account_id.eq_any(&accounts))
            .group_by(session::account_id)
            .select((session::account_id, max(session::used_at)))
            .load::<(i64, Option<i64>)>(connection)?,
    );
    let owners: HashMap<i64, UserId> = users.iter().map(|(user_id, account_id)| (*account_id, *user_id)).collect();
    let by_account = of_accounts.into_iter().filter_map(|(account_id, at)| Some((*owners.get(&account_id)?, at?)));
    let measured = member_link::table
        .inner_join(measurement::table.on(measurement::member_id.eq(member_link::member_id.nullable())))
        .filter(member_link::user_id.eq_any(&user_ids))
        .filter(member_link::state.eq(LinkState::Active))
        .group_by(member_link::user_id)
        .select((member_link::user_id, max(measurement::measured_at)))
        .load::<(UserId, Option<i64>)>(connection)?;
    let mut last: HashMap<UserId, i64> = HashMap::new();
    for (user_id, at) in by_account.chain(measured.into_iter().filter_map(|(user_id, at)| Some((user_id, at?)))) {
        let known = last.entry(user_id).or_insert(at);
        *known = at.max(*known);
    }
    Ok(last)
}
