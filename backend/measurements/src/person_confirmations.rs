//! Assigns unassigned measurements to the member who is confirmed to have been at the device.

use crate::{
    entry::Entry,
    kind::{Kind, MeasurementKind},
    prints, with_kind,
};
use diesel::{ExpressionMethods, OptionalExtension, QueryDsl, RunQueryDsl};
use kernel::{
    access::{caller::Caller, limits, log, scope::Scoped as _},
    clock,
    db::{
        DatabaseConnection,
        schema::{measurement, member},
    },
    http::mount::{Api, Input},
    problem::Problem,
    records::{self, Rows as _},
};
use subtle::ConstantTimeEq as _;
use uno_core::{
    contract::{
        error::ErrorCode,
        logs::AccessAction,
        measurements::{KindOfMeasurements, MeasurementForm as _},
        members::MemberId,
        page::Done,
        person_confirmations::{ConfirmPerson, PersonConfirmation},
        validation::Violation,
    },
    domain::{access::Action, text::national_phone, time::Date},
};

/// Mounts the endpoint.
pub fn mount(api: &mut Api) {
    api.on::<ConfirmPerson>(confirm);
}

/// Logs each attempt before comparing anything, so that refused attempts leave a trace. A mismatch is a result of the
/// transaction rather than an error, which would roll back the count.
async fn confirm(input: Input<ConfirmPerson>) -> Result<Done, Problem> {
    let caller = input.caller()?;
    let (reader, claim) = (input.reader(&caller), input.body);
    check(&caller, claim.kind)?;
    let (scope, member_id, list) = (caller.scope, claim.member_id, prints::title(claim.kind));
    let trying = move |connection: &mut DatabaseConnection| {
        limits::check(connection, &limits::CONFIRMING, reader.account_id, clock::now())?;
        let reached = member::table.in_scope(scope).filter(member::member_id.eq(member_id.0));
        let reached = reached.select(member::member_id).load::<i64>(connection)?;
        log::write_sheets(connection, &reader, AccessAction::Confirm, list, &reached)
    };
    input.state.database.write(trying).await?;
    let work = move |connection: &mut DatabaseConnection| {
        // Counted before anything is compared, by a statement that locks the row, so that concurrent attempts cannot
        // exceed the limit.
        limits::count(connection, &limits::CONFIRMING, caller.account_id, clock::now())?;
        let is_confirmed = with_kind!(claim.kind, K => assign_if_confirmed::<K>(connection, &caller, &claim))?;
        if is_confirmed {
            limits::take_back(connection, &limits::CONFIRMING, caller.account_id)?;
        }
        Ok(is_confirmed)
    };
    if input.state.database.write(work).await? {
        Ok(Done {})
    } else {
        Err(Problem::invalid(vec![Violation::new("memberId", "notConfirmed")]))
    }
}

/// Returns whether the member in the caller's scope has this birth date and telephone number.
fn is_confirmed_by(
    connection: &mut DatabaseConnection,
    caller: &Caller,
    claim: &PersonConfirmation,
) -> Result<bool, Problem> {
    let known = member::table
        .in_scope(caller.scope)
        .filter(member::member_id.eq(claim.member_id.0))
        .select((member::birth_date, member::phone_number))
        .first::<(Date, Option<String>)>(connection)
        .optional()?;
    let Some((birth_date, Some(phone_number))) = known else { return Ok(false) };
    let of = |date: Date, phone: &str| format!("{date} {}", national_phone(phone));
    let (known, claim) = (of(birth_date, &phone_number), of(claim.birth_date, &claim.phone_number));
    Ok(known.as_bytes().ct_eq(claim.as_bytes()).into())
}

/// Assigns an unassigned measurement to the member, if the data confirms it.
fn assign_if_confirmed<K: Kind>(
    connection: &mut DatabaseConnection,
    caller: &Caller,
    claim: &PersonConfirmation,
) -> Result<bool, Problem> {
    let before = load_unassigned::<K>(connection, caller, claim.measurement_id, claim.version)?;
    if !is_confirmed_by(connection, caller, claim)? {
        return Ok(false);
    }
    assign::<K>(connection, caller, claim.measurement_id, &before, claim.member_id)?;
    Ok(true)
}

/// Returns an unassigned measurement in its stored form, at the version that was read.
///
/// # Errors
/// Returns "not found" outside the caller's scope, or [`ErrorCode::Changed`] if it was assigned or changed.
pub(crate) fn load_unassigned<K: Kind>(
    connection: &mut DatabaseConnection,
    caller: &Caller,
    id: i64,
    version: i64,
) -> Result<K::Save, Problem> {
    let before = Entry::<K>::standing(connection, caller, id)?;
    let owners = measurement::table.find(id).select((measurement::member_id, measurement::user_id));
    let is_unassigned = owners.first::<(Option<i64>, Option<i64>)>(connection)? == (None, None);
    if is_unassigned && before.version() == Some(version) { Ok(before) } else { Err(Problem::new(ErrorCode::Changed)) }
}

/// Assigns a measurement, stored as `before`, to a member in the caller's scope.
///
/// # Errors
/// Returns an error if another request was faster, or the member has a measurement at the same time.
pub(crate) fn assign<K: Kind>(
    connection: &mut DatabaseConnection,
    caller: &Caller,
    id: i64,
    before: &K::Save,
    member_id: MemberId,
) -> Result<(), Problem> {
    let given = before.clone().of_member(Some(member_id));
    records::update::<Entry<K>>(connection, caller, id, before, given)?;
    Ok(())
}

/// Checks that a caller may assign measurements of a kind to persons.
///
/// # Errors
/// Returns [`ErrorCode::Forbidden`] if the caller may not.
pub(crate) fn check(caller: &Caller, kind: KindOfMeasurements) -> Result<(), Problem> {
    let may = caller.may(MeasurementKind::from(kind).screen(), Action::Update);
    if may { Ok(()) } else { Err(Problem::new(ErrorCode::Forbidden)) }
}
