//! Measurements as records: entered by hand, corrected, deleted, and shown in histories. All kinds share this code;
//! each correction regrades the measurement.

use crate::{
    chosen_dates::{self, Learner},
    concerns,
    kind::{Kind, Person, named_far, permits},
    owners::{self, MemberOwner, Owners},
    store::{self, Assessed, Origin},
};
use diesel::{
    ExpressionMethods, NullableExpressionMethods as _, OptionalExtension, QueryDsl, Queryable, RunQueryDsl, Selectable,
    SelectableHelper as _,
};
use kernel::{
    access::{
        caller::Caller,
        log::Reader,
        scope::{Scope, Scoped as _},
    },
    clock,
    db::{
        DatabaseConnection,
        schema::{company, division, measurement, member, user_profile},
    },
    problem::Problem,
    records::{self, Bin, Mask, Record, Rows, past::Persons},
};
use organisation::companies::store as companies;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;
use std::marker::PhantomData;
use uno_core::{
    contract::{
        error::ErrorCode, measurements::MeasurementForm as _, revisions::FieldChange, users::UserId,
        validation::Violation,
    },
    domain::{
        access::{Action, Authority},
        time::{Date, SEOUL_OFFSET_MINUTES, Timestamp},
    },
};

/// How far a device's clock may be ahead of the server's, in milliseconds.
pub(crate) const MAX_AHEAD: i64 = 5 * 60 * 1_000;

/// The measurements of a kind as records.
pub struct Entry<K>(PhantomData<K>);

impl<K: Kind> Record for Entry<K> {
    const RESOURCE: &'static str = K::KIND.resource();
    const MASKED: &'static [(&'static str, Mask)] = K::SHORTENED;
    const IS_PERSONAL: bool = true;
    /// Health data: a deleted measurement can be restored, but not read in the database.
    const IS_SEALED_IN_BIN: bool = true;
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

/// What a restored measurement has besides its form.
#[derive(Debug, Serialize, Deserialize, Queryable, Selectable)]
#[diesel(table_name = measurement)]
#[serde(rename_all = "camelCase")]
struct Kept {
    user_id: Option<i64>,
    company_id: Option<i64>,
    division_id: Option<i64>,
    operator_id: Option<i64>,
    trial: bool,
    source: Option<String>,
    source_id: Option<String>,
    content_hash: Option<i64>,
    import_id: Option<i64>,
}

/// Returns how a bulk action calls a measurement: whose it is, and of which day.
pub(crate) fn name_of(member_name: Option<&str>, measured_at: i64) -> String {
    format!("{} · {}", member_name.unwrap_or("–"), Timestamp(measured_at).date_in_seoul())
}

/// Deletes a measurement that an import has brought, if nobody has changed it since.
///
/// # Errors
/// Returns "not found" if it is gone, or [`ErrorCode::Changed`].
pub fn take_back<K: Kind>(
    connection: &mut DatabaseConnection,
    caller: &Caller,
    id: i64,
    version: i64,
) -> Result<(), Problem> {
    let standing = Entry::<K>::standing(connection, caller, id)?;
    if standing.version() != Some(version) {
        return Err(Problem::new(ErrorCode::Changed));
    }
    records::delete::<Entry<K>>(connection, caller, id).map(|_| ())
}

/// Gives a measurement that an import has changed the values it had before, if nobody has changed it since. `before`
/// returns its form with these. Returns its new version.
///
/// # Errors
/// Returns "not found" if it is gone, or [`ErrorCode::Changed`].
pub fn put_back<K: Kind>(
    connection: &mut DatabaseConnection,
    caller: &Caller,
    (id, version): (i64, i64),
    before: impl FnOnce(K::Save) -> K::Save,
) -> Result<i64, Problem> {
    let standing = Entry::<K>::standing(connection, caller, id)?;
    if standing.version() != Some(version) {
        return Err(Problem::new(ErrorCode::Changed));
    }
    let form = before(standing.clone());
    records::revert::<Entry<K>>(connection, caller, id, &standing, form)?;
    Ok(Entry::<K>::standing(connection, caller, id)?.version().unwrap_or(version))
}

/// Returns the name of a measurement in a bulk action, if the caller reaches it.
pub fn name(connection: &mut DatabaseConnection, caller: &Caller, id: i64) -> Option<String> {
    let named = measurement::table
        .in_scope(caller.scope)
        .left_join(member::table)
        .filter(measurement::measurement_id.eq(id))
        .select((member::name.nullable(), measurement::measured_at))
        .first::<(Option<String>, i64)>(connection);
    named.ok().map(|(name, at)| name_of(name.as_deref(), at))
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
        let date = Timestamp(about.measured_at).date_in_seoul();
        let is_chosen = standing.is_none_or(|(_, before)| {
            let before = before.about();
            Timestamp(before.measured_at).date_in_seoul() != date || before.member_id != Some(owner.member_id)
        });
        if is_chosen {
            learn(connection, caller, (owner.member_id.0, date))?;
        }
        Ok(save.of_member(Some(owner.member_id)))
    }

    fn insert(
        connection: &mut DatabaseConnection,
        id: Option<i64>,
        form: &K::Save,
        at: Timestamp,
    ) -> Result<i64, Problem> {
        let about = form.about();
        let owners = Owners::of(connection, Scope::All, std::slice::from_ref(&about))?;
        let owner = owners.of_measurement(&about).ok().flatten();
        let person = owner.as_ref().map(|owner| owner.person).unwrap_or_default();
        let rules = K::lock_versions(connection)?;
        let findings = K::findings_by(form, person, &rules);
        let assessed = Assessed::of::<K>(about.measured_at, at, person, &findings);
        let far_from_last = far::<K>(connection, owner.as_ref(), form, id)?;
        let id = match (id, owner) {
            (None, None) => return Err(Problem::not_found()),
            (None, Some(owner)) => {
                let source = Some(owners::BY_HAND.to_owned());
                let origin = Origin { source, far_from_last, ..Origin::of(&about, at) };
                let new = diesel::insert_into(measurement::table).values((owner.row(), &assessed, &origin));
                new.returning(measurement::measurement_id).get_result(connection)?
            }
            (Some(id), owner) => {
                // The rest, who sent it among it, is written with the related rows.
                let origin = Origin { source_id: None, far_from_last, ..Origin::of(&about, clock::now()) };
                let owner = owner.map(|owner| owner.row()).unwrap_or_default();
                let version = measurement::version.eq(form.version().unwrap_or_default() + 1);
                let row = (measurement::measurement_id.eq(id), version, owner, &assessed, &origin);
                diesel::insert_into(measurement::table).values(row).execute(connection)?;
                id
            }
        };
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
            measurement::far_from_last.eq(far::<K>(connection, owner.as_ref(), form, Some(id))?),
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

    fn bin(caller: &Caller) -> Bin {
        // Only administrators see what belongs to no company.
        Bin { of_companies: caller.scope != Scope::All, ..Bin::default() }
    }

    fn check_owner(caller: &Caller, company_id: Option<i64>) -> Result<(), Problem> {
        if company_id.is_none() && caller.scope != Scope::All { Err(Problem::not_found()) } else { Ok(()) }
    }

    fn company_of_past(
        connection: &mut DatabaseConnection,
        id: i64,
        _: &K::Save,
        _: bool,
    ) -> Result<Option<i64>, Problem> {
        Ok(measurement::table.find(id).select(measurement::company_id).first(connection)?)
    }

    fn persons_of_past(connection: &mut DatabaseConnection, id: i64) -> Result<Persons, Problem> {
        let persons = measurement::table.find(id).select((measurement::member_id, measurement::user_id));
        let (member_id, user_id) = persons.first(connection)?;
        // A member's measurement stays with the company when the user goes.
        Ok(Persons { member_id, user_id: if member_id.is_none() { user_id } else { None } })
    }

    fn named_in_bin(connection: &mut DatabaseConnection, id: i64) -> Result<Vec<FieldChange>, Problem> {
        let (member_name, company_name): (Option<String>, Option<String>) = measurement::table
            .left_join(member::table)
            .left_join(company::table)
            .filter(measurement::measurement_id.eq(id))
            .select((member::name.nullable(), company::name.nullable()))
            .first(connection)?;
        let named = |field: &str, before| FieldChange { field: field.to_owned(), before, after: None };
        Ok(vec![named("memberName", member_name), named("companyName", company_name)])
    }

    fn validate_restored(
        connection: &mut DatabaseConnection,
        caller: &Caller,
        form: K::Save,
    ) -> Result<K::Save, Problem> {
        // What waited for its person waits again.
        if form.about().member_id.is_none() { Ok(form) } else { Self::validated(connection, caller, None, form) }
    }

    fn related_rows(connection: &mut DatabaseConnection, id: i64) -> Result<Json, Problem> {
        let kept = measurement::table.find(id).select(Kept::as_select()).first::<Kept>(connection)?;
        serde_json::to_value(kept).map_err(Problem::internal)
    }

    fn restore_related_rows(connection: &mut DatabaseConnection, id: i64, kept: &Json) -> Result<(), Problem> {
        let kept: Kept = serde_json::from_value(kept.clone()).map_err(Problem::internal)?;
        let row = measurement::table.find(id);
        let member_id: Option<i64> = row.select(measurement::member_id).first(connection)?;
        let user_id = match kept.user_id {
            // A user who has withdrawn since is no longer told.
            Some(user_id) => {
                let user = user_profile::table.filter(user_profile::user_id.eq(user_id)).select(user_profile::user_id);
                user.first::<UserId>(connection).optional()?.map(|id| id.0)
            }
            None => None,
        };
        if member_id.is_none()
            && let Some(company_id) = kept.company_id
        {
            let lines = companies::held_lines(connection, &[company_id])?;
            let line = lines.get(&company_id).ok_or_else(Problem::not_found)?;
            diesel::update(row).set(store::Owner::unassigned_at(line)).execute(connection)?;
        }
        if let Some(division_id) = kept.division_id
            && division::table.find(division_id).count().get_result::<i64>(connection)? > 0
        {
            diesel::update(row).set(measurement::division_id.eq(division_id)).execute(connection)?;
        }
        diesel::update(row)
            .set((
                measurement::user_id.eq(user_id),
                measurement::operator_id.eq(kept.operator_id),
                measurement::trial.eq(kept.trial),
                measurement::source.eq(kept.source),
                measurement::source_id.eq(kept.source_id),
                measurement::content_hash.eq(kept.content_hash),
                measurement::import_id.eq(kept.import_id),
            ))
            .execute(connection)?;
        match user_id {
            Some(user_id) if member_id.is_none() => {
                let person = owners::person_of_user(connection, UserId(user_id))?.unwrap_or_default();
                store::regrade_one::<K>(connection, id, person)
            }
            _ => Ok(()),
        }
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
            // One that is restored from the bin keeps its site, and has another version.
            diesel::update(measurement::table.find(id).filter(measurement::version.eq(1)))
                .set((measurement::operator_id.eq(operator_id), measurement::trial.eq(trial)))
                .execute(connection)?;
        }
        concerns::review::<K>(connection, &[id])
    }
}

/// Returns which values are implausibly far from the member's previous ones, as the header stores it.
fn far<K: Kind>(
    connection: &mut DatabaseConnection,
    owner: Option<&MemberOwner>,
    form: &K::Save,
    except: Option<i64>,
) -> Result<String, Problem> {
    let Some(owner) = owner else { return Ok(String::new()) };
    let age = owner.person.age_at(Timestamp(form.about().measured_at));
    let far = K::far_from_last(connection, &[(owner.member_id.0, form, age)], except)?;
    Ok(far.first().map(|far| named_far(far)).unwrap_or_default())
}

/// Counts a day that staff have chosen for a measurement, because it shows the age at that day.
fn learn(connection: &mut DatabaseConnection, caller: &Caller, chosen: (i64, Date)) -> Result<(), Problem> {
    if caller.authority == Authority::Member {
        return Ok(());
    }
    // Forms are checked without their request; the change itself names it in the history.
    let reader = Reader { account_id: caller.account_id, request_id: String::new(), address: String::new() };
    let refused = chosen_dates::count(connection, &Learner::Account(reader), std::iter::once(chosen))?;
    refused.into_iter().next().map_or(Ok(()), |(_, problem)| Err(problem))
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
