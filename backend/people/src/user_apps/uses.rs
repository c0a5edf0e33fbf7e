//! Who uses which app: one row for a user and an app, written when it is opened and rarely more.

use super::{apps, spells};
use diesel::{ExpressionMethods, OptionalExtension, QueryDsl, RunQueryDsl};
use kernel::{
    access::limits::{self, Limit},
    clock,
    db::{DatabaseConnection, schema::user_app_use},
    on_backend,
    problem::Problem,
};
use uno_core::{
    contract::{
        user_apps::{AppPlatform, UserAppId},
        users::UserId,
    },
    domain::time::Timestamp,
};

const MINUTE: i64 = 60_000;
/// How much later a use is written down anew.
const STEP: i64 = 10 * MINUTE;
/// Writing uses down: an app that is opened tells it once in ten minutes at most.
const WRITING: Limit = Limit::new("appUse", &[(60 * MINUTE, 30)]);

/// An app as it is used.
#[derive(Clone, Debug)]
pub struct Use {
    /// The app.
    pub user_app_id: UserAppId,
    /// What it runs on.
    pub platform: AppPlatform,
    /// Its version.
    pub app_version: String,
}

/// The app that somebody tells to use.
///
/// # Errors
/// That no app in use has this package.
pub fn of_package(
    connection: &mut DatabaseConnection,
    platform: AppPlatform,
    package_id: &str,
    app_version: &str,
) -> Result<Use, Problem> {
    let found = apps::of_package(connection, platform, package_id)?;
    let user_app_id = found.ok_or_else(|| Problem::invalid_field("packageId", "notFound"))?;
    Ok(Use { user_app_id, platform, app_version: app_version.to_owned() })
}

/// Whether a use would tell something new.
///
/// # Errors
/// When the database fails.
pub fn is_new(
    connection: &mut DatabaseConnection,
    user_id: UserId,
    told: &Use,
    now: Timestamp,
) -> Result<bool, Problem> {
    let known = user_app_use::table
        .find((user_id.0, told.user_app_id.0))
        .select((user_app_use::platform, user_app_use::app_version, user_app_use::last_used_at))
        .first::<(AppPlatform, String, i64)>(connection)
        .optional()?;
    Ok(known.is_none_or(|(platform, version, last)| {
        let is_another_day = spells::day_of(Timestamp(last)) != spells::day_of(now);
        platform != told.platform || version != told.app_version || is_another_day || now.0 - last >= STEP
    }))
}

/// Writes a use down.
///
/// # Errors
/// "Too many".
pub fn count_and_write(
    connection: &mut DatabaseConnection,
    account_id: i64,
    user_id: UserId,
    told: &Use,
    now: Timestamp,
) -> Result<(), Problem> {
    limits::count(connection, &WRITING, account_id, now)?;
    write(connection, user_id, told, now, now)
}

/// Forgets what somebody has used: nothing is kept of a person that is no longer allowed, and what was counted stays.
///
/// # Errors
/// When the database fails.
pub fn forget(connection: &mut DatabaseConnection, user_id: UserId) -> Result<(), Problem> {
    spells::end(connection, user_id, clock::now())?;
    diesel::delete(user_app_use::table.filter(user_app_use::user_id.eq(user_id))).execute(connection)?;
    Ok(())
}

/// Writes the first use of an app, or that it was used last.
///
/// # Errors
/// When the database fails.
pub fn write(
    connection: &mut DatabaseConnection,
    user_id: UserId,
    told: &Use,
    first: Timestamp,
    last: Timestamp,
) -> Result<(), Problem> {
    let new = (
        user_app_use::user_id.eq(user_id),
        user_app_use::user_app_id.eq(told.user_app_id),
        user_app_use::platform.eq(told.platform),
        user_app_use::app_version.eq(&told.app_version),
        user_app_use::first_used_at.eq(first),
        user_app_use::last_used_at.eq(last),
    );
    // Of two devices at once the one makes the row and the other finds it.
    let made = on_backend!(connection, |inner| {
        diesel::insert_into(user_app_use::table).values(new).on_conflict_do_nothing().execute(inner)
    })?;
    if made == 0 {
        diesel::update(user_app_use::table.find((user_id.0, told.user_app_id.0)))
            .set((
                user_app_use::platform.eq(told.platform),
                user_app_use::app_version.eq(&told.app_version),
                user_app_use::last_used_at.eq(last),
            ))
            .execute(connection)?;
    }
    spells::note(connection, user_id, told.user_app_id, first)?;
    spells::note(connection, user_id, told.user_app_id, last)
}
