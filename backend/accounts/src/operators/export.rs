//! Export of operators.

use super::store::{self, OperatorRecord};
use kernel::{
    access::{caller::Caller, log::Person},
    db::{DatabaseConnection, page::Paging},
    exports::{Column, Exported, RowsAfter, Value},
    problem::Problem,
};
use uno_core::contract::operators::{
    BulkOperators, DeleteOperator, ExportOperators, Operator, OperatorChanges, OperatorFilter, UpdateOperator,
};

/// An operator, with the devices at its site joined into one text.
pub struct Row {
    operator: Operator,
    devices: String,
}

/// Operators as a file.
pub struct OperatorExport;

kernel::bulk! {
    /// Bulk update and delete of operators.
    pub OperatorBulk: BulkOperators of OperatorRecord in OperatorExport by operator.operator_id as name;
    update UpdateOperator [OperatorChanges], delete DeleteOperator
}

impl Exported for OperatorExport {
    type Call = ExportOperators;
    type Row = Row;
    const COLUMNS: &'static [Column<Row>] = &[
        Column::new("account.name", 16.0, |row| (&row.operator.name).into()),
        Column::new("account.loginId", 16.0, |row| (&row.operator.login_id).into()),
        Column::new("account.company", 24.0, |row| (&row.operator.company_name).into()),
        Column::new("operator.mainManager", 12.0, |row| (&row.operator.main_manager_name).into()),
        Column::new("account.group", 16.0, |row| (&row.operator.permission_group_name).into()),
        Column::new("staff.status", 12.0, |row| Value::Word("staff.status", row.operator.status.as_str())),
        Column::new("operator.launchStatus", 12.0, |row| {
            Value::Word("operator.launchStatus", row.operator.launch_status.as_str())
        }),
        Column::new("operator.launchedAt", 17.0, |row| row.operator.launched_at.into()),
        Column::new("externalDevice.title", 30.0, |row| (&row.devices).into()),
        Column::new("company.phone", 16.0, |row| (&row.operator.phone_number).into()),
        Column::new("company.email", 24.0, |row| (&row.operator.email).into()),
        Column::new("company.postalCode", 10.0, |row| (&row.operator.postal_code).into()),
        Column::new("company.address", 30.0, |row| (&row.operator.address).into()),
        Column::new("company.addressDetail", 20.0, |row| (&row.operator.address_detail).into()),
        Column::new("staff.lastSignIn", 17.0, |row| row.operator.last_signed_in_at.into()),
        Column::new("company.createdAt", 17.0, |row| row.operator.created_at.into()),
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

    fn person(row: &Row) -> Option<Person> {
        Some(Person::Other(row.operator.operator_id.0))
    }

    fn total(connection: &mut DatabaseConnection, caller: &Caller, filter: &OperatorFilter) -> Result<i64, Problem> {
        store::count(connection, caller, filter)
    }

    fn rows(
        connection: &mut DatabaseConnection,
        caller: &Caller,
        filter: &OperatorFilter,
        after: RowsAfter<'_, Row>,
    ) -> Result<Vec<Row>, Problem> {
        let found = store::page(connection, caller, filter, Paging { page: after.page, size: after.most })?;
        let row = |operator: Operator| Row { devices: operator.external_device_names.join(", "), operator };
        Ok(found.into_iter().map(row).collect())
    }
}
