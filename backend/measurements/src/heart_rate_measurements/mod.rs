//! Heart rates: handlers. The modules at the crate root have what all kinds share.

mod export;
pub mod store;

use crate::mount_kind;
use kernel::{exports, http::mount::Api};
use store::HeartRate;
use uno_core::contract::heart_rate_measurements::{
    CreateHeartRateMeasurement, DeleteHeartRateMeasurement, GetHeartRateMeasurement, ListHeartRateMeasurementRevisions,
    ListHeartRateMeasurements, UpdateHeartRateMeasurement,
};

/// Mounts the endpoints.
pub fn mount(api: &mut Api) {
    mount_kind!(
        api,
        HeartRate: ListHeartRateMeasurements, CreateHeartRateMeasurement, GetHeartRateMeasurement,
        UpdateHeartRateMeasurement, DeleteHeartRateMeasurement, ListHeartRateMeasurementRevisions
    );
    exports::mount::<HeartRate>(api);
}
