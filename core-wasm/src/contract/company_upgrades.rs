//! A company's way up a tier: from retailer to dealer, from dealer to vendor, with everything that stands below it.

use super::{
    companies::{CompanyId, CompanyPath, CompanyType},
    endpoint, input,
    jobs::Job,
    output,
    validation::Violation,
};

input! {
    /// Where a company moves up to.
    pub struct CompanyUpgradeSave {
        /// Company above afterwards: a vendor where it becomes a dealer, none where it becomes a vendor.
        parent_company_id: Option<CompanyId> => id(),
        /// Whether it is only to be said what would happen.
        dry_run: bool => flag(),
    }
}

output! {
    /// How many of each kind an upgrade moves.
    #[derive(Copy, Default, Eq)]
    pub struct UpgradeCounts {
        /// Companies, the upgraded one included.
        pub companies: i64,
        /// Managers, of whom those of the company itself get the role of the new tier.
        pub managers: i64,
        /// Operators.
        pub operators: i64,
        /// Other accounts of the companies.
        pub accounts: i64,
        /// Members.
        pub members: i64,
        /// Measurements.
        pub measurements: i64,
        /// Participations in trainings; of a job that an earlier version has begun, none.
        #[cfg_attr(feature = "server", serde(default), schema(required = true))]
        pub trainings: i64,
        /// Links between members and users.
        pub links: i64,
        /// Divisions, which stay with their companies.
        pub divisions: i64,
        /// Credentials in force that are revoked, because a company that stands above no longer may know them.
        pub credentials: i64,
    }
}

output! {
    /// What an upgrade moves, and what stands in its way.
    pub struct CompanyUpgrade {
        /// Company.
        pub company_id: CompanyId,
        /// Tier that it has.
        pub from: CompanyType,
        /// Tier that it gets.
        pub to: CompanyType,
        /// What moves, and what stays with it.
        pub counts: UpgradeCounts,
        /// Managers of the company itself: their role becomes that of the new tier, and their sessions end.
        pub own_managers: i64,
        /// Name of the permission group that they get.
        pub permission_group_name: String,
        /// What refuses it, with the number of rows as `count`: `upgradeUnderWay` (it is being moved already),
        /// `operatorsAtRetailer` (operators belong to retailers alone), `managedFromAbove` (operators whose main manager
        /// would stand in another tree), `groupsFromAbove` (accounts whose permission group would be another tree's),
        /// `managersExceedOwn` (managers of the company who may do more than the caller), `groupExceedsOwn` (their new
        /// group may do more than the caller).
        pub obstacles: Vec<Violation>,
        /// The job that moves it; `null` in a dry run.
        pub job: Option<Job>,
    }
}

endpoint! {
    /// Queues a job that moves a company up a tier, with all that stands below it, or says in a dry run what it would do.
    /// Needs the right to change companies of both tiers, and reaches from the old to the new company above: to become a
    /// vendor is for those who reach every company.
    pub UpgradeCompany = Post "/api/v1/companies/{companyId}/upgrade",
    auth: Staff { screen: "/company_management", action: Update },
    path: CompanyPath,
    body: CompanyUpgradeSave,
    ok: CompanyUpgrade
}
