//! Export of managers.

use super::store;
use kernel::{
    access::{caller::Caller, log::Person},
    db::{DatabaseConnection, page::Paging},
    exports::{Column, Exported, RowsAfter, Value},
    problem::Problem,
};
use uno_core::contract::managers::{ExportManagers, Manager, ManagerFilter};

/// Managers as a file.
pub struct ManagerExport;

impl Exported for ManagerExport {
    type Call = ExportManagers;
    type Row = Manager;
    const COLUMNS: &'static [Column<Manager>] = &[
        Column::new("account.name", 12.0, |row| (&row.name).into()),
        Column::new("account.loginId", 16.0, |row| (&row.login_id).into()),
        Column::new("account.role", 12.0, |row| Value::Word("role", row.role.as_str())),
        Column::new("account.company", 24.0, |row| (&row.company_name).into()),
        Column::new("account.group", 16.0, |row| (&row.permission_group_name).into()),
        Column::new("staff.status", 12.0, |row| Value::Word("staff.status", row.status.as_str())),
        Column::new("company.phone", 16.0, |row| (&row.phone_number).into()),
        Column::new("company.email", 24.0, |row| (&row.email).into()),
        Column::new("staff.lastSignIn", 17.0, |row| row.last_signed_in_at.into()),
        Column::new("company.createdAt", 17.0, |row| row.created_at.into()),
    ];

    fn title(_: &ManagerFilter) -> &'static str {
        "manager.title"
    }

    fn persons(
        connection: &mut DatabaseConnection,
        caller: &Caller,
        filter: &ManagerFilter,
    ) -> Result<Option<i64>, Problem> {
        Self::total(connection, caller, filter).map(Some)
    }

    fn person(row: &Manager) -> Option<Person> {
        Some(Person::Other(row.manager_id.0))
    }

    fn total(connection: &mut DatabaseConnection, caller: &Caller, filter: &ManagerFilter) -> Result<i64, Problem> {
        store::count(connection, caller, filter)
    }

    fn rows(
        connection: &mut DatabaseConnection,
        caller: &Caller,
        filter: &ManagerFilter,
        after: RowsAfter<'_, Manager>,
    ) -> Result<Vec<Manager>, Problem> {
        store::page(connection, caller, filter, Paging { page: after.page, size: after.most })
    }
}
