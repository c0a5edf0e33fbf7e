//! Managers: database access.

use crate::{
    given_access,
    staff::{
        power::{self, AccountRank, GroupGrant},
        rows::{self, AccountColumns, AccountRow, Filter},
    },
    unchanged_passwords,
};
use diesel::{
    ExpressionMethods, JoinOnDsl as _, NullableExpressionMethods as _, OptionalExtension, QueryDsl, RunQueryDsl,
};
use kernel::{
    access::{caller::Caller, editors, scope::Scope},
    auth::{
        accounts::{self, Staff},
        login_id,
    },
    db::{
        DatabaseConnection,
        page::Paging,
        schema::{account, operator, permission_group},
        totals::Totals,
    },
    problem::Problem,
    records::{self, Bin, Record, Rows},
};
use organisation::companies::store as companies;
use std::collections::HashSet;
use uno_core::{
    contract::{
        companies::{CompanyId, CompanyType},
        managers::{AccountStatus, Manager, ManagerFilter, ManagerId, ManagerPath, ManagerRole, ManagerSave, SCREEN},
        page::{Can, Page, Permit},
        revisions::{FieldChange, Revision},
    },
    domain::{
        access::{Action, Authority},
        time::Timestamp,
    },
};

/// Fields of a history that show a company and a group by name.
const COMPANY: &str = "companyName";
pub(crate) const GROUP: &str = "permissionGroupName";

/// Returns whether the filter searches something that no index covers.
#[must_use]
pub fn needs_scan(filter: &ManagerFilter) -> bool {
    let texts = [&filter.name, &filter.login_id, &filter.company_name, &filter.phone_number];
    texts.iter().any(|text| text.is_some()) || !filter.account_states.is_empty()
}

fn filtered(scope: Scope, filter: &ManagerFilter) -> rows::Query {
    use kernel::db::narrow::Narrow as _;
    let common = Filter {
        staff: Staff::Manager,
        login_id: filter.login_id.as_ref(),
        name: filter.name.as_ref(),
        company_name: filter.company_name.as_ref(),
        phone_number: filter.phone_number.as_ref(),
        states: &filter.account_states,
        group: filter.permission_group_id,
        start_created_at: filter.start_created_at,
        end_created_at: filter.end_created_at,
    };
    let roles: Vec<Authority> = filter.manager_roles.iter().map(|role| role.authority()).collect();
    rows::filtered(scope, &common).among(kernel::db::schema::account::authority, &roles)
}

/// Returns a page of managers.
///
/// # Errors
/// Returns an error if the database fails.
pub fn list(
    connection: &mut DatabaseConnection,
    totals: &Totals,
    caller: &Caller,
    filter: &ManagerFilter,
) -> Result<Page<Manager>, Problem> {
    let unpaged = ManagerFilter { page: None, page_size: None, sort: None, ..filter.clone() };
    let name = format!("managers {:?} {}", caller.scope, serde_json::to_string(&unpaged).map_err(Problem::internal)?);
    let place = (filter.sort, Paging::of(filter.page, filter.page_size));
    let scope = companies::narrowed(connection, caller.scope, filter.company_id)?;
    let page = rows::list(connection, totals, name, place, || filtered(scope, filter))?;
    page.try_map_together(|rows| complete(connection, caller, rows))
}

/// Adds the caller's permissions on each. A manager who is the main manager of operators cannot be removed.
fn complete(
    connection: &mut DatabaseConnection,
    caller: &Caller,
    found: Vec<AccountRow>,
) -> Result<Vec<Manager>, Problem> {
    let standing: Vec<AccountRank> = found.iter().map(|found| found.0.standing()).collect();
    let can = power::can(connection, caller, SCREEN, &standing)?;
    let ids: Vec<i64> = standing.iter().map(|standing| standing.account_id).collect();
    let leading: HashSet<i64> = operator::table
        .filter(operator::main_manager_id.eq_any(ids))
        .select(operator::main_manager_id.assume_not_null())
        .distinct()
        .load(connection)?
        .into_iter()
        .collect();
    let made = found.into_iter().zip(can).map(|(found, can)| {
        let leads = can.delete.allowed && leading.contains(&found.0.account_id);
        let delete = if leads { Permit::no("leadsOperators") } else { can.delete };
        shown(found, Can { delete, ..can })
    });
    made.collect()
}

/// Returns the number of managers that match a filter.
///
/// # Errors
/// Returns an error if the database fails.
pub fn count(connection: &mut DatabaseConnection, caller: &Caller, filter: &ManagerFilter) -> Result<i64, Problem> {
    let scope = companies::narrowed(connection, caller.scope, filter.company_id)?;
    Ok(filtered(scope, filter).count().get_result(connection)?)
}

/// Returns the managers of a page.
///
/// # Errors
/// Returns an error if the database fails.
pub fn page(
    connection: &mut DatabaseConnection,
    caller: &Caller,
    filter: &ManagerFilter,
    paging: Paging,
) -> Result<Vec<Manager>, Problem> {
    let scope = companies::narrowed(connection, caller.scope, filter.company_id)?;
    let found = rows::page(connection, (filter.sort, paging), filtered(scope, filter))?;
    complete(connection, caller, found)
}

fn shown(
    (row, company_name, permission_group_name, has_password, has_two_steps): AccountRow,
    can: Can,
) -> Result<Manager, Problem> {
    let (status, locked_until) = (row.status(), row.locked_until());
    let role = ManagerRole::parse(row.authority.as_str()).ok_or_else(|| Problem::internal("no role of a manager"))?;
    Ok(Manager {
        manager_id: ManagerId(row.account_id),
        login_id: row.login_id,
        name: row.name,
        role,
        company_id: row.company_id,
        permission_group_id: row.permission_group_id,
        phone_number: row.phone_number,
        email: row.email,
        status,
        memo: row.memo,
        company_name,
        permission_group_name,
        has_password,
        must_change_password: row.must_change_password,
        has_two_steps,
        locked_until,
        last_signed_in_at: row.last_signed_in_at,
        created_at: row.created_at,
        updated_at: row.updated_at,
        authors: None,
        version: row.version,
        can,
    })
}

fn saved(save: &ManagerSave) -> AccountColumns<'_> {
    AccountColumns {
        login_id: &save.login_id,
        authority: save.role.authority(),
        name: &save.name,
        company_id: save.company_id,
        group: save.permission_group_id,
        phone_number: save.phone_number.as_ref(),
        email: save.email.as_ref(),
        status: save.status,
        memo: save.memo.as_ref(),
        version: save.version,
    }
}

fn grant_of(save: &ManagerSave) -> GroupGrant {
    GroupGrant { group: save.permission_group_id, authority: save.role.authority(), company_id: save.company_id }
}

fn check_oneself(before: &ManagerSave, save: &ManagerSave) -> Result<(), Problem> {
    power::check_oneself(&[
        ("role", before.role != save.role),
        ("companyId", before.company_id != save.company_id),
        ("permissionGroupId", before.permission_group_id != save.permission_group_id),
        ("status", before.status != save.status),
        ("phoneNumber", before.phone_number != save.phone_number),
        ("email", before.email != save.email),
    ])
}

/// Checks that the company is in the scope and of the role's tier; locks it until the transaction ends.
fn check_company(
    connection: &mut DatabaseConnection,
    caller: &Caller,
    role: ManagerRole,
    company_id: Option<CompanyId>,
) -> Result<(), Problem> {
    let expected = match role {
        ManagerRole::Admin => None,
        ManagerRole::Vendor => Some(CompanyType::Vendor),
        ManagerRole::Dealer => Some(CompanyType::Dealer),
        ManagerRole::Retailer => Some(CompanyType::Retailer),
    };
    let Some(company_id) = company_id else { return Ok(()) };
    let line = companies::held_line(connection, caller.scope, company_id)?
        .ok_or_else(|| Problem::invalid_field("companyId", "notFound"))?;
    if Some(line.tier) == expected { Ok(()) } else { Err(Problem::invalid_field("companyId", "wrongTier")) }
}

/// Checks that every operator whose main manager this is remains within the line of the manager's new company.
/// Otherwise readers of the operator would see a manager outside their scope.
fn check_led(connection: &mut DatabaseConnection, id: i64, company_id: Option<CompanyId>) -> Result<(), Problem> {
    // An administrator can be the main manager of any operator.
    let Some(company_id) = company_id else { return Ok(()) };
    accounts::hold(connection, id)?;
    let lines = operator::table
        .inner_join(account::table.on(account::account_id.eq(operator::account_id)))
        .filter(operator::main_manager_id.eq(id))
        .select((account::vendor_id, account::dealer_id, account::retailer_id))
        .load::<accounts::Line>(connection)?;
    let is_within =
        |(vendor, dealer, retailer): &accounts::Line| [*vendor, *dealer, *retailer].contains(&Some(company_id.0));
    if lines.iter().all(is_within) { Ok(()) } else { Err(Problem::invalid_field("companyId", "leadsOperators")) }
}

fn is_active_admin(save: &ManagerSave) -> bool {
    save.role == ManagerRole::Admin && save.status == AccountStatus::Active
}

/// Replaces a group's id in a history by its name.
///
/// # Errors
/// Returns an error if the database fails.
pub fn describe_group(connection: &mut DatabaseConnection, changes: &mut [FieldChange]) -> Result<(), Problem> {
    records::replace_ids_by_names(connection, changes, ("permissionGroupId", GROUP), |connection, id| {
        permission_group::table.find(id).select(permission_group::name).first(connection).optional()
    })
}

/// The record of a manager.
pub struct ManagerRecord;

impl Record for ManagerRecord {
    const RESOURCE: &'static str = "manager";
    type Form = ManagerSave;
}

impl Rows for ManagerRecord {
    type Path = ManagerPath;
    type Shown = Manager;
    const UNIQUE: Option<&'static str> = Some("loginId");

    kernel::locked_rows! { account by account_id }

    fn show(connection: &mut DatabaseConnection, caller: &Caller, id: i64) -> Result<Manager, Problem> {
        let found = rows::get(connection, caller, Staff::Manager, id)?;
        complete(connection, caller, vec![found])?.pop().ok_or_else(Problem::not_found)
    }

    fn standing(connection: &mut DatabaseConnection, caller: &Caller, id: i64) -> Result<ManagerSave, Problem> {
        Ok(Self::show(connection, caller, id)?.form())
    }

    /// Removed accounts with a role above the caller's do not appear in the caller's bin.
    fn kind(save: &ManagerSave) -> Option<&'static str> {
        Some(save.role.as_str())
    }

    fn bin(caller: &Caller) -> Bin {
        let roles = ManagerRole::ALL.iter().filter(|role| power::reaches(caller, role.authority()));
        Bin { kinds: Some(roles.map(|role| role.as_str()).collect()), ..Bin::default() }
    }

    fn check(caller: &Caller, action: Action, save: &ManagerSave) -> Result<(), Problem> {
        // A removed administrator is hidden from others, like any row outside the scope.
        if action == Action::Delete && !power::reaches(caller, save.role.authority()) {
            return Err(Problem::not_found());
        }
        Ok(())
    }

    fn validated(
        connection: &mut DatabaseConnection,
        caller: &Caller,
        standing: Option<(i64, &ManagerSave)>,
        mut save: ManagerSave,
    ) -> Result<ManagerSave, Problem> {
        save.login_id = login_id::key(&save.login_id);
        if standing.is_some_and(|(_, before)| is_active_admin(before)) {
            editors::lock_editors(connection)?;
        }
        if let Some((id, before)) = standing {
            if before.login_id != save.login_id {
                return Err(Problem::invalid_field("loginId", "fixed"));
            }
            if id == caller.account_id {
                check_oneself(before, &save)?;
            }
        }
        if !power::reaches(caller, save.role.authority()) {
            return Err(Problem::invalid_field("role", "aboveOwnTier"));
        }
        check_company(connection, caller, save.role, save.company_id)?;
        if let Some((id, before)) = standing
            && before.company_id != save.company_id
        {
            check_led(connection, id, save.company_id)?;
        }
        power::check_group(connection, caller, standing.map(|(_, before)| grant_of(before)), grant_of(&save))?;
        if let Some((id, before)) = standing
            && is_active_admin(before)
            && !is_active_admin(&save)
        {
            let field = if before.role == save.role { "status" } else { "role" };
            power::check_other_admin(connection, id, field)?;
        }
        Ok(save)
    }

    /// Keeps the group the manager had, whoever assigned it.
    fn validate_restored(
        connection: &mut DatabaseConnection,
        caller: &Caller,
        save: ManagerSave,
    ) -> Result<ManagerSave, Problem> {
        check_company(connection, caller, save.role, save.company_id)?;
        power::check_group_again(connection, caller, grant_of(&save))?;
        Ok(save)
    }

    fn company_of_past(
        _: &mut DatabaseConnection,
        _: i64,
        before: &ManagerSave,
        _: bool,
    ) -> Result<Option<i64>, Problem> {
        Ok(before.company_id.map(|id| id.0))
    }

    fn check_current(
        connection: &mut DatabaseConnection,
        caller: &Caller,
        action: Action,
        id: i64,
        before: &ManagerSave,
    ) -> Result<(), Problem> {
        if action == Action::Delete && id == caller.account_id {
            return Err(Problem::invalid_field("managerId", "ownAccount"));
        }
        let (authority, group) = (before.role.authority(), before.permission_group_id);
        power::check_over(connection, caller, AccountRank { account_id: id, authority, group })
    }

    fn check_removable(connection: &mut DatabaseConnection, id: i64, before: &ManagerSave) -> Result<(), Problem> {
        if is_active_admin(before) {
            editors::lock_editors(connection)?;
            power::check_other_admin(connection, id, "managerId")?;
        }
        let led = operator::table.filter(operator::main_manager_id.eq(id)).count().get_result(connection)?;
        records::dependents(&[("operators", led)])
    }

    fn after_removal(connection: &mut DatabaseConnection, caller: &Caller, id: i64) -> Result<(), Problem> {
        given_access::end_all(connection, caller, id)
    }

    fn describe_changes(
        connection: &mut DatabaseConnection,
        changes: Vec<FieldChange>,
    ) -> Result<Vec<FieldChange>, Problem> {
        let mut changes = companies::replace_ids_by_names(connection, changes, ("companyId", COMPANY))?;
        describe_group(connection, &mut changes)?;
        Ok(changes)
    }

    fn redact_history(
        connection: &mut DatabaseConnection,
        caller: &Caller,
        page: &mut [Revision],
    ) -> Result<(), Problem> {
        companies::veil_names(connection, caller, page, COMPANY)
    }

    fn restorable(
        connection: &mut DatabaseConnection,
        standing: Option<&ManagerSave>,
        mut save: ManagerSave,
    ) -> Result<ManagerSave, Problem> {
        if let Some((group, status)) = power::replacement_group(connection, standing.map(grant_of), grant_of(&save))? {
            (save.permission_group_id, save.status) = (group, status.unwrap_or(save.status));
        }
        Ok(save)
    }

    fn insert(
        connection: &mut DatabaseConnection,
        id: Option<i64>,
        save: &ManagerSave,
        at: Timestamp,
    ) -> Result<i64, Problem> {
        rows::insert(connection, id, &saved(save), at)
    }

    fn replace(
        connection: &mut DatabaseConnection,
        id: i64,
        before: &ManagerSave,
        save: &ManagerSave,
    ) -> Result<usize, Problem> {
        let changed = rows::replace(connection, id, &saved(before), &saved(save))?;
        if changed > 0 && is_active_admin(before) {
            let lost_by = if before.permission_group_id != save.permission_group_id {
                "permissionGroupId"
            } else if before.role != save.role {
                "role"
            } else {
                "status"
            };
            editors::check_editor_remains(connection, lost_by)?;
        }
        Ok(changed)
    }

    /// A change of role, company or group revokes a password that other staff assigned and the owner has not changed.
    fn after_change(
        connection: &mut DatabaseConnection,
        caller: &Caller,
        id: i64,
        before: Option<&ManagerSave>,
        save: &ManagerSave,
    ) -> Result<(), Problem> {
        if before.is_some_and(|before| grant_of(before) != grant_of(save)) {
            unchanged_passwords::revoke(connection, caller, &[id])?;
        }
        given_access::end_lost(connection, caller, &[id])
    }

    fn remove(
        connection: &mut DatabaseConnection,
        id: i64,
        before: &ManagerSave,
    ) -> Result<Option<Timestamp>, Problem> {
        let made_at = rows::remove(connection, id, before.version)?;
        if is_active_admin(before) {
            editors::check_editor_remains(connection, "managerId")?;
        }
        Ok(made_at)
    }
}
