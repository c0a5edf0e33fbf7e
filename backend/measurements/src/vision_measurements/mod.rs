//! Vision measurements: handlers. The modules at the crate root have what all kinds share.

mod export;
pub mod store;

use crate::{bulk_of_kind, mount_kind};
use kernel::{bulk, exports, http::mount::Api};
use store::Vision;
use uno_core::contract::vision_measurements::{
    BulkVisionMeasurements, CreateVisionMeasurement, DeleteVisionMeasurement, GetVisionMeasurement,
    ListVisionMeasurementRevisions, ListVisionMeasurements, UpdateVisionMeasurement,
};

bulk_of_kind! { VisionBulk: BulkVisionMeasurements of Vision; update UpdateVisionMeasurement, delete DeleteVisionMeasurement }

/// Mounts the endpoints.
pub fn mount(api: &mut Api) {
    mount_kind!(
        api,
        Vision: ListVisionMeasurements, CreateVisionMeasurement, GetVisionMeasurement, UpdateVisionMeasurement,
        DeleteVisionMeasurement, ListVisionMeasurementRevisions
    );
    exports::mount::<Vision>(api);
    bulk::mount::<VisionBulk>(api);
}
