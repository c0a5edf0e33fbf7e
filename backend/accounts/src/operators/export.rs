//! What a file of operators tells.

use super::store;
use kernel::{
    access::caller::Caller,
    db::{DatabaseConnection, page::Paging},
    exports::{Behind, Column, Exported, Value},
    problem::Problem,
};
use uno_core::contract::operators::{ExportOperators, Operator, OperatorFilter};

/// Operators as a file.
pub struct OperatorExport;

impl Exported for OperatorExport {
    type Call = ExportOperators;
    type Row = Operator;
    const COLUMNS: &'static [Column<Operator>] = &[
        Column::new("account.name", 16.0, |row| (&row.name).into()),
        Column::new("account.loginId", 16.0, |row| (&row.login_id).into()),
        Column::new("account.company", 24.0, |row| (&row.company_name).into()),
        Column::new("operator.mainManager", 12.0, |row| (&row.main_manager_name).into()),
        Column::new("account.group", 16.0, |row| (&row.permission_group_name).into()),
        Column::new("staff.status", 12.0, |row| Value::Word("staff.status", row.status.as_str())),
        Column::new("operator.launchStatus", 12.0, |row| {
            Value::Word("operator.launchStatus", row.launch_status.as_str())
        }),
        Column::new("operator.launchedAt", 17.0, |row| row.launched_at.into()),
        Column::new("company.phone", 16.0, |row| (&row.phone_number).into()),
        Column::new("company.email", 24.0, |row| (&row.email).into()),
        Column::new("company.postalCode", 10.0, |row| (&row.postal_code).into()),
        Column::new("company.address", 30.0, |row| (&row.address).into()),
        Column::new("company.addressDetail", 20.0, |row| (&row.address_detail).into()),
        Column::new("staff.lastSignIn", 17.0, |row| row.last_signed_in_at.into()),
        Column::new("company.createdAt", 17.0, |row| row.created_at.into()),
    ];

    fn title(_: &OperatorFilter) -> &'static str {
        "operator.title"
    }

    fn persons(
        connection: &mut DatabaseConnection,
        caller: &Caller,
        filter: &OperatorFilter,
    ) -> Result<Option<i64>, Problem> {
        Self::total(connection, caller, filter).map(Some)
    }

    fn person(row: &Operator) -> Option<i64> {
        Some(row.operator_id.0)
    }

    fn total(connection: &mut DatabaseConnection, caller: &Caller, filter: &OperatorFilter) -> Result<i64, Problem> {
        store::count(connection, caller, filter)
    }

    fn rows(
        connection: &mut DatabaseConnection,
        caller: &Caller,
        filter: &OperatorFilter,
        behind: Behind<'_, Operator>,
    ) -> Result<Vec<Operator>, Problem> {
        store::page(connection, caller, filter, Paging { page: behind.page, size: behind.most })
    }
}
