//! Authorization over staff accounts. Callers cannot create or change an account above their own tier, outside their
//! own tree (enforced by the scope), or with more permissions than they have.

use crate::permission_groups::store::is_held_to_two_steps;
use diesel::{
    BoolExpressionMethods, ExpressionMethods, JoinOnDsl, NullableExpressionMethods, OptionalExtension, QueryDsl,
    RunQueryDsl,
};
use kernel::{
    access::{caller::Caller, scope::Scoped},
    auth::accounts,
    db::{
        DatabaseConnection, Db,
        schema::{account, company, menu_item, permission, permission_group, permission_group_service},
    },
    problem::Problem,
};
use std::collections::{HashMap, HashSet};
use uno_core::{
    contract::{
        companies::CompanyId,
        error::ErrorCode,
        managers::{AccountStatus, PermissionGroupChoice, PermissionGroupId},
        menu_items::PermittedMenuItem,
        page::{Can, Permit},
        services::ServiceId,
    },
    domain::access::{Action, Authority, Permission},
};

/// Returns the distance of an authority from the top.
fn tier(authority: Authority) -> u8 {
    match authority {
        Authority::Admin => 0,
        Authority::Vendor => 1,
        Authority::Dealer => 2,
        Authority::Retailer => 3,
        Authority::Operator => 4,
        Authority::Member => 5,
    }
}

/// Returns whether an authority is at or below the caller's tier.
#[must_use]
pub fn reaches(caller: &Caller, authority: Authority) -> bool {
    tier(authority) >= tier(caller.authority)
}

/// Returns the groups that allow no more than the caller may. Menu entries without an address are ignored.
///
/// # Errors
/// Returns an error if the database fails.
pub fn assignable(
    connection: &mut DatabaseConnection,
    caller: &Caller,
    groups: &[PermissionGroupId],
) -> Result<HashSet<PermissionGroupId>, Problem> {
    if caller.holds_everything() {
        return Ok(groups.iter().copied().collect());
    }
    let own: HashMap<i64, Permission> =
        caller.items.iter().map(|item| (item.menu_item_id.0, item.permission())).collect();
    let within = |item: i64, given: Permission| {
        let own = own.get(&item).copied().unwrap_or_default();
        Action::ALL.iter().all(|action| !given.allows(*action) || own.allows(*action))
    };
    let mut found: HashSet<PermissionGroupId> = groups.iter().copied().collect();
    let given = permission::table
        .inner_join(menu_item::table)
        .filter(permission::permission_group_id.eq_any(groups))
        .filter(menu_item::url.ne(""))
        .select((
            permission::permission_group_id,
            permission::menu_item_id,
            menu_item::unrestricted,
            permission::can_read,
            permission::can_create,
            permission::can_update,
            permission::can_delete,
        ))
        .load::<(PermissionGroupId, i64, bool, bool, bool, bool, bool)>(connection)?;
    for (group, item, unrestricted, read, create, update, delete) in given {
        let (menu_item_id, url) = (uno_core::contract::menu_items::MenuItemId(item), String::new());
        let given = PermittedMenuItem { menu_item_id, url, unrestricted, read, create, update, delete }.permission();
        if !within(item, given) {
            found.remove(&group);
        }
    }
    let services = permission_group_service::table
        .filter(permission_group_service::permission_group_id.eq_any(groups))
        .select((permission_group_service::permission_group_id, permission_group_service::service_id))
        .load::<(PermissionGroupId, ServiceId)>(connection)?;
    for (group, service) in services {
        if !caller.service_ids.contains(&service) {
            found.remove(&group);
        }
    }
    Ok(found)
}

/// Returns the groups that the caller may assign, by name. A group that an account in the scope has (`standing`) is
/// included regardless of its owner, its requirements (see [`check_group`]) and its permissions, because lists are
/// filtered by it.
///
/// # Errors
/// Returns an error if the database fails.
pub fn choices(
    connection: &mut DatabaseConnection,
    caller: &Caller,
    standing: Option<PermissionGroupId>,
) -> Result<Vec<PermissionGroupChoice>, Problem> {
    let below: Vec<&str> = Authority::ALL
        .iter()
        .filter(|authority| **authority != Authority::Member && reaches(caller, **authority))
        .map(|authority| authority.as_str())
        .collect();
    // A group that no account in scope has must not be revealed by asking for it.
    let having = account::table.in_scope(caller.scope).select(account::permission_group_id);
    let kept = having.filter(account::permission_group_id.eq(standing.map_or(0, |group| group.0)));
    let kept = kept.first::<PermissionGroupId>(connection).optional()?;
    type Group = (PermissionGroupId, String, Authority, Option<String>);
    let of = |groups: permission_group::BoxedQuery<'static, Db>| {
        groups
            .filter(permission_group::authority.eq_any(below.clone()))
            .left_join(company::table.on(permission_group::company_id.eq(company::company_id.nullable())))
            .order((permission_group::name, permission_group::permission_group_id))
            .select((
                permission_group::permission_group_id,
                permission_group::name,
                permission_group::authority,
                company::name.nullable(),
            ))
    };
    let mut groups = permission_group::table.in_scope(caller.scope);
    if is_held_to_two_steps(caller) {
        let is_kept = permission_group::permission_group_id.eq(kept.map_or(0, |group| group.0));
        groups = groups.filter(permission_group::requires_two_steps.eq(true).or(is_kept));
    }
    let mut groups = of(groups).load::<Group>(connection)?;
    if let Some(kept) = kept.filter(|kept| groups.iter().all(|(id, ..)| id != kept)) {
        let kept = of(permission_group::table.find(kept.0).into_boxed()).load::<Group>(connection)?;
        // Its owner is above the caller, so the company's name is not shown.
        groups.extend(kept.into_iter().map(|(id, name, authority, _)| (id, name, authority, None)));
    }
    let ids: Vec<_> = groups.iter().map(|(id, ..)| *id).collect();
    let assignable = assignable(connection, caller, &ids)?;
    let made = groups.into_iter().filter(|(id, ..)| assignable.contains(id) || Some(*id) == kept);
    let choice = |(permission_group_id, name, authority, company_name)| PermissionGroupChoice {
        permission_group_id,
        name,
        authority,
        company_name,
    };
    Ok(made.map(choice).collect())
}

/// The properties that decide whether an account may have a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GroupGrant {
    /// The group.
    pub group: PermissionGroupId,
    /// Authority of the account.
    pub authority: Authority,
    /// Its company.
    pub company_id: Option<CompanyId>,
}

/// Checks that the caller may assign an account its group. The group must belong to the installation or to a company in
/// the account's line: another tree must not define the permissions of accounts of this one. If neither group nor
/// authority changes, the caller need not be able to assign the group, because someone above may have assigned it.
///
/// # Errors
/// Returns an error for the field `permissionGroupId`.
pub fn check_group(
    connection: &mut DatabaseConnection,
    caller: &Caller,
    before: Option<GroupGrant>,
    given: GroupGrant,
) -> Result<(), Problem> {
    let is_another = before.is_none_or(|before| before.group != given.group);
    if is_another || before.is_some_and(|before| before.authority != given.authority) {
        check_assignment(connection, caller, given)?;
    }
    if before != Some(given) && !is_of_line(connection, given)? {
        return Err(Problem::invalid_field("permissionGroupId", "otherTree"));
    }
    if is_another {
        check_two_step_requirement(connection, caller, given.group)?;
    }
    Ok(())
}

/// Checks that the caller may restore an account with the group it had. The group may belong to a company above the
/// caller's, but must allow nothing that the caller may not.
///
/// # Errors
/// Same as [`check_group`].
pub fn check_group_again(
    connection: &mut DatabaseConnection,
    caller: &Caller,
    given: GroupGrant,
) -> Result<(), Problem> {
    if is_of_line(connection, given)? {
        check_within_own(connection, caller, given.group)?;
        check_two_step_requirement(connection, caller, given.group)
    } else {
        Err(Problem::invalid_field("permissionGroupId", "otherTree"))
    }
}

/// Returns whether a group belongs to the installation, the account's company or one of its ancestors.
fn is_of_line(connection: &mut DatabaseConnection, given: GroupGrant) -> Result<bool, Problem> {
    let owner = permission_group::table.find(given.group.0).select(permission_group::company_id);
    let Some(owner) = owner.first::<Option<i64>>(connection).optional()?.flatten() else { return Ok(true) };
    let (vendor_id, dealer_id, retailer_id) = accounts::line(connection, given.company_id.map(|id| id.0))?;
    Ok([vendor_id, dealer_id, retailer_id].contains(&Some(owner)))
}

/// Checks that the caller may assign a group to an account of this authority.
fn check_assignment(
    connection: &mut DatabaseConnection,
    caller: &Caller,
    GroupGrant { group, authority, .. }: GroupGrant,
) -> Result<(), Problem> {
    const FIELD: &str = "permissionGroupId";
    let found = permission_group::table
        .in_scope(caller.scope)
        .filter(permission_group::permission_group_id.eq(group.0))
        .select(permission_group::authority);
    let Some(of) = found.first::<Authority>(connection).optional()? else {
        return Err(Problem::invalid_field(FIELD, "notFound"));
    };
    if of != authority {
        return Err(Problem::invalid_field(FIELD, "wrongRole"));
    }
    check_within_own(connection, caller, group)
}

/// Checks that a group allows nothing that the caller may not.
fn check_within_own(
    connection: &mut DatabaseConnection,
    caller: &Caller,
    group: PermissionGroupId,
) -> Result<(), Problem> {
    if assignable(connection, caller, &[group])?.contains(&group) {
        Ok(())
    } else {
        Err(Problem::invalid_field("permissionGroupId", "exceedsOwn"))
    }
}

/// Checks that a group requires a second sign-in step if the caller's own does. Otherwise a caller could create an
/// account, even for themselves, that is exempt. Administrators define the requirement and may assign any group.
///
/// # Errors
/// Returns an error for the field `permissionGroupId`.
pub fn check_two_step_requirement(
    connection: &mut DatabaseConnection,
    caller: &Caller,
    group: PermissionGroupId,
) -> Result<(), Problem> {
    if !is_held_to_two_steps(caller) {
        return Ok(());
    }
    let demands = permission_group::table.find(group.0).select(permission_group::requires_two_steps);
    if demands.first::<bool>(connection)? {
        Ok(())
    } else {
        Err(Problem::invalid_field("permissionGroupId", "demandsTwoSteps"))
    }
}

/// Returns the group for an account being restored whose own group no longer exists or belongs to another tree; `None`
/// if its own group can stay. An existing account of the same authority keeps its current group. Any other account gets
/// the built-in group of its authority, whose permissions the caller must hold too. Because that group may allow more
/// than the lost one, the account is suspended until someone reviews it.
///
/// # Errors
/// Returns an error if the database fails.
pub fn replacement_group(
    connection: &mut DatabaseConnection,
    standing: Option<GroupGrant>,
    given: GroupGrant,
) -> Result<Option<(PermissionGroupId, Option<AccountStatus>)>, Problem> {
    let known = permission_group::table.find(given.group.0).select(permission_group::permission_group_id);
    let is_there = known.first::<PermissionGroupId>(connection).optional()?.is_some();
    if standing == Some(given) || is_there && is_of_line(connection, given)? {
        return Ok(None);
    }
    if let Some(standing) = standing.filter(|standing| standing.authority == given.authority) {
        return Ok(Some((standing.group, None)));
    }
    let built_in = permission_group::table
        .filter(permission_group::authority.eq(given.authority).and(permission_group::is_built_in.eq(true)))
        .order(permission_group::permission_group_id)
        .select(permission_group::permission_group_id);
    Ok(built_in.first(connection).optional()?.map(|group| (group, Some(AccountStatus::Suspended))))
}

/// The properties of an account that decide what may be done to it.
#[derive(Clone, Copy, Debug)]
pub struct AccountRank {
    /// Account.
    pub account_id: i64,
    /// Authority of the account.
    pub authority: Authority,
    /// Its group.
    pub group: PermissionGroupId,
}

/// Checks that the caller has power over an account in the scope.
///
/// # Errors
/// Returns [`ErrorCode::Forbidden`] if the account is above the caller or has more permissions.
pub fn check_over(connection: &mut DatabaseConnection, caller: &Caller, standing: AccountRank) -> Result<(), Problem> {
    let AccountRank { authority, group, .. } = standing;
    if reaches(caller, authority) && assignable(connection, caller, &[group])?.contains(&group) {
        Ok(())
    } else {
        Err(Problem::new(ErrorCode::Forbidden))
    }
}

/// Returns what the caller may do with accounts on a screen, in their order.
///
/// # Errors
/// Returns an error if the database fails.
pub fn can(
    connection: &mut DatabaseConnection,
    caller: &Caller,
    screen: &str,
    accounts: &[AccountRank],
) -> Result<Vec<Can>, Problem> {
    let groups: HashSet<PermissionGroupId> = accounts.iter().map(|account| account.group).collect();
    let assignable = assignable(connection, caller, &groups.into_iter().collect::<Vec<_>>())?;
    let permit = |account: &AccountRank, action| {
        if !caller.may(screen, action) {
            Permit::no("forbidden")
        } else if !reaches(caller, account.authority) || !assignable.contains(&account.group) {
            Permit::no("exceedsOwn")
        } else if action == Action::Delete && account.account_id == caller.account_id {
            Permit::no("ownAccount")
        } else {
            Permit::yes()
        }
    };
    let one = |account| Can { update: permit(account, Action::Update), delete: permit(account, Action::Delete) };
    Ok(accounts.iter().map(one).collect())
}

/// Checks that another administrator who can sign in remains. Locks all administrators in the order of their ids, so
/// that two who suspend each other are serialized.
///
/// # Errors
/// Returns an error for `field` if there is none.
pub fn check_other_admin(connection: &mut DatabaseConnection, account_id: i64, field: &str) -> Result<(), Problem> {
    let admins = account::table
        .filter(account::authority.eq(Authority::Admin.as_str()))
        .filter(account::disabled_at.is_null().and(account::password_hash.ne("")))
        .order(account::account_id)
        .select(account::account_id);
    let admins: Vec<i64> = match connection {
        DatabaseConnection::Postgres(connection) => admins.for_update().load(connection)?,
        DatabaseConnection::Sqlite(connection) => admins.load(connection)?,
    };
    if admins.iter().any(|id| *id != account_id) { Ok(()) } else { Err(Problem::invalid_field(field, "lastAdmin")) }
}

/// Rejects changes of these fields to the caller's own account, because a mistake could not be undone. Contact details
/// are changed in the account settings, with the password.
///
/// # Errors
/// Returns an error that names the first such field.
pub fn check_oneself(changed: &[(&str, bool)]) -> Result<(), Problem> {
    match changed.iter().find(|(_, changed)| *changed) {
        Some((field, _)) => Err(Problem::invalid_field(field, "ownAccount")),
        None => Ok(()),
    }
}
