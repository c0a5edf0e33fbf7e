//! Credentials of companies' own systems: issuing, listing and revoking them; and what those systems read with them.

use super::store::{self, check_tier};
use diesel::{
    BoolExpressionMethods, ExpressionMethods, OptionalExtension, QueryDsl, RunQueryDsl, Selectable, SelectableHelper,
};
use kernel::{
    access::{
        caller::Caller,
        credentials::{CompanySystem, new_secret, scopes_of, scopes_text, secret_start},
        scope::{Scope, Scoped},
    },
    auth::tokens::Keys,
    clock,
    db::{
        DatabaseConnection,
        page::{self, Paging},
        schema::{company, company_credential, company_service},
    },
    problem::Problem,
    records::{
        Record as _,
        revisions::{self, Author},
    },
};
use std::collections::HashMap;
use uno_core::{
    contract::{
        companies::{CompanyId, CompanyType},
        company_credentials::{
            CompanyCredential, CompanyCredentialId, CompanyCredentialSave, CredentialScope, CredentialStatus,
            IssuedCredential, MAX_CREDENTIALS, MAX_DAYS, SystemCompany, SystemCompanyFilter,
        },
        dementia_screenings, heart_rate_measurements, members,
        page::Page,
        physical_measurements, psychological_tests,
        revisions::{FieldChange, RevisionAction},
        services::ServiceId,
        stress_measurements, vision_measurements,
    },
    domain::{
        access::Action,
        time::{Bound, DAY_MILLISECONDS, Date, Timestamp},
    },
};

/// The maximum number of credentials in a list. Fewer than this can be in force, so all of those are listed.
const MAX_LISTED: i64 = 100;
/// The field of a company's history for changes of its credentials.
const FIELD: &str = "credential";

#[derive(diesel::Queryable, Selectable)]
#[diesel(table_name = company_credential)]
struct Row {
    company_credential_id: i64,
    name: String,
    scopes: String,
    expires_at: i64,
    last_used_at: Option<Timestamp>,
    revoked_at: Option<Timestamp>,
    account_name: String,
    created_at: Timestamp,
}

impl Row {
    fn record(self, now: Timestamp) -> CompanyCredential {
        let status = match self.revoked_at {
            Some(_) => CredentialStatus::Revoked,
            None if self.expires_at <= now.0 => CredentialStatus::Expired,
            None => CredentialStatus::Active,
        };
        CompanyCredential {
            company_credential_id: CompanyCredentialId(self.company_credential_id),
            name: self.name,
            secret_start: secret_start(self.company_credential_id),
            scopes: scopes_of(&self.scopes),
            status,
            expires_on: Timestamp(self.expires_at - 1).date_in_seoul(),
            last_used_at: self.last_used_at,
            revoked_at: self.revoked_at,
            created_at: self.created_at,
            account_name: self.account_name,
        }
    }
}

/// Checks that the caller may perform an action on a company on the screen of its tier, and returns the tier. Locks the
/// company until the transaction ends.
fn check(
    connection: &mut DatabaseConnection,
    caller: &Caller,
    company_id: CompanyId,
    action: Action,
) -> Result<CompanyType, Problem> {
    let line = store::held_line(connection, caller.scope, company_id)?.ok_or_else(Problem::not_found)?;
    check_tier(caller, line.tier, action)?;
    Ok(line.tier)
}

/// Matches credentials that are in force.
#[diesel::dsl::auto_type]
fn is_in_force(now: Timestamp) -> _ {
    let now: i64 = now.0;
    company_credential::revoked_at.is_null().and(company_credential::expires_at.gt(now))
}

/// Lists the credentials of a company: those in force first, then newest first.
///
/// # Errors
/// Returns "not found" if the company is outside the scope.
pub fn list(
    connection: &mut DatabaseConnection,
    caller: &Caller,
    company_id: CompanyId,
) -> Result<Vec<CompanyCredential>, Problem> {
    let tier = store::line(connection, caller.scope, company_id)?.ok_or_else(Problem::not_found)?.tier;
    check_tier(caller, tier, Action::Read)?;
    let now = clock::now();
    let rows = company_credential::table
        .in_scope(caller.scope)
        .filter(company_credential::company_id.eq(company_id))
        .order((is_in_force(now).desc(), company_credential::company_credential_id.desc()))
        .limit(MAX_LISTED)
        .select(Row::as_select())
        .load::<Row>(connection)?;
    let mut credentials: Vec<_> = rows.into_iter().map(|row| row.record(now)).collect();
    // A stable sort keeps the newest first within a status.
    credentials.sort_by_key(|credential| credential.status);
    Ok(credentials)
}

/// The screens of all kinds of measurement: a system sends them, and reads them as FHIR.
const MEASURED: [&str; 6] = [
    physical_measurements::SCREEN,
    stress_measurements::SCREEN,
    vision_measurements::SCREEN,
    heart_rate_measurements::SCREEN,
    dementia_screenings::SCREEN,
    psychological_tests::SCREEN,
];

/// Checks the scopes and the expiry date of a new credential.
fn check_save(caller: &Caller, tier: CompanyType, save: &CompanyCredentialSave, now: Timestamp) -> Result<(), Problem> {
    if end_of(save.expires_on) <= now.0 {
        return Err(Problem::invalid_field("expiresOn", "past"));
    }
    if end_of(save.expires_on) > now.0 + (MAX_DAYS + 1) * DAY_MILLISECONDS {
        return Err(Problem::invalid_field("expiresOn", "tooLate"));
    }
    // An issuer grants only rights that it holds: for companies, reading the screens of these tiers; for sending
    // measurements, registering all kinds; for FHIR, reading members and all kinds of measurement.
    let reads_all =
        CompanyType::ALL.iter().filter(|below| **below >= tier).all(|below| caller.may(below.screen(), Action::Read));
    if save.scopes.contains(&CredentialScope::CompaniesRead) && !reads_all {
        return Err(Problem::invalid_field("scopes", "notHeld"));
    }
    let measured = |action| MEASURED.iter().all(|screen| caller.may(screen, action));
    if save.scopes.contains(&CredentialScope::MeasurementsWrite) && !measured(Action::Create) {
        return Err(Problem::invalid_field("scopes", "notHeld"));
    }
    let reads_persons = caller.may(members::SCREEN, Action::Read) && measured(Action::Read);
    if save.scopes.contains(&CredentialScope::FhirRead) && !reads_persons {
        return Err(Problem::invalid_field("scopes", "notHeld"));
    }
    Ok(())
}

/// Returns the end of a day in Seoul.
fn end_of(day: Date) -> i64 {
    Bound::Day(day).last().0 + 1
}

/// Issues a credential. Only this response has the secret.
///
/// # Errors
/// Returns "not found" if the company is outside the scope, or the violation in the form.
pub fn issue(
    connection: &mut DatabaseConnection,
    keys: &Keys,
    caller: &Caller,
    company_id: CompanyId,
    save: &CompanyCredentialSave,
) -> Result<IssuedCredential, Problem> {
    // Serializes concurrent requests, so that the count of a company's credentials is exact.
    store::hold(connection, company_id.0, store::Hold::Alone)?;
    let tier = check(connection, caller, company_id, Action::Update)?;
    let now = clock::now();
    check_save(caller, tier, save, now)?;
    let in_force = company_credential::table
        .filter(company_credential::company_id.eq(company_id))
        .filter(is_in_force(now))
        .count()
        .get_result::<i64>(connection)?;
    if in_force >= MAX_CREDENTIALS {
        return Err(Problem::invalid_field("name", "tooManyCredentials"));
    }
    let mut scopes = save.scopes.clone();
    scopes.sort_unstable();
    scopes.dedup();
    // The secret contains the row's id.
    let id = diesel::insert_into(company_credential::table)
        .values((
            company_credential::company_id.eq(company_id),
            company_credential::name.eq(&save.name),
            company_credential::secret_hash.eq(""),
            company_credential::scopes.eq(scopes_text(&scopes)),
            company_credential::expires_at.eq(end_of(save.expires_on)),
            company_credential::account_name.eq(&caller.name),
            company_credential::created_at.eq(now.0),
        ))
        .returning(company_credential::company_credential_id)
        .get_result::<i64>(connection)?;
    let secret = new_secret(id)?;
    let kept = company_credential::secret_hash.eq(keys.stored(&secret));
    diesel::update(company_credential::table.find(id)).set(kept).execute(connection)?;
    let row = company_credential::table.find(id).select(Row::as_select()).first::<Row>(connection)?;
    record_change(connection, caller, company_id, None, Some(&save.name))?;
    Ok(IssuedCredential { company_credential: row.record(now), secret })
}

/// Revokes a credential of a company permanently. A revoked credential stays revoked.
///
/// # Errors
/// Returns "not found" if the company has no such credential or is outside the scope.
pub fn revoke(
    connection: &mut DatabaseConnection,
    caller: &Caller,
    company_id: CompanyId,
    credential_id: CompanyCredentialId,
) -> Result<(), Problem> {
    check(connection, caller, company_id, Action::Update)?;
    let of_company =
        company_credential::table.find(credential_id.0).filter(company_credential::company_id.eq(company_id));
    let name = of_company.select(company_credential::name).first::<String>(connection).optional()?;
    let name = name.ok_or_else(Problem::not_found)?;
    let revoked = diesel::update(company_credential::table.find(credential_id.0))
        .filter(company_credential::revoked_at.is_null())
        .set(company_credential::revoked_at.eq(clock::now().0))
        .execute(connection)?;
    if revoked > 0 { record_change(connection, caller, company_id, Some(&name), None) } else { Ok(()) }
}

/// Selects the credentials of companies that are in force.
macro_rules! in_force {
    ($company_ids:expr) => {
        company_credential::table
            .filter(company_credential::company_id.eq_any($company_ids))
            .filter(is_in_force(clock::now()))
    };
}

/// Counts the credentials of these companies that are in force.
///
/// # Errors
/// Returns an error if the database fails.
pub fn count_in_force(connection: &mut DatabaseConnection, company_ids: &[i64]) -> Result<i64, Problem> {
    Ok(in_force!(company_ids).count().get_result(connection)?)
}

/// Revokes all credentials of companies, which the caller has locked. Used when these companies lose a company above
/// them: its staff may have issued credentials and know their secrets.
///
/// # Errors
/// Returns an error if the database fails.
pub fn revoke_all(connection: &mut DatabaseConnection, caller: &Caller, company_ids: &[i64]) -> Result<(), Problem> {
    let in_force_now = in_force!(company_ids)
        .order(company_credential::company_credential_id)
        .select((company_credential::company_credential_id, company_credential::company_id, company_credential::name))
        .load::<(i64, CompanyId, String)>(connection)?;
    let ids: Vec<i64> = in_force_now.iter().map(|(id, ..)| *id).collect();
    diesel::update(company_credential::table.filter(company_credential::company_credential_id.eq_any(ids)))
        .set(company_credential::revoked_at.eq(clock::now().0))
        .execute(connection)?;
    for (_, company_id, name) in in_force_now {
        record_change(connection, caller, company_id, Some(&name), None)?;
    }
    Ok(())
}

/// Records in the company's history which credential was issued or revoked, by its name.
fn record_change(
    connection: &mut DatabaseConnection,
    caller: &Caller,
    company_id: CompanyId,
    before: Option<&str>,
    after: Option<&str>,
) -> Result<(), Problem> {
    let change =
        FieldChange { field: FIELD.into(), before: before.map(str::to_owned), after: after.map(str::to_owned) };
    let author = Author::from(caller);
    let resource = store::CompanyRecord::RESOURCE;
    revisions::record(connection, &author, resource, company_id.0, RevisionAction::Update, &[change])
}

kernel::row! {
    /// A company without its services.
    struct Read of company as SystemCompany {
        company_id: CompanyId,
        kind: CompanyType,
        name: String,
        business_number: Option<String>,
        phone_number: Option<String>,
        email: Option<String>,
        postal_code: Option<String>,
        address: Option<String>,
        address_detail: Option<String>,
        created_at: Timestamp,
        updated_at: Timestamp,
    }
    with { parent_company_id: Option<CompanyId>, service_ids: Vec<ServiceId> }
}

/// Returns a page of the companies that a system may read.
///
/// # Errors
/// Returns an error if the database fails.
pub fn companies_of(
    connection: &mut DatabaseConnection,
    system: &CompanySystem,
    filter: &SystemCompanyFilter,
) -> Result<Page<SystemCompany>, Problem> {
    let own = match system.scope {
        Scope::Company { company_id, .. } => Some(company_id),
        _ => None,
    };
    let found = || company::table.in_scope(system.scope);
    let rows = |connection: &mut DatabaseConnection, paging: Paging| {
        found()
            .order(company::company_id)
            .offset(paging.offset())
            .limit(paging.size)
            .select((Read::as_select(), company::parent_company_id))
            .load::<(Read, Option<CompanyId>)>(connection)
    };
    let paging = Paging::of(filter.page, filter.page_size);
    let page = page::load(connection, paging, rows, |connection| found().count().get_result(connection))?;
    let ids: Vec<CompanyId> = page.data.iter().map(|(row, _)| row.company_id).collect();
    let mut services: HashMap<i64, Vec<ServiceId>> = HashMap::new();
    let offered = company_service::table
        .filter(company_service::company_id.eq_any(ids))
        .order((company_service::company_id, company_service::service_id));
    for (company_id, service_id) in offered.load::<(i64, i64)>(connection)? {
        services.entry(company_id).or_default().push(ServiceId(service_id));
    }
    Ok(page.map(|(row, parent)| {
        // Does not disclose the company above the credential's own company.
        let parent = parent.filter(|_| Some(row.company_id) != own);
        let offered = services.get(&row.company_id.0).cloned().unwrap_or_default();
        row.record(parent, offered)
    }))
}
