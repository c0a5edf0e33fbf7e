//! The effects of an upgrade and the obstacles to it. Computed for the dry run, before the job is queued, and again
//! when the job begins.

use super::rows::{TierMove, above};
use crate::staff::power::{self, AccountRank};
use diesel::{ExpressionMethods, OptionalExtension, QueryDsl, RunQueryDsl};
use kernel::{
    access::{
        caller::Caller,
        scope::{Scope, Scoped},
    },
    auth::accounts::Staff,
    db::{
        DatabaseConnection,
        schema::{
            account, company, division, job, measurement, member, member_link, operator, permission_group,
            training_participation,
        },
    },
    problem::Problem,
};
use organisation::companies::{
    credentials,
    store::{self as companies, check_tier},
};
use uno_core::{
    contract::{
        companies::{CompanyId, CompanyType},
        company_upgrades::{CompanyUpgrade, UpgradeCounts},
        error::ErrorCode,
        jobs::{Job, JobKind, JobState},
        managers::PermissionGroupId,
        validation::Violation,
    },
    domain::access::{Action, Authority},
};

/// The request field that names the new parent company.
const PARENT: &str = "parentCompanyId";
/// The field that obstacles refer to: the company itself.
const COMPANY: &str = "companyId";

/// A manager of the company itself, who gets the role of the new tier.
pub struct OwnManager {
    /// Account.
    pub standing: AccountRank,
    /// Name.
    pub name: String,
    /// Sign-in id.
    pub login_id: String,
    /// Name of the manager's current group.
    pub group_name: String,
}

/// The effects of an upgrade.
pub struct Plan {
    /// The company and its move.
    pub tier_move: TierMove,
    /// The current tier.
    pub from: CompanyType,
    /// The new tier.
    pub to: CompanyType,
    /// Names of the parent companies before and after.
    pub parents: (Option<String>, Option<String>),
    /// Numbers of rows that move.
    pub counts: UpgradeCounts,
    /// The company's own managers.
    pub managers: Vec<OwnManager>,
    /// The new group of the managers.
    pub group: (PermissionGroupId, String),
    /// The companies that are no longer ancestors.
    pub lost: Vec<i64>,
    /// The companies whose credentials may be known to staff of former ancestors.
    pub exposed: Vec<i64>,
    /// The obstacles.
    pub obstacles: Vec<Violation>,
}

/// Returns the authority of accounts of companies of a tier.
pub const fn authority(tier: CompanyType) -> Authority {
    match tier {
        CompanyType::Vendor => Authority::Vendor,
        CompanyType::Dealer => Authority::Dealer,
        CompanyType::Retailer => Authority::Retailer,
    }
}

impl Plan {
    /// Computes the effects.
    ///
    /// # Errors
    /// Returns "not found" outside the scope, "forbidden" if the caller may not do it, an error for `companyId` if the
    /// company has the highest tier, or one for `parentCompanyId` that names what is wrong with the new parent.
    pub fn of(
        connection: &mut DatabaseConnection,
        caller: &Caller,
        id: CompanyId,
        parent: Option<CompanyId>,
    ) -> Result<Self, Problem> {
        let from = companies::line(connection, caller.scope, id)?.ok_or_else(Problem::not_found)?.tier;
        check_tier(caller, from, Action::Update)?;
        let to = above(from).ok_or_else(|| Problem::invalid_field(COMPANY, "highestTier"))?;
        check_tier(caller, to, Action::Update)?;
        let place = place(connection, caller, id)?;
        let new_parent_name = check_parent(connection, caller, to, parent)?;
        let tier_move = TierMove { company_id: id, from, parent };
        let managers = own_managers(connection, id)?;
        let group = group_of(connection, to)?;
        let mut plan = Self {
            tier_move,
            from,
            to,
            parents: (place.parent_name, new_parent_name),
            counts: counts(connection, tier_move)?,
            managers,
            group,
            lost: place.above.into_iter().filter(|above| parent.is_none_or(|kept| kept.0 != *above)).collect(),
            exposed: Vec::new(),
            obstacles: Vec::new(),
        };
        if !plan.lost.is_empty() {
            plan.exposed =
                company::table.in_scope(tier_move.remaining()).select(company::company_id).load(connection)?;
            plan.counts.credentials = credentials::count_in_force(connection, &plan.exposed)?;
        }
        plan.obstacles = plan.found(connection, caller, place.is_moving)?;
        Ok(plan)
    }

    /// Returns the number of rows that the job moves.
    pub const fn rows(&self) -> i64 {
        let UpgradeCounts { companies, managers, operators, accounts, members, measurements, trainings, links, .. } =
            self.counts;
        companies + managers + operators + accounts + members + measurements + trainings + links
    }

    /// Converts the plan to the response.
    pub fn into_contract(self, job: Option<Job>) -> CompanyUpgrade {
        CompanyUpgrade {
            company_id: self.tier_move.company_id,
            from: self.from,
            to: self.to,
            counts: self.counts,
            own_managers: i64::try_from(self.managers.len()).unwrap_or(i64::MAX),
            permission_group_name: self.group.1,
            obstacles: self.obstacles,
            job,
        }
    }

    /// Returns the obstacles.
    fn found(
        &self,
        connection: &mut DatabaseConnection,
        caller: &Caller,
        is_moving: bool,
    ) -> Result<Vec<Violation>, Problem> {
        let mut found = Vec::new();
        let mut refuse = |code: &str, count: i64| {
            if count > 0 {
                found.push(Violation::new(COMPANY, code).with("count", count));
            }
        };
        refuse("upgradeUnderWay", i64::from(is_moving));
        // Operators run sites of retailers. At a dealer they would reach every company added below it later.
        let at_retailer = if self.from == CompanyType::Retailer { self.counts.operators } else { 0 };
        refuse("operatorsAtRetailer", at_retailer);
        // An operator's main manager must stay in its line, and no account may keep a group owned by another tree.
        let leads: Vec<i64> = account::table
            .filter(account::staff.eq(Staff::Manager.as_str()))
            .filter(account::company_id.eq_any(&self.lost))
            .select(account::account_id)
            .load(connection)?;
        let below = || account::table.in_scope(self.tier_move.remaining());
        let led = below().inner_join(operator::table).filter(operator::main_manager_id.eq_any(leads));
        refuse("managedFromAbove", led.count().get_result(connection)?);
        let of_lost: Vec<i64> = permission_group::table
            .filter(permission_group::company_id.eq_any(&self.lost))
            .select(permission_group::permission_group_id)
            .load(connection)?;
        let own: Vec<i64> = self.managers.iter().map(|manager| manager.standing.account_id).collect();
        let grouped =
            below().filter(account::permission_group_id.eq_any(of_lost)).filter(account::account_id.ne_all(own));
        refuse("groupsFromAbove", grouped.count().get_result(connection)?);
        if self.managers.is_empty() {
            return Ok(found);
        }
        let mut groups: Vec<PermissionGroupId> = self.managers.iter().map(|manager| manager.standing.group).collect();
        groups.push(self.group.0);
        let assignable = power::assignable(connection, caller, &groups)?;
        let exceeding = self.managers.iter().filter(|manager| !assignable.contains(&manager.standing.group)).count();
        refuse("managersExceedOwn", i64::try_from(exceeding).map_err(Problem::internal)?);
        let is_held = assignable.contains(&self.group.0)
            && power::reaches(caller, authority(self.to))
            && power::check_two_step_requirement(connection, caller, self.group.0).is_ok();
        refuse("groupExceedsOwn", i64::from(!is_held));
        Ok(found)
    }
}

/// The position of a company before the move.
struct Place {
    /// Name of the parent company.
    parent_name: Option<String>,
    /// All ancestors.
    above: Vec<i64>,
    /// Whether an earlier move of its rows is still under way.
    is_moving: bool,
}

/// Returns the company's position. The caller's scope must include the parent that it leaves.
fn place(connection: &mut DatabaseConnection, caller: &Caller, id: CompanyId) -> Result<Place, Problem> {
    let (parent, vendor, dealer, moving_from) = company::table
        .find(id.0)
        .select((company::parent_company_id, company::vendor_id, company::dealer_id, company::moving_from))
        .first::<(Option<i64>, Option<i64>, Option<i64>, Option<CompanyType>)>(connection)?;
    let parent_name = match parent {
        None => None,
        Some(parent) => {
            let found = companies::named_line(connection, caller.scope, CompanyId(parent))?;
            Some(found.ok_or_else(|| Problem::new(ErrorCode::Forbidden))?.1)
        }
    };
    let above = [vendor, dealer].into_iter().flatten().filter(|above| *above != id.0).collect();
    Ok(Place { parent_name, above, is_moving: moving_from.is_some() })
}

/// Checks the new parent and returns its name. It must be a vendor in the caller's scope, and is locked until the
/// transaction ends. A vendor has no parent: only callers with access to everything may create a new tree.
fn check_parent(
    connection: &mut DatabaseConnection,
    caller: &Caller,
    to: CompanyType,
    parent: Option<CompanyId>,
) -> Result<Option<String>, Problem> {
    match (to, parent) {
        (CompanyType::Vendor, None) if caller.scope == Scope::All => Ok(None),
        (CompanyType::Vendor, None) => Err(Problem::new(ErrorCode::Forbidden)),
        (CompanyType::Vendor, Some(_)) => Err(Problem::invalid_field(PARENT, "notAllowed")),
        (_, None) => Err(Problem::invalid_field(PARENT, "required")),
        (_, Some(parent)) => {
            companies::hold(connection, parent.0, companies::Hold::Shared)?;
            let found = companies::named_line(connection, caller.scope, parent)?;
            let (line, name) = found.ok_or_else(|| Problem::invalid_field(PARENT, "notFound"))?;
            if line.tier == CompanyType::Vendor {
                Ok(Some(name))
            } else {
                Err(Problem::invalid_field(PARENT, "wrongTier"))
            }
        }
    }
}

fn own_managers(connection: &mut DatabaseConnection, id: CompanyId) -> Result<Vec<OwnManager>, Problem> {
    type Row = (i64, Authority, PermissionGroupId, String, String, String);
    let rows = account::table
        .inner_join(permission_group::table)
        .filter(account::company_id.eq(id.0))
        .filter(account::staff.eq(Staff::Manager.as_str()))
        .order(account::account_id)
        .select((
            account::account_id,
            account::authority,
            account::permission_group_id,
            account::name,
            account::login_id,
            permission_group::name,
        ))
        .load::<Row>(connection)?;
    let manager = |(account_id, authority, group, name, login_id, group_name): Row| OwnManager {
        standing: AccountRank { account_id, authority, group },
        name,
        login_id,
        group_name,
    };
    Ok(rows.into_iter().map(manager).collect())
}

/// Returns the built-in group for managers of the tier. The group of their former tier is for other accounts.
fn group_of(connection: &mut DatabaseConnection, tier: CompanyType) -> Result<(PermissionGroupId, String), Problem> {
    Ok(permission_group::table
        .filter(permission_group::authority.eq(authority(tier)))
        .filter(permission_group::is_built_in.eq(true))
        .order(permission_group::permission_group_id)
        .select((permission_group::permission_group_id, permission_group::name))
        .first(connection)?)
}

/// Counts the rows that move with the company. Credentials do not.
fn counts(connection: &mut DatabaseConnection, tier_move: TierMove) -> Result<UpgradeCounts, Problem> {
    let scope = tier_move.remaining();
    let below = || account::table.in_scope(scope);
    let mut of = |staff: Staff| below().filter(account::staff.eq(staff.as_str())).count().get_result(connection);
    let (managers, operators) = (of(Staff::Manager)?, of(Staff::Operator)?);
    let others = below().filter(account::staff.is_null());
    Ok(UpgradeCounts {
        companies: company::table.in_scope(scope).count().get_result(connection)?,
        managers,
        operators,
        accounts: others.count().get_result(connection)?,
        members: member::table.in_scope(scope).count().get_result(connection)?,
        measurements: measurement::table.in_scope(scope).count().get_result(connection)?,
        trainings: training_participation::table.in_scope(scope).count().get_result(connection)?,
        links: member_link::table.in_scope(scope).count().get_result(connection)?,
        divisions: division::table.in_scope(scope).count().get_result(connection)?,
        credentials: 0,
    })
}

/// Returns whether another upgrade job of the company is queued or running.
///
/// # Errors
/// Returns an error if the database fails.
pub fn is_queued(connection: &mut DatabaseConnection, id: CompanyId) -> Result<bool, Problem> {
    let open = job::table
        .filter(job::kind.eq(JobKind::CompanyUpgrade.as_str()))
        .filter(job::company_id.eq(id.0))
        .filter(job::state.eq_any([JobState::Queued, JobState::Running].map(JobState::as_str)))
        .select(job::job_id);
    Ok(open.first::<i64>(connection).optional()?.is_some())
}
