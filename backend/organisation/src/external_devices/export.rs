//! The export file of external devices.

use super::store;
use kernel::exports::{Column, Exported, Value};
use uno_core::contract::external_devices::{ExportExternalDevices, ExternalDevice, ExternalDeviceFilter};

/// External devices as a file.
pub struct ExternalDeviceExport;

impl Exported for ExternalDeviceExport {
    type Call = ExportExternalDevices;
    type Row = ExternalDevice;
    const COLUMNS: &'static [Column<ExternalDevice>] = &[
        Column::new("externalDevice.name", 24.0, |row| (&row.name).into()),
        Column::new("externalDevice.maker", 20.0, |row| (&row.maker).into()),
        Column::new("externalDevice.model", 20.0, |row| (&row.model).into()),
        Column::new("externalDevice.kind", 18.0, |row| Value::Named(&row.kind_name, &row.kind_names)),
        Column::written("externalDevice.radioIds", 32.0, |row, _| store::describe_radio_ids(&row.radio_ids)),
        Column::new("externalDevice.firmware", 12.0, |row| (&row.firmware).into()),
        Column::new("company.memo", 30.0, |row| (&row.memo).into()),
        Column::new("board.createdAt", 17.0, |row| row.created_at.into()),
        Column::new("board.updatedAt", 17.0, |row| row.updated_at.into()),
    ];

    fn title(_: &ExternalDeviceFilter) -> &'static str {
        "externalDevice.title"
    }

    kernel::rows_of_pages! { store::list, ExternalDeviceFilter }
}
