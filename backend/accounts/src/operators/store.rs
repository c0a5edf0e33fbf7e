//! Operators: database access. Data beyond the account is in a separate table.

use crate::{
    given_access,
    managers::store::describe_group,
    staff::{
        power::{self, AccountRank, GroupGrant},
        rows::{self, AccountColumns, AccountRow, Filter},
    },
    unchanged_passwords,
};
use diesel::{
    BoolExpressionMethods, ExpressionMethods, NullableExpressionMethods, OptionalExtension, QueryDsl, RunQueryDsl,
    dsl::{exists, not},
};
use kernel::{
    access::{
        caller::Caller,
        scope::{Scope, Scoped},
    },
    auth::{
        accounts::{self, Staff},
        login_id,
    },
    clock,
    db::{
        DatabaseConnection,
        narrow::Narrow,
        page::Paging,
        schema::{account, company, external_device, operator, operator_external_device, operator_service},
        totals::Totals,
    },
    on_backend,
    problem::Problem,
    records::{self, Record, Rows},
};
use organisation::{companies::store as companies, external_devices::store as devices};
use serde_json::Value as Json;
use std::collections::HashMap;
use uno_core::{
    contract::{
        companies::{CompanyId, CompanyType},
        external_devices::ExternalDeviceId,
        managers::ManagerId,
        operators::{
            LaunchStatus, MainManagerChoice, MainManagerFilter, Operator, OperatorFilter, OperatorId, OperatorPath,
            OperatorSave, SCREEN,
        },
        page::{Can, Page},
        revisions::{FieldChange, Revision},
        services::ServiceId,
    },
    domain::{
        access::{Action, Authority},
        time::{Bound, Timestamp},
    },
};

/// Maximum number of choices of a picker.
const MAX_CHOICES: i64 = 50;
/// The history field that shows a company by name.
const COMPANY: &str = "companyName";

/// Returns whether the filter searches something that no index covers.
#[must_use]
pub fn needs_scan(filter: &OperatorFilter) -> bool {
    let texts = [&filter.name, &filter.login_id, &filter.company_name, &filter.phone_number];
    let launched = filter.start_launched_at.is_some() || filter.end_launched_at.is_some();
    let launched = launched || !filter.launch_statuses.is_empty() || filter.has_launch.is_some();
    let offers = !filter.service_ids.is_empty() || filter.external_device_id.is_some();
    texts.iter().any(|text| text.is_some()) || launched || offers || !filter.account_states.is_empty()
}

fn filtered(scope: Scope, filter: &OperatorFilter) -> rows::Query {
    let common = Filter {
        staff: Staff::Operator,
        login_id: filter.login_id.as_ref(),
        name: filter.name.as_ref(),
        company_name: filter.company_name.as_ref(),
        phone_number: filter.phone_number.as_ref(),
        states: &filter.account_states,
        group: filter.permission_group_id,
        start_created_at: filter.start_created_at,
        end_created_at: filter.end_created_at,
    };
    let ids: Vec<i64> = filter.operator_ids.iter().map(|id| id.0).collect();
    let mut query = rows::filtered(scope, &common).among(account::account_id, &ids);
    if let Some(manager) = filter.main_manager_id {
        let led = operator::table.filter(operator::main_manager_id.eq(manager.0)).select(operator::account_id);
        query = query.filter(account::account_id.eq_any(led));
    }
    // Correlated subqueries, so that a list is still read along the index of its order.
    let of_row = || operator::table.filter(operator::account_id.eq(account::account_id));
    if let Some(from) = filter.start_launched_at {
        query = query.filter(exists(of_row().filter(operator::launched_at.ge(Bound::first(from).0))));
    }
    if let Some(to) = filter.end_launched_at {
        query = query.filter(exists(of_row().filter(operator::launched_at.le(Bound::last(to).0))));
    }
    let operating = || exists(of_row().filter(operator::launched_at.le(clock::now().0)));
    let asked = |status| filter.launch_statuses.is_empty() || filter.launch_statuses.contains(&status);
    match (asked(LaunchStatus::Operating), asked(LaunchStatus::Preparing)) {
        (true, false) => query = query.filter(operating()),
        (false, true) => query = query.filter(not(operating())),
        _ => {}
    }
    if let Some(has_launch) = filter.has_launch {
        let planned = exists(of_row().filter(operator::launched_at.is_not_null()));
        query = if has_launch { query.filter(planned) } else { query.filter(not(planned)) };
    }
    if !filter.service_ids.is_empty() {
        let offering = operator_service::table
            .filter(operator_service::account_id.eq(account::account_id))
            .filter(operator_service::service_id.eq_any(filter.service_ids.clone()));
        query = query.filter(exists(offering));
    }
    if let Some(device) = filter.external_device_id {
        let having = operator_external_device::table
            .filter(operator_external_device::account_id.eq(account::account_id))
            .filter(operator_external_device::external_device_id.eq(device));
        query = query.filter(exists(having));
    }
    query
}

/// Returns a page of operators.
///
/// # Errors
/// Returns an error if the database fails.
pub fn list(
    connection: &mut DatabaseConnection,
    totals: &Totals,
    caller: &Caller,
    filter: &OperatorFilter,
) -> Result<Page<Operator>, Problem> {
    let unpaged = OperatorFilter { page: None, page_size: None, sort: None, ..filter.clone() };
    let name = format!("operators {:?} {}", caller.scope, serde_json::to_string(&unpaged).map_err(Problem::internal)?);
    let place = (filter.sort, Paging::of(filter.page, filter.page_size));
    let scope = companies::narrowed(connection, caller.scope, filter.company_id)?;
    let page = rows::list(connection, totals, name, place, || filtered(scope, filter))?;
    page.try_map_together(|rows| complete(connection, caller, rows))
}

/// Returns the number of operators that match a filter.
///
/// # Errors
/// Returns an error if the database fails.
pub fn count(connection: &mut DatabaseConnection, caller: &Caller, filter: &OperatorFilter) -> Result<i64, Problem> {
    let scope = companies::narrowed(connection, caller.scope, filter.company_id)?;
    Ok(filtered(scope, filter).count().get_result(connection)?)
}

/// Returns the operators of a page.
///
/// # Errors
/// Returns an error if the database fails.
pub fn page(
    connection: &mut DatabaseConnection,
    caller: &Caller,
    filter: &OperatorFilter,
    paging: Paging,
) -> Result<Vec<Operator>, Problem> {
    let scope = companies::narrowed(connection, caller.scope, filter.company_id)?;
    let found = rows::page(connection, (filter.sort, paging), filtered(scope, filter))?;
    complete(connection, caller, found)
}

type Detail = (i64, Option<ManagerId>, Option<String>, Option<String>, Option<String>, Option<Timestamp>);

/// The external devices of an operator with their names.
type Devices = (Vec<ExternalDeviceId>, Vec<String>);

/// Adds the data of other tables, with one query per table for the whole page.
fn complete(
    connection: &mut DatabaseConnection,
    caller: &Caller,
    found: Vec<AccountRow>,
) -> Result<Vec<Operator>, Problem> {
    let ids: Vec<i64> = found.iter().map(|found| found.0.account_id).collect();
    let details = operator::table
        .filter(operator::account_id.eq_any(&ids))
        .select((
            operator::account_id,
            operator::main_manager_id,
            operator::postal_code,
            operator::address,
            operator::address_detail,
            operator::launched_at,
        ))
        .load::<Detail>(connection)?;
    let managers: Vec<ManagerId> = details.iter().filter_map(|detail| detail.1).collect();
    let names: HashMap<ManagerId, String> = account::table
        .filter(account::account_id.eq_any(managers))
        .select((account::account_id, account::name))
        .load(connection)?
        .into_iter()
        .collect();
    let mut details: HashMap<i64, Detail> = details.into_iter().map(|detail| (detail.0, detail)).collect();
    let mut services: HashMap<i64, Vec<ServiceId>> = HashMap::new();
    for (id, service) in operator_service::table
        .filter(operator_service::account_id.eq_any(&ids))
        .order(operator_service::service_id)
        .load::<(i64, i64)>(connection)?
    {
        services.entry(id).or_default().push(ServiceId(service));
    }
    let mut named: HashMap<i64, Devices> = HashMap::new();
    for (id, device, name) in operator_external_device::table
        .inner_join(external_device::table)
        .filter(operator_external_device::account_id.eq_any(&ids))
        .order(operator_external_device::external_device_id)
        .select((operator_external_device::account_id, external_device::external_device_id, external_device::name))
        .load::<(i64, ExternalDeviceId, String)>(connection)?
    {
        let (devices, names) = named.entry(id).or_default();
        devices.push(device);
        names.push(name);
    }
    let standing: Vec<AccountRank> = found.iter().map(|found| found.0.standing()).collect();
    let can = power::can(connection, caller, SCREEN, &standing)?;
    let now = clock::now();
    found
        .into_iter()
        .zip(can)
        .map(|(found, can)| {
            let id = found.0.account_id;
            let detail = details.remove(&id).unwrap_or((id, None, None, None, None, None));
            let main_manager_name = detail.1.and_then(|manager| names.get(&manager).cloned());
            let services = services.remove(&id).unwrap_or_default();
            shown(found, detail, main_manager_name, services, named.remove(&id).unwrap_or_default(), (can, now))
        })
        .collect()
}

fn shown(
    (row, company_name, permission_group_name, has_password, has_two_steps): AccountRow,
    (_, main_manager_id, postal_code, address, address_detail, launched_at): Detail,
    main_manager_name: Option<String>,
    service_ids: Vec<ServiceId>,
    (external_device_ids, external_device_names): Devices,
    (can, now): (Can, Timestamp),
) -> Result<Operator, Problem> {
    let (status, locked_until) = (row.status(), row.locked_until());
    let operating = launched_at.is_some_and(|at| at <= now);
    Ok(Operator {
        operator_id: OperatorId(row.account_id),
        login_id: row.login_id,
        name: row.name,
        company_id: row.company_id.ok_or_else(|| Problem::internal("an operator without a company"))?,
        main_manager_id,
        permission_group_id: row.permission_group_id,
        service_ids,
        external_device_ids,
        phone_number: row.phone_number,
        email: row.email,
        postal_code,
        address,
        address_detail,
        status,
        memo: row.memo,
        company_name,
        main_manager_name,
        external_device_names,
        permission_group_name,
        launch_status: if operating { LaunchStatus::Operating } else { LaunchStatus::Preparing },
        launched_at,
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

/// Returns managers to choose from, by name. For a given company, those that [`check_main_manager`] accepts.
///
/// # Errors
/// Returns an error if the database fails.
pub fn main_managers(
    connection: &mut DatabaseConnection,
    scope: Scope,
    filter: &MainManagerFilter,
) -> Result<Vec<MainManagerChoice>, Problem> {
    let mut query = account::table.in_scope(scope).filter(account::staff.eq(Staff::Manager.as_str()));
    if let Some(company_id) = filter.company_id {
        // Reveals nothing about companies outside the caller's scope.
        let above = companies::line(connection, scope, company_id)?
            .map(|line| [line.vendor_id, line.dealer_id, line.retailer_id].into_iter().flatten().collect::<Vec<_>>())
            .unwrap_or_default();
        let of_line = account::company_id.eq_any(above);
        query = query.filter(of_line.or(account::company_id.is_null()));
    }
    let found = query
        .containing(account::name_key, filter.name.as_ref())
        .among(account::account_id, &filter.manager_ids)
        .left_join(company::table)
        .order((account::name_key, account::account_id))
        .limit(MAX_CHOICES)
        .select((account::account_id, account::name, company::name.nullable()))
        .load::<(ManagerId, String, Option<String>)>(connection)?;
    let choice = |(manager_id, name, company_name)| MainManagerChoice { manager_id, name, company_name };
    Ok(found.into_iter().map(choice).collect())
}

fn saved(save: &OperatorSave) -> AccountColumns<'_> {
    AccountColumns {
        login_id: &save.login_id,
        authority: Authority::Operator,
        name: &save.name,
        company_id: Some(save.company_id),
        group: save.permission_group_id,
        phone_number: save.phone_number.as_ref(),
        email: save.email.as_ref(),
        status: save.status,
        memo: save.memo.as_ref(),
        version: save.version,
    }
}

fn grant_of(save: &OperatorSave) -> GroupGrant {
    GroupGrant { group: save.permission_group_id, authority: Authority::Operator, company_id: Some(save.company_id) }
}

/// Writes the tables besides the account.
fn write_detail(connection: &mut DatabaseConnection, id: i64, save: &OperatorSave) -> Result<(), Problem> {
    diesel::update(operator::table.find(id))
        .set((
            operator::main_manager_id.eq(save.main_manager_id),
            operator::postal_code.eq(&save.postal_code),
            operator::address.eq(&save.address),
            operator::address_detail.eq(&save.address_detail),
        ))
        .execute(connection)?;
    diesel::delete(operator_service::table.filter(operator_service::account_id.eq(id))).execute(connection)?;
    let service =
        |service: &ServiceId| (operator_service::account_id.eq(id), operator_service::service_id.eq(service.0));
    let rows: Vec<_> = save.service_ids.iter().map(service).collect();
    on_backend!(connection, |connection| diesel::insert_into(operator_service::table)
        .values(rows)
        .execute(connection))?;
    let of_operator = operator_external_device::table.filter(operator_external_device::account_id.eq(id));
    diesel::delete(of_operator).execute(connection)?;
    let device = |device: &ExternalDeviceId| {
        (operator_external_device::account_id.eq(id), operator_external_device::external_device_id.eq(device.0))
    };
    let rows: Vec<_> = save.external_device_ids.iter().map(device).collect();
    on_backend!(connection, |connection| diesel::insert_into(operator_external_device::table)
        .values(rows)
        .execute(connection))?;
    Ok(())
}

/// Checks that the company is a retailer in the scope and locks it until the transaction ends; returns its line.
fn check_company(
    connection: &mut DatabaseConnection,
    caller: &Caller,
    company_id: CompanyId,
) -> Result<companies::Line, Problem> {
    let line = companies::held_line(connection, caller.scope, company_id)?
        .ok_or_else(|| Problem::invalid_field("companyId", "notFound"))?;
    if line.tier == CompanyType::Retailer { Ok(line) } else { Err(Problem::invalid_field("companyId", "wrongTier")) }
}

/// Checks that the main manager is a manager of the operator's line whom the caller reaches, or is unchanged.
fn check_main_manager(
    connection: &mut DatabaseConnection,
    caller: &Caller,
    line: &companies::Line,
    before: Option<&OperatorSave>,
    save: &OperatorSave,
) -> Result<(), Problem> {
    let Some(manager) = save.main_manager_id else { return Ok(()) };
    let is_same = before.is_some_and(|before| before.main_manager_id == Some(manager));
    // An existing main manager must not block a change of something else.
    if is_same && before.is_some_and(|before| before.company_id == save.company_id) {
        return Ok(());
    }
    // The main manager may have been set by someone above the caller; it can stay.
    check_leader(connection, if is_same { Scope::All } else { caller.scope }, line, manager)
}

/// Checks that a manager of the scope may be the main manager of an operator of a line. Locks the manager's account
/// until the transaction ends.
fn check_leader(
    connection: &mut DatabaseConnection,
    scope: Scope,
    line: &companies::Line,
    manager: ManagerId,
) -> Result<(), Problem> {
    const FIELD: &str = "mainManagerId";
    accounts::hold(connection, manager.0)?;
    match is_of_line(connection, scope, line, manager)? {
        None => Err(Problem::invalid_field(FIELD, "notFound")),
        Some(false) => Err(Problem::invalid_field(FIELD, "otherTree")),
        Some(true) => Ok(()),
    }
}

/// Checks that the devices exist and locks them until the transaction ends.
fn check_devices(connection: &mut DatabaseConnection, save: &OperatorSave) -> Result<(), Problem> {
    devices::hold(connection, &save.external_device_ids)?;
    if devices::names(connection, &save.external_device_ids)?.len() < save.external_device_ids.len() {
        return Err(Problem::invalid_field("externalDeviceIds", "notFound"));
    }
    Ok(())
}

/// Returns whether a manager of the scope is of a line, or an administrator, who can manage any operator; `None` if
/// there is no such manager.
fn is_of_line(
    connection: &mut DatabaseConnection,
    scope: Scope,
    line: &companies::Line,
    manager: ManagerId,
) -> Result<Option<bool>, Problem> {
    let found = account::table
        .in_scope(scope)
        .filter(account::staff.eq(Staff::Manager.as_str()))
        .filter(account::account_id.eq(manager.0))
        .select(account::company_id)
        .first::<Option<i64>>(connection)
        .optional()?;
    let of_line = [line.vendor_id, line.dealer_id, line.retailer_id];
    Ok(found.map(|company| company.is_none() || of_line.contains(&company)))
}

/// Checks that a postal code has five digits. An unchanged code is not checked.
fn check_postal_code(code: Option<&str>) -> Result<(), Problem> {
    let is_code = |code: &str| code.len() == 5 && code.bytes().all(|byte| byte.is_ascii_digit());
    if code.is_none_or(is_code) { Ok(()) } else { Err(Problem::invalid_field("postalCode", "format")) }
}

/// The record of an operator.
pub struct OperatorRecord;

impl Record for OperatorRecord {
    const RESOURCE: &'static str = "operator";
    type Form = OperatorSave;
}

impl Rows for OperatorRecord {
    type Path = OperatorPath;
    type Shown = Operator;
    const UNIQUE: Option<&'static str> = Some("loginId");

    kernel::locked_rows! { account by account_id }

    fn show(connection: &mut DatabaseConnection, caller: &Caller, id: i64) -> Result<Operator, Problem> {
        let found = rows::get(connection, caller, Staff::Operator, id)?;
        complete(connection, caller, vec![found])?.pop().ok_or_else(Problem::not_found)
    }

    fn standing(connection: &mut DatabaseConnection, caller: &Caller, id: i64) -> Result<OperatorSave, Problem> {
        Ok(Self::show(connection, caller, id)?.form())
    }

    fn validated(
        connection: &mut DatabaseConnection,
        caller: &Caller,
        standing: Option<(i64, &OperatorSave)>,
        mut save: OperatorSave,
    ) -> Result<OperatorSave, Problem> {
        save.login_id = login_id::key(&save.login_id);
        save.service_ids.sort_unstable();
        save.service_ids.dedup();
        save.external_device_ids.sort_unstable();
        save.external_device_ids.dedup();
        if let Some((id, before)) = standing {
            if before.login_id != save.login_id {
                return Err(Problem::invalid_field("loginId", "fixed"));
            }
            if id == caller.account_id {
                power::check_oneself(&[
                    ("companyId", before.company_id != save.company_id),
                    ("permissionGroupId", before.permission_group_id != save.permission_group_id),
                    ("serviceIds", before.service_ids != save.service_ids),
                    ("status", before.status != save.status),
                    ("phoneNumber", before.phone_number != save.phone_number),
                    ("email", before.email != save.email),
                ])?;
            }
        }
        if standing.is_none_or(|(_, before)| before.postal_code != save.postal_code) {
            check_postal_code(save.postal_code.as_deref())?;
        }
        let line = check_company(connection, caller, save.company_id)?;
        power::check_group(connection, caller, standing.map(|(_, before)| grant_of(before)), grant_of(&save))?;
        // Services that the caller cannot assign may stay if they were assigned before.
        let had = |service| standing.is_some_and(|(_, before)| before.service_ids.contains(service));
        if save.service_ids.iter().any(|service| !caller.service_ids.contains(service) && !had(service)) {
            return Err(Problem::invalid_field("serviceIds", "exceedsOwn"));
        }
        check_main_manager(connection, caller, &line, standing.map(|(_, before)| before), &save)?;
        check_devices(connection, &save)?;
        Ok(save)
    }

    /// Keeps the group, the services and the manager it had, whoever assigned them.
    fn validate_restored(
        connection: &mut DatabaseConnection,
        caller: &Caller,
        save: OperatorSave,
    ) -> Result<OperatorSave, Problem> {
        let line = check_company(connection, caller, save.company_id)?;
        power::check_group_again(connection, caller, grant_of(&save))?;
        if let Some(manager) = save.main_manager_id {
            check_leader(connection, Scope::All, &line, manager)?;
        }
        check_devices(connection, &save)?;
        Ok(save)
    }

    fn company_of_past(
        _: &mut DatabaseConnection,
        _: i64,
        before: &OperatorSave,
        _: bool,
    ) -> Result<Option<i64>, Problem> {
        Ok(Some(before.company_id.0))
    }

    fn check_current(
        connection: &mut DatabaseConnection,
        caller: &Caller,
        action: Action,
        id: i64,
        before: &OperatorSave,
    ) -> Result<(), Problem> {
        if action == Action::Delete && id == caller.account_id {
            return Err(Problem::invalid_field("operatorId", "ownAccount"));
        }
        let (authority, group) = (Authority::Operator, before.permission_group_id);
        power::check_over(connection, caller, AccountRank { account_id: id, authority, group })
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
        let fields = ("mainManagerId", "mainManagerName");
        records::replace_ids_by_names(connection, &mut changes, fields, |connection, id| {
            account::table.find(id).select(account::name).first(connection).optional()
        })?;
        for change in changes.iter_mut().filter(|change| change.field == "externalDeviceIds") {
            for value in [&mut change.before, &mut change.after].into_iter().flatten() {
                let ids: Vec<_> = value.split(", ").filter_map(|id| id.parse().ok().map(ExternalDeviceId)).collect();
                let names: Vec<String> = devices::names(connection, &ids)?.into_iter().map(|(_, name)| name).collect();
                *value = names.join(", ");
            }
        }
        Ok(changes)
    }

    fn redact_history(
        connection: &mut DatabaseConnection,
        caller: &Caller,
        page: &mut [Revision],
    ) -> Result<(), Problem> {
        companies::veil_names(connection, caller, page, COMPANY)
    }

    /// Returns its launch.
    fn related_rows(connection: &mut DatabaseConnection, id: i64) -> Result<Json, Problem> {
        let launched_at = operator::table.find(id).select(operator::launched_at);
        Ok(launched_at.first::<Option<i64>>(connection).optional()?.flatten().into())
    }

    fn restore_related_rows(connection: &mut DatabaseConnection, id: i64, related_rows: &Json) -> Result<(), Problem> {
        diesel::update(operator::table.find(id))
            .set(operator::launched_at.eq(related_rows.as_i64()))
            .execute(connection)?;
        Ok(())
    }

    fn restorable(
        connection: &mut DatabaseConnection,
        standing: Option<&OperatorSave>,
        mut save: OperatorSave,
    ) -> Result<OperatorSave, Problem> {
        if let Some((group, status)) = power::replacement_group(connection, standing.map(grant_of), grant_of(&save))? {
            (save.permission_group_id, save.status) = (group, status.unwrap_or(save.status));
        }
        let known = devices::names(connection, &save.external_device_ids)?;
        save.external_device_ids = known.into_iter().map(|(id, _)| id).collect();
        // The main manager is cleared if they no longer exist or have moved to another line; an unchanged one stays.
        let led = |save: &OperatorSave| (save.main_manager_id, save.company_id);
        if standing.map(led) != Some(led(&save))
            && let Some((manager, line)) =
                save.main_manager_id.zip(companies::line(connection, Scope::All, save.company_id)?)
            && is_of_line(connection, Scope::All, &line, manager)? != Some(true)
        {
            save.main_manager_id = None;
        }
        Ok(save)
    }

    fn insert(
        connection: &mut DatabaseConnection,
        id: Option<i64>,
        save: &OperatorSave,
        at: Timestamp,
    ) -> Result<i64, Problem> {
        let id = rows::insert(connection, id, &saved(save), at)?;
        diesel::insert_into(operator::table).values(operator::account_id.eq(id)).execute(connection)?;
        write_detail(connection, id, save)?;
        Ok(id)
    }

    fn replace(
        connection: &mut DatabaseConnection,
        id: i64,
        before: &OperatorSave,
        save: &OperatorSave,
    ) -> Result<usize, Problem> {
        let changed = rows::replace(connection, id, &saved(before), &saved(save))?;
        if changed > 0 {
            write_detail(connection, id, save)?;
        }
        Ok(changed)
    }

    /// A change of company or group revokes a password that other staff assigned and the owner has not changed.
    fn after_change(
        connection: &mut DatabaseConnection,
        caller: &Caller,
        id: i64,
        before: Option<&OperatorSave>,
        save: &OperatorSave,
    ) -> Result<(), Problem> {
        if before.is_some_and(|before| grant_of(before) != grant_of(save)) {
            unchanged_passwords::revoke(connection, caller, &[id])?;
        }
        given_access::end_lost(connection, caller, &[id])
    }

    fn remove(
        connection: &mut DatabaseConnection,
        id: i64,
        before: &OperatorSave,
    ) -> Result<Option<Timestamp>, Problem> {
        rows::remove(connection, id, before.version)
    }
}
