//! Managers: handlers.

mod export;
pub mod store;

pub use export::ManagerExport;

use crate::staff::{
    given,
    passwords::{self, Target},
    power,
};
use kernel::{
    auth::accounts::Staff,
    bulk,
    db::DatabaseConnection,
    exports,
    http::mount::{Api, Input},
    problem::Problem,
    records::Record as _,
};
use store::ManagerRecord;
use uno_core::contract::{
    managers::{
        BulkManagers, CreateManager, DeleteManager, GetManager, GetManagerGivenAccess, ListManagerRevisions,
        ListManagers, ListPermissionGroupChoices, Manager, ManagerChanges, PasswordSet, SetManagerPassword,
        TakeOverManagerGivenAccess, UpdateManager,
    },
    page::Page,
};

kernel::bulk! {
    /// Bulk update and delete of managers.
    pub ManagerBulk: BulkManagers of ManagerRecord in ManagerExport by manager_id as name;
    update UpdateManager [ManagerChanges], delete DeleteManager
}

/// Mounts the endpoints.
pub fn mount(api: &mut Api) {
    api.on::<ListManagers>(list);
    exports::mount::<ManagerExport>(api);
    bulk::mount::<ManagerBulk>(api);
    api.create::<ManagerRecord, CreateManager>();
    api.show::<ManagerRecord, GetManager>();
    api.update::<ManagerRecord, UpdateManager>();
    api.delete::<ManagerRecord, DeleteManager>();
    api.history::<ManagerRecord, ListManagerRevisions>();
    api.on::<SetManagerPassword>(set_password);
    api.quick::<GetManagerGivenAccess>(|connection, caller, sent| {
        given::count(connection, caller, Staff::Manager, sent.path.manager_id.0)
    });
    api.write::<TakeOverManagerGivenAccess>(|connection, caller, sent| {
        given::take_over(connection, caller, Staff::Manager, sent.path.manager_id.0)
    });
    api.quick::<ListPermissionGroupChoices>(|connection, caller, sent| {
        power::choices(connection, caller, sent.query.permission_group_id)
    });
}

async fn list(input: Input<ListManagers>) -> Result<Page<Manager>, Problem> {
    let (caller, filter, database) = (input.caller()?, input.query, input.state.database.clone());
    let needs_scan = store::needs_scan(&filter);
    let work = move |connection: &mut DatabaseConnection| store::list(connection, database.totals(), &caller, &filter);
    if needs_scan { input.state.database.read(work).await } else { input.state.database.quick(work).await }
}

async fn set_password(input: Input<SetManagerPassword>) -> Result<PasswordSet, Problem> {
    let account_id = input.path.manager_id.0;
    let target = Target { staff: Staff::Manager, resource: ManagerRecord::RESOURCE, account_id };
    passwords::set(&input.state, input.caller()?, target, input.body.password).await
}
