//! Companies: the tree of vendors (distributors), dealers and retailers.

use super::{
    endpoint, id_type, input, output,
    page::Page,
    path_type, record, record_calls,
    revisions::{Removed, Revision, RevisionFilter},
    services::ServiceId,
    validation::{Value, Violation, check_period},
    value_enum,
};
use crate::domain::time::Bound;

id_type! {
    /// A company.
    CompanyId
}

path_type! { CompanyPath { company_id: CompanyId } }

value_enum! {
    /// Tier of a company.
    pub enum CompanyType { Vendor = "VENDOR", Dealer = "DEALER", Retailer = "RETAILER" }
}

impl CompanyType {
    /// Returns the menu URL of the screen that manages companies of this tier.
    #[must_use]
    pub const fn screen(self) -> &'static str {
        match self {
            Self::Vendor => "/company_management/vendor_management",
            Self::Dealer => "/company_management/dealer_management",
            Self::Retailer => "/company_management/retailer_management",
        }
    }
}

record! {
    /// A company.
    pub struct Company { company_id: CompanyId }
    /// Fields to register or change a company.
    pub struct CompanySave {
        /// Tier; cannot be changed later.
        kind as "type": CompanyType => word(CompanyType::WORDS),
        /// Name.
        name: String => text(1, 100),
        /// Parent company: none for a vendor, a vendor for a dealer, a vendor or dealer for a retailer.
        parent_company_id: Option<CompanyId> => id(),
        /// Business registration number.
        business_number: Option<String> => text(0, 20),
        /// Name of the representative.
        representative_name: Option<String> => text(0, 50),
        /// Telephone number of the company.
        phone_number: Option<String> => phone(),
        /// E-mail address of the company.
        email: Option<String> => email(),
        /// Postal code.
        postal_code: Option<String> => text(0, 10),
        /// Street address.
        address: Option<String> => text(0, 200),
        /// Floor, room.
        address_detail: Option<String> => text(0, 200),
        /// Internal note.
        memo: Option<String> => lines(1000),
        /// Services that the company offers.
        service_ids: Vec<ServiceId> => ids(),
    }
    shown {
        /// Name of the parent company.
        pub parent_company_name: Option<String>,
        /// Number of members of this company and of the companies below it.
        pub member_count: i64,
    }
    also check_parent
}

value_enum! {
    /// Sort order of a list of companies.
    pub enum CompanySort {
        Newest = "NEWEST",
        Oldest = "OLDEST",
        Name = "NAME",
        NameDescending = "NAME_DESC",
    }
}

input! {
    /// Filter of the company list.
    pub struct CompanyFilter {
        /// Companies directly below this company.
        parent_company_id: Option<CompanyId> => id(),
        /// Companies of these tiers.
        types: Vec<CompanyType> => words(CompanyType::WORDS),
        /// Name contains this text.
        name: Option<String> => text(0, 100),
        /// Name of the parent company contains this text.
        parent_company_name: Option<String> => text(0, 100),
        /// Registered at or after this date or time.
        start_created_at: Option<Bound> => bound(),
        /// Registered at or before this date or time; a date includes the whole day.
        end_created_at: Option<Bound> => bound(),
        /// Companies that offer one of these services.
        service_ids: Vec<ServiceId> => ids(),
    } list CompanySort also filter_period
}

fn filter_period(value: &Value, violations: &mut Vec<Violation>) {
    check_period(value, "startCreatedAt", "endCreatedAt", violations);
}

fn check_parent(value: &Value, violations: &mut Vec<Violation>) {
    let Some(tier) = value.get("type").as_text() else { return };
    let vendor = tier == CompanyType::Vendor.as_str();
    let parent = *value.get("parentCompanyId") != Value::Nothing;
    match (vendor, parent) {
        (true, true) => violations.push(Violation::new("parentCompanyId", "notAllowed")),
        (false, false) => violations.push(Violation::new("parentCompanyId", "required")),
        _ => {}
    }
}

endpoint! {
    /// Lists the companies in the caller's scope, limited to the tiers whose screens the caller may see.
    pub ListCompanies = Get "/api/v1/companies",
    auth: Staff { screen: "/company_management", action: Read },
    query: CompanyFilter,
    ok: Page<Company>
}

input! {
    /// Fields that can be changed in several companies at once.
    pub struct CompanyChanges {
        /// Services that they offer.
        service_ids: Vec<ServiceId> => ids(),
    }
}

record_calls! {
    Company at "/api/v1/companies" "/{companyId}" by CompanyPath on "/company_management",
    /// Queues a job that exports the filtered companies to a file, limited to the tiers that the caller may see.
    export ExportCompanies(CompanyFilter),
    /// Queues a job that changes or deletes several companies.
    bulk BulkCompanies(CompanyFilter by CompanyChanges),
}

output! {
    /// A company as an option for selection.
    pub struct CompanyOption {
        /// Company id.
        pub company_id: CompanyId,
        /// Tier.
        #[serde(rename = "type")]
        pub kind: CompanyType,
        /// Name.
        pub name: String,
        /// Names of the parent companies, topmost first.
        pub parent_names: Vec<String>,
    }
}

input! {
    /// Filter of the company options.
    pub struct CompanyOptionFilter {
        /// Name contains this text.
        name: Option<String> => text(0, 100),
        /// Companies of these tiers.
        types: Vec<CompanyType> => words(CompanyType::WORDS),
        /// Only these companies.
        company_ids: Vec<CompanyId> => ids(),
    }
}

endpoint! {
    /// Lists at most 50 companies in the caller's scope by name, for selection.
    pub ListCompanyOptions = Get "/api/v1/company-options",
    auth: AnyStaff,
    query: CompanyOptionFilter,
    ok: Vec<CompanyOption>
}

endpoint! {
    /// Registers a company.
    pub CreateCompany = Post "/api/v1/companies",
    auth: Staff { screen: "/company_management", action: Create },
    body: CompanySave,
    ok: Company
}

endpoint! {
    /// Returns a company.
    pub GetCompany = Get "/api/v1/companies/{companyId}",
    auth: Staff { screen: "/company_management", action: Read },
    path: CompanyPath,
    ok: Company
}

endpoint! {
    /// Changes a company.
    pub UpdateCompany = Post "/api/v1/companies/{companyId}",
    auth: Staff { screen: "/company_management", action: Update },
    path: CompanyPath,
    body: CompanySave,
    refuses: [Changed],
    ok: Company
}

endpoint! {
    /// Deletes a company that has no dependent records.
    pub DeleteCompany = Delete "/api/v1/companies/{companyId}",
    auth: Staff { screen: "/company_management", action: Delete },
    path: CompanyPath,
    refuses: [HasDependents],
    ok: Removed
}

endpoint! {
    /// Lists the changes of a company, newest first.
    pub ListCompanyRevisions = Get "/api/v1/companies/{companyId}/revisions",
    auth: Staff { screen: "/company_management", action: Read },
    path: CompanyPath,
    query: RevisionFilter,
    ok: Page<Revision>
}
