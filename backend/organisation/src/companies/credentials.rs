//! Credentials of companies' own systems: issuing, approving, listing and revoking them; and what those systems read
//! with them.

use super::store::{self, check_tier};
use diesel::{
    BoolExpressionMethods, ExpressionMethods, OptionalExtension, QueryDsl, RunQueryDsl, Selectable, SelectableHelper,
};
use kernel::{
    access::{
        caller::Caller,
        credentials::{CompanySystem, holds, new_secret, scopes_of, scopes_text, secret_start},
        scope::{Scope, Scoped},
    },
    auth::tokens::Keys,
    clock,
    db::{
        DatabaseConnection,
        page::{self, Paging},
        schema::{company, company_credential, company_service, revision},
    },
    problem::Problem,
    records::{
        Record as _,
        revisions::{self, Author},
    },
    settings::SecondPerson,
};
use std::collections::HashMap;
use uno_core::{
    contract::{
        companies::{CompanyId, CompanyType},
        company_credentials::{
            CompanyCredential, CompanyCredentialId, CompanyCredentialSave, CredentialScope, CredentialStatus,
            IssuedCredential, MAX_CREDENTIALS, MAX_YEARS, PERSONS_PER_DAY, SystemCompany, SystemCompanyFilter,
        },
        error::ErrorCode,
        logs::ChangedResource,
        page::{Page, Permit},
        revisions::{FieldChange, RevisionAction},
        services::ServiceId,
    },
    domain::{
        access::Action,
        time::{Bound, Date, Timestamp},
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
    account_id: Option<i64>,
    persons_per_day: i64,
    approved_at: Option<Timestamp>,
    approved_by: Option<String>,
}

impl Row {
    fn status(&self, now: Timestamp) -> CredentialStatus {
        match (self.revoked_at, self.approved_at) {
            (Some(_), _) => CredentialStatus::Revoked,
            (None, _) if self.expires_at <= now.0 => CredentialStatus::Expired,
            (None, None) => CredentialStatus::Pending,
            (None, Some(_)) => CredentialStatus::Active,
        }
    }

    fn record(self, now: Timestamp, approval: Permit) -> CompanyCredential {
        let status = self.status(now);
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
            persons_per_day: self.persons_per_day,
            approved_at: self.approved_at,
            approved_by: self.approved_by,
            approval,
        }
    }
}

/// Returns whether the caller is a second person for a pending credential. An account that the issuer made is the
/// issuer's: its first password was the issuer's to give.
fn approval(
    connection: &mut DatabaseConnection,
    caller: &Caller,
    tier: CompanyType,
    second: SecondPerson,
    row: &Row,
) -> Result<Permit, Problem> {
    let is_of_vendor = matches!(caller.scope, Scope::All | Scope::Company { tier: CompanyType::Vendor, .. });
    let refused = if row.account_id == Some(caller.account_id) {
        "ownCredential"
    } else if second == SecondPerson::Vendor && !is_of_vendor {
        "vendorApproves"
    } else if !caller.may(tier.screen(), Action::Update) {
        "forbidden"
    } else if !scopes_of(&row.scopes).iter().all(|scope| holds(caller, tier, *scope)) {
        "notHeld"
    } else if row.account_id.is_some() && made_by(connection, caller.account_id)? == row.account_id {
        "accountOfIssuer"
    } else {
        return Ok(Permit::yes());
    };
    Ok(Permit::no(refused))
}

/// Returns who registered a staff account, according to its history.
fn made_by(connection: &mut DatabaseConnection, account_id: i64) -> Result<Option<i64>, Problem> {
    let staff = [ChangedResource::Manager.as_str(), ChangedResource::Operator.as_str()];
    let registered = revision::table
        .filter(revision::resource.eq_any(staff).and(revision::record_id.eq(account_id)))
        .filter(revision::action.eq(RevisionAction::Create.as_str()))
        .order(revision::revision_id)
        .select(revision::account_id);
    Ok(registered.first::<i64>(connection).optional()?)
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
pub(super) fn is_in_force(now: Timestamp) -> _ {
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
    second: SecondPerson,
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
    let mut credentials = Vec::with_capacity(rows.len());
    for row in rows {
        let approval = match row.status(now) {
            CredentialStatus::Pending => approval(connection, caller, tier, second, &row)?,
            _ => Permit::no("notPending"),
        };
        credentials.push(row.record(now, approval));
    }
    // A stable sort keeps the newest first within a status.
    credentials.sort_by_key(|credential| credential.status);
    Ok(credentials)
}

/// Checks the scopes, the expiry date and the limit of a new credential. An issuer grants only rights that it holds.
fn check_save(caller: &Caller, tier: CompanyType, save: &CompanyCredentialSave, now: Timestamp) -> Result<(), Problem> {
    if end_of(save.expires_on) <= now.0 {
        return Err(Problem::invalid_field("expiresOn", "past"));
    }
    if save.expires_on > in_a_year(now.date_in_seoul()) {
        return Err(Problem::invalid_field("expiresOn", "tooLate"));
    }
    if !save.scopes.iter().all(|scope| holds(caller, tier, *scope)) {
        return Err(Problem::invalid_field("scopes", "notHeld"));
    }
    if save.persons_per_day.is_some_and(|persons| persons > PERSONS_PER_DAY) && caller.scope != Scope::All {
        return Err(Problem::invalid_field("personsPerDay", "aboveOwnLimit"));
    }
    Ok(())
}

/// Returns the same day of the next year, or the day before for a leap day.
fn in_a_year(day: Date) -> Date {
    let (year, month, date) = day.parts();
    let next = |date| Date::new(year + MAX_YEARS, month, date);
    next(date).or_else(|| next(date - 1)).unwrap_or(day)
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
    (company_id, second): (CompanyId, SecondPerson),
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
    let is_pending = second != SecondPerson::None && scopes.contains(&CredentialScope::FhirRead);
    // The secret contains the row's id.
    let id = diesel::insert_into(company_credential::table)
        .values((
            company_credential::company_id.eq(company_id),
            company_credential::name.eq(&save.name),
            company_credential::secret_hash.eq(""),
            company_credential::scopes.eq(scopes_text(&scopes)),
            company_credential::expires_at.eq(end_of(save.expires_on)),
            company_credential::account_name.eq(&caller.name),
            company_credential::account_id.eq(caller.account_id),
            company_credential::persons_per_day.eq(save.persons_per_day.unwrap_or(PERSONS_PER_DAY)),
            company_credential::approved_at.eq((!is_pending).then_some(now)),
            company_credential::created_at.eq(now.0),
        ))
        .returning(company_credential::company_credential_id)
        .get_result::<i64>(connection)?;
    let secret = new_secret(id)?;
    let kept = company_credential::secret_hash.eq(keys.stored(&secret));
    diesel::update(company_credential::table.find(id)).set(kept).execute(connection)?;
    let row = company_credential::table.find(id).select(Row::as_select()).first::<Row>(connection)?;
    record_change(connection, caller, company_id, None, Some(&save.name))?;
    let approval = Permit::no(if is_pending { "ownCredential" } else { "notPending" });
    Ok(IssuedCredential { company_credential: row.record(now, approval), secret })
}

/// Approves a pending credential as a second person.
///
/// # Errors
/// Returns "not found" if the company has no such credential or is outside the scope, [`ErrorCode::Changed`] if it does
/// not wait for approval, or why the caller is no second person.
pub fn approve(
    connection: &mut DatabaseConnection,
    caller: &Caller,
    (company_id, second): (CompanyId, SecondPerson),
    credential_id: CompanyCredentialId,
) -> Result<CompanyCredential, Problem> {
    let tier = check(connection, caller, company_id, Action::Update)?;
    let found = |connection: &mut DatabaseConnection| {
        company_credential::table
            .find(credential_id.0)
            .filter(company_credential::company_id.eq(company_id))
            .select(Row::as_select())
            .first::<Row>(connection)
            .optional()?
            .ok_or_else(Problem::not_found)
    };
    let (row, now) = (found(connection)?, clock::now());
    if row.status(now) != CredentialStatus::Pending {
        return Err(Problem::new(ErrorCode::Changed));
    }
    let permit = approval(connection, caller, tier, second, &row)?;
    if !permit.allowed {
        let reason = permit.reason.unwrap_or_default();
        return Err(Problem::invalid_field("companyCredentialId", &reason));
    }
    let (id, name) = (row.company_credential_id, row.name);
    let approved = diesel::update(company_credential::table.find(id))
        .filter(company_credential::approved_at.is_null())
        .filter(company_credential::revoked_at.is_null())
        .set((company_credential::approved_at.eq(now.0), company_credential::approved_by.eq(&caller.name)))
        .execute(connection)?;
    if approved == 0 {
        return Err(Problem::new(ErrorCode::Changed));
    }
    let told = |state: CredentialStatus| format!("{name} · {}", state.as_str());
    let (before, after) = (told(CredentialStatus::Pending), told(CredentialStatus::Active));
    record_change(connection, caller, company_id, Some(&before), Some(&after))?;
    Ok(found(connection)?.record(now, Permit::no("notPending")))
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
    end(connection, caller, in_force_now)
}

/// Revokes credentials, and records it in the histories of their companies.
pub(super) fn end(
    connection: &mut DatabaseConnection,
    caller: &Caller,
    credentials: Vec<(i64, CompanyId, String)>,
) -> Result<(), Problem> {
    let ids: Vec<i64> = credentials.iter().map(|(id, ..)| *id).collect();
    diesel::update(company_credential::table.filter(company_credential::company_credential_id.eq_any(ids)))
        .set(company_credential::revoked_at.eq(clock::now().0))
        .execute(connection)?;
    for (_, company_id, name) in credentials {
        record_change(connection, caller, company_id, Some(&name), None)?;
    }
    Ok(())
}

/// Records in the company's history which credential was issued, changed or revoked, by its name.
pub(super) fn record_change(
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
