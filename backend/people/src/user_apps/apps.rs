//! User apps: storage. They belong to the installation; companies provide them to their members.

use diesel::{ExpressionMethods, OptionalExtension, QueryDsl, RunQueryDsl, SelectableHelper};
use kernel::{
    access::caller::Caller,
    clock,
    db::{
        DatabaseConnection,
        narrow::Narrow,
        page::{self, Paging},
        schema::{company_user_app, service, user_app, user_app_use},
    },
    problem::Problem,
    records::{self, Record, Rows},
};
use uno_core::{
    contract::{
        page::{Can, Page},
        revisions::FieldChange,
        services::ServiceId,
        user_apps::{
            AppPlatform, SCREEN, UserApp, UserAppFilter, UserAppId, UserAppOption, UserAppPath, UserAppSave,
            UserAppSort, UserAppStatus,
        },
    },
    domain::{
        access::Action,
        text::search_key,
        time::{DAY_MILLISECONDS, Timestamp},
    },
};

/// The maximum number of choices in a picker.
const MAX_OPTIONS: i64 = 200;

kernel::row! {
    /// A user app without the name of its service.
    struct Row of user_app as UserApp {
        user_app_id: UserAppId,
        name: String,
        service_id: ServiceId,
        android_package: Option<String>,
        ios_bundle: Option<String>,
        status: UserAppStatus,
        created_at: Timestamp,
        updated_at: Timestamp,
        version: i64,
    }
    with { service_name: String, can: Can }
    without { authors }
}

fn shown(caller: &Caller, (row, service_name): (Row, String)) -> UserApp {
    let can = Can { update: caller.permit(SCREEN, Action::Update), delete: caller.permit(SCREEN, Action::Delete) };
    row.record(service_name, can)
}

/// Selects apps of a filter with the names of their services, for rows or a count.
macro_rules! filtered {
    ($filter:expr) => {
        user_app::table
            .inner_join(service::table)
            .into_boxed()
            .containing(user_app::name_key, $filter.name.as_ref())
            .among(user_app::service_id, &$filter.service_ids)
            .among(user_app::status, &$filter.statuses)
    };
}

/// Returns a page of apps.
///
/// # Errors
/// Returns an error if the database fails.
pub fn list(
    connection: &mut DatabaseConnection,
    caller: &Caller,
    filter: &UserAppFilter,
) -> Result<Page<UserApp>, Problem> {
    let rows = |connection: &mut DatabaseConnection, paging: Paging| {
        let query = filtered!(filter).select((Row::as_select(), service::name)).page(paging);
        match filter.sort.unwrap_or(UserAppSort::Name) {
            UserAppSort::Newest => query.order(user_app::user_app_id.desc()),
            UserAppSort::Oldest => query.order(user_app::user_app_id.asc()),
            UserAppSort::Name => query.order((user_app::name_key.asc(), user_app::user_app_id.asc())),
            UserAppSort::NameDescending => query.order((user_app::name_key.desc(), user_app::user_app_id.desc())),
        }
        .load(connection)
    };
    let paging = Paging::of(filter.page, filter.page_size);
    let found = page::load(connection, paging, rows, |connection| filtered!(filter).count().get_result(connection))?;
    Ok(found.map(|found: (Row, String)| shown(caller, found)))
}

/// Returns the apps that the caller may provide to a company.
///
/// # Errors
/// Returns an error if the database fails.
pub fn options(connection: &mut DatabaseConnection, caller: &Caller) -> Result<Vec<UserAppOption>, Problem> {
    let rows = user_app::table
        .inner_join(service::table)
        .filter(user_app::status.eq(UserAppStatus::Active))
        .filter(user_app::service_id.eq_any(&caller.service_ids))
        .order((user_app::name_key, user_app::user_app_id))
        .limit(MAX_OPTIONS)
        .select((user_app::user_app_id, user_app::name, service::name))
        .load::<(UserAppId, String, String)>(connection)?;
    let option = |(user_app_id, name, service_name)| UserAppOption { user_app_id, name, service_name };
    Ok(rows.into_iter().map(option).collect())
}

/// Returns the active app with a package or bundle id.
///
/// # Errors
/// Returns an error if the database fails.
pub fn of_package(
    connection: &mut DatabaseConnection,
    platform: AppPlatform,
    package_id: &str,
) -> Result<Option<UserAppId>, Problem> {
    let active = user_app::table.filter(user_app::status.eq(UserAppStatus::Active)).into_boxed();
    let named = match platform {
        AppPlatform::Android => active.filter(user_app::android_package.eq(package_id)),
        AppPlatform::Ios => active.filter(user_app::ios_bundle.eq(package_id)),
    };
    Ok(named.select(user_app::user_app_id).first(connection).optional()?)
}

/// Replaces an app's id in history entries by its name.
///
/// # Errors
/// Returns an error if the database fails.
pub fn replace_ids_by_names(
    connection: &mut DatabaseConnection,
    mut changes: Vec<FieldChange>,
) -> Result<Vec<FieldChange>, Problem> {
    records::replace_ids_by_names(connection, &mut changes, ("userAppId", "userAppId"), |connection, id| {
        user_app::table.find(id).select(user_app::name).first(connection).optional()
    })?;
    Ok(changes)
}

/// User apps as records, which are created, changed and deleted through their form.
pub struct UserAppRecord;

impl Record for UserAppRecord {
    const RESOURCE: &'static str = "userApp";
    type Form = UserAppSave;
}

/// Returns whether another app has a value in a column.
macro_rules! is_taken {
    ($connection:expr, $own:expr, $column:expr, $value:expr) => {{
        let found = user_app::table.filter($column.eq($value)).filter(user_app::user_app_id.ne($own));
        found.select(user_app::user_app_id).first::<i64>($connection).optional()?.is_some()
    }};
}

impl Rows for UserAppRecord {
    type Path = UserAppPath;
    type Shown = UserApp;
    const UNIQUE: Option<&'static str> = Some("name");

    fn show(connection: &mut DatabaseConnection, caller: &Caller, id: i64) -> Result<UserApp, Problem> {
        let found = user_app::table.inner_join(service::table).filter(user_app::user_app_id.eq(id));
        let row = found.select((Row::as_select(), service::name)).first(connection).optional()?;
        row.map(|row| shown(caller, row)).ok_or_else(Problem::not_found)
    }

    fn standing(connection: &mut DatabaseConnection, caller: &Caller, id: i64) -> Result<UserAppSave, Problem> {
        Ok(Self::show(connection, caller, id)?.form())
    }

    fn validated(
        connection: &mut DatabaseConnection,
        caller: &Caller,
        standing: Option<(i64, &UserAppSave)>,
        save: UserAppSave,
    ) -> Result<UserAppSave, Problem> {
        if !caller.service_ids.contains(&save.service_id) {
            return Err(Problem::invalid_field("serviceId", "notFound"));
        }
        let own = standing.map_or(0, |(id, _)| id);
        if let Some(package) = &save.android_package
            && is_taken!(connection, own, user_app::android_package, package)
        {
            return Err(Problem::taken("androidPackage"));
        }
        if let Some(bundle) = &save.ios_bundle
            && is_taken!(connection, own, user_app::ios_bundle, bundle)
        {
            return Err(Problem::taken("iosBundle"));
        }
        Ok(save)
    }

    /// Uses also prevent deletion, because a restored app would not get them back. An app that is no longer wanted can
    /// be stopped.
    fn check_removable(connection: &mut DatabaseConnection, id: i64, _: &UserAppSave) -> Result<(), Problem> {
        let given = company_user_app::table.filter(company_user_app::user_app_id.eq(id)).count();
        let given = given.get_result(connection)?;
        let users = user_app_use::table.filter(user_app_use::user_app_id.eq(id)).count().get_result(connection)?;
        records::dependents(&[("companyUserApps", given), ("users", users)])
    }

    kernel::saved_columns! {
        user_app by user_app_id { name, service_id, android_package, ios_bundle, status }
        and |form| user_app::name_key.eq(search_key(&form.name))
    }

    fn describe_changes(
        connection: &mut DatabaseConnection,
        mut changes: Vec<FieldChange>,
    ) -> Result<Vec<FieldChange>, Problem> {
        records::replace_ids_by_names(connection, &mut changes, ("serviceId", "serviceId"), |connection, id| {
            service::table.find(id).select(service::name).first(connection).optional()
        })?;
        Ok(changes)
    }
}

/// Returns the earliest time of a use that still counts as recent.
#[must_use]
pub fn active_since() -> Timestamp {
    clock::now().plus_milliseconds(-uno_core::contract::user_apps::ACTIVE_DAYS * DAY_MILLISECONDS)
}
