//! Prints of measurements: many of one kind with all that their details show, by few queries however many there are, and
//! in the access log for each person.

use crate::{
    kind::{Kind, nothing},
    store, with_kind,
};
use kernel::{
    access::{caller::Caller, log, scope::Scope},
    db::{DatabaseConnection, page},
    http::mount::{Api, Input},
    problem::Problem,
};
use uno_core::{
    contract::{
        error::ErrorCode,
        logs::AccessAction,
        measurements::{
            KindOfMeasurements, MeasurementPrint, MeasurementSelection, MeasurementsByKind, PrintMeasurements,
        },
    },
    domain::access::Action,
};

/// Mounts the endpoint.
pub fn mount(api: &mut Api) {
    api.on::<PrintMeasurements>(print);
}

/// Reading is done before the log is written, so that nobody who writes waits for it; and the log before the answer: no
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

/// Key of the text that names a kind.
pub fn title(kind: KindOfMeasurements) -> &'static str {
    with_kind!(kind, K => K::TITLE)
}

/// What a print shows, and of whom.
fn read(
    connection: &mut DatabaseConnection,
    caller: &Caller,
    selection: &MeasurementSelection,
) -> Result<(MeasurementPrint, Vec<i64>), Problem> {
    if !caller.may(screen(selection.kind), Action::Read) {
        return Err(Problem::new(ErrorCode::Forbidden));
    }
    of_scope(connection, caller.scope, selection)
}

/// What a print shows of measurements of a scope, and of whom.
pub(crate) fn of_scope(
    connection: &mut DatabaseConnection,
    scope: Scope,
    selection: &MeasurementSelection,
) -> Result<(MeasurementPrint, Vec<i64>), Problem> {
    with_kind!(selection.kind, K => sheets::<K>(connection, scope, &selection.ids))
}

/// What a print shows of measurements of a kind, in the order of their numbers, and of whom.
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

/// The measurements of a kind with their reasons, in the order of their numbers.
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

/// The screen of the history of a kind.
pub(crate) fn screen(kind: KindOfMeasurements) -> &'static str {
    with_kind!(kind, K => K::SCREEN)
}

/// What a link shows: these measurements, which the link says are its person's, and no others beside them as a trend.
/// Whoever opens it has no account, and is told no number by which accounts are.
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
