//! Dormancy: users who have not used the product for a year, neither by signing in nor by being measured, become
//! dormant. Lists show it to staff 30 days before. The person gets a notice (`measurements/src/messages/notices.rs`) if
//! there is a way to send one. Using the product meanwhile prevents dormancy.
//!
//! `used_at` is the latest known use. It is not written with each use: once a day, apparently unused users are checked,
//! and only if the known use is old enough for a notice.

use super::store;
use diesel::{BoolExpressionMethods, ExpressionMethods, JoinOnDsl, NullableExpressionMethods, QueryDsl, RunQueryDsl};
use kernel::{
    auth::{dormancy, sessions},
    clock,
    db::{
        Database, DatabaseConnection,
        schema::{account, measurement, member_link, user_profile},
    },
    delivery::Delivery,
    problem::Problem,
    records::revisions::{self, Author},
    state::State,
};
use measurements::{
    messages::notices,
    uses::{self, NOTICE, UNUSED},
};
use std::sync::{Mutex, PoisonError};
use uno_core::{
    contract::{member_links::LinkState, revisions::RevisionAction, users::UserId},
    domain::time::{Date, Timestamp},
};

/// Users per transaction.
const BATCH: i64 = 500;

/// Returns the earliest time at which a user may become dormant, given the last use and the notice.
#[must_use]
pub fn earliest(used_at: Timestamp, told_at: Timestamp) -> Timestamp {
    Timestamp((used_at.0 + UNUSED).max(told_at.0 + NOTICE))
}

/// Checks all users once a day.
///
/// # Errors
/// Returns an error if the database fails.
pub fn care(state: &State) -> Result<(), Problem> {
    static LAST: Mutex<Option<Date>> = Mutex::new(None);
    let now = clock::now();
    let today = Some(now.date_in_seoul());
    if *LAST.lock().unwrap_or_else(PoisonError::into_inner) == today {
        return Ok(());
    }
    process_unused(&state.database, &state.settings.delivery, now)?;
    *LAST.lock().unwrap_or_else(PoisonError::into_inner) = today;
    Ok(())
}

/// Updates the last uses of users, announces dormancy to those who are due, and makes dormant those who were notified
/// long enough ago. If no notice can reach a person, the announcement to staff counts.
///
/// # Errors
/// Returns an error if the database fails.
pub fn process_unused(database: &Database, delivery: &Delivery, now: Timestamp) -> Result<(), Problem> {
    let mut last = Some((i64::MIN, UserId(0)));
    while let Some(after) = last {
        last = database.write_blocking(|connection| process_next(connection, delivery, after, now))?;
    }
    while database.write_blocking(wake_measured)? {}
    Ok(())
}

/// Wakes users who have been measured since and cannot sign in because they have no password: nothing else would wake
/// them. The others are asked when they sign in. Returns whether there may be more.
fn wake_measured(connection: &mut DatabaseConnection) -> Result<bool, Problem> {
    let linked = member_link::user_id.eq(user_profile::user_id).and(member_link::state.eq(LinkState::Active));
    let mut found = user_profile::table
        .inner_join(account::table)
        .inner_join(member_link::table.on(linked))
        .inner_join(measurement::table.on(measurement::member_id.eq(member_link::member_id.nullable())))
        .filter(user_profile::told_at.is_not_null())
        .filter(account::password_hash.eq(""))
        .filter(measurement::measured_at.nullable().gt(user_profile::dormant_at))
        .select((user_profile::user_id, user_profile::dormant_at.assume_not_null()))
        .distinct()
        .limit(BATCH)
        .load::<(UserId, i64)>(connection)?;
    // Lock order: the same as when links are moved, which locks their users, too.
    found.sort_unstable_by_key(|(user_id, _)| user_id.0);
    for (user_id, used_at) in &found {
        diesel::update(user_profile::table.find(*user_id))
            .set((
                user_profile::used_at.eq(*used_at),
                user_profile::told_at.eq(None::<i64>),
                user_profile::dormant_at.eq(None::<i64>),
            ))
            .execute(connection)?;
    }
    let changes: Vec<_> = found.iter().map(|(user_id, _)| (user_id.0, vec![dormancy::change(false)])).collect();
    if !changes.is_empty() {
        revisions::record_many(connection, &Author::system(), store::RESOURCE, RevisionAction::Update, &changes)?;
    }
    Ok(i64::try_from(found.len()).is_ok_and(|found| found == BATCH))
}

/// A user who apparently has not used the product.
struct Unused {
    user_id: UserId,
    account_id: i64,
    known: i64,
}

/// Processes the next users in the order of their last use. Returns where the following ones start.
fn process_next(
    connection: &mut DatabaseConnection,
    delivery: &Delivery,
    (after, after_id): (i64, UserId),
    now: Timestamp,
) -> Result<Option<(i64, UserId)>, Problem> {
    let soon = uses::notice_threshold(now);
    let rows = user_profile::table
        .filter(user_profile::dormant_at.is_null())
        .filter(user_profile::used_at.lt(soon))
        .filter(
            user_profile::used_at.gt(after).or(user_profile::used_at.eq(after).and(user_profile::user_id.gt(after_id))),
        )
        .order((user_profile::used_at, user_profile::user_id))
        .limit(BATCH)
        .select((user_profile::user_id, user_profile::account_id, user_profile::used_at))
        .load::<(UserId, i64, i64)>(connection)?;
    let unused: Vec<Unused> =
        rows.into_iter().map(|(user_id, account_id, known)| Unused { user_id, account_id, known }).collect();
    let next = unused.last().map(|last| (last.known, last.user_id));
    refresh(connection, &unused, soon)?;
    let ids: Vec<UserId> = unused.iter().map(|user| user.user_id).collect();
    // The updates below check each row again, because a user may sign in concurrently.
    let still = || {
        user_profile::table
            .filter(user_profile::user_id.eq_any(&ids))
            .filter(user_profile::dormant_at.is_null())
            .filter(user_profile::used_at.lt(soon))
    };
    diesel::update(still().filter(user_profile::told_at.is_null()))
        .set(user_profile::told_at.eq(now.0))
        .execute(connection)?;
    let not_informed = notices::process_unused(connection, delivery, &ids, now)?;
    let became = diesel::update(
        still()
            .filter(user_profile::used_at.le(now.0 - UNUSED))
            .filter(user_profile::told_at.le(now.0 - NOTICE))
            .filter(user_profile::user_id.ne_all(not_informed)),
    )
    .set(user_profile::dormant_at.eq(now.0))
    .execute(connection)?;
    if became > 0 {
        let dormant = user_profile::table
            .filter(user_profile::user_id.eq_any(&ids))
            .filter(user_profile::dormant_at.eq(now.0))
            .select((user_profile::user_id, user_profile::account_id))
            .load::<(UserId, i64)>(connection)?;
        for (_, account_id) in &dormant {
            sessions::end_all(connection, *account_id, now)?;
        }
        let change = || vec![dormancy::change(true)];
        let changes: Vec<_> = dormant.into_iter().map(|(user_id, _)| (user_id.0, change())).collect();
        revisions::record_many(connection, &Author::system(), store::RESOURCE, RevisionAction::Update, &changes)?;
    }
    Ok(next)
}

/// Writes each user's last use if it is later than the known one.
fn refresh(connection: &mut DatabaseConnection, unused: &[Unused], soon: i64) -> Result<(), Problem> {
    let accounts: Vec<(UserId, i64)> = unused.iter().map(|user| (user.user_id, user.account_id)).collect();
    let last_uses = uses::last(connection, &accounts)?;
    // Lock order: the same as when links are moved, which locks their users, too.
    let mut unused: Vec<&Unused> = unused.iter().collect();
    unused.sort_unstable_by_key(|user| user.user_id.0);
    for user in unused {
        let Some(last) = last_uses.get(&user.user_id).copied().filter(|last| *last > user.known) else { continue };
        let row = user_profile::table.find(user.user_id).filter(user_profile::used_at.lt(last));
        diesel::update(row).set(user_profile::used_at.eq(last)).execute(connection)?;
        if last >= soon {
            diesel::update(user_profile::table.find(user.user_id))
                .set(user_profile::told_at.eq(None::<i64>))
                .execute(connection)?;
        }
    }
    Ok(())
}
