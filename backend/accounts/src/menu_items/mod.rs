//! The left menu: as the caller sees it, and in full for menu administrators.

pub mod store;

use kernel::{
    access::menu::{Entry, Menu},
    http::mount::{Api, Input},
    problem::Problem,
};
use std::collections::HashSet;
use store::MenuItemRecord;
use uno_core::{
    contract::{
        languages::Language,
        menu_items::{
            CreateMenuItem, DeleteMenuItem, GetMenuItem, ListManagedMenuItems, ListMenuItemRevisions, ListMenuItems,
            MenuItem, MenuItemFilter, MenuItemId, UpdateMenuItem,
        },
    },
    domain::access::Action,
};

/// Mounts the endpoints.
pub fn mount(api: &mut Api) {
    api.on::<ListMenuItems>(list);
    api.quick::<ListManagedMenuItems>(|connection, caller, _| store::list(connection, caller));
    api.create::<MenuItemRecord, CreateMenuItem>();
    api.show::<MenuItemRecord, GetMenuItem>();
    api.update::<MenuItemRecord, UpdateMenuItem>();
    api.delete::<MenuItemRecord, DeleteMenuItem>();
    api.history::<MenuItemRecord, ListMenuItemRevisions>();
}

async fn list(input: Input<ListMenuItems>) -> Result<Vec<MenuItem>, Problem> {
    let caller = input.caller()?;
    let MenuItemFilter { unrestricted, flat, language } = input.query;
    let readable: HashSet<i64> = caller
        .items
        .iter()
        .filter(|item| item.permission().allows(Action::Read))
        .map(|item| item.menu_item_id.0)
        .collect();
    let menu = input.state.database.quick(Menu::load).await?;
    let wanted = |entry: &Entry| {
        readable.contains(&entry.menu_item_id) && unrestricted.is_none_or(|wanted| entry.unrestricted == wanted)
    };
    let tree = below(None, &menu, language, &wanted, menu.entries.len())?;
    if !flat.unwrap_or_default() {
        return Ok(tree);
    }
    let mut items = Vec::new();
    flatten(tree, &mut items);
    // Ancestors are part of the tree, but do not match the filter themselves.
    items.retain(|item| unrestricted.is_none_or(|wanted| item.unrestricted == wanted));
    Ok(items)
}

/// Returns the visible entries below `parent` that are wanted or lead to wanted ones; `depth` bounds the recursion.
fn below(
    parent: Option<i64>,
    menu: &Menu,
    language: Option<Language>,
    wanted: &impl Fn(&Entry) -> bool,
    depth: usize,
) -> Result<Vec<MenuItem>, Problem> {
    let mut items = Vec::new();
    for entry in menu.below(parent).filter(|entry| depth > 0 && !entry.is_hidden) {
        let children = below(Some(entry.menu_item_id), menu, language, wanted, depth - 1)?;
        if !wanted(entry) && children.is_empty() {
            continue;
        }
        let (name, is_name_given) = entry.name_in(language)?;
        items.push(MenuItem {
            id: MenuItemId(entry.menu_item_id),
            parent_id: parent.map(MenuItemId),
            name,
            is_name_given,
            url: entry.url.clone(),
            full_url: menu.url(entry.menu_item_id).to_owned(),
            unrestricted: entry.unrestricted,
            children_menu_items: children,
        });
    }
    Ok(items)
}

/// Flattens the tree, each entry before its descendants.
fn flatten(tree: Vec<MenuItem>, items: &mut Vec<MenuItem>) {
    for mut item in tree {
        let children = std::mem::take(&mut item.children_menu_items);
        items.push(item);
        flatten(children, items);
    }
}
