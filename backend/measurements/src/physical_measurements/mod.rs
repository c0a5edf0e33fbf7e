//! Physical measurements: handlers. The modules at the crate root have what all kinds share.

mod export;
pub mod far;
pub mod store;

use crate::{bulk_of_kind, mount_kind};
use kernel::{bulk, exports, http::mount::Api};
use store::Physical;
use uno_core::contract::physical_measurements::{
    BulkPhysicalMeasurements, CreatePhysicalMeasurement, DeletePhysicalMeasurement, GetPhysicalMeasurement,
    ListPhysicalMeasurementRevisions, ListPhysicalMeasurements, UpdatePhysicalMeasurement,
};

bulk_of_kind! { PhysicalBulk: BulkPhysicalMeasurements of Physical; update UpdatePhysicalMeasurement, delete DeletePhysicalMeasurement }

/// Mounts the endpoints.
pub fn mount(api: &mut Api) {
    mount_kind!(
        api,
        Physical: ListPhysicalMeasurements, CreatePhysicalMeasurement, GetPhysicalMeasurement,
        UpdatePhysicalMeasurement, DeletePhysicalMeasurement, ListPhysicalMeasurementRevisions
    );
    exports::mount::<Physical>(api);
    bulk::mount::<PhysicalBulk>(api);
}
