//! Who may do what to whose account: nobody makes or changes an account above the own tier, outside the own tree (which
//! the scope sees to), or one that may do more than its maker.

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

/// How far from the top a kind of accounts stands.
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

/// Whether accounts of this kind stand beside or below the caller.
#[must_use]
pub fn reaches(caller: &Caller, authority: Authority) -> bool {
    tier(authority) >= tier(caller.authority)
}

/// Of the permission groups, those that hold no more than the caller. Entries that lead nowhere are held by nobody, and
/// compared with nobody.
///
/// # Errors
/// When the database fails.
pub fn giveable(
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

/// The groups that the caller may give, by name; and the one that an account in reach has, whose ever it is, whatever it
/// demands (see [`check_group`]) and whatever it allows: accounts are found by it.
///
/// # Errors
/// When the database fails.
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
    // Of a group that nobody in reach has, nobody is told by asking for it.
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
        // Whose it is stands above the caller, who is told no name of there.
        groups.extend(kept.into_iter().map(|(id, name, authority, _)| (id, name, authority, None)));
    }
    let ids: Vec<_> = groups.iter().map(|(id, ..)| *id).collect();
    let giveable = giveable(connection, caller, &ids)?;
    let made = groups.into_iter().filter(|(id, ..)| giveable.contains(id) || Some(*id) == kept);
    let choice = |(permission_group_id, name, authority, company_name)| PermissionGroupChoice {
        permission_group_id,
        name,
        authority,
        company_name,
    };
    Ok(made.map(choice).collect())
}

/// What decides whether an account may have a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Given {
    /// The group.
    pub group: PermissionGroupId,
    /// What the account is.
    pub authority: Authority,
    /// Its company.
    pub company_id: Option<CompanyId>,
}

/// That the caller may give an account its group, which is the installation's or of a company in the account's line:
/// another tree does not say what accounts of this one may do. What the account has already it keeps: somebody above may
/// have given it.
///
/// # Errors
/// What is wrong with the field `permissionGroupId`.
pub fn check_group(
    connection: &mut DatabaseConnection,
    caller: &Caller,
    before: Option<Given>,
    given: Given,
) -> Result<(), Problem> {
    let is_another = before.is_none_or(|before| before.group != given.group);
    if is_another || before.is_some_and(|before| before.authority != given.authority) {
        check_giving(connection, caller, given)?;
    }
    if before != Some(given) && !is_of_line(connection, given)? {
        return Err(Problem::invalid_field("permissionGroupId", "otherTree"));
    }
    if is_another {
        check_demand(connection, caller, given.group)?;
    }
    Ok(())
}

/// That the caller may put an account back with the group that it had, which may be of a company above the caller's: it
/// allows nothing that the caller may not, as when the account was removed.
///
/// # Errors
/// Like [`check_group`].
pub fn check_group_again(connection: &mut DatabaseConnection, caller: &Caller, given: Given) -> Result<(), Problem> {
    if is_of_line(connection, given)? {
        check_allowing(connection, caller, given.group)?;
        check_demand(connection, caller, given.group)
    } else {
        Err(Problem::invalid_field("permissionGroupId", "otherTree"))
    }
}

/// Whether a group is nobody's, or of the account's company or one above it.
fn is_of_line(connection: &mut DatabaseConnection, given: Given) -> Result<bool, Problem> {
    let owner = permission_group::table.find(given.group.0).select(permission_group::company_id);
    let Some(owner) = owner.first::<Option<i64>>(connection).optional()?.flatten() else { return Ok(true) };
    let (vendor_id, dealer_id, retailer_id) = accounts::line(connection, given.company_id.map(|id| id.0))?;
    Ok([vendor_id, dealer_id, retailer_id].contains(&Some(owner)))
}

/// That the caller may give a group to an account of this kind.
fn check_giving(
    connection: &mut DatabaseConnection,
    caller: &Caller,
    Given { group, authority, .. }: Given,
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
    check_allowing(connection, caller, group)
}

/// That a group allows nothing that the caller may not.
fn check_allowing(
    connection: &mut DatabaseConnection,
    caller: &Caller,
    group: PermissionGroupId,
) -> Result<(), Problem> {
    if giveable(connection, caller, &[group])?.contains(&group) {
        Ok(())
    } else {
        Err(Problem::invalid_field("permissionGroupId", "exceedsOwn"))
    }
}

/// That a group demands a second step of signing in, where the caller's own does: who is held to it could otherwise make
/// an account, of oneself too, that is not. Administrators say what groups demand, and give any.
///
/// # Errors
/// What is wrong with the field `permissionGroupId`.
pub fn check_demand(
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

/// The group that an account is put back with where its own has gone or is of another tree. One that stands keeps the
/// group that it has meanwhile. One that comes back from the bin gets the group that came with the product for such
/// accounts, which whoever restores it has to hold, too; it may allow more than the one that has gone, so the account is
/// suspended until somebody who looks at it says otherwise.
///
/// # Errors
/// When the database fails.
pub fn group_instead(
    connection: &mut DatabaseConnection,
    standing: Option<Given>,
    given: Given,
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

/// An account as far as it decides what may be done to it.
#[derive(Clone, Copy, Debug)]
pub struct Standing {
    /// Account.
    pub account_id: i64,
    /// What it is.
    pub authority: Authority,
    /// Its group.
    pub group: PermissionGroupId,
}

/// That the caller may do something to an account that the scope reaches.
///
/// # Errors
/// [`ErrorCode::Forbidden`] where the account may do more than the caller or stands above.
pub fn check_over(connection: &mut DatabaseConnection, caller: &Caller, standing: Standing) -> Result<(), Problem> {
    let Standing { authority, group, .. } = standing;
    if reaches(caller, authority) && giveable(connection, caller, &[group])?.contains(&group) {
        Ok(())
    } else {
        Err(Problem::new(ErrorCode::Forbidden))
    }
}

/// What the caller may do with accounts on a screen, in their order.
///
/// # Errors
/// When the database fails.
pub fn can(
    connection: &mut DatabaseConnection,
    caller: &Caller,
    screen: &str,
    accounts: &[Standing],
) -> Result<Vec<Can>, Problem> {
    let groups: HashSet<PermissionGroupId> = accounts.iter().map(|account| account.group).collect();
    let giveable = giveable(connection, caller, &groups.into_iter().collect::<Vec<_>>())?;
    let permit = |account: &Standing, action| {
        if !caller.may(screen, action) {
            Permit::no("forbidden")
        } else if !reaches(caller, account.authority) || !giveable.contains(&account.group) {
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

/// That an administrator stays who can sign in, when this one no longer does. Administrators are taken in their order
/// until the transaction ends: of two who suspend each other one finds the other's work.
///
/// # Errors
/// The field, or the whole record where it is removed.
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

/// Refuses the first of these fields that changes: nobody changes them about oneself here, for whoever is mistaken could
/// not take it back. How one is reached is changed in the account's settings, by who knows its password.
///
/// # Errors
/// Which field.
pub fn check_oneself(changed: &[(&str, bool)]) -> Result<(), Problem> {
    match changed.iter().find(|(_, changed)| *changed) {
        Some((field, _)) => Err(Problem::invalid_field(field, "ownAccount")),
        None => Ok(()),
    }
}
