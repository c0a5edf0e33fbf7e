//! Upgrade of a company by one tier, from retailer to dealer or from dealer to vendor, with everything below it.

use super::{
    companies::{CompanyId, CompanyPath, CompanyType},
    endpoint, input,
    jobs::Job,
    output,
    validation::Violation,
};

input! {
    /// Target of an upgrade.
    pub struct CompanyUpgradeSave {
        /// Parent company after the upgrade: a vendor for a new dealer, none for a new vendor.
        parent_company_id: Option<CompanyId> => id(),
        /// Whether to only report what would happen.
        dry_run: bool => flag(),
    }
}

output! {
    /// Number of records of each kind that an upgrade moves.
    #[derive(Copy, Default, Eq)]
    pub struct UpgradeCounts {
        /// Companies, including the upgraded one.
        pub companies: i64,
        /// Managers. Those of the company itself get the role of the new tier.
        pub managers: i64,
        /// Operators.
        pub operators: i64,
        /// Other accounts of the companies.
        pub accounts: i64,
        /// Members.
        pub members: i64,
        /// Measurements.
        pub measurements: i64,
        /// Training participations; 0 for a job started by an earlier version.
        #[cfg_attr(feature = "server", serde(default), schema(required = true))]
        pub trainings: i64,
        /// Links between members and users.
        pub links: i64,
        /// Divisions, which stay with their companies.
        pub divisions: i64,
        /// Active credentials that are revoked, because they may be known to a former parent company.
        pub credentials: i64,
    }
}

output! {
    /// What an upgrade moves, and what prevents it.
    pub struct CompanyUpgrade {
        /// Company id.
        pub company_id: CompanyId,
        /// Current tier.
        pub from: CompanyType,
        /// New tier.
        pub to: CompanyType,
        /// Number of records moved.
        pub counts: UpgradeCounts,
        /// Managers of the company itself: they get the role of the new tier, and their sessions end.
        pub own_managers: i64,
        /// Name of their new permission group.
        pub permission_group_name: String,
        /// Obstacles, with the number of rows as `count`: `upgradeUnderWay` (an upgrade is already running),
        /// `operatorsAtRetailer` (only retailers can have operators), `managedFromAbove` (operators whose main manager
        /// would be in another tree), `groupsFromAbove` (accounts whose permission group would belong to another tree),
        /// `managersExceedOwn` (managers of the company with more permissions than the caller), `groupExceedsOwn`
        /// (their new group has more permissions than the caller).
        pub obstacles: Vec<Violation>,
        /// The job that performs the upgrade; `null` in a dry run.
        pub job: Option<Job>,
    }
}

endpoint! {
    /// Upgrades a company by one tier, with everything below it, in a job; a dry run only reports what would happen.
    ///
    /// Requires the permission to change companies of both tiers, and a scope that includes the old and the new parent
    /// company. Upgrading to a vendor requires access to every company.
    pub UpgradeCompany = Post "/api/v1/companies/{companyId}/upgrade",
    auth: Staff { screen: "/company_management", action: Update },
    path: CompanyPath,
    body: CompanyUpgradeSave,
    ok: CompanyUpgrade
}
