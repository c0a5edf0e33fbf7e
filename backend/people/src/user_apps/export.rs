//! The export files of user apps, and of those that companies provide.

use super::{apps, of_companies};
use kernel::exports::{Column, Exported, Value};
use uno_core::contract::{
    companies::CompanyId,
    user_apps::{CompanyUserApp, CompanyUserAppFilter, ExportCompanyUserApps, ExportUserApps, UserApp, UserAppFilter},
};

/// User apps as a file.
pub struct UserAppExport;

impl Exported for UserAppExport {
    type Call = ExportUserApps;
    type Row = UserApp;
    const COLUMNS: &'static [Column<UserApp>] = &[
        Column::new("userApp.name", 24.0, |row| (&row.name).into()),
        Column::new("userApp.service", 20.0, |row| (&row.service_name).into()),
        Column::new("terms.status", 12.0, |row| Value::Word("userApp.status", row.status.as_str())),
        Column::new("userApp.androidPackage", 32.0, |row| (&row.android_package).into()),
        Column::new("userApp.iosBundle", 32.0, |row| (&row.ios_bundle).into()),
        Column::new("board.createdAt", 17.0, |row| row.created_at.into()),
        Column::new("board.updatedAt", 17.0, |row| row.updated_at.into()),
    ];

    fn title(_: &UserAppFilter) -> &'static str {
        "userApp.title"
    }

    kernel::rows_of_pages! { apps::list, UserAppFilter }
}

/// The user apps of companies as a file.
pub struct CompanyUserAppExport;

impl Exported for CompanyUserAppExport {
    type Call = ExportCompanyUserApps;
    type Row = CompanyUserApp;
    const COLUMNS: &'static [Column<CompanyUserApp>] = &[
        Column::new("member.company", 24.0, |row| (&row.company_name).into()),
        Column::new("companyApp.app", 24.0, |row| (&row.user_app_name).into()),
        Column::new("userApp.service", 20.0, |row| (&row.service_name).into()),
        Column::new("companyApp.startsOn", 12.0, |row| row.starts_on.into()),
        Column::new("companyApp.endsOn", 12.0, |row| row.ends_on.into()),
        Column::new("companyApp.isEnded", 10.0, |row| row.is_ended.into()),
        Column::new("companyApp.activeUsers", 14.0, |row| row.active_users.into()),
        Column::new("companyApp.users", 12.0, |row| row.users.into()),
        Column::new("board.createdAt", 17.0, |row| row.created_at.into()),
        Column::new("board.updatedAt", 17.0, |row| row.updated_at.into()),
    ];

    fn title(_: &CompanyUserAppFilter) -> &'static str {
        "companyApp.title"
    }

    fn company(filter: &CompanyUserAppFilter) -> Option<CompanyId> {
        filter.company_id
    }

    kernel::rows_of_pages! { of_companies::list, CompanyUserAppFilter }
}
