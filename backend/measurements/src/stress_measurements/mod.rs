//! Stress measurements: handlers. The modules at the crate root have what all kinds share.

mod export;
pub mod store;

use crate::{bulk_of_kind, mount_kind};
use kernel::{bulk, exports, http::mount::Api};
use store::Stress;
use uno_core::contract::stress_measurements::{
    BulkStressMeasurements, CreateStressMeasurement, DeleteStressMeasurement, GetStressMeasurement,
    ListStressMeasurementRevisions, ListStressMeasurements, UpdateStressMeasurement,
};

bulk_of_kind! { StressBulk: BulkStressMeasurements of Stress; update UpdateStressMeasurement, delete DeleteStressMeasurement }

/// Mounts the endpoints.
pub fn mount(api: &mut Api) {
    mount_kind!(
        api,
        Stress: ListStressMeasurements, CreateStressMeasurement, GetStressMeasurement, UpdateStressMeasurement,
        DeleteStressMeasurement, ListStressMeasurementRevisions
    );
    exports::mount::<Stress>(api);
    bulk::mount::<StressBulk>(api);
}
