//! What a file of external devices tells.

use super::store;
use kernel::{
    access::caller::Caller,
    db::DatabaseConnection,
    exports::{Behind, Column, Exported, Value},
    problem::Problem,
};
use uno_core::contract::external_devices::{ExportExternalDevices, ExternalDevice, ExternalDeviceFilter};

/// External devices as a file.
pub struct ExternalDeviceExport;

/// An external device with its radio ids as one text.
pub struct Row {
    device: ExternalDevice,
    radio_ids: String,
}

impl Exported for ExternalDeviceExport {
    type Call = ExportExternalDevices;
    type Row = Row;
    const COLUMNS: &'static [Column<Row>] = &[
        Column::new("externalDevice.name", 24.0, |row| (&row.device.name).into()),
        Column::new("externalDevice.maker", 20.0, |row| (&row.device.maker).into()),
        Column::new("externalDevice.model", 20.0, |row| (&row.device.model).into()),
        Column::new("externalDevice.kind", 18.0, |row| Value::Named(&row.device.kind_name, &row.device.kind_names)),
        Column::new("externalDevice.radioIds", 32.0, |row| (&row.radio_ids).into()),
        Column::new("externalDevice.firmware", 12.0, |row| (&row.device.firmware).into()),
        Column::new("company.memo", 30.0, |row| (&row.device.memo).into()),
        Column::new("board.createdAt", 17.0, |row| row.device.created_at.into()),
        Column::new("board.updatedAt", 17.0, |row| row.device.updated_at.into()),
    ];

    fn title(_: &ExternalDeviceFilter) -> &'static str {
        "externalDevice.title"
    }

    fn total(connection: &mut DatabaseConnection, _: &Caller, filter: &ExternalDeviceFilter) -> Result<i64, Problem> {
        store::count(connection, filter)
    }

    fn rows(
        connection: &mut DatabaseConnection,
        caller: &Caller,
        filter: &ExternalDeviceFilter,
        behind: Behind<'_, Row>,
    ) -> Result<Vec<Row>, Problem> {
        let next = ExternalDeviceFilter { page: Some(behind.page), page_size: Some(behind.most), ..filter.clone() };
        let found = store::list(connection, caller, &next)?.data.into_iter();
        Ok(found.map(|device| Row { radio_ids: store::told_radio_ids(&device.radio_ids), device }).collect())
    }
}
