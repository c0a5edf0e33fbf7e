//! Users who have not used the product for a year, neither by signing in nor by being measured, become dormant. Staff
//! are told 30 days before, by the lists, and the person by a notice (`measurements/src/messages/notices.rs`) where
//! there is a way; who uses it meanwhile stays awake.
//!
//! `used_at` says until when a use is known. It is not written with each use: whoever seems not to have used the product
//! is looked at once a day, and only where the use is older than the notice needs.

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

/// Users who are looked at in one transaction.
const BATCH: i64 = 500;

/// When who was used last then, and told of then, may become dormant.
#[must_use]
pub fn earliest(used_at: Timestamp, told_at: Timestamp) -> Timestamp {
    Timestamp((used_at.0 + UNUSED).max(told_at.0 + NOTICE))
}

/// Looks after all users once a day.
///
/// # Errors
/// When the database fails.
pub fn care(state: &State) -> Result<(), Problem> {
    static LAST: Mutex<Option<Date>> = Mutex::new(None);
    let now = clock::now();
    let today = Some(now.date_in_seoul());
    if *LAST.lock().unwrap_or_else(PoisonError::into_inner) == today {
        return Ok(());
    }
    look_after(&state.database, &state.settings.delivery, now)?;
    *LAST.lock().unwrap_or_else(PoisonError::into_inner) = today;
    Ok(())
}

/// Finds who has used the product after all, tells of who is about to become dormant, and makes dormant who was told long
/// enough ago, or of whom staff were where nothing reaches the person.
///
/// # Errors
/// When the database fails.
pub fn look_after(database: &Database, delivery: &Delivery, now: Timestamp) -> Result<(), Problem> {
    let mut last = Some((i64::MIN, UserId(0)));
    while let Some(behind) = last {
        last = database.write_blocking(|connection| look_at(connection, delivery, behind, now))?;
    }
    while database.write_blocking(wake_measured)? {}
    Ok(())
}

/// Wakes up who has been measured since and cannot sign in, having no password: nothing else would ever wake them up. The
/// others are asked. Answers whether there may be more.
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
    // In the order in which whoever moves links holds their users, too.
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
    let told: Vec<_> = found.iter().map(|(user_id, _)| (user_id.0, vec![dormancy::change(false)])).collect();
    if !told.is_empty() {
        revisions::record_many(connection, &Author::system(), store::RESOURCE, RevisionAction::Update, &told)?;
    }
    Ok(i64::try_from(found.len()).is_ok_and(|found| found == BATCH))
}

/// A user who seems not to have used the product.
struct Unused {
    user_id: UserId,
    account_id: i64,
    known: i64,
}

/// Looks at the next users in the order of their use; answers where the following ones begin.
fn look_at(
    connection: &mut DatabaseConnection,
    delivery: &Delivery,
    (behind, behind_id): (i64, UserId),
    now: Timestamp,
) -> Result<Option<(i64, UserId)>, Problem> {
    let soon = uses::long_ago(now);
    let rows = user_profile::table
        .filter(user_profile::dormant_at.is_null())
        .filter(user_profile::used_at.lt(soon))
        .filter(
            user_profile::used_at
                .gt(behind)
                .or(user_profile::used_at.eq(behind).and(user_profile::user_id.gt(behind_id))),
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
    // What follows asks of each row once more: somebody may sign in at this moment.
    let still = || {
        user_profile::table
            .filter(user_profile::user_id.eq_any(&ids))
            .filter(user_profile::dormant_at.is_null())
            .filter(user_profile::used_at.lt(soon))
    };
    diesel::update(still().filter(user_profile::told_at.is_null()))
        .set(user_profile::told_at.eq(now.0))
        .execute(connection)?;
    let untold = notices::look_after(connection, delivery, &ids, now)?;
    let became = diesel::update(
        still()
            .filter(user_profile::used_at.le(now.0 - UNUSED))
            .filter(user_profile::told_at.le(now.0 - NOTICE))
            .filter(user_profile::user_id.ne_all(untold)),
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
        let told: Vec<_> = dormant.into_iter().map(|(user_id, _)| (user_id.0, change())).collect();
        revisions::record_many(connection, &Author::system(), store::RESOURCE, RevisionAction::Update, &told)?;
    }
    Ok(next)
}

/// Writes down the last use of each, where it is later than was known.
fn refresh(connection: &mut DatabaseConnection, unused: &[Unused], soon: i64) -> Result<(), Problem> {
    let accounts: Vec<(UserId, i64)> = unused.iter().map(|user| (user.user_id, user.account_id)).collect();
    let last_uses = uses::last(connection, &accounts)?;
    // In the order in which whoever moves links holds their users, too.
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
