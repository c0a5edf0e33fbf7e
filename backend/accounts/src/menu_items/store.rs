//! The managed menu: rows, and the rules that keep it a valid tree with valid addresses.
//!
//! Permissions are checked by address. Therefore built-in entries keep their address, and custom entries cannot use the
//! address of a screen, an address below one, or a member page: nobody gains a permission by moving an entry.

use crate::{
    permission_groups::store::{PermissionGroupRecord, permission_change},
    unchanged_passwords,
};
use diesel::{
    ExpressionMethods, Insertable, OptionalExtension, QueryDsl, Queryable, RunQueryDsl, Selectable, SelectableHelper,
};
use kernel::{
    access::{
        caller::Caller,
        editors,
        menu::{Entry, Menu},
    },
    clock,
    db::{
        DatabaseConnection,
        schema::{menu_item, permission, permission_group},
        screens::POSITION_GAP,
    },
    on_backend,
    problem::Problem,
    records::{
        self, Record, Rows,
        revisions::{self, Author},
    },
};
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;
use std::collections::HashMap;
use uno_core::{
    contract::{
        Access, ENDPOINTS,
        menu_items::{MAX_LEVELS, ManagedMenuItem, MenuItemId, MenuItemPath, MenuItemSave, SCREEN},
        page::{Can, Permit},
        permission_groups,
        revisions::{FieldChange, RevisionAction},
        validation::Violation,
    },
    domain::{
        access::{Action, OWN_PAGES, Permission, is_below},
        time::Timestamp,
    },
};

/// Placeholder id of an entry that has none yet.
const NEW: i64 = 0;

fn shown(
    caller: &Caller,
    menu: &Menu,
    entry: &Entry,
    (created_at, updated_at, version): (i64, i64, i64),
) -> Result<ManagedMenuItem, Problem> {
    let update = caller.permit(SCREEN, Action::Update);
    let delete = match caller.permit(SCREEN, Action::Delete) {
        Permit { allowed: true, .. } if entry.is_of_product() => Permit::no("builtIn"),
        Permit { allowed: true, .. } if menu.below(Some(entry.menu_item_id)).next().is_some() => {
            Permit::no("hasChildren")
        }
        permit => permit,
    };
    Ok(ManagedMenuItem {
        menu_item_id: MenuItemId(entry.menu_item_id),
        parent_id: entry.parent_id.map(MenuItemId),
        name: entry.name.clone(),
        names: entry.names()?,
        url: Some(entry.url.clone()).filter(|url| !url.is_empty()),
        unrestricted: entry.unrestricted,
        is_hidden: entry.is_hidden,
        position: entry.position,
        full_url: menu.url(entry.menu_item_id).to_owned(),
        given_name: entry.given_name.clone(),
        created_at: Timestamp(created_at),
        updated_at: Timestamp(updated_at),
        authors: None,
        version,
        can: Can { update, delete },
    })
}

/// Returns all entries, each before its descendants.
///
/// # Errors
/// Returns an error if the database fails.
pub fn list(connection: &mut DatabaseConnection, caller: &Caller) -> Result<Vec<ManagedMenuItem>, Problem> {
    let menu = Menu::load(connection)?;
    let columns = (menu_item::menu_item_id, menu_item::created_at, menu_item::updated_at, menu_item::version);
    let rows = menu_item::table.select(columns).load::<(i64, i64, i64, i64)>(connection)?;
    let changes: HashMap<i64, _> =
        rows.into_iter().map(|(id, made, changed, version)| (id, (made, changed, version))).collect();
    let of = |entry: &Entry| changes.get(&entry.menu_item_id).copied().unwrap_or_default();
    menu.in_order().into_iter().map(|entry| shown(caller, &menu, entry, of(entry))).collect()
}

/// Returns the addresses that permissions are checked by, and those of the built-in pages.
fn screens(menu: &Menu) -> Vec<String> {
    let asked = ENDPOINTS.iter().filter_map(|info| match info.access {
        Access::Staff { screen, .. } => Some(screen.to_owned()),
        _ => None,
    });
    let is_page = |entry: &&Entry| {
        entry.is_of_product() && menu.below(Some(entry.menu_item_id)).all(|below| !below.is_of_product())
    };
    let given = menu.entries.iter().filter(is_page).map(|entry| menu.url(entry.menu_item_id).to_owned());
    asked.chain(given).collect()
}

/// Returns the height of the subtree of an entry, including the entry.
fn height(menu: &Menu, id: i64, most: usize) -> usize {
    let below =
        menu.below(Some(id)).map(|entry| if most == 0 { 0 } else { height(menu, entry.menu_item_id, most - 1) });
    1 + below.max().unwrap_or_default()
}

/// Checks that the menu stays a tree of limited depth.
fn check_place(before: &Menu, after: &Menu, id: i64, parent: Option<i64>) -> Result<(), Violation> {
    let Some(parent) = parent else { return Ok(()) };
    if before.entry(parent).is_none() {
        return Err(Violation::new("parentId", "notFound"));
    }
    if before.line(parent).contains(&id) {
        return Err(Violation::new("parentId", "circle"));
    }
    let levels = after.line(id).len() - 1 + height(after, id, after.entries.len());
    if levels > MAX_LEVELS {
        return Err(Violation::new("parentId", "tooDeep").with("max", MAX_LEVELS));
    }
    Ok(())
}

/// Addresses reserved for built-in entries: member pages and the server's own paths.
const NO_SCREENS: [&str; 8] = [OWN_PAGES, "/api", "/b2b", "/fhir", "/resources", "/assets", "/metrics", "/readyz"];

/// Checks that every address is valid and unique.
fn check_urls(before: &Menu, after: &Menu) -> Result<(), Violation> {
    let screens = screens(before);
    for entry in &after.entries {
        let (was, is) = (before.url(entry.menu_item_id), after.url(entry.menu_item_id));
        let stands = before.entry(entry.menu_item_id).is_some();
        // An entry without an address has the full url of its parent. One that gets its first address is therefore
        // checked even if its full url does not change.
        let led = before.entry(entry.menu_item_id).is_some_and(Entry::has_page);
        if stands && was == is && (led || !entry.has_page()) {
            continue;
        }
        if entry.is_of_product() {
            return Err(Violation::new("url", "builtInUrl"));
        }
        // An entry without an address uses its parent's.
        if !entry.has_page() {
            continue;
        }
        // The console's router matches screen addresses case-insensitively.
        let letters = is.to_ascii_lowercase();
        if NO_SCREENS.iter().copied().chain(screens.iter().map(String::as_str)).any(|url| is_below(&letters, url)) {
            return Err(Violation::new("url", "screenUrl"));
        }
        let is_other = |other: &&Entry| other.menu_item_id != entry.menu_item_id && other.has_page();
        if after.entries.iter().filter(is_other).any(|other| after.url(other.menu_item_id).eq_ignore_ascii_case(is)) {
            return Err(Violation::new("url", "taken"));
        }
    }
    Ok(())
}

/// Returns the menu with an entry saved.
fn with(menu: &Menu, id: i64, save: &MenuItemSave) -> Result<Menu, Problem> {
    let mut entries = menu.entries.clone();
    let given_name = menu.entry(id).and_then(|entry| entry.given_name.clone());
    entries.retain(|entry| entry.menu_item_id != id);
    entries.push(Entry {
        menu_item_id: id,
        parent_id: save.parent_id.map(|id| id.0),
        name: save.name.clone(),
        url: save.url.clone().unwrap_or_default(),
        unrestricted: save.unrestricted,
        position: save.position,
        given_name,
        names: serde_json::to_string(&save.names).map_err(Problem::internal)?,
        is_hidden: save.is_hidden,
    });
    Ok(Menu::of(entries))
}

/// Grants an entry that gets an address to the groups that may edit groups: non-administrators pass on only what they
/// hold. Increments the version of groups that have the entry, so that a form read before cannot revoke it.
fn grant_to_editors(connection: &mut DatabaseConnection, caller: &Caller, id: i64) -> Result<(), Problem> {
    let menu = Menu::load(connection)?;
    let Some(screen) = menu.at(permission_groups::SCREEN) else { return Ok(()) };
    let having: Vec<i64> = permission::table
        .filter(permission::menu_item_id.eq(id))
        .select(permission::permission_group_id)
        .load(connection)?;
    let given: Vec<i64> = permission::table
        .filter(permission::menu_item_id.eq(screen.menu_item_id))
        .filter(permission::can_update.eq(true))
        .filter(permission::permission_group_id.ne_all(&having))
        .select(permission::permission_group_id)
        .load(connection)?;
    let row = |group: &i64| {
        (
            permission::permission_group_id.eq(*group),
            permission::menu_item_id.eq(id),
            permission::can_read.eq(true),
            permission::can_create.eq(true),
            permission::can_update.eq(true),
            permission::can_delete.eq(true),
        )
    };
    let rows: Vec<_> = given.iter().map(row).collect();
    on_backend!(connection, |connection| diesel::insert_into(permission::table).values(rows).execute(connection))?;
    let changed: Vec<i64> = given.iter().chain(&having).copied().collect();
    diesel::update(permission_group::table.filter(permission_group::permission_group_id.eq_any(changed)))
        .set((
            permission_group::version.eq(permission_group::version + 1),
            permission_group::updated_at.eq(clock::now()),
        ))
        .execute(connection)?;
    let changes: Vec<_> = given.into_iter().map(|group| (group, None, Some(Permission::ALL))).collect();
    record_group_changes(connection, caller, menu.url(id), &changes)
}

/// A group with its permission on an entry before and after.
type GrantChange = (i64, Option<Permission>, Option<Permission>);

/// Records in the histories of groups what they gain or lose when an entry is added or removed.
fn record_group_changes(
    connection: &mut DatabaseConnection,
    caller: &Caller,
    url: &str,
    groups: &[GrantChange],
) -> Result<(), Problem> {
    let changes: Vec<_> =
        groups.iter().map(|(group, before, after)| (*group, vec![permission_change(url, *before, *after)])).collect();
    let (author, action) = (Author::from(caller), RevisionAction::Update);
    revisions::record_many(connection, &author, PermissionGroupRecord::RESOURCE, action, &changes)
}

/// Returns the groups' permissions on an entry that has an address.
fn granted(connection: &mut DatabaseConnection, url: &str, id: i64) -> Result<Vec<(i64, Permission)>, Problem> {
    if url.is_empty() {
        return Ok(Vec::new());
    }
    let rows: Vec<GroupPermission> = permission::table
        .filter(permission::menu_item_id.eq(id))
        .select(GroupPermission::as_select())
        .load(connection)?;
    Ok(rows.into_iter().map(|row| (row.permission_group_id, row.permission())).collect())
}

/// Gap between renumbered siblings: that of the product's screens, whose positions are tens, so that a screen that a
/// new version adds takes its place among them.
const RENUMBERED_GAP: i64 = 10 * POSITION_GAP;

/// Renumbers siblings if an entry was saved with another's position; it is placed after that one.
fn shift_siblings(connection: &mut DatabaseConnection, id: i64, save: &MenuItemSave) -> Result<(), Problem> {
    let menu = Menu::load(connection)?;
    let parent = save.parent_id.map(|id| id.0);
    let place = |entry: &Entry| (entry.position, entry.menu_item_id == id, entry.menu_item_id);
    let mut neighbours: Vec<&Entry> = menu.below(parent).collect();
    if neighbours.iter().filter(|entry| entry.position == save.position).count() < 2 {
        return Ok(());
    }
    neighbours.sort_unstable_by_key(|entry| place(entry));
    for (position, entry) in (1..).map(|place: i64| place * RENUMBERED_GAP).zip(neighbours) {
        // Increments the version of the siblings, because their old position may have been read. The entry itself is
        // being saved anyway.
        let step = i64::from(entry.menu_item_id != id);
        diesel::update(menu_item::table.find(entry.menu_item_id))
            .set((menu_item::position.eq(position), menu_item::version.eq(menu_item::version + step)))
            .execute(connection)?;
    }
    Ok(())
}

/// A group's permission on an entry.
#[derive(Deserialize, Insertable, Queryable, Selectable, Serialize)]
#[diesel(table_name = permission)]
struct GroupPermission {
    permission_group_id: i64,
    can_read: bool,
    can_create: bool,
    can_update: bool,
    can_delete: bool,
}

impl GroupPermission {
    const fn permission(&self) -> Permission {
        Permission { read: self.can_read, create: self.can_create, update: self.can_update, delete: self.can_delete }
    }
}

/// The record of a menu entry.
pub struct MenuItemRecord;

impl Record for MenuItemRecord {
    const RESOURCE: &'static str = "menuItem";
    type Form = MenuItemSave;
}

macro_rules! columns {
    ($save:ident) => {
        (
            menu_item::parent_id.eq($save.parent_id),
            menu_item::name.eq(&$save.name),
            menu_item::names.eq(serde_json::to_string(&$save.names).map_err(Problem::internal)?),
            menu_item::url.eq($save.url.as_deref().unwrap_or_default()),
            menu_item::unrestricted.eq($save.unrestricted),
            menu_item::is_hidden.eq($save.is_hidden),
            menu_item::position.eq($save.position),
            menu_item::updated_at.eq(clock::now()),
        )
    };
}

impl Rows for MenuItemRecord {
    type Path = MenuItemPath;
    type Shown = ManagedMenuItem;

    fn show(connection: &mut DatabaseConnection, caller: &Caller, id: i64) -> Result<ManagedMenuItem, Problem> {
        let menu = Menu::load(connection)?;
        let entry = menu.entry(id).ok_or_else(Problem::not_found)?;
        let columns = (menu_item::created_at, menu_item::updated_at, menu_item::version);
        let changes = menu_item::table.find(id).select(columns).first(connection).optional()?;
        shown(caller, &menu, entry, changes.ok_or_else(Problem::not_found)?)
    }

    fn standing(connection: &mut DatabaseConnection, caller: &Caller, id: i64) -> Result<MenuItemSave, Problem> {
        Ok(Self::show(connection, caller, id)?.form())
    }

    fn validated(
        connection: &mut DatabaseConnection,
        caller: &Caller,
        standing: Option<(i64, &MenuItemSave)>,
        mut save: MenuItemSave,
    ) -> Result<MenuItemSave, Problem> {
        editors::lock_editors(connection)?;
        let before = Menu::load(connection)?;
        let id = standing.map_or(NEW, |(id, _)| id);
        let after = with(&before, id, &save)?;
        check_place(&before, &after, id, save.parent_id.map(|id| id.0))
            .and_then(|()| check_urls(&before, &after))
            .map_err(|violation| Problem::invalid(vec![violation]))?;
        // Making an entry unrestricted grants it to everyone, so the caller must hold it. Member pages cannot be made
        // unrestricted.
        let opens = save.unrestricted && standing.is_some_and(|(_, before)| !before.unrestricted);
        let is_of_members = is_below(after.url(id), OWN_PAGES);
        if opens && (is_of_members || !caller.held(MenuItemId(id)).read) {
            return Err(Problem::invalid_field("unrestricted", "notHeld"));
        }
        save.names.sort_unstable_by_key(|name| name.language);
        Ok(save)
    }

    fn check_removable(connection: &mut DatabaseConnection, id: i64, _: &MenuItemSave) -> Result<(), Problem> {
        editors::lock_editors(connection)?;
        let menu = Menu::load(connection)?;
        if menu.entry(id).is_some_and(Entry::is_of_product) {
            return Err(Problem::invalid_field("menuItemId", "builtIn"));
        }
        let children = menu.below(Some(id)).count();
        records::dependents(&[("menuItems", i64::try_from(children).unwrap_or(i64::MAX))])
    }

    fn insert(
        connection: &mut DatabaseConnection,
        id: Option<i64>,
        save: &MenuItemSave,
        at: Timestamp,
    ) -> Result<i64, Problem> {
        let row = (columns!(save), menu_item::created_at.eq(at));
        let new = diesel::insert_into(menu_item::table);
        let id = match id {
            None => new.values(row).returning(menu_item::menu_item_id).get_result(connection)?,
            Some(id) => {
                let version = menu_item::version.eq(save.version.unwrap_or_default() + 1);
                let row = (menu_item::menu_item_id.eq(id), version, row);
                new.values(row).returning(menu_item::menu_item_id).get_result(connection)?
            }
        };
        shift_siblings(connection, id, save)?;
        Ok(id)
    }

    fn replace(
        connection: &mut DatabaseConnection,
        id: i64,
        before: &MenuItemSave,
        save: &MenuItemSave,
    ) -> Result<usize, Problem> {
        let version = before.version.unwrap_or_default();
        let changed = diesel::update(menu_item::table.find(id).filter(menu_item::version.eq(version)))
            .set((columns!(save), menu_item::version.eq(version + 1)))
            .execute(connection)?;
        if changed > 0 {
            shift_siblings(connection, id, save)?;
        }
        Ok(changed)
    }

    fn remove(
        connection: &mut DatabaseConnection,
        id: i64,
        before: &MenuItemSave,
    ) -> Result<Option<Timestamp>, Problem> {
        let version = before.version.unwrap_or_default();
        let row = diesel::delete(menu_item::table.find(id).filter(menu_item::version.eq(version)));
        Ok(row.returning(menu_item::created_at).get_result(connection).optional()?)
    }

    /// Returns the groups' permissions on the entry, which are removed with it.
    fn related_rows(connection: &mut DatabaseConnection, id: i64) -> Result<Json, Problem> {
        let rows: Vec<GroupPermission> = permission::table
            .filter(permission::menu_item_id.eq(id))
            .select(GroupPermission::as_select())
            .load(connection)?;
        serde_json::to_value(rows).map_err(Problem::internal)
    }

    /// Restores the permissions to the groups that still exist. Increments their versions, so that forms read before
    /// are rejected.
    fn restore_related_rows(connection: &mut DatabaseConnection, id: i64, related_rows: &Json) -> Result<(), Problem> {
        // Older versions removed entries without keeping the permissions.
        let mut rows: Vec<GroupPermission> = match related_rows {
            Json::Null => Vec::new(),
            kept => serde_json::from_value(kept.clone()).map_err(Problem::internal)?,
        };
        let groups: Vec<i64> = rows.iter().map(|row| row.permission_group_id).collect();
        let there: Vec<i64> =
            diesel::update(permission_group::table.filter(permission_group::permission_group_id.eq_any(groups)))
                .set((
                    permission_group::version.eq(permission_group::version + 1),
                    permission_group::updated_at.eq(clock::now()),
                ))
                .returning(permission_group::permission_group_id)
                .get_results(connection)?;
        rows.retain(|row| there.contains(&row.permission_group_id));
        let rows: Vec<_> = rows.into_iter().map(|row| (permission::menu_item_id.eq(id), row)).collect();
        on_backend!(connection, |connection| diesel::insert_into(permission::table).values(rows).execute(connection))?;
        Ok(())
    }

    fn after_removal(connection: &mut DatabaseConnection, caller: &Caller, id: i64) -> Result<(), Problem> {
        let menu = Menu::load(connection)?;
        let url = menu.url(id);
        let taken: Vec<_> = granted(connection, url, id)?
            .into_iter()
            .map(|(group, permission)| (group, Some(permission), None))
            .collect();
        record_group_changes(connection, caller, url, &taken)
    }

    /// An entry that gets an address is granted to the groups that may grant it. A restored entry is granted to the
    /// groups that had it.
    fn after_change(
        connection: &mut DatabaseConnection,
        caller: &Caller,
        id: i64,
        before: Option<&MenuItemSave>,
        save: &MenuItemSave,
    ) -> Result<(), Problem> {
        if before.is_none() {
            let url = save.url.as_deref().unwrap_or_default();
            let again: Vec<_> = granted(connection, url, id)?
                .into_iter()
                .map(|(group, permission)| (group, None, Some(permission)))
                .collect();
            record_group_changes(connection, caller, url, &again)?;
        }
        let has_page = |save: &MenuItemSave| save.url.as_ref().is_some_and(|url| !url.is_empty());
        let begins = has_page(save) && !before.is_some_and(has_page);
        if begins {
            grant_to_editors(connection, caller, id)?;
        }
        // What was open to everyone now belongs only to the groups it was granted to.
        let closes = before.is_some_and(|before| before.unrestricted) && !save.unrestricted;
        if begins || closes {
            let having =
                permission::table.filter(permission::menu_item_id.eq(id)).select(permission::permission_group_id);
            let having: Vec<i64> = having.load(connection)?;
            unchanged_passwords::revoke_of_groups(connection, caller, &having)?;
        }
        Ok(())
    }

    /// Shows the parent by its name, and each language as a field of its own.
    fn describe_changes(
        connection: &mut DatabaseConnection,
        changes: Vec<FieldChange>,
    ) -> Result<Vec<FieldChange>, Problem> {
        let mut changes = records::describe_names(changes)?;
        records::replace_ids_by_names(connection, &mut changes, ("parentId", "parentId"), |connection, id| {
            menu_item::table.find(id).select(menu_item::name).first(connection).optional()
        })?;
        Ok(changes)
    }
}
