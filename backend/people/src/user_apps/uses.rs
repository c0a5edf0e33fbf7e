//! App uses: one row per user and app, written when the app is opened, and rarely in between.

use super::{apps, spells};
use diesel::{ExpressionMethods, OptionalExtension, QueryDsl, RunQueryDsl};
use kernel::{
    access::{
        limits::{self, Limit},
        scope::{Scope, Scoped},
    },
    clock,
    db::{
        DatabaseConnection, Db,
        schema::{company_user_app, service, user_app, user_app_use},
    },
    on_backend,
    problem::Problem,
};
use organisation::companies::store as companies;
use uno_core::{
    contract::{
        managed_users::UserAppUse,
        user_apps::{AppPlatform, UserAppId},
        users::UserId,
    },
    domain::time::Timestamp,
};

const MINUTE: i64 = 60_000;
/// The minimum time between two writes of the same use.
const STEP: i64 = 10 * MINUTE;
/// The limit of written uses: 30 per account and hour. An open app needs at most one write in ten minutes ([`STEP`]).
const WRITING: Limit = Limit::new("appUse", &[(60 * MINUTE, 30)]);

/// A reported use of an app.
#[derive(Clone, Debug)]
pub struct AppUse {
    /// The app.
    pub user_app_id: UserAppId,
    /// The platform.
    pub platform: AppPlatform,
    /// Its version.
    pub app_version: String,
}

/// Returns the use of the app that a client reports.
///
/// # Errors
/// Returns an error if no active app has this package.
pub fn of_package(
    connection: &mut DatabaseConnection,
    platform: AppPlatform,
    package_id: &str,
    app_version: &str,
) -> Result<AppUse, Problem> {
    let found = apps::of_package(connection, platform, package_id)?;
    let user_app_id = found.ok_or_else(|| Problem::invalid_field("packageId", "notFound"))?;
    Ok(AppUse { user_app_id, platform, app_version: app_version.to_owned() })
}

/// Returns whether a use has to be written: the app is new, its platform or version has changed, it is another day, or
/// the last write is old enough.
///
/// # Errors
/// Returns an error if the database fails.
pub fn is_new(
    connection: &mut DatabaseConnection,
    user_id: UserId,
    app_use: &AppUse,
    now: Timestamp,
) -> Result<bool, Problem> {
    let known = user_app_use::table
        .find((user_id.0, app_use.user_app_id.0))
        .select((user_app_use::platform, user_app_use::app_version, user_app_use::last_used_at))
        .first::<(AppPlatform, String, i64)>(connection)
        .optional()?;
    Ok(known.is_none_or(|(platform, version, last)| {
        let is_another_day = spells::day_of(Timestamp(last)) != spells::day_of(now);
        platform != app_use.platform || version != app_use.app_version || is_another_day || now.0 - last >= STEP
    }))
}

/// Counts a use against the limit and writes it.
///
/// # Errors
/// Returns "too many" if the limit is exceeded.
pub fn count_and_write(
    connection: &mut DatabaseConnection,
    account_id: i64,
    user_id: UserId,
    app_use: &AppUse,
    now: Timestamp,
) -> Result<(), Problem> {
    limits::count(connection, &WRITING, account_id, now)?;
    write(connection, user_id, app_use, now, now)
}

/// Returns the apps of a user, last used first. A company sees only apps that it, a company below it or one above it
/// provides: others would reveal companies that are not its business.
///
/// # Errors
/// Returns an error if the database fails.
pub fn of_user(connection: &mut DatabaseConnection, scope: Scope, user_id: UserId) -> Result<Vec<UserAppUse>, Problem> {
    type Row = (UserAppId, String, String, AppPlatform, String, Timestamp, Timestamp);
    let mut query = user_app_use::table
        .inner_join(user_app::table.inner_join(service::table))
        .filter(user_app_use::user_id.eq(user_id))
        .into_boxed::<Db>();
    if scope != Scope::All {
        let given = given_by_line(connection, scope)?;
        query = query.filter(user_app_use::user_app_id.eq_any(given));
    }
    let rows = query
        .order((user_app_use::last_used_at.desc(), user_app_use::user_app_id))
        .select((
            user_app::user_app_id,
            user_app::name,
            service::name,
            user_app_use::platform,
            user_app_use::app_version,
            user_app_use::first_used_at,
            user_app_use::last_used_at,
        ))
        .load::<Row>(connection)?;
    let shown = |(user_app_id, name, service_name, platform, app_version, first_used_at, last_used_at): Row| {
        UserAppUse { user_app_id, name, service_name, platform, app_version, first_used_at, last_used_at }
    };
    Ok(rows.into_iter().map(shown).collect())
}

/// Returns the apps that the companies of a scope, and those above them, provide.
fn given_by_line(connection: &mut DatabaseConnection, scope: Scope) -> Result<Vec<UserAppId>, Problem> {
    let own = company_user_app::table.in_scope(scope).select(company_user_app::user_app_id);
    let mut given: Vec<UserAppId> = own.load(connection)?;
    let Scope::Company { company_id, .. } = scope else { return Ok(given) };
    if let Some(line) = companies::line(connection, scope, company_id)? {
        let above: Vec<i64> = [line.vendor_id, line.dealer_id].into_iter().flatten().collect();
        let of_above = company_user_app::table.filter(company_user_app::company_id.eq_any(above));
        given.extend(of_above.select(company_user_app::user_app_id).load::<UserAppId>(connection)?);
    }
    Ok(given)
}

/// Deletes what a user has used, when recording it is no longer allowed. Counts remain.
///
/// # Errors
/// Returns an error if the database fails.
pub fn forget(connection: &mut DatabaseConnection, user_id: UserId) -> Result<(), Problem> {
    spells::end(connection, user_id, clock::now())?;
    diesel::delete(user_app_use::table.filter(user_app_use::user_id.eq(user_id))).execute(connection)?;
    Ok(())
}

/// Inserts the first use of an app, or updates its last use, unless a later one is known.
///
/// # Errors
/// Returns an error if the database fails.
pub fn write(
    connection: &mut DatabaseConnection,
    user_id: UserId,
    app_use: &AppUse,
    first: Timestamp,
    last: Timestamp,
) -> Result<(), Problem> {
    let new = (
        user_app_use::user_id.eq(user_id),
        user_app_use::user_app_id.eq(app_use.user_app_id),
        user_app_use::platform.eq(app_use.platform),
        user_app_use::app_version.eq(&app_use.app_version),
        user_app_use::first_used_at.eq(first),
        user_app_use::last_used_at.eq(last),
    );
    // If two devices report at once, one inserts the row and the other finds it.
    let made = on_backend!(connection, |inner| {
        diesel::insert_into(user_app_use::table).values(new).on_conflict_do_nothing().execute(inner)
    })?;
    if made == 0 {
        let known = || user_app_use::table.find((user_id.0, app_use.user_app_id.0));
        diesel::update(known().filter(user_app_use::first_used_at.gt(first)))
            .set(user_app_use::first_used_at.eq(first))
            .execute(connection)?;
        diesel::update(known().filter(user_app_use::last_used_at.le(last)))
            .set((
                user_app_use::platform.eq(app_use.platform),
                user_app_use::app_version.eq(&app_use.app_version),
                user_app_use::last_used_at.eq(last),
            ))
            .execute(connection)?;
    }
    spells::record_use(connection, user_id, app_use.user_app_id, first)?;
    spells::record_use(connection, user_id, app_use.user_app_id, last)
}
