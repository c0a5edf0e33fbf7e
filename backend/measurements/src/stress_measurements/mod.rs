//! Stress measurements: handlers. The modules at the crate root have what all kinds share.

mod export;
pub mod store;

use crate::mount_kind;
use kernel::{exports, http::mount::Api};
use store::Stress;
use uno_core::contract::stress_measurements::{
    CreateStressMeasurement, DeleteStressMeasurement, GetStressMeasurement, ListStressMeasurementRevisions,
    ListStressMeasurements, UpdateStressMeasurement,
};

/// Mounts the endpoints.
pub fn mount(api: &mut Api) {
    mount_kind!(
        api,
        Stress: ListStressMeasurements, CreateStressMeasurement, GetStressMeasurement, UpdateStressMeasurement,
        DeleteStressMeasurement, ListStressMeasurementRevisions
    );
    exports::mount::<Stress>(api);
}
