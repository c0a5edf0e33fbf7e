//! Prints of measurements: many of one kind with all their details, loaded with a fixed number of queries and logged
//! for each person.

use crate::{
    kind::{Kind, MeasurementKind, nothing},
    store, with_kind,
};
use kernel::{
    access::{caller::Caller, log, scope::Scope},
    db::{DatabaseConnection, page},
    http::mount::{Api, Input},
    problem::Problem,
};
use uno_core::contract::{
    error::ErrorCode,
    logs::AccessAction,
    measurements::{KindOfMeasurements, MeasurementPrint, MeasurementSelection, MeasurementsByKind, PrintMeasurements},
};

/// Mounts the endpoint.
pub fn mount(api: &mut Api) {
    api.on::<PrintMeasurements>(print);
}

/// Reads before writing the log, so that other writers do not wait for the reading. Writes the log before answering: no
/// log, no data.
async fn print(input: Input<PrintMeasurements>) -> Result<MeasurementPrint, Problem> {
    let caller = input.caller()?;
    let reader = input.reader(&caller);
    let (selection, database) = (input.body, &input.state.database);
    let list = title(selection.kind);
    let (print, member_ids) = database.read(move |connection| read(connection, &caller, &selection)).await?;
    database
        .write(move |connection| log::write_sheets(connection, &reader, AccessAction::Print, list, &member_ids))
        .await?;
    Ok(print)
}

/// Returns the key of the text that names a kind.
pub fn title(kind: KindOfMeasurements) -> &'static str {
    with_kind!(kind, K => K::TITLE)
}

/// Loads a print and the members in it.
fn read(
    connection: &mut DatabaseConnection,
    caller: &Caller,
    selection: &MeasurementSelection,
) -> Result<(MeasurementPrint, Vec<i64>), Problem> {
    if !MeasurementKind::from(selection.kind).is_read_by(caller) {
        return Err(Problem::new(ErrorCode::Forbidden));
    }
    of_scope(connection, caller.scope, selection)
}

/// Loads a print of measurements within a scope, and the members in it.
pub(crate) fn of_scope(
    connection: &mut DatabaseConnection,
    scope: Scope,
    selection: &MeasurementSelection,
) -> Result<(MeasurementPrint, Vec<i64>), Problem> {
    with_kind!(selection.kind, K => sheets::<K>(connection, scope, &selection.ids))
}

/// Loads a print of measurements of a kind, in the order of the given ids, and the members in it.
fn sheets<K: Kind>(
    connection: &mut DatabaseConnection,
    scope: Scope,
    ids: &[i64],
) -> Result<(MeasurementPrint, Vec<i64>), Problem> {
    let (mut printed, mut trends) = (MeasurementsByKind::default(), MeasurementsByKind::default());
    let member_ids = store::members_of::<K>(connection, scope, ids)?;
    *K::list_in(&mut printed) = in_order::<K>(connection, scope, ids)?;
    *K::list_in(&mut trends) = store::latest_of::<K>(connection, scope, &member_ids)?;
    Ok((MeasurementPrint { printed, trends }, member_ids))
}

/// Loads measurements of a kind with the explanations of their grades, in the order of the given ids.
pub(crate) fn in_order<K: Kind>(
    connection: &mut DatabaseConnection,
    scope: Scope,
    ids: &[i64],
) -> Result<Vec<K::Measurement>, Problem> {
    let found = K::load(connection, scope, &nothing(), ids)?;
    let mut found = page::in_order(ids, found, |measurement| K::place(measurement).1);
    let versions = K::versions(connection)?;
    found.iter_mut().for_each(|measurement| K::explain(measurement, &versions));
    Ok(found)
}

/// Loads the print of a report link: these measurements, which the link records as its person's, without others as a
/// trend. Removes the ids of member and company, because the reader has no account.
pub(crate) fn of_link(
    connection: &mut DatabaseConnection,
    kind: KindOfMeasurements,
    ids: &[i64],
) -> Result<MeasurementPrint, Problem> {
    let mut printed = MeasurementsByKind::default();
    with_kind!(kind, K => {
        let mut found = in_order::<K>(connection, Scope::All, ids)?;
        for measurement in &mut found {
            (measurement.member_id, measurement.company_id) = (None, None);
        }
        *K::list_in(&mut printed) = found;
    });
    Ok(MeasurementPrint { printed, trends: MeasurementsByKind::default() })
}
