//! Heart rates: handlers. The modules at the crate root have what all kinds share.

mod export;
pub mod store;

use crate::{bulk_of_kind, mount_kind};
use kernel::{bulk, exports, http::mount::Api};
use store::HeartRate;
use uno_core::contract::heart_rate_measurements::{
    BulkHeartRateMeasurements, CreateHeartRateMeasurement, DeleteHeartRateMeasurement, GetHeartRateMeasurement,
    ListHeartRateMeasurementRevisions, ListHeartRateMeasurements, UpdateHeartRateMeasurement,
};

bulk_of_kind! { HeartRateBulk: BulkHeartRateMeasurements of HeartRate; update UpdateHeartRateMeasurement, delete DeleteHeartRateMeasurement }

/// Mounts the endpoints.
pub fn mount(api: &mut Api) {
    mount_kind!(
        api,
        HeartRate: ListHeartRateMeasurements, CreateHeartRateMeasurement, GetHeartRateMeasurement,
        UpdateHeartRateMeasurement, DeleteHeartRateMeasurement, ListHeartRateMeasurementRevisions
    );
    exports::mount::<HeartRate>(api);
    bulk::mount::<HeartRateBulk>(api);
}
