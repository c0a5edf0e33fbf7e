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
    /// Menu url of the screen that manages companies of this tier.
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
    /// A company as it is registered or changed.
    pub struct CompanySave {
        /// Tier; cannot be changed later.
        kind as "type": CompanyType => word(CompanyType::WORDS),
        /// Name.
        name: String => text(1, 100),
        /// Company above: none for a vendor, a vendor for a dealer, a vendor or dealer for a retailer.
        parent_company_id: Option<CompanyId> => id(),
        /// Business registration number.
        business_number: Option<String> => text(0, 20),
        /// Name of the representative.
        representative_name: Option<String> => text(0, 50),
        /// Telephone of the company.
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
        /// Name of the company above.
        pub parent_company_name: Option<String>,
        /// Members of this company and of the companies below it.
        pub member_count: i64,
    }
    also parent_of_tier
}

value_enum! {
    /// Order of a list of companies.
    pub enum CompanySort {
        Newest = "NEWEST",
        Oldest = "OLDEST",
        Name = "NAME",
        NameDescending = "NAME_DESC",
    }
}

input! {
    /// Which companies.
    pub struct CompanyFilter {
        /// Those directly below this company.
        parent_company_id: Option<CompanyId> => id(),
        /// Those of these tiers.
        types: Vec<CompanyType> => words(CompanyType::WORDS),
        /// Those whose name contains this.
        name: Option<String> => text(0, 100),
        /// Those whose parent's name contains this.
        parent_company_name: Option<String> => text(0, 100),
        /// Registered from.
        start_created_at: Option<Bound> => bound(),
        /// Registered to, a day included.
        end_created_at: Option<Bound> => bound(),
        /// Those that offer one of these services.
        service_ids: Vec<ServiceId> => ids(),
    } list CompanySort also filter_period
}

fn filter_period(value: &Value, violations: &mut Vec<Violation>) {
    check_period(value, "startCreatedAt", "endCreatedAt", violations);
}

fn parent_of_tier(value: &Value, violations: &mut Vec<Violation>) {
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
    /// Lists the companies in the caller's scope, of the tiers whose screens the caller may see.
    pub ListCompanies = Get "/api/v1/companies",
    auth: Staff { screen: "/company_management", action: Read },
    query: CompanyFilter,
    ok: Page<Company>
}

input! {
    /// What is changed of several companies together.
    pub struct CompanyChanges {
        /// Services that they offer.
        service_ids: Vec<ServiceId> => ids(),
    }
}

record_calls! {
    Company at "/api/v1/companies" "/{companyId}" by CompanyPath on "/company_management",
    /// Queues a job that writes the filtered companies, of the tiers whose screens the caller may see, to a file.
    export ExportCompanies(CompanyFilter),
    /// Queues a job that changes or removes several companies.
    bulk BulkCompanies(CompanyFilter by CompanyChanges),
}

output! {
    /// A company as a choice.
    pub struct CompanyOption {
        /// Company.
        pub company_id: CompanyId,
        /// Tier.
        #[serde(rename = "type")]
        pub kind: CompanyType,
        /// Name.
        pub name: String,
        /// Names of the companies above, the highest first.
        pub parent_names: Vec<String>,
    }
}

input! {
    /// Which companies to choose from.
    pub struct CompanyOptionFilter {
        /// Those whose name contains this.
        name: Option<String> => text(0, 100),
        /// Those of these tiers.
        types: Vec<CompanyType> => words(CompanyType::WORDS),
        /// Exactly these.
        company_ids: Vec<CompanyId> => ids(),
    }
}

endpoint! {
    /// Lists at most 50 companies of the caller's scope by name, for choosing one.
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
    /// Answers one company.
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
    /// Removes a company that nothing depends on.
    pub DeleteCompany = Delete "/api/v1/companies/{companyId}",
    auth: Staff { screen: "/company_management", action: Delete },
    path: CompanyPath,
    refuses: [HasDependents],
    ok: Removed
}

endpoint! {
    /// Lists the changes of a company, the newest first.
    pub ListCompanyRevisions = Get "/api/v1/companies/{companyId}/revisions",
    auth: Staff { screen: "/company_management", action: Read },
    path: CompanyPath,
    query: RevisionFilter,
    ok: Page<Revision>
}
