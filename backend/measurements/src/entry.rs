//! Measurements as records: entered by hand, corrected, deleted, and shown in histories. All kinds share this code;
//! each correction regrades the measurement.

use crate::{
    concerns,
    kind::{Kind, Person, permits},
    owners::{self, Owners},
    store::{self, Assessed, Origin},
};
use diesel::{ExpressionMethods, OptionalExtension, QueryDsl, RunQueryDsl};
use kernel::{
    access::{caller::Caller, scope::Scope},
    clock,
    db::{DatabaseConnection, schema::measurement},
    problem::Problem,
    records::{Mask, Record, Rows},
};
use std::marker::PhantomData;
use uno_core::{
    contract::{measurements::MeasurementForm as _, users::UserId, validation::Violation},
    domain::{
        access::Action,
        time::{SEOUL_OFFSET_MINUTES, Timestamp},
    },
};

/// How far a device's clock may be ahead of the server's, in milliseconds.
pub(crate) const MAX_AHEAD: i64 = 5 * 60 * 1_000;

/// The measurements of a kind as records.
pub struct Entry<K>(PhantomData<K>);

impl<K: Kind> Record for Entry<K> {
    const RESOURCE: &'static str = K::KIND.resource();
    const MASKED: &'static [(&'static str, Mask)] = K::SHORTENED;
    /// A deleted measurement is not kept, because it is personal data.
    const IS_PERSONAL: bool = true;
    type Form = K::Save;
}

/// Returns the violation in a measurement's time for a person.
pub(crate) fn check_time(measured_at: i64, person: Person) -> Option<Violation> {
    check_moment("measuredAt", measured_at, person)
}

/// Returns the violation in the time of something that a person did.
///
/// Checks against the year of birth only, because lists show no more than the year. Refusals are not logged, so a check
/// by day would let any sender of measurements find out a person's birth date.
pub(crate) fn check_moment(field: &str, at: i64, person: Person) -> Option<Violation> {
    if at > clock::now().0 + MAX_AHEAD {
        return Some(Violation::new(field, "future"));
    }
    let year = Timestamp(at).date_in_seoul().year();
    let born_later = person.birth_date.is_some_and(|date| year < date.year());
    born_later.then(|| Violation::new(field, "order"))
}

impl<K: Kind> Rows for Entry<K> {
    type Path = K::Path;
    type Shown = K::Measurement;
    const UNIQUE: Option<&'static str> = Some("measuredAt");

    fn show(connection: &mut DatabaseConnection, caller: &Caller, id: i64) -> Result<K::Measurement, Problem> {
        store::get::<K>(connection, caller.scope, &permits::<K>(caller), id)
    }

    fn standing(connection: &mut DatabaseConnection, caller: &Caller, id: i64) -> Result<K::Save, Problem> {
        Ok(K::form(&Self::show(connection, caller, id)?))
    }

    fn validated(
        connection: &mut DatabaseConnection,
        caller: &Caller,
        standing: Option<(i64, &K::Save)>,
        mut save: K::Save,
    ) -> Result<K::Save, Problem> {
        if standing.is_some() {
            // The stored form always has a clock offset, so the new form gets one, too.
            save.clock_offset().get_or_insert(SEOUL_OFFSET_MINUTES);
        }
        let about = save.about();
        let owners = Owners::of(connection, caller.scope, std::slice::from_ref(&about))?;
        let before = standing.map(|(_, before)| before.about());
        let found = owners.check_references(&about, before.as_ref()).and_then(|()| owners.of_measurement(&about));
        let found = found.map_err(|violation| Problem::invalid(vec![violation]))?;
        let was = before.and_then(|before| before.member_id);
        // A measurement that had a member must keep one. One that arrived without a member may stay unassigned.
        let Some(owner) = found.filter(|_| was.is_none() || about.member_id.is_some() || about.member_no.is_some())
        else {
            return match standing {
                Some((id, _)) if was.is_none() => {
                    let person = person_of_unassigned(connection, id)?;
                    match check_time(about.measured_at, person) {
                        Some(violation) => Err(Problem::invalid(vec![violation])),
                        None => Ok(save.of_member(None)),
                    }
                }
                _ => Err(Problem::invalid(vec![Violation::new("memberId", "required")])),
            };
        };
        if let Some(violation) = check_time(about.measured_at, owner.person) {
            return Err(Problem::invalid(vec![violation]));
        }
        Ok(save.of_member(Some(owner.member_id)))
    }

    fn insert(
        connection: &mut DatabaseConnection,
        _: Option<i64>,
        form: &K::Save,
        at: Timestamp,
    ) -> Result<i64, Problem> {
        let about = form.about();
        let owners = Owners::of(connection, Scope::All, std::slice::from_ref(&about))?;
        let owner = owners.of_measurement(&about).ok().flatten().ok_or_else(Problem::not_found)?;
        let rules = K::lock_versions(connection)?;
        let findings = K::findings_by(form, owner.person, &rules);
        let assessed = Assessed::of::<K>(about.measured_at, at, owner.person, &findings);
        let origin = Origin { source: Some(owners::BY_HAND.to_owned()), ..Origin::of(&about, at) };
        let new = diesel::insert_into(measurement::table).values((owner.row(), &assessed, &origin));
        let id = new.returning(measurement::measurement_id).get_result(connection)?;
        K::insert_details(connection, vec![(id, findings.detail)])?;
        Ok(id)
    }

    fn replace(
        connection: &mut DatabaseConnection,
        id: i64,
        before: &K::Save,
        form: &K::Save,
    ) -> Result<usize, Problem> {
        let (about, version) = (form.about(), before.version().unwrap_or_default());
        let owners = Owners::of(connection, Scope::All, std::slice::from_ref(&about))?;
        let owner = owners.of_measurement(&about).ok().flatten();
        let person = match &owner {
            Some(owner) => owner.person,
            None => person_of_unassigned(connection, id)?,
        };
        let row = measurement::table.find(id).filter(measurement::version.eq(version));
        let Some(received_at) = row.select(measurement::received_at).first::<i64>(connection).optional()? else {
            return Ok(0);
        };
        let rules = K::lock_versions(connection)?;
        let findings = K::findings_by(form, person, &rules);
        let assessed = Assessed::of::<K>(about.measured_at, Timestamp(received_at), person, &findings);
        let named = (
            measurement::measured_at_offset.eq(store::offset_of(&about)),
            measurement::service_id.eq(about.service_id.map(|id| id.0)),
            measurement::external_device_id.eq(about.external_device_id.map(|id| id.0)),
            measurement::updated_at.eq(clock::now().0),
            measurement::version.eq(version + 1),
        );
        // A correction keeps the company line of the time of measuring. On a change of member, the new member's line is
        // written.
        let written = match owner.filter(|_| before.about().member_id != about.member_id) {
            Some(owner) => diesel::update(row).set((owner.row(), &assessed, named)).execute(connection)?,
            None => diesel::update(row).set((&assessed, named)).execute(connection)?,
        };
        if written > 0 {
            K::replace_detail(connection, id, findings.detail)?;
        }
        Ok(written)
    }

    fn remove(connection: &mut DatabaseConnection, id: i64, before: &K::Save) -> Result<Option<Timestamp>, Problem> {
        let version = before.version().unwrap_or_default();
        let row = diesel::delete(measurement::table.find(id).filter(measurement::version.eq(version)));
        let made_at = row.returning(measurement::received_at).get_result::<i64>(connection).optional()?;
        Ok(made_at.map(Timestamp))
    }

    /// Sets the operator and the trial flag of a measurement that an operator has entered. Then updates the
    /// measurement's alert.
    fn after_change(
        connection: &mut DatabaseConnection,
        caller: &Caller,
        id: i64,
        before: Option<&K::Save>,
        form: &K::Save,
    ) -> Result<(), Problem> {
        if let Some(before) = before {
            // The measurement now belongs to another person, so who has read the earlier alert has not read this one.
            if before.about().member_id != form.about().member_id {
                concerns::withdraw(connection, id)?;
            }
        } else if let Some((operator_id, trial)) = owners::site(connection, caller)? {
            diesel::update(measurement::table.find(id))
                .set((measurement::operator_id.eq(operator_id), measurement::trial.eq(trial)))
                .execute(connection)?;
        }
        concerns::review::<K>(connection, &[id])
    }
}

/// Returns the person by whom a measurement without a member is graded: the user, if it is a user's own.
fn person_of_unassigned(connection: &mut DatabaseConnection, id: i64) -> Result<Person, Problem> {
    let user = measurement::table.find(id).select(measurement::user_id).first::<Option<i64>>(connection).optional()?;
    let Some(user_id) = user.flatten() else { return Ok(Person::default()) };
    Ok(owners::person_of_user(connection, UserId(user_id))?.unwrap_or_default())
}

/// Returns whether a caller may register measurements of a kind.
pub(crate) fn may_register<K: Kind>(caller: &Caller) -> bool {
    caller.may(K::SCREEN, Action::Create)
}
