//! User apps: the apps, the companies that provide them, and the users who use them.

pub mod apps;
mod export;
pub mod of_companies;
pub mod spells;
pub mod uses;

use apps::UserAppRecord;
pub use export::{CompanyUserAppExport, UserAppExport};
use kernel::{bulk, clock, exports, http::mount::Api, records};
use of_companies::CompanyUserAppRecord;
use uno_core::contract::user_apps::{
    BulkCompanyUserApps, BulkUserApps, CompanyUserAppChanges, CompanyUserAppSave, CreateCompanyUserApp, CreateUserApp,
    DeleteCompanyUserApp, DeleteUserApp, GetCompanyUserApp, GetUserApp, GrantUserApp, ListCompanyUserAppRevisions,
    ListCompanyUserApps, ListUserAppOptions, ListUserAppRevisions, ListUserApps, UpdateCompanyUserApp, UpdateUserApp,
    UserAppChanges,
};

kernel::bulk! {
    /// User apps that are changed or removed together.
    pub UserAppBulk: BulkUserApps of UserAppRecord in UserAppExport by user_app_id as name;
    update UpdateUserApp [UserAppChanges], delete DeleteUserApp
}

kernel::bulk! {
    /// Companies' user apps that are changed or removed together.
    pub CompanyUserAppBulk: BulkCompanyUserApps of CompanyUserAppRecord in CompanyUserAppExport by company_user_app_id as company_name, user_app_name;
    update UpdateCompanyUserApp [CompanyUserAppChanges], delete DeleteCompanyUserApp
}

/// Mounts the endpoints.
pub fn mount(api: &mut Api) {
    exports::mount::<UserAppExport>(api);
    bulk::mount::<UserAppBulk>(api);
    exports::mount::<CompanyUserAppExport>(api);
    bulk::mount::<CompanyUserAppBulk>(api);
    api.read::<ListUserApps>(|connection, caller, sent| apps::list(connection, caller, &sent.query));
    api.create::<UserAppRecord, CreateUserApp>();
    api.show::<UserAppRecord, GetUserApp>();
    api.update::<UserAppRecord, UpdateUserApp>();
    api.delete::<UserAppRecord, DeleteUserApp>();
    api.history::<UserAppRecord, ListUserAppRevisions>();
    api.quick::<ListUserAppOptions>(|connection, caller, _| apps::options(connection, caller));
    api.read::<ListCompanyUserApps>(|connection, caller, sent| of_companies::list(connection, caller, &sent.query));
    api.create::<CompanyUserAppRecord, CreateCompanyUserApp>();
    api.write::<GrantUserApp>(|connection, caller, sent| {
        of_companies::check_company(connection, caller, sent.path.company_id)?;
        let save = CompanyUserAppSave {
            company_id: sent.path.company_id,
            user_app_id: sent.body.user_app_id,
            starts_on: sent.body.starts_on.unwrap_or_else(clock::today),
            ends_on: None,
            version: None,
        };
        records::create::<CompanyUserAppRecord>(connection, caller, save)
    });
    api.show::<CompanyUserAppRecord, GetCompanyUserApp>();
    api.update::<CompanyUserAppRecord, UpdateCompanyUserApp>();
    api.delete::<CompanyUserAppRecord, DeleteCompanyUserApp>();
    api.history::<CompanyUserAppRecord, ListCompanyUserAppRevisions>();
}
