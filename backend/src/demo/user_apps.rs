//! User apps of the demonstration: one for each service and one that is discontinued, the companies that offer them,
//! and the users who permit their use to be recorded.

use ::people::user_apps::{
    apps::UserAppRecord,
    of_companies::CompanyUserAppRecord,
    uses::{self, AppUse},
};
use diesel::{ExpressionMethods, QueryDsl, RunQueryDsl};
use kernel::{
    clock,
    db::{
        DatabaseConnection,
        schema::{company, service, user_profile},
    },
    problem::Problem,
    records::Rows as _,
};
use organisation::companies::store::Line;
use uno_core::{
    contract::{
        companies::{CompanyId, CompanyType},
        services::ServiceId,
        user_apps::{AppPlatform, CompanyUserAppSave, UserAppId, UserAppSave, UserAppStatus},
        users::UserId,
    },
    domain::time::{DAY_MILLISECONDS as DAY, Timestamp},
};

const HOUR: i64 = 3_600_000;

/// Creates the apps; the first line of companies offers more than one.
pub fn fill(connection: &mut DatabaseConnection, line: &Line) -> Result<(), Problem> {
    let now = clock::now();
    let began = now.plus_milliseconds(-725 * DAY);
    let services = service::table
        .order(service::service_id)
        .select((service::service_id, service::code, service::name))
        .load::<(ServiceId, String, String)>(connection)?;
    let mut apps = Vec::new();
    for (service_id, code, name) in &services {
        let package = format!("com.example.uno.{}", code.to_lowercase());
        let save = app(format!("UNO {name}"), *service_id, &package, UserAppStatus::Active);
        apps.push(UserAppId(UserAppRecord::insert(connection, None, &save, began)?));
    }
    let (Some(first), Some((service_id, ..))) = (apps.first().copied(), services.first()) else { return Ok(()) };
    let save = app("UNO 라이트".into(), *service_id, "com.example.uno.lite", UserAppStatus::Stopped);
    let stopped = UserAppId(UserAppRecord::insert(connection, None, &save, began)?);
    for company_id in line.vendor_id.into_iter().chain(line.dealer_id).chain(line.retailer_id) {
        assign(connection, company_id, first, (640, None))?;
    }
    if let (Some(retailer), Some(second)) = (line.retailer_id, apps.get(1)) {
        assign(connection, retailer, *second, (180, None))?;
        assign(connection, retailer, stopped, (700, Some(210)))?;
    }
    let others: Vec<i64> = company::table
        .filter(company::kind.eq(CompanyType::Vendor))
        .filter(company::company_id.ne(line.vendor_id.unwrap_or_default()))
        .order(company::company_id)
        .select(company::company_id)
        .load(connection)?;
    for ((company_id, app), number) in others.into_iter().zip(apps.iter().cycle().skip(1)).zip(1..) {
        assign(connection, company_id, *app, (600 - number * 20, None))?;
    }
    fill_uses(connection, &apps, now)
}

/// Assigns an app to a company, from and until a number of days ago.
fn assign(
    connection: &mut DatabaseConnection,
    company_id: i64,
    user_app_id: UserAppId,
    (since, until): (i64, Option<i64>),
) -> Result<(), Problem> {
    let at = |days: i64| clock::now().plus_milliseconds(-days * DAY);
    let save = CompanyUserAppSave {
        company_id: CompanyId(company_id),
        user_app_id,
        starts_on: at(since).date_in_seoul(),
        ends_on: until.map(|days| at(days).date_in_seoul()),
        version: None,
    };
    CompanyUserAppRecord::insert(connection, None, &save, at(since)).map(|_| ())
}

fn app(name: String, service_id: ServiceId, package: &str, status: UserAppStatus) -> UserAppSave {
    UserAppSave {
        name,
        service_id,
        android_package: Some(package.to_owned()),
        ios_bundle: Some(package.to_owned()),
        status,
        version: None,
    }
}

/// Creates uses: some users opened their app today, others not for weeks.
fn fill_uses(connection: &mut DatabaseConnection, apps: &[UserAppId], now: Timestamp) -> Result<(), Problem> {
    let users = user_profile::table
        .filter(user_profile::is_online.eq(true))
        .filter(user_profile::tracking_enabled.eq(true))
        .order(user_profile::user_id)
        .select((user_profile::user_id, user_profile::created_at))
        .load::<(UserId, Timestamp)>(connection)?;
    for (number, (user_id, registered_at)) in (0_i64..).zip(users) {
        let (platform, version) =
            if number % 2 == 0 { (AppPlatform::Android, "2.14.0") } else { (AppPlatform::Ios, "2.13.2") };
        for (place, user_app_id) in (0_i64..).zip(apps.iter().take(if number == 0 { 2 } else { 1 })) {
            let first = registered_at.plus_milliseconds(HOUR + place * 40 * DAY);
            let last = now.plus_milliseconds(-(number * 13 + place * 5) * DAY - 3 * HOUR);
            let told = AppUse { user_app_id: *user_app_id, platform, app_version: version.into() };
            uses::write(connection, user_id, &told, first, last.max(first))?;
        }
    }
    Ok(())
}
