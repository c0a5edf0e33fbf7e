//! Physical measurements: handlers. What every kind does stands in the rooms beside.

mod export;
pub mod store;

use crate::store as measurements;
use kernel::{
    db::DatabaseConnection,
    exports,
    http::mount::{Api, Input},
    problem::Problem,
};
use store::Physical;
use uno_core::contract::{
    page::Page,
    physical_measurements::{GetPhysicalMeasurement, ListPhysicalMeasurements, PhysicalMeasurement},
};

/// Mounts the endpoints.
pub fn mount(api: &mut Api) {
    api.on::<ListPhysicalMeasurements>(list);
    api.quick::<GetPhysicalMeasurement>(|connection, caller, sent| {
        measurements::get::<Physical>(connection, caller.scope, sent.path.physical_measurement_id.0)
    });
    exports::mount::<Physical>(api);
}

async fn list(input: Input<ListPhysicalMeasurements>) -> Result<Page<PhysicalMeasurement>, Problem> {
    let scope = input.caller()?.scope;
    let (database, cursors) = (input.state.database.clone(), input.state.cursors()?);
    let work = move |connection: &mut DatabaseConnection| {
        measurements::list::<Physical>(connection, database.totals(), &cursors, scope, &input.query)
    };
    input.state.database.read(work).await
}
