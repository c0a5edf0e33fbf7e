//! Permission groups: rows, and the rules of granting. Callers cannot grant what they do not hold, cannot change a
//! group that allows more than they may, and somebody who can edit groups must always remain. A group belongs to the
//! company whose staff created it. Groups created by administrators belong to the installation; others may assign but
//! not change them.

use crate::{given_access, unchanged_passwords};
use diesel::{ExpressionMethods, OptionalExtension, QueryDsl, RunQueryDsl, SelectableHelper, dsl::count_star};
use kernel::{
    access::{
        caller::Caller,
        editors,
        menu::{Entry, Menu},
        scope::{Scope, Scoped},
    },
    clock,
    db::{
        DatabaseConnection, Db,
        narrow::Narrow,
        page::{self, Paging},
        schema::{account, company, menu_item, permission, permission_group, permission_group_service, service},
    },
    on_backend,
    problem::Problem,
    records::{self, Bin, Record, Rows},
};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use uno_core::{
    contract::{
        companies::CompanyType,
        error::ErrorCode,
        languages::Language,
        menu_items::MenuItemId,
        page::{Can, Page, Permit},
        permission_groups::{
            GrantableMenuItem, MenuItemPermission, PermissionGroup, PermissionGroupFilter, PermissionGroupId,
            PermissionGroupPath, PermissionGroupSave, PermissionGroupSort, SCREEN,
        },
        revisions::FieldChange,
        screens::is_read_only_for,
        services::ServiceId,
        validation::{Violation, path_in},
    },
    domain::{
        access::{Action, Authority, OWN_PAGES, Permission, is_below},
        text::search_key,
        time::Timestamp,
    },
};

/// The form field with the permission matrix.
const ITEMS: &str = "allowedMenuItems";

kernel::row! {
    /// A group without its permissions.
    struct Row of permission_group as PermissionGroup {
        permission_group_id: PermissionGroupId,
        name: String,
        description: Option<String>,
        authority: Authority,
        requires_two_steps: bool,
        is_built_in: bool,
        created_at: Timestamp,
        updated_at: Timestamp,
        version: i64,
    }
    with {
        allowed_service_ids: Option<Vec<ServiceId>>,
        allowed_menu_items: Option<Vec<MenuItemPermission>>,
        company_name: Option<String>,
        account_count: i64,
        can: Can,
    }
    without { authors }
}

/// The permissions of a group.
#[derive(Clone, Debug, Default)]
struct Allowed {
    services: Vec<ServiceId>,
    items: Vec<MenuItemPermission>,
}

/// Returns whether a group allows anything it did not allow before.
fn allows_more(before: &PermissionGroupSave, save: &PermissionGroupSave) -> bool {
    let had: HashMap<MenuItemId, Permission> =
        before.allowed_menu_items.iter().map(|item| (item.menu_item_id, item.permission())).collect();
    let is_covered =
        |item: &MenuItemPermission| had.get(&item.menu_item_id).copied().unwrap_or_default().covers(item.permission());
    !save.allowed_menu_items.iter().all(is_covered)
        || save.allowed_service_ids.iter().any(|service| !before.allowed_service_ids.contains(service))
}

/// Returns the permissions of groups. Menu entries without an address are left out.
fn allowed(connection: &mut DatabaseConnection, ids: &[PermissionGroupId]) -> Result<HashMap<i64, Allowed>, Problem> {
    let mut found: HashMap<i64, Allowed> = ids.iter().map(|id| (id.0, Allowed::default())).collect();
    let items = permission::table
        .inner_join(menu_item::table)
        .filter(permission::permission_group_id.eq_any(ids))
        .filter(menu_item::url.ne(""))
        .order(permission::menu_item_id)
        .select((
            permission::permission_group_id,
            permission::menu_item_id,
            permission::can_read,
            permission::can_create,
            permission::can_update,
            permission::can_delete,
        ))
        .load::<(i64, MenuItemId, bool, bool, bool, bool)>(connection)?;
    for (group, menu_item_id, read, create, update, delete) in items {
        let item = MenuItemPermission { menu_item_id, read, create, update, delete };
        found.entry(group).or_default().items.push(item);
    }
    let services = permission_group_service::table
        .filter(permission_group_service::permission_group_id.eq_any(ids))
        .order(permission_group_service::service_id)
        .select((permission_group_service::permission_group_id, permission_group_service::service_id))
        .load::<(i64, ServiceId)>(connection)?;
    for (group, service) in services {
        found.entry(group).or_default().services.push(service);
    }
    Ok(found)
}

/// The number of accounts in a group: all, and those in the caller's scope. Only the latter is shown to the caller.
#[derive(Clone, Copy, Debug, Default)]
struct Accounts {
    all: i64,
    reached: i64,
}

/// Counts accounts by group.
fn account_counts(
    connection: &mut DatabaseConnection,
    scope: Scope,
    ids: &[PermissionGroupId],
) -> Result<HashMap<i64, Accounts>, Problem> {
    let counted = |scope: Scope| {
        let of_groups = account::table
            .group_by(account::permission_group_id)
            .select((account::permission_group_id, count_star()))
            .filter(account::permission_group_id.eq_any(ids.to_vec()))
            .into_boxed::<Db>();
        match scope {
            Scope::All => of_groups,
            Scope::Company { company_id, tier: CompanyType::Vendor } => {
                of_groups.filter(account::vendor_id.eq(company_id.0))
            }
            Scope::Company { company_id, tier: CompanyType::Dealer } => {
                of_groups.filter(account::dealer_id.eq(company_id.0))
            }
            Scope::Company { company_id, tier: CompanyType::Retailer } => {
                of_groups.filter(account::retailer_id.eq(company_id.0))
            }
            Scope::Oneself { .. } | Scope::Nothing => of_groups.filter(account::account_id.eq(-1)),
        }
    };
    let all: Vec<(i64, i64)> = counted(Scope::All).load(connection)?;
    let reached: HashMap<i64, i64> = counted(scope).load::<(i64, i64)>(connection)?.into_iter().collect();
    let of = |(id, all): (i64, i64)| (id, Accounts { all, reached: reached.get(&id).copied().unwrap_or_default() });
    Ok(all.into_iter().map(of).collect())
}

/// Returns the owners of groups.
fn owners(
    connection: &mut DatabaseConnection,
    ids: &[PermissionGroupId],
) -> Result<HashMap<i64, Option<i64>>, Problem> {
    let owners = permission_group::table
        .filter(permission_group::permission_group_id.eq_any(ids))
        .select((permission_group::permission_group_id, permission_group::company_id));
    Ok(owners.load::<(i64, Option<i64>)>(connection)?.into_iter().collect())
}

/// Returns why the caller may not change a visible group regardless of its permissions.
fn ownership_obstacle(caller: &Caller, owner: Option<i64>, accounts: Accounts) -> Option<&'static str> {
    match owner {
        None if caller.authority != Authority::Admin => Some("ofInstallation"),
        _ if accounts.reached < accounts.all => Some("usedElsewhere"),
        _ => None,
    }
}

/// Returns whether a caller may assign only groups that require a second sign-in step, because the caller's own group
/// does.
#[must_use]
pub fn is_held_to_two_steps(caller: &Caller) -> bool {
    caller.are_two_steps_demanded && caller.scope != Scope::All
}

/// Returns why a caller may not assign or change a group; `None` if allowed. Groups of members contain only the
/// members' own pages, which callers need not hold.
fn obstacle(caller: &Caller, authority: Authority, allowed: &Allowed) -> Option<&'static str> {
    if caller.authority != Authority::Admin && !caller.authority.is_above(authority) {
        return Some("aboveOwn");
    }
    (!holds(caller, authority, allowed)).then_some("holdsMore")
}

/// Returns whether a caller holds all permissions of a group.
fn holds(caller: &Caller, authority: Authority, allowed: &Allowed) -> bool {
    let of_members = authority == Authority::Member;
    allowed.services.iter().all(|service| caller.service_ids.contains(service))
        && allowed.items.iter().all(|item| of_members || caller.held(item.menu_item_id).covers(item.permission()))
}

/// Returns what the caller may do with a group, and why not.
fn can(caller: &Caller, row: &Row, allowed: &Allowed, owner: Option<i64>, accounts: Accounts) -> Can {
    let obstacle = obstacle(caller, row.authority, allowed).or_else(|| ownership_obstacle(caller, owner, accounts));
    let permit = |action| match obstacle {
        Some(reason) => Permit::no(reason),
        None => caller.permit(SCREEN, action),
    };
    let delete = match permit(Action::Delete) {
        Permit { allowed: true, .. } if row.is_built_in => Permit::no("builtIn"),
        Permit { allowed: true, .. } if accounts.all > 0 => Permit::no("hasAccounts"),
        permit => permit,
    };
    Can { update: permit(Action::Update), delete }
}

/// The response data of a group besides its row.
struct GroupDetails {
    company_name: Option<String>,
    /// Accounts in the caller's scope.
    accounts: i64,
    can: Can,
    allowed: Allowed,
}

/// Loads owner, number of visible accounts, allowed actions and permissions of groups. The owners are within the
/// caller's scope, because the groups are.
fn shown(
    connection: &mut DatabaseConnection,
    caller: &Caller,
    rows: &[Row],
) -> Result<HashMap<i64, GroupDetails>, Problem> {
    let ids: Vec<_> = rows.iter().map(|row| row.permission_group_id).collect();
    let mut allowed = allowed(connection, &ids)?;
    let accounts = account_counts(connection, caller.scope, &ids)?;
    let owners = owners(connection, &ids)?;
    let companies = company::table.filter(company::company_id.eq_any(owners.values().copied().flatten()));
    let names: Vec<(i64, String)> = companies.select((company::company_id, company::name)).load(connection)?;
    let names: HashMap<i64, String> = names.into_iter().collect();
    let one = |row: &Row| {
        let id = row.permission_group_id.0;
        let allowed = allowed.remove(&id).unwrap_or_default();
        let accounts = accounts.get(&id).copied().unwrap_or_default();
        let owner = owners.get(&id).copied().flatten();
        let can = can(caller, row, &allowed, owner, accounts);
        let company_name = owner.and_then(|owner| names.get(&owner).cloned());
        (id, GroupDetails { company_name, accounts: accounts.reached, can, allowed })
    };
    Ok(rows.iter().map(one).collect())
}

/// Returns the tiers whose groups the caller may see: the caller's own tier and those below.
fn readable(caller: &Caller) -> Vec<&'static str> {
    let below = Authority::ALL.iter().filter(|authority| !authority.is_above(caller.authority));
    below.map(|authority| authority.as_str()).collect()
}

fn filtered(caller: &Caller, filter: &PermissionGroupFilter) -> permission_group::BoxedQuery<'static, Db> {
    permission_group::table
        .in_scope(caller.scope)
        .filter(permission_group::authority.eq_any(readable(caller)))
        .containing(permission_group::name_key, filter.name.as_ref())
        .among(permission_group::authority, &filter.authorities)
}

/// Returns a page of groups.
///
/// # Errors
/// Returns an error if the database fails.
pub fn list(
    connection: &mut DatabaseConnection,
    caller: &Caller,
    filter: &PermissionGroupFilter,
) -> Result<Page<PermissionGroup>, Problem> {
    let rows = |connection: &mut DatabaseConnection, paging: Paging| {
        let query = filtered(caller, filter).select(Row::as_select()).page(paging);
        match filter.sort.unwrap_or(PermissionGroupSort::Oldest) {
            PermissionGroupSort::Newest => query.order(permission_group::permission_group_id.desc()),
            PermissionGroupSort::Oldest => query.order(permission_group::permission_group_id.asc()),
        }
        .load(connection)
    };
    let paging = Paging::of(filter.page, filter.page_size);
    let count = |connection: &mut DatabaseConnection| filtered(caller, filter).count().get_result(connection);
    let found: Page<Row> = page::load(connection, paging, rows, count)?;
    found.try_map_together(|rows| {
        let mut told = shown(connection, caller, &rows)?;
        let made = rows.into_iter().map(|row| {
            let of_row = told.remove(&row.permission_group_id.0);
            let GroupDetails { company_name, accounts, can, .. } =
                of_row.ok_or_else(|| Problem::internal("a group of which nothing is told"))?;
            Ok(row.record(None, None, company_name, accounts, can))
        });
        made.collect()
    })
}

/// Returns whether an entry leads to a page.
fn has_page(menu: &Menu, id: MenuItemId) -> bool {
    menu.entry(id.0).is_some_and(Entry::has_page)
}

/// Returns what a caller may grant on an entry to a group of this authority.
fn grant(caller: &Caller, menu: &Menu, authority: Authority, id: MenuItemId) -> Permission {
    if !has_page(menu, id) {
        return Permission::default();
    }
    match (authority == Authority::Member, is_below(menu.url(id.0), OWN_PAGES)) {
        (true, true) => Permission::ALL,
        (false, false) => caller.held(id),
        _ => Permission::default(),
    }
}

/// Returns every menu entry with what the caller may grant on it.
///
/// # Errors
/// Returns an error if the database fails.
pub fn grantable(
    connection: &mut DatabaseConnection,
    caller: &Caller,
    language: Option<Language>,
) -> Result<Vec<GrantableMenuItem>, Problem> {
    let menu = Menu::load(connection)?;
    let item = |entry: &Entry| {
        let (id, full_url) = (MenuItemId(entry.menu_item_id), menu.url(entry.menu_item_id).to_owned());
        let (name, is_name_given) = entry.name_in(language)?;
        let is_for_members = is_below(&full_url, OWN_PAGES);
        let authority = if is_for_members { Authority::Member } else { caller.authority };
        Ok(GrantableMenuItem {
            menu_item_id: id,
            parent_id: entry.parent_id.map(MenuItemId),
            name,
            is_name_given,
            full_url,
            unrestricted: entry.unrestricted,
            is_hidden: entry.is_hidden,
            is_for_members,
            grant: grant(caller, &menu, authority, id),
        })
    };
    menu.in_order().into_iter().map(item).collect()
}

/// Checks that the caller may grant everything in the form.
fn check_grants(caller: &Caller, menu: &Menu, save: &PermissionGroupSave) -> Result<(), Problem> {
    let mut violations = Vec::new();
    for (index, service) in save.allowed_service_ids.iter().enumerate() {
        if !caller.service_ids.contains(service) {
            violations.push(Violation::new(&path_in("allowedServiceIds", index, ""), "notHeld"));
        }
    }
    for (index, item) in save.allowed_menu_items.iter().enumerate() {
        let mut wrong = |field: &str, code: &str| violations.push(Violation::new(&path_in(ITEMS, index, field), code));
        if menu.entry(item.menu_item_id.0).is_none() {
            wrong("menuItemId", "notFound");
            continue;
        }
        // Entries without an address allow nothing and are left out.
        if !has_page(menu, item.menu_item_id) {
            continue;
        }
        let (grant, asked) = (grant(caller, menu, save.authority, item.menu_item_id), item.permission());
        let each = [
            ("read", asked.read, grant.read),
            ("create", asked.create, grant.create),
            ("update", asked.update, grant.update),
            ("delete", asked.delete, grant.delete),
        ];
        let is_read_only = is_read_only_for(save.authority, menu.url(item.menu_item_id.0));
        for (field, _, granted) in each.into_iter().filter(|(_, asked, _)| *asked) {
            if is_read_only && field != "read" {
                wrong(field, "ofInstallation");
            } else if !granted {
                wrong(field, "notHeld");
            }
        }
    }
    if violations.is_empty() { Ok(()) } else { Err(Problem::invalid(violations)) }
}

/// Normalizes the form: any permission implies read, entries without permissions are dropped, and the lists are sorted.
fn normalized(menu: &Menu, mut save: PermissionGroupSave) -> PermissionGroupSave {
    save.allowed_service_ids.sort_unstable();
    save.allowed_service_ids.dedup();
    for item in &mut save.allowed_menu_items {
        item.read = item.permission().read;
    }
    save.allowed_menu_items.retain(|item| item.read && has_page(menu, item.menu_item_id));
    save.allowed_menu_items.sort_unstable_by_key(|item| item.menu_item_id);
    save
}

fn store_allowed(connection: &mut DatabaseConnection, id: i64, save: &PermissionGroupSave) -> Result<(), Problem> {
    diesel::delete(permission::table.filter(permission::permission_group_id.eq(id))).execute(connection)?;
    let items: Vec<_> = save
        .allowed_menu_items
        .iter()
        .map(|item| {
            (
                permission::permission_group_id.eq(id),
                permission::menu_item_id.eq(item.menu_item_id),
                permission::can_read.eq(item.read),
                permission::can_create.eq(item.create),
                permission::can_update.eq(item.update),
                permission::can_delete.eq(item.delete),
            )
        })
        .collect();
    on_backend!(connection, |connection| diesel::insert_into(permission::table).values(items).execute(connection))?;
    let services = permission_group_service::table.filter(permission_group_service::permission_group_id.eq(id));
    diesel::delete(services).execute(connection)?;
    let services: Vec<_> = save
        .allowed_service_ids
        .iter()
        .map(|service| {
            (permission_group_service::permission_group_id.eq(id), permission_group_service::service_id.eq(service))
        })
        .collect();
    on_backend!(connection, |connection| {
        diesel::insert_into(permission_group_service::table).values(services).execute(connection)
    })?;
    Ok(())
}

/// The record of a permission group.
pub struct PermissionGroupRecord;

impl Record for PermissionGroupRecord {
    const RESOURCE: &'static str = "permissionGroup";
    type Form = PermissionGroupSave;
}

impl Rows for PermissionGroupRecord {
    type Path = PermissionGroupPath;
    type Shown = PermissionGroup;
    const UNIQUE: Option<&'static str> = Some("name");

    fn show(connection: &mut DatabaseConnection, caller: &Caller, id: i64) -> Result<PermissionGroup, Problem> {
        let row: Option<Row> = permission_group::table
            .in_scope(caller.scope)
            .filter(permission_group::permission_group_id.eq(id))
            .filter(permission_group::authority.eq_any(readable(caller)))
            .select(Row::as_select())
            .first(connection)
            .optional()?;
        let row = row.ok_or_else(Problem::not_found)?;
        let told = shown(connection, caller, std::slice::from_ref(&row))?.remove(&id);
        let GroupDetails { company_name, accounts, can, allowed } = told.ok_or_else(Problem::not_found)?;
        Ok(row.record(Some(allowed.services), Some(allowed.items), company_name, accounts, can))
    }

    fn standing(connection: &mut DatabaseConnection, caller: &Caller, id: i64) -> Result<PermissionGroupSave, Problem> {
        Ok(Self::show(connection, caller, id)?.form())
    }

    /// Removed groups above the caller's tier do not appear in the caller's bin. Groups of the installation appear only
    /// to administrators, who alone can restore them.
    fn kind(form: &PermissionGroupSave) -> Option<&'static str> {
        Some(form.authority.as_str())
    }

    fn bin(caller: &Caller) -> Bin {
        Bin { kinds: Some(readable(caller)), of_companies: caller.authority != Authority::Admin, ..Bin::default() }
    }

    /// Checks the permissions of the group before a change; the new ones are checked by [`Rows::validated`].
    fn check(caller: &Caller, action: Action, form: &PermissionGroupSave) -> Result<(), Problem> {
        if action == Action::Read || action == Action::Create {
            return Ok(());
        }
        let allowed = Allowed { services: form.allowed_service_ids.clone(), items: form.allowed_menu_items.clone() };
        match obstacle(caller, form.authority, &allowed) {
            Some(_) => Err(Problem::new(ErrorCode::Forbidden)),
            None => Ok(()),
        }
    }

    fn validated(
        connection: &mut DatabaseConnection,
        caller: &Caller,
        standing: Option<(i64, &PermissionGroupSave)>,
        save: PermissionGroupSave,
    ) -> Result<PermissionGroupSave, Problem> {
        editors::lock_editors(connection)?;
        if let Some((_, before)) = standing {
            if before.authority != save.authority {
                return Err(Problem::invalid_field("authority", "fixed"));
            }
            if before.requires_two_steps && !save.requires_two_steps && is_held_to_two_steps(caller) {
                return Err(Problem::invalid_field("requiresTwoSteps", "demandsTwoSteps"));
            }
        } else if obstacle(caller, save.authority, &Allowed::default()).is_some() {
            return Err(Problem::invalid_field("authority", "aboveOwn"));
        }
        let menu = Menu::load(connection)?;
        check_grants(caller, &menu, &save)?;
        Ok(normalized(&menu, save))
    }

    fn check_current(
        connection: &mut DatabaseConnection,
        caller: &Caller,
        _: Action,
        id: i64,
        _: &PermissionGroupSave,
    ) -> Result<(), Problem> {
        let ids = [PermissionGroupId(id)];
        let accounts = account_counts(connection, caller.scope, &ids)?.remove(&id).unwrap_or_default();
        let owner = owners(connection, &ids)?.remove(&id).flatten();
        ownership_obstacle(caller, owner, accounts).map_or(Ok(()), |_| Err(Problem::new(ErrorCode::Forbidden)))
    }

    fn check_owner(caller: &Caller, company_id: Option<i64>) -> Result<(), Problem> {
        ownership_obstacle(caller, company_id, Accounts::default())
            .map_or(Ok(()), |_| Err(Problem::new(ErrorCode::Forbidden)))
    }

    fn company_of_past(
        connection: &mut DatabaseConnection,
        id: i64,
        _: &PermissionGroupSave,
        _: bool,
    ) -> Result<Option<i64>, Problem> {
        Ok(owners(connection, &[PermissionGroupId(id)])?.remove(&id).flatten())
    }

    fn set_owner(connection: &mut DatabaseConnection, id: i64, company_id: Option<i64>) -> Result<(), Problem> {
        let group = diesel::update(permission_group::table.find(id));
        group.set(permission_group::company_id.eq(company_id)).execute(connection)?;
        Ok(())
    }

    fn check_removable(connection: &mut DatabaseConnection, id: i64, _: &PermissionGroupSave) -> Result<(), Problem> {
        editors::lock_editors(connection)?;
        let built_in = permission_group::table.find(id).select(permission_group::is_built_in);
        if built_in.first::<bool>(connection).optional()?.unwrap_or_default() {
            return Err(Problem::invalid_field("isBuiltIn", "builtIn"));
        }
        let accounts = account::table.filter(account::permission_group_id.eq(id)).count().get_result(connection)?;
        records::dependents(&[("accounts", accounts)])
    }

    /// Drops menu entries and services that no longer exist: they could be neither granted nor removed.
    fn restorable(
        connection: &mut DatabaseConnection,
        _: Option<&PermissionGroupSave>,
        mut save: PermissionGroupSave,
    ) -> Result<PermissionGroupSave, Problem> {
        let menu = Menu::load(connection)?;
        save.allowed_menu_items.retain(|item| menu.entry(item.menu_item_id.0).is_some());
        let known: Vec<ServiceId> = service::table.select(service::service_id).load(connection)?;
        save.allowed_service_ids.retain(|id| known.contains(id));
        Ok(save)
    }

    fn insert(
        connection: &mut DatabaseConnection,
        id: Option<i64>,
        save: &PermissionGroupSave,
        at: Timestamp,
    ) -> Result<i64, Problem> {
        let row = (
            permission_group::name.eq(&save.name),
            permission_group::name_key.eq(search_key(&save.name)),
            permission_group::description.eq(&save.description),
            permission_group::authority.eq(save.authority),
            permission_group::requires_two_steps.eq(save.requires_two_steps),
            permission_group::created_at.eq(at),
            permission_group::updated_at.eq(clock::now()),
        );
        let new = diesel::insert_into(permission_group::table);
        let id = match id {
            None => new.values(row).returning(permission_group::permission_group_id).get_result(connection)?,
            Some(id) => {
                let version = permission_group::version.eq(save.version.unwrap_or_default() + 1);
                let row = (permission_group::permission_group_id.eq(id), version, row);
                new.values(row).returning(permission_group::permission_group_id).get_result(connection)?
            }
        };
        store_allowed(connection, id, save)?;
        Ok(id)
    }

    fn replace(
        connection: &mut DatabaseConnection,
        id: i64,
        before: &PermissionGroupSave,
        save: &PermissionGroupSave,
    ) -> Result<usize, Problem> {
        let version = before.version.unwrap_or_default();
        let changed = diesel::update(permission_group::table.find(id).filter(permission_group::version.eq(version)))
            .set((
                permission_group::name.eq(&save.name),
                permission_group::name_key.eq(search_key(&save.name)),
                permission_group::description.eq(&save.description),
                permission_group::requires_two_steps.eq(save.requires_two_steps),
                permission_group::updated_at.eq(clock::now()),
                permission_group::version.eq(version + 1),
            ))
            .execute(connection)?;
        if changed > 0 {
            store_allowed(connection, id, save)?;
            editors::check_editor_remains(connection, ITEMS)?;
        }
        Ok(changed)
    }

    /// Revokes passwords assigned by staff if the group now allows more than when they were assigned, and what its staff
    /// have handed out and may not any more if it allows less.
    fn after_change(
        connection: &mut DatabaseConnection,
        caller: &Caller,
        id: i64,
        before: Option<&PermissionGroupSave>,
        save: &PermissionGroupSave,
    ) -> Result<(), Problem> {
        if before.is_some_and(|before| allows_more(before, save)) {
            unchanged_passwords::revoke_of_groups(connection, caller, &[id])?;
        }
        if before.is_some_and(|before| allows_more(save, before)) {
            given_access::end_lost_of_groups(connection, caller, &[id])?;
        }
        Ok(())
    }

    fn remove(
        connection: &mut DatabaseConnection,
        id: i64,
        before: &PermissionGroupSave,
    ) -> Result<Option<Timestamp>, Problem> {
        let version = before.version.unwrap_or_default();
        let row = diesel::delete(permission_group::table.find(id).filter(permission_group::version.eq(version)));
        Ok(row.returning(permission_group::created_at).get_result(connection).optional()?)
    }

    /// Shows the matrix as the entries that differ, each by its url.
    fn describe_changes(
        connection: &mut DatabaseConnection,
        changes: Vec<FieldChange>,
    ) -> Result<Vec<FieldChange>, Problem> {
        let Some(matrix) = changes.iter().find(|change| change.field == ITEMS).cloned() else { return Ok(changes) };
        let (before, after) = (actions(matrix.before.as_deref())?, actions(matrix.after.as_deref())?);
        let menu = Menu::load(connection)?;
        let ids: BTreeSet<_> = before.keys().chain(after.keys()).copied().collect();
        let of_item =
            |id: MenuItemId| permission_change(menu.url(id.0), before.get(&id).copied(), after.get(&id).copied());
        let items = ids.into_iter().map(of_item).filter(|change| change.before != change.after);
        Ok(changes.into_iter().filter(|change| change.field != ITEMS).chain(items).collect())
    }
}

/// Returns the history field of a group's permission on an entry: `allowedMenuItems[/history]`.
pub fn permission_change(url: &str, before: Option<Permission>, after: Option<Permission>) -> FieldChange {
    let words = |permission: Permission| {
        let allowed = Action::ALL.iter().filter(|action| permission.allows(**action)).map(|action| action.as_str());
        allowed.collect::<Vec<_>>().join(", ")
    };
    FieldChange { field: format!("{ITEMS}[{url}]"), before: before.map(words), after: after.map(words) }
}

/// Parses a matrix into permissions by entry.
fn actions(matrix: Option<&str>) -> Result<BTreeMap<MenuItemId, Permission>, Problem> {
    let Some(matrix) = matrix else { return Ok(BTreeMap::new()) };
    let items: Vec<MenuItemPermission> = serde_json::from_str(matrix).map_err(Problem::internal)?;
    Ok(items.iter().map(|item| (item.menu_item_id, item.permission())).collect())
}
