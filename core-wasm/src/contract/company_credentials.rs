//! Credentials of companies: with one, a company's own systems call what is declared for them, without an account.

use super::{
    companies::{CompanyId, CompanyPath, CompanyType},
    endpoint, id_type, input, output,
    page::{Done, Page},
    path_type,
    services::ServiceId,
    validation::{Value, Violation},
    value_enum,
};
use crate::domain::time::{Date, Timestamp};

/// Most credentials of a company that are in force.
pub const MAX_CREDENTIALS: i64 = 20;
/// How many days a credential is good at most: two years.
pub const MAX_DAYS: i64 = 731;
/// What every secret begins with, so that one that lies where it should not is found.
pub const SECRET_START: &str = "uno_";

id_type! {
    /// A credential of a company.
    CompanyCredentialId
}

path_type! { CompanyCredentialPath { company_id: CompanyId, company_credential_id: CompanyCredentialId } }

value_enum! {
    /// What a credential is good for.
    pub enum CredentialScope {
        /// Reading the company and those below it.
        CompaniesRead = "COMPANIES_READ",
        /// Sending measurements of the company's members, and what they take part in.
        MeasurementsWrite = "MEASUREMENTS_WRITE",
        /// Reading the company's members with their measurements, as FHIR.
        FhirRead = "FHIR_READ",
    }
}

value_enum! {
    /// Whether a credential is in force.
    pub enum CredentialStatus { Active = "ACTIVE", Expired = "EXPIRED", Revoked = "REVOKED" }
}

output! {
    /// A credential of a company; its secret is nowhere.
    pub struct CompanyCredential {
        /// Credential.
        pub company_credential_id: CompanyCredentialId,
        /// What it is for, in the words of who issued it.
        pub name: String,
        /// What its secret begins with.
        pub secret_start: String,
        /// What it is good for.
        pub scopes: Vec<CredentialScope>,
        /// Whether it is in force.
        pub status: CredentialStatus,
        /// Its last day, in Seoul.
        pub expires_on: Date,
        /// When something was called with it last, to the minute.
        pub last_used_at: Option<Timestamp>,
        /// When it was revoked.
        pub revoked_at: Option<Timestamp>,
        /// When it was issued.
        pub created_at: Timestamp,
        /// Name of who issued it.
        pub account_name: String,
    }
}

output! {
    /// A credential that was just issued.
    pub struct IssuedCredential {
        /// The credential.
        pub company_credential: CompanyCredential,
        /// The secret, which is answered this once.
        pub secret: String,
    }
}

input! {
    /// A credential as it is issued.
    pub struct CompanyCredentialSave {
        /// What it is for.
        name: String => text(1, 100),
        /// What it is good for, at least one.
        scopes: Vec<CredentialScope> => words(CredentialScope::WORDS),
        /// Its last day, in Seoul, not before today and at most two years ahead.
        expires_on: Date => date(),
    } also some_scope
}

fn some_scope(value: &Value, violations: &mut Vec<Violation>) {
    let has_some = matches!(value.get("scopes"), Value::List(scopes) if !scopes.is_empty());
    if !has_some && violations.iter().all(|violation| !violation.path.starts_with("scopes")) {
        violations.push(Violation::new("scopes", "required"));
    }
}

endpoint! {
    /// Lists the credentials of a company, the newest first: those in force and the last that were.
    pub ListCompanyCredentials = Get "/api/v1/companies/{companyId}/authentications",
    auth: Staff { screen: "/company_management", action: Read },
    path: CompanyPath,
    ok: Vec<CompanyCredential>
}

endpoint! {
    /// Issues a credential for a company's own systems; its secret is answered this once.
    pub IssueCompanyCredential = Post "/api/v1/companies/{companyId}/authentications",
    auth: Staff { screen: "/company_management", action: Update },
    path: CompanyPath,
    body: CompanyCredentialSave,
    ok: IssuedCredential
}

endpoint! {
    /// Revokes a credential; nothing is answered to it any more within a second, on every instance.
    pub RevokeCompanyCredential = Delete "/api/v1/companies/{companyId}/authentications/{companyCredentialId}",
    auth: Staff { screen: "/company_management", action: Update },
    path: CompanyCredentialPath,
    ok: Done
}

output! {
    /// A company as a company's system reads it.
    pub struct SystemCompany {
        /// Company.
        pub company_id: CompanyId,
        /// Tier.
        #[serde(rename = "type")]
        pub kind: CompanyType,
        /// Name.
        pub name: String,
        /// The company above; `null` for the credential's own, whatever stands above it.
        pub parent_company_id: Option<CompanyId>,
        /// Business registration number.
        pub business_number: Option<String>,
        /// Telephone of the company.
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
        /// When it was made.
        pub created_at: Timestamp,
        /// When it was changed last.
        pub updated_at: Timestamp,
    }
}

input! {
    /// A page of companies, in the order of their numbers.
    pub struct SystemCompanyFilter {
        /// Page, from 0.
        page: Option<i64> => integer(0, 1_000_000),
        /// Rows of a page: 20 where absent.
        page_size: Option<i64> => integer(1, 200),
    }
}

endpoint! {
    /// Lists the company of the credential and those below it, in the order of their numbers.
    pub ListSystemCompanies = Get "/b2b/v1/companies",
    auth: Credential(super::company_credentials::CredentialScope::CompaniesRead),
    query: SystemCompanyFilter,
    ok: Page<SystemCompany>
}
