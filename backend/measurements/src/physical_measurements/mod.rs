//! Physical measurements: handlers. What every kind does stands in the rooms beside.

pub mod export;
pub mod store;

use crate::{export as exports, store as measurements};
use kernel::{
    access::log::{self, Reader, Reading},
    db::DatabaseConnection,
    http::mount::{Api, Input},
    problem::Problem,
};
use store::Physical;
use uno_core::contract::{
    jobs::Job,
    page::Page,
    physical_measurements::{
        ExportPhysicalMeasurements, GetPhysicalMeasurement, ListPhysicalMeasurements, PhysicalMeasurement,
    },
};

/// Mounts the endpoints.
pub fn mount(api: &mut Api) {
    api.on::<ListPhysicalMeasurements>(list);
    api.quick::<GetPhysicalMeasurement>(|connection, caller, sent| {
        measurements::get::<Physical>(connection, caller.scope, sent.path.physical_measurement_id.0)
    });
    api.on::<ExportPhysicalMeasurements>(export);
}

async fn list(input: Input<ListPhysicalMeasurements>) -> Result<Page<PhysicalMeasurement>, Problem> {
    let scope = input.caller()?.scope;
    let (database, cursors) = (input.state.database.clone(), input.state.cursors()?);
    let work = move |connection: &mut DatabaseConnection| {
        measurements::list::<Physical>(connection, database.totals(), &cursors, scope, &input.query)
    };
    input.state.database.read(work).await
}

async fn export(input: Input<ExportPhysicalMeasurements>) -> Result<Job, Problem> {
    let caller = input.caller()?;
    let reader = Reader { account_id: caller.account_id, request_id: input.request_id, address: input.address };
    let (filter, scope) = (input.body, caller.scope);
    let (filter, persons) = input
        .state
        .database
        .read(move |connection| {
            let persons = measurements::export_persons::<Physical>(connection, scope, &filter)?;
            Ok((filter, persons))
        })
        .await?;
    // Whoever asks for a file is written down with the asking: no log, no file.
    let work = move |connection: &mut DatabaseConnection| {
        log::write(connection, &reader, Reading::Export(persons))?;
        exports::queue::<Physical>(connection, &caller, &filter)
    };
    let job = input.state.database.write(work).await?;
    input.state.job_added.notify_one();
    Ok(job)
}
