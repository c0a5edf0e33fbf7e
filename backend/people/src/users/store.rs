//! Users: storage. Users act on their own profiles only.

use crate::{consents::store as consents, members::store::masked_day, user_apps::uses};
use diesel::{ExpressionMethods, OptionalExtension, QueryDsl, RunQueryDsl, SelectableHelper};
use kernel::{
    access::caller::Caller,
    auth::accounts::{self, NewAccount},
    clock,
    db::{
        DatabaseConnection,
        schema::{account, measurement, member_link, sign_in_log, user_profile},
    },
    on_backend,
    problem::Problem,
    records::{
        self,
        revisions::{self, Author, Fields, Mask},
    },
};
use measurements::{kind::Person, report_links, store::RegradeTarget};
use std::collections::HashMap;
use uno_core::{
    contract::{
        error::ErrorCode,
        member_links::LinkState,
        revisions::RevisionAction,
        users::{LevelEvidence, UserId, UserLevel, UserProfile, UserProfileSave, UserRegistration},
        validation::Violation,
    },
    domain::{
        access::Authority,
        age::age_at,
        grade::Sex,
        mask,
        text::{phone_digits, phone_tail, search_key},
        time::{Date, Timestamp},
    },
};

/// The resource name in revisions.
pub const RESOURCE: &str = kernel::auth::dormancy::RESOURCE;

kernel::row! {
    /// A profile without the data of its account.
    pub(crate) struct Row of user_profile as UserProfile {
        user_id: UserId,
        birth_date: Option<Date>,
        sex: Option<Sex>,
        phone_number: Option<String>,
        email: Option<String>,
        address: Option<String>,
        level: UserLevel,
        level_evidence: Option<LevelEvidence>,
        tracking_enabled: bool,
        created_at: Timestamp,
        updated_at: Timestamp,
        version: i64,
    }
    with { login_id: String, name: String, age: Option<u16> }
}

/// Returns whether a sign-in id is taken.
///
/// # Errors
/// Returns an error if the database fails.
pub fn is_taken(connection: &mut DatabaseConnection, login_key: &str) -> Result<bool, Problem> {
    let known =
        account::table.filter(account::login_key.eq(login_key)).select(account::account_id).first::<i64>(connection);
    Ok(known.optional()?.is_some())
}

/// Creates the account and the profile of a new user.
///
/// # Errors
/// Returns an error if the sign-in id is taken, or if terms are named but not all required ones.
pub fn register(
    connection: &mut DatabaseConnection,
    new: &UserRegistration,
    password_hash: &str,
    address: &str,
) -> Result<(), Problem> {
    consents::check_complete(connection, "agreedTermsIds", &new.agreed_terms_ids)?;
    let login_id = new.login_id.as_str();
    let values =
        NewAccount { login_id, password_hash, authority: Authority::Member, name: &new.name, company_id: None };
    let account_id = accounts::insert(connection, &values).map_err(|problem| match problem.code {
        ErrorCode::Taken => Problem::taken("loginId"),
        _ => problem,
    })?;
    consents::give(connection, account_id, &new.agreed_terms_ids, address)?;
    let now = clock::now();
    let profile = UserProfile {
        user_id: UserId(0),
        login_id: new.login_id.clone(),
        name: new.name.clone(),
        birth_date: new.birth_date,
        age: None,
        sex: new.sex,
        phone_number: new.phone_number.clone(),
        email: new.email.clone(),
        address: None,
        level: UserLevel::RegularGuest,
        level_evidence: None,
        tracking_enabled: false,
        created_at: now,
        updated_at: now,
        version: 1,
    };
    let user_id = insert(connection, account_id, true, &profile)?;
    let author = Author::member(account_id, &new.name);
    let changes = revisions::differences(None, Some(&fields(&profile)), MASKED);
    revisions::record(connection, &author, RESOURCE, user_id, RevisionAction::Create, &changes)
}

/// The columns that a save of a profile writes.
macro_rules! saved {
    ($profile:expr) => {
        (
            user_profile::name_key.eq(search_key(&$profile.name)),
            user_profile::birth_date.eq($profile.birth_date),
            user_profile::sex.eq($profile.sex),
            user_profile::phone_number.eq(&$profile.phone_number),
            user_profile::phone_digits.eq($profile.phone_number.as_deref().map(phone_digits)),
            user_profile::phone_tail.eq(tail($profile.phone_number.as_deref())),
            user_profile::email.eq(&$profile.email),
            user_profile::address.eq(&$profile.address),
            user_profile::level.eq($profile.level),
            user_profile::level_evidence.eq($profile.level_evidence),
            user_profile::tracking_enabled.eq($profile.tracking_enabled),
        )
    };
}

/// Returns the digits of a telephone number that lists show.
fn tail(number: Option<&str>) -> Option<String> {
    phone_tail(&phone_digits(number?)).map(str::to_owned)
}

/// Inserts the profile of an account without recording a revision, and returns its id. `is_online` states whether the
/// person signed up online.
///
/// # Errors
/// Returns an error if the account already has one.
pub fn insert(
    connection: &mut DatabaseConnection,
    account_id: i64,
    is_online: bool,
    profile: &UserProfile,
) -> Result<i64, Problem> {
    Ok(diesel::insert_into(user_profile::table)
        .values((
            user_profile::account_id.eq(account_id),
            user_profile::is_online.eq(is_online),
            saved!(profile),
            user_profile::created_at.eq(profile.created_at.0),
            user_profile::updated_at.eq(profile.updated_at.0),
            user_profile::used_at.eq(profile.created_at.0),
        ))
        .returning(user_profile::user_id)
        .get_result(connection)?)
}

/// Inserts the profiles of several accounts without recording revisions, and returns their ids in the same order.
///
/// # Errors
/// Returns an error if an account already has one.
pub fn insert_many(
    connection: &mut DatabaseConnection,
    is_online: bool,
    account_ids: &[i64],
    profiles: &[UserProfile],
) -> Result<Vec<UserId>, Problem> {
    let rows: Vec<_> = account_ids
        .iter()
        .zip(profiles)
        .map(|(account_id, profile)| {
            (
                user_profile::account_id.eq(account_id),
                user_profile::is_online.eq(is_online),
                saved!(profile),
                user_profile::created_at.eq(profile.created_at.0),
                user_profile::updated_at.eq(profile.updated_at.0),
                user_profile::used_at.eq(profile.created_at.0),
            )
        })
        .collect();
    on_backend!(connection, |inner| diesel::insert_into(user_profile::table).values(rows).execute(inner))?;
    let written = user_profile::table
        .filter(user_profile::account_id.eq_any(account_ids))
        .select((user_profile::account_id, user_profile::user_id))
        .load::<(i64, UserId)>(connection)?;
    let written: HashMap<i64, UserId> = written.into_iter().collect();
    let missing = || Problem::internal("a new profile is not found");
    account_ids.iter().map(|account_id| written.get(account_id).copied().ok_or_else(missing)).collect()
}

/// A user's account and profile.
pub type Known = (i64, UserProfile);

fn completed((row, account_id, login_id, name): (Row, i64, String, String)) -> Known {
    let age = row.birth_date.and_then(|date| age_at(date, clock::today()));
    (account_id, row.record(login_id, name, age))
}

/// Selects users by a condition, with their accounts.
macro_rules! users {
    ($condition:expr) => {
        user_profile::table.inner_join(account::table).filter($condition).select((
            Row::as_select(),
            account::account_id,
            account::login_id,
            account::name,
        ))
    };
}

/// Returns the caller's profile, if there is one.
///
/// # Errors
/// Returns an error if the database fails.
pub fn known(connection: &mut DatabaseConnection, caller: &Caller) -> Result<Option<UserProfile>, Problem> {
    let found = users!(user_profile::account_id.eq(caller.account_id)).first(connection).optional()?;
    Ok(found.map(completed).map(|(_, profile)| profile))
}

/// Returns a user by id. The calling function has checked access.
///
/// # Errors
/// Returns "not found" if there is no such user.
pub fn by_id(connection: &mut DatabaseConnection, user_id: UserId) -> Result<Known, Problem> {
    let found = users!(user_profile::user_id.eq(user_id)).first(connection).optional()?;
    found.map(completed).ok_or_else(Problem::not_found)
}

/// Returns the caller's profile. Creates an empty one for an account without one, which was not created by
/// registration.
///
/// # Errors
/// Returns an error if the database fails.
pub fn of(connection: &mut DatabaseConnection, caller: &Caller) -> Result<UserProfile, Problem> {
    if let Some(profile) = known(connection, caller)? {
        return Ok(profile);
    }
    let now = clock::now().0;
    let empty = (
        user_profile::account_id.eq(caller.account_id),
        user_profile::name_key.eq(search_key(&caller.name)),
        user_profile::level.eq(UserLevel::RegularGuest),
        user_profile::created_at.eq(now),
        user_profile::updated_at.eq(now),
        user_profile::used_at.eq(now),
    );
    // Of two concurrent requests, only one inserts the row.
    on_backend!(connection, |inner| {
        diesel::insert_into(user_profile::table).values(empty).on_conflict_do_nothing().execute(inner)
    })?;
    known(connection, caller)?.ok_or_else(|| Problem::internal("a new profile is gone"))
}

/// Converts a profile into the form that would save it again.
#[must_use]
pub fn to_form(profile: &UserProfile) -> UserProfileSave {
    UserProfileSave {
        name: profile.name.clone(),
        birth_date: profile.birth_date,
        sex: profile.sex,
        phone_number: profile.phone_number.clone(),
        email: profile.email.clone(),
        address: profile.address.clone(),
        version: profile.version,
    }
}

/// Changes a user's own data.
///
/// # Errors
/// Returns [`ErrorCode::Changed`] if another of the user's devices was faster, or a violation if a field that the level
/// requires is missing.
pub fn update(
    connection: &mut DatabaseConnection,
    caller: &Caller,
    before: &UserProfile,
    save: &UserProfileSave,
) -> Result<UserProfile, Problem> {
    let missing: Vec<Violation> = [("birthDate", save.birth_date.is_none()), ("sex", save.sex.is_none())]
        .into_iter()
        .filter(|(_, is_missing)| *is_missing && before.level != UserLevel::RegularGuest)
        .map(|(field, _)| Violation::new(field, "required"))
        .collect();
    if !missing.is_empty() {
        return Err(Problem::invalid(missing));
    }
    // Staff have verified a person with this name, birth date and sex; after a change of these, the verification no
    // longer applies.
    let is_another = (&before.name, before.birth_date, before.sex) != (&save.name, save.birth_date, save.sex);
    let (level, level_evidence) = match before.level {
        verified if verified > UserLevel::RegularMember && is_another => (UserLevel::RegularMember, None),
        level => (level, before.level_evidence),
    };
    let after = UserProfile {
        name: save.name.clone(),
        birth_date: save.birth_date,
        sex: save.sex,
        phone_number: save.phone_number.clone(),
        email: save.email.clone(),
        address: save.address.clone(),
        level,
        level_evidence,
        ..before.clone()
    };
    replace(connection, caller, before, &after)
}

/// Changes a user's level.
///
/// # Errors
/// Returns an error if staff assign the level, or if it requires data that the profile lacks.
pub fn update_level(
    connection: &mut DatabaseConnection,
    caller: &Caller,
    before: &UserProfile,
    level: UserLevel,
) -> Result<UserProfile, Problem> {
    let own_choice = |level| matches!(level, UserLevel::RegularGuest | UserLevel::RegularMember);
    if !own_choice(before.level) || !own_choice(level) {
        return Err(Problem::invalid_field("level", "verifiedByStaff"));
    }
    if level == UserLevel::RegularMember && (before.birth_date.is_none() || before.sex.is_none()) {
        return Err(Problem::invalid_field("level", "profileIncomplete"));
    }
    replace(connection, caller, before, &UserProfile { level, ..before.clone() })
}

/// Enables or disables recording of app uses.
///
/// # Errors
/// Returns an error if the database fails.
pub fn update_tracking(
    connection: &mut DatabaseConnection,
    caller: &Caller,
    before: &UserProfile,
    enabled: bool,
) -> Result<UserProfile, Problem> {
    replace(connection, caller, before, &UserProfile { tracking_enabled: enabled, ..before.clone() })
}

/// Writes the caller's changes to the own profile and returns it.
fn replace(
    connection: &mut DatabaseConnection,
    caller: &Caller,
    before: &UserProfile,
    after: &UserProfile,
) -> Result<UserProfile, Problem> {
    write(connection, &Author::from(caller), (caller.account_id, before), after)?;
    of(connection, caller)
}

/// Writes the changes of a user and records them.
fn write(
    connection: &mut DatabaseConnection,
    author: &Author,
    (account_id, before): (i64, &UserProfile),
    after: &UserProfile,
) -> Result<(), Problem> {
    if before == after {
        return Ok(());
    }
    // Lock order: the account before the profile.
    accounts::hold(connection, account_id)?;
    let user_id = before.user_id;
    let is_regraded = (before.birth_date, before.sex) != (after.birth_date, after.sex);
    if let DatabaseConnection::Postgres(inner) = connection
        && is_regraded
    {
        // Nobody measures the user meanwhile.
        let own = user_profile::table.find(user_id).select(user_profile::user_id);
        own.for_update().load::<UserId>(inner)?;
    }
    let changed = diesel::update(user_profile::table.find(user_id).filter(user_profile::version.eq(before.version)))
        .set((saved!(after), user_profile::updated_at.eq(clock::now().0), user_profile::version.eq(before.version + 1)))
        .execute(connection)?;
    records::check_not_changed(changed)?;
    if before.name != after.name {
        diesel::update(account::table.find(account_id))
            .set((account::name.eq(&after.name), account::name_key.eq(search_key(&after.name))))
            .execute(connection)?;
    }
    if is_regraded {
        let person = Person { birth_date: after.birth_date, sex: after.sex };
        measurements::regrade(connection, RegradeTarget::User(user_id), person)?;
    }
    let changes = revisions::differences(Some(&fields(before)), Some(&fields(after)), MASKED);
    revisions::record(connection, author, RESOURCE, user_id.0, RevisionAction::Update, &changes)
}

/// Deletes the caller's account and data. The history keeps when the data was changed and that the user withdrew, but
/// no values.
///
/// # Errors
/// Returns an error if the database fails.
pub fn withdraw(connection: &mut DatabaseConnection, caller: &Caller) -> Result<(), Problem> {
    let known = known(connection, caller)?;
    erase(connection, caller.account_id)?;
    let Some(UserId(user_id)) = known.map(|profile| profile.user_id) else { return Ok(()) };
    let author = Author::from(caller);
    revisions::record(connection, &author, RESOURCE, user_id, RevisionAction::Delete, &[])?;
    revisions::forget(connection, RESOURCE, &[user_id])
}

/// Deletes a user's account with its profile, sessions, codes, links and sign-in log. Report links that the user has
/// created stop working. Counts that include the user remain.
///
/// # Errors
/// Returns an error if the database fails.
pub fn erase(connection: &mut DatabaseConnection, account_id: i64) -> Result<(), Problem> {
    accounts::hold(connection, account_id)?;
    let own = user_profile::table.filter(user_profile::account_id.eq(account_id)).select(user_profile::user_id);
    if let Some(user_id) = own.first::<UserId>(connection).optional()? {
        uses::forget(connection, user_id)?;
        // Lock order: links before the user, as for every change of a link.
        let links = member_link::table.filter(member_link::user_id.eq(user_id)).select(member_link::member_link_id);
        if let DatabaseConnection::Postgres(inner) = connection {
            links.order(member_link::member_link_id).for_update().load::<i64>(inner)?;
        }
        // Locked, because a measurement that is being assigned to a member right now belongs to the member afterwards.
        let own = measurement::table.filter(measurement::user_id.eq(user_id.0)).select(measurement::measurement_id);
        if let DatabaseConnection::Postgres(inner) = connection {
            own.for_update().load::<i64>(inner)?;
        }
        // Measurements assigned to a member belong to the company and remain; those of the user alone are deleted with
        // the profile.
        diesel::update(measurement::table.filter(measurement::user_id.eq(user_id.0)))
            .filter(measurement::member_id.is_not_null())
            .set(measurement::user_id.eq(None::<i64>))
            .execute(connection)?;
    }
    let linked = member_link::table
        .inner_join(user_profile::table)
        .filter(user_profile::account_id.eq(account_id))
        .filter(member_link::state.eq(LinkState::Active))
        .select(member_link::member_id)
        .load::<i64>(connection)?;
    report_links::own::end_of(connection, account_id, linked)?;
    diesel::delete(sign_in_log::table.filter(sign_in_log::account_id.eq(account_id))).execute(connection)?;
    diesel::delete(account::table.find(account_id)).execute(connection)?;
    Ok(())
}

/// Checks that a user has provided what every level above guest requires: grades need the birth date and the sex, and a
/// document shows them.
///
/// # Errors
/// Returns a violation of the field `level`.
pub fn check_complete(profile: &UserProfile) -> Result<(), Problem> {
    if profile.birth_date.is_some() && profile.sex.is_some() {
        Ok(())
    } else {
        Err(Problem::invalid_field("level", "profileIncomplete"))
    }
}

/// Gives a user a level that staff have verified, unless the user already has it or a higher one.
///
/// # Errors
/// Like [`check_complete`]; also [`ErrorCode::Changed`] if the user has changed the profile meanwhile.
pub fn verify(
    connection: &mut DatabaseConnection,
    author: &Author,
    (account_id, before): &Known,
    level: UserLevel,
    evidence: LevelEvidence,
) -> Result<(), Problem> {
    if before.level >= level {
        return Ok(());
    }
    check_complete(before)?;
    let after = UserProfile { level, level_evidence: Some(evidence), ..before.clone() };
    write(connection, author, (*account_id, before), &after)
}

/// Personal data of a profile, which its history masks.
pub(crate) const MASKED: &[(&str, Mask)] =
    &[("birthDate", masked_day), ("phoneNumber", mask::phone), ("email", mask::email), ("address", mask::address)];

/// Returns the fields of a profile for its history.
pub(crate) fn fields(profile: &UserProfile) -> Fields {
    vec![
        ("loginId".into(), Some(profile.login_id.clone())),
        ("name".into(), Some(profile.name.clone())),
        ("birthDate".into(), profile.birth_date.map(|date| date.to_string())),
        ("sex".into(), profile.sex.map(|sex| sex.as_str().into())),
        ("phoneNumber".into(), profile.phone_number.clone()),
        ("email".into(), profile.email.clone()),
        ("address".into(), profile.address.clone()),
        ("level".into(), Some(profile.level.as_str().into())),
        ("levelEvidence".into(), profile.level_evidence.map(|evidence| evidence.as_str().into())),
        ("trackingEnabled".into(), Some(profile.tracking_enabled.to_string())),
    ]
}
