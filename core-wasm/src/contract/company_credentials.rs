//! Company credentials: a company's own systems use them to call the endpoints declared for them, without an account.

use super::{
    companies::{CompanyId, CompanyPath, CompanyType},
    endpoint, id_type, input, output,
    page::{Done, Page, Permit},
    path_type,
    services::ServiceId,
    validation::{Value, Violation},
    value_enum,
};
use crate::domain::time::{Date, Timestamp};

/// Maximum number of active credentials per company.
pub const MAX_CREDENTIALS: i64 = 20;
/// Maximum validity of a credential in years.
pub const MAX_YEARS: i32 = 1;
/// How many people a credential may read in a day unless it is issued for another number: as many as an account.
pub const PERSONS_PER_DAY: i64 = 500;
/// The highest number, which only administrators give.
pub const MAX_PERSONS_PER_DAY: i64 = 1_000_000;
/// Prefix of every secret, so that leaked secrets can be detected.
pub const SECRET_START: &str = "uno_";

id_type! {
    /// A credential of a company.
    CompanyCredentialId
}

path_type! { CompanyCredentialPath { company_id: CompanyId, company_credential_id: CompanyCredentialId } }

value_enum! {
    /// A scope of a credential.
    pub enum CredentialScope {
        /// Read the company and the companies below it.
        CompaniesRead = "COMPANIES_READ",
        /// Send measurements and training participations of the company's members.
        MeasurementsWrite = "MEASUREMENTS_WRITE",
        /// Read the company's members and their measurements as FHIR.
        FhirRead = "FHIR_READ",
    }
}

value_enum! {
    /// Status of a credential. A pending one waits for a second person and is not valid yet.
    pub enum CredentialStatus { Active = "ACTIVE", Pending = "PENDING", Expired = "EXPIRED", Revoked = "REVOKED" }
}

output! {
    /// A credential of a company; its secret is not stored.
    pub struct CompanyCredential {
        /// Credential id.
        pub company_credential_id: CompanyCredentialId,
        /// Purpose, as entered by the issuer.
        pub name: String,
        /// First characters of its secret.
        pub secret_start: String,
        /// Scopes of the credential.
        pub scopes: Vec<CredentialScope>,
        /// Status.
        pub status: CredentialStatus,
        /// Last day of validity, in Seoul.
        pub expires_on: Date,
        /// When it was last used, to the minute.
        pub last_used_at: Option<Timestamp>,
        /// When it was revoked.
        pub revoked_at: Option<Timestamp>,
        /// When it was issued.
        pub created_at: Timestamp,
        /// Name of the account that issued it or took it over. It ends with that account and its rights.
        pub account_name: String,
        /// How many people it may read in a day.
        pub persons_per_day: i64,
        /// When it became valid.
        pub approved_at: Option<Timestamp>,
        /// Name of the second person who approved it; `null` if none was needed.
        pub approved_by: Option<String>,
        /// Whether the caller may approve it.
        pub approval: Permit,
    }
}

output! {
    /// A newly issued credential.
    pub struct IssuedCredential {
        /// The credential.
        pub company_credential: CompanyCredential,
        /// The secret, which is returned only this once.
        pub secret: String,
    }
}

input! {
    /// Fields to issue a credential.
    pub struct CompanyCredentialSave {
        /// Purpose.
        name: String => text(1, 100),
        /// Scopes, at least one.
        scopes: Vec<CredentialScope> => words(CredentialScope::WORDS),
        /// Last day of validity, in Seoul; not before today and at most a year ahead.
        expires_on: Date => date(),
        /// How many people it may read in a day; 500 by default. Only administrators give more.
        persons_per_day: Option<i64> => integer(1, MAX_PERSONS_PER_DAY),
    } also check_scopes
}

fn check_scopes(value: &Value, violations: &mut Vec<Violation>) {
    let has_some = matches!(value.get("scopes"), Value::List(scopes) if !scopes.is_empty());
    if !has_some && violations.iter().all(|violation| !violation.path.starts_with("scopes")) {
        violations.push(Violation::new("scopes", "required"));
    }
}

endpoint! {
    /// Lists up to 100 credentials of a company: active, pending, expired, then revoked ones, each newest first.
    pub ListCompanyCredentials = Get "/api/v1/companies/{companyId}/authentications",
    auth: Staff { screen: "/company_management", action: Read },
    path: CompanyPath,
    ok: Vec<CompanyCredential>
}

endpoint! {
    /// Issues a credential for a company's own systems; the secret is returned only this once.
    ///
    /// One with `FHIR_READ` waits for the approval of a second person, unless the installation requires none.
    pub IssueCompanyCredential = Post "/api/v1/companies/{companyId}/authentications",
    auth: Staff { screen: "/company_management", action: Update },
    path: CompanyPath,
    body: CompanyCredentialSave,
    ok: IssuedCredential
}

endpoint! {
    /// Approves a pending credential, which is valid from then on.
    ///
    /// The second person changes the company, holds what the credential permits, and neither issued it nor has an
    /// account that the issuer made.
    pub ApproveCompanyCredential = Post "/api/v1/companies/{companyId}/authentications/{companyCredentialId}/approval",
    auth: Staff { screen: "/company_management", action: Update },
    path: CompanyCredentialPath,
    keyless: "A credential is approved once.",
    refuses: [Changed],
    ok: CompanyCredential
}

endpoint! {
    /// Revokes a credential; all server instances reject it within a second.
    pub RevokeCompanyCredential = Delete "/api/v1/companies/{companyId}/authentications/{companyCredentialId}",
    auth: Staff { screen: "/company_management", action: Update },
    path: CompanyCredentialPath,
    ok: Done
}

output! {
    /// A company as a company's system sees it.
    pub struct SystemCompany {
        /// Company id.
        pub company_id: CompanyId,
        /// Tier.
        #[serde(rename = "type")]
        pub kind: CompanyType,
        /// Name.
        pub name: String,
        /// Parent company; `null` for the credential's own company, even if it has a parent.
        pub parent_company_id: Option<CompanyId>,
        /// Business registration number.
        pub business_number: Option<String>,
        /// Telephone number of the company.
        pub phone_number: Option<String>,
        /// E-mail address of the company.
        pub email: Option<String>,
        /// Postal code.
        pub postal_code: Option<String>,
        /// Street address.
        pub address: Option<String>,
        /// Floor, room.
        pub address_detail: Option<String>,
        /// Services that the company offers.
        pub service_ids: Vec<ServiceId>,
        /// When it was created.
        pub created_at: Timestamp,
        /// When it was last changed.
        pub updated_at: Timestamp,
    }
}

input! {
    /// A page of companies, sorted by id.
    pub struct SystemCompanyFilter {
        /// Page number, from 0.
        page: Option<i64> => integer(0, 1_000_000),
        /// Rows per page; 20 by default.
        page_size: Option<i64> => integer(1, 200),
    }
}

endpoint! {
    /// Lists the company of the credential and the companies below it, sorted by id.
    pub ListSystemCompanies = Get "/b2b/v1/companies",
    auth: Credential(super::company_credentials::CredentialScope::CompaniesRead),
    query: SystemCompanyFilter,
    ok: Page<SystemCompany>
}
