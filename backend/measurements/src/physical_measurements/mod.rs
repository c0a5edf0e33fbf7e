//! Physical measurements: handlers.

pub mod export;
pub mod store;

use kernel::{
    db::DatabaseConnection,
    http::mount::{Api, Input},
    jobs::store as jobs,
    problem::Problem,
};
use uno_core::contract::{
    jobs::{Job, JobKind},
    page::Page,
    physical_measurements::{
        ExportPhysicalMeasurements, GetPhysicalMeasurement, ListPhysicalMeasurements, PhysicalMeasurement,
    },
};

/// Mounts the endpoints.
pub fn mount(api: &mut Api) {
    api.on::<ListPhysicalMeasurements>(list);
    api.on::<GetPhysicalMeasurement>(get);
    api.on::<ExportPhysicalMeasurements>(export);
}

async fn list(input: Input<ListPhysicalMeasurements>) -> Result<Page<PhysicalMeasurement>, Problem> {
    let scope = input.caller()?.scope;
    let (database, cursors) = (input.state.database.clone(), input.state.cursors()?);
    let work = move |connection: &mut DatabaseConnection| {
        store::list(connection, database.totals(), &cursors, scope, &input.query)
    };
    input.state.database.read(work).await
}

async fn get(input: Input<GetPhysicalMeasurement>) -> Result<PhysicalMeasurement, Problem> {
    let scope = input.caller()?.scope;
    input
        .state
        .database
        .quick(move |connection| store::get(connection, scope, input.path.physical_measurement_id))
        .await
}

async fn export(input: Input<ExportPhysicalMeasurements>) -> Result<Job, Problem> {
    let caller = input.caller()?;
    let parameters = serde_json::to_string(&input.body).map_err(Problem::internal)?;
    let job = input
        .state
        .database
        .write(move |connection| {
            let new = jobs::NewJob {
                kind: JobKind::PhysicalMeasurementExport,
                company_id: caller.scope.company_id(),
                file_name: format!("physical-measurements-{}.xlsx", kernel::clock::today()),
                parameters,
                total: 0,
            };
            jobs::queue(connection, &caller, &new)
        })
        .await?;
    input.state.job_added.notify_one();
    Ok(job)
}
