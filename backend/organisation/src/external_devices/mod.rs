//! External devices: the models of measuring devices that the apps support.

mod export;
pub mod store;

pub use export::ExternalDeviceExport;
use kernel::{bulk, exports, http::mount::Api};
use store::ExternalDeviceRecord;
use uno_core::contract::external_devices::{
    BulkExternalDevices, CreateExternalDevice, DeleteExternalDevice, ExternalDeviceChanges, GetExternalDevice,
    ListExternalDeviceOptions, ListExternalDeviceRevisions, ListExternalDevices, UpdateExternalDevice,
};

kernel::bulk! {
    /// External devices that are changed or removed together.
    pub ExternalDeviceBulk: BulkExternalDevices of ExternalDeviceRecord in ExternalDeviceExport by external_device_id as name;
    update UpdateExternalDevice [ExternalDeviceChanges], delete DeleteExternalDevice
}

/// Mounts the endpoints.
pub fn mount(api: &mut Api) {
    exports::mount::<ExternalDeviceExport>(api);
    bulk::mount::<ExternalDeviceBulk>(api);
    api.read::<ListExternalDevices>(|connection, caller, sent| store::list(connection, caller, &sent.query));
    api.create::<ExternalDeviceRecord, CreateExternalDevice>();
    api.show::<ExternalDeviceRecord, GetExternalDevice>();
    api.update::<ExternalDeviceRecord, UpdateExternalDevice>();
    api.delete::<ExternalDeviceRecord, DeleteExternalDevice>();
    api.history::<ExternalDeviceRecord, ListExternalDeviceRevisions>();
    api.quick::<ListExternalDeviceOptions>(|connection, _, _| store::options(connection));
}
