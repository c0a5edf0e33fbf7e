//! Prints of measurements: many of one kind with all that their details show, by few queries however many there are, and
//! in the access log for each person.

use crate::{
    dementia_screenings::store::Dementia,
    heart_rate_measurements::store::HeartRate,
    kind::{Kind, nothing},
    physical_measurements::store::Physical,
    psychological_tests::store::Psychological,
    store,
    stress_measurements::store::Stress,
    vision_measurements::store::Vision,
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
    match kind {
        KindOfMeasurements::Physical => "measurement.ofMember",
        KindOfMeasurements::Stress => "stress.ofMember",
        KindOfMeasurements::Vision => "vision.ofMember",
        KindOfMeasurements::HeartRate => "heartRate.ofMember",
        KindOfMeasurements::Dementia => "dementia.title",
        KindOfMeasurements::Psychological => "psychological.title",
    }
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
    let MeasurementSelection { kind, ids } = selection;
    let (mut printed, mut trends) = (MeasurementsByKind::default(), MeasurementsByKind::default());
    macro_rules! sheets {
        ($kind:ty, $list:ident) => {{
            let member_ids;
            (printed.$list, member_ids) = sheets::<$kind>(connection, scope, ids)?;
            trends.$list = store::latest_of::<$kind>(connection, scope, &member_ids)?;
            member_ids
        }};
    }
    let member_ids = match kind {
        KindOfMeasurements::Physical => sheets!(Physical, physical),
        KindOfMeasurements::Stress => sheets!(Stress, stress),
        KindOfMeasurements::Vision => sheets!(Vision, vision),
        KindOfMeasurements::HeartRate => sheets!(HeartRate, heart_rate),
        KindOfMeasurements::Dementia => sheets!(Dementia, dementia),
        KindOfMeasurements::Psychological => sheets!(Psychological, psychological),
    };
    Ok((MeasurementPrint { printed, trends }, member_ids))
}

/// The measurements of a kind in the order of their numbers, and whose they are.
fn sheets<K: Kind>(
    connection: &mut DatabaseConnection,
    scope: Scope,
    ids: &[i64],
) -> Result<(Vec<K::Measurement>, Vec<i64>), Problem> {
    let member_ids = store::members_of::<K>(connection, scope, ids)?;
    let found = in_order::<K>(connection, scope, ids)?;
    Ok((found, member_ids))
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
    match kind {
        KindOfMeasurements::Physical => Physical::SCREEN,
        KindOfMeasurements::Stress => Stress::SCREEN,
        KindOfMeasurements::Vision => Vision::SCREEN,
        KindOfMeasurements::HeartRate => HeartRate::SCREEN,
        KindOfMeasurements::Dementia => Dementia::SCREEN,
        KindOfMeasurements::Psychological => Psychological::SCREEN,
    }
}

/// What a link shows: these measurements, which the link says are its person's, and no others beside them as a trend.
pub(crate) fn of_link(
    connection: &mut DatabaseConnection,
    kind: KindOfMeasurements,
    ids: &[i64],
) -> Result<MeasurementPrint, Problem> {
    let mut printed = MeasurementsByKind::default();
    match kind {
        KindOfMeasurements::Physical => printed.physical = in_order::<Physical>(connection, Scope::All, ids)?,
        KindOfMeasurements::Stress => printed.stress = in_order::<Stress>(connection, Scope::All, ids)?,
        KindOfMeasurements::Vision => printed.vision = in_order::<Vision>(connection, Scope::All, ids)?,
        KindOfMeasurements::HeartRate => printed.heart_rate = in_order::<HeartRate>(connection, Scope::All, ids)?,
        KindOfMeasurements::Dementia => printed.dementia = in_order::<Dementia>(connection, Scope::All, ids)?,
        KindOfMeasurements::Psychological => {
            printed.psychological = in_order::<Psychological>(connection, Scope::All, ids)?;
        }
    }
    Ok(MeasurementPrint { printed, trends: MeasurementsByKind::default() })
}
