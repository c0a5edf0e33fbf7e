//! Physical measurements: handlers. The modules at the crate root have what all kinds share.

mod export;
pub mod store;

use crate::mount_kind;
use kernel::{exports, http::mount::Api};
use store::Physical;
use uno_core::contract::physical_measurements::{
    CreatePhysicalMeasurement, DeletePhysicalMeasurement, GetPhysicalMeasurement, ListPhysicalMeasurementRevisions,
    ListPhysicalMeasurements, UpdatePhysicalMeasurement,
};

/// Mounts the endpoints.
pub fn mount(api: &mut Api) {
    mount_kind!(
        api,
        Physical: ListPhysicalMeasurements, CreatePhysicalMeasurement, GetPhysicalMeasurement,
        UpdatePhysicalMeasurement, DeletePhysicalMeasurement, ListPhysicalMeasurementRevisions
    );
    exports::mount::<Physical>(api);
}
