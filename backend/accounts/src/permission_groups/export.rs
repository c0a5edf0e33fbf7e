//! Export of permission groups.

use super::store;
use kernel::exports::{Column, Exported, Value};
use uno_core::contract::permission_groups::{ExportPermissionGroups, PermissionGroup, PermissionGroupFilter};

/// Permission groups as a file.
pub struct PermissionGroupExport;

impl Exported for PermissionGroupExport {
    type Call = ExportPermissionGroups;
    type Row = PermissionGroup;
    const COLUMNS: &'static [Column<PermissionGroup>] = &[
        Column::new("group.name", 24.0, |row| (&row.name).into()),
        Column::new("group.authority", 12.0, |row| Value::Word("role", row.authority.as_str())),
        Column::new("account.company", 24.0, |row| (&row.company_name).into()),
        Column::new("group.accounts", 10.0, |row| row.account_count.into()),
        Column::new("group.description", 40.0, |row| (&row.description).into()),
        Column::new("board.createdAt", 17.0, |row| row.created_at.into()),
        Column::new("board.updatedAt", 17.0, |row| row.updated_at.into()),
    ];

    fn title(_: &PermissionGroupFilter) -> &'static str {
        "group.title"
    }

    kernel::rows_of_pages! { store::list, PermissionGroupFilter }
}
