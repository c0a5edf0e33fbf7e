//! Reports: a stored copy of a member's newest measurement of each kind, with a comment by staff. A report contains
//! only kinds that its author may read, and shows only kinds that its reader may read.

pub mod store;

use kernel::{
    access::{
        limits,
        log::{self, Reader},
    },
    clock,
    db::{Database, DatabaseConnection},
    http::mount::{Api, Input},
    problem::Problem,
};
use std::sync::Arc;
use uno_core::contract::{
    logs::AccessAction,
    reports::{CreateReport, DeleteReport, GetReport, ListReports, PrintReports, Report},
};

/// The key of the text that names reports.
pub(crate) const TITLE: &str = "reports.title";

/// Mounts the endpoints.
pub fn mount(api: &mut Api) {
    api.on_change::<CreateReport>(create);
    api.read::<ListReports>(|connection, caller, sent| store::list(connection, caller, &sent.query));
    api.on::<GetReport>(get);
    api.on::<PrintReports>(print);
    api.write::<DeleteReport>(|connection, caller, sent| store::remove(connection, caller, sent.path.report_id));
}

/// Reads the measurements before the transaction, so that other writers do not wait for it.
async fn create(input: Input<CreateReport>) -> Result<Report, Problem> {
    let (caller, asked, database) = (input.caller()?, input.body, input.state.database.clone());
    let (maker, member_id) = (Arc::clone(&caller), asked.member_id);
    let reading = move |connection: &mut DatabaseConnection| {
        limits::check(connection, &limits::MAKING_REPORTS, maker.account_id, clock::now())?;
        store::snapshot_for(connection, &maker, member_id)
    };
    let snapshot = database.read(reading).await?;
    let writing = move |connection: &mut DatabaseConnection| {
        limits::count(connection, &limits::MAKING_REPORTS, caller.account_id, clock::now())?;
        store::make(connection, &caller, asked, snapshot)
    };
    input.change.write(writing).await
}

async fn get(input: Input<GetReport>) -> Result<Report, Problem> {
    let (caller, id) = (input.caller()?, input.path.report_id);
    let (reader, database) = (input.reader(&caller), &input.state.database);
    let report = database.read(move |connection| store::get(connection, &caller, id)).await?;
    note(database, reader, vec![report.member_id.0]).await?;
    Ok(report)
}

async fn print(input: Input<PrintReports>) -> Result<Vec<Report>, Problem> {
    let caller = input.caller()?;
    let reader = input.reader(&caller);
    let (ids, database) = (input.body.ids, &input.state.database);
    let reports = database.read(move |connection| store::print(connection, &caller, &ids)).await?;
    note(database, reader, reports.iter().map(|report| report.member_id.0).collect()).await?;
    Ok(reports)
}

/// Logs the members who were read, each once, before the response: no log, no data.
async fn note(database: &Database, reader: Reader, member_ids: Vec<i64>) -> Result<(), Problem> {
    let writing = move |connection: &mut DatabaseConnection| {
        log::write_sheets(connection, &reader, AccessAction::Print, TITLE, &member_ids)
    };
    database.write(writing).await
}
