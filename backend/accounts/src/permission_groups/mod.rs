//! Permission groups: what the accounts of a group may do on which screens.

mod export;
pub mod store;

pub use export::PermissionGroupExport;
use kernel::{bulk, exports, http::mount::Api};
use store::PermissionGroupRecord;
use uno_core::contract::permission_groups::{
    BulkPermissionGroups, CreatePermissionGroup, DeletePermissionGroup, GetPermissionGroup, ListGrantableMenuItems,
    ListPermissionGroupRevisions, ListPermissionGroups, PermissionGroupChanges, UpdatePermissionGroup,
};

kernel::bulk! {
    /// Bulk update and delete of permission groups.
    pub PermissionGroupBulk: BulkPermissionGroups of PermissionGroupRecord in PermissionGroupExport by permission_group_id as name;
    update UpdatePermissionGroup [PermissionGroupChanges], delete DeletePermissionGroup
}

/// Mounts the endpoints.
pub fn mount(api: &mut Api) {
    exports::mount::<PermissionGroupExport>(api);
    bulk::mount::<PermissionGroupBulk>(api);
    api.quick::<ListPermissionGroups>(|connection, caller, sent| store::list(connection, caller, &sent.query));
    api.create::<PermissionGroupRecord, CreatePermissionGroup>();
    api.show::<PermissionGroupRecord, GetPermissionGroup>();
    api.update::<PermissionGroupRecord, UpdatePermissionGroup>();
    api.delete::<PermissionGroupRecord, DeletePermissionGroup>();
    api.history::<PermissionGroupRecord, ListPermissionGroupRevisions>();
    api.quick::<ListGrantableMenuItems>(|connection, caller, sent| {
        store::grantable(connection, caller, sent.query.language)
    });
}
