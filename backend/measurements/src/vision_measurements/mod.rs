//! Vision measurements: handlers. The modules at the crate root have what all kinds share.

mod export;
pub mod store;

use crate::mount_kind;
use kernel::{exports, http::mount::Api};
use store::Vision;
use uno_core::contract::vision_measurements::{
    CreateVisionMeasurement, DeleteVisionMeasurement, GetVisionMeasurement, ListVisionMeasurementRevisions,
    ListVisionMeasurements, UpdateVisionMeasurement,
};

/// Mounts the endpoints.
pub fn mount(api: &mut Api) {
    mount_kind!(
        api,
        Vision: ListVisionMeasurements, CreateVisionMeasurement, GetVisionMeasurement, UpdateVisionMeasurement,
        DeleteVisionMeasurement, ListVisionMeasurementRevisions
    );
    exports::mount::<Vision>(api);
}
