//! The left menu.

use crate::{
    db::{DatabaseConnection, schema::menu_item},
    http::mount::{Api, Input},
    problem::Problem,
    state::State,
};
use diesel::{QueryDsl, RunQueryDsl};
use std::collections::HashSet;
use uno_core::{
    contract::menu_items::{ListMenuItems, MenuItem, MenuItemId},
    domain::access::Action,
};

/// Mounts the endpoint.
pub fn mount(api: &mut Api, state: &State) {
    api.on::<ListMenuItems>(state, list);
}

async fn list(input: Input<ListMenuItems>) -> Result<Vec<MenuItem>, Problem> {
    let caller = input.caller()?;
    let readable: HashSet<i64> = caller
        .items
        .iter()
        .filter(|item| item.permission().allows(Action::Read))
        .map(|item| item.menu_item_id.0)
        .collect();
    input.state.database.quick(move |connection| readable_tree(connection, &readable)).await
}

fn readable_tree(connection: &mut DatabaseConnection, readable: &HashSet<i64>) -> Result<Vec<MenuItem>, Problem> {
    let rows = menu_item::table
        .order((menu_item::position, menu_item::menu_item_id))
        .select((menu_item::menu_item_id, menu_item::parent_id, menu_item::name, menu_item::url))
        .load::<(i64, Option<i64>, String, String)>(connection)?;
    Ok(below(None, &rows, readable, rows.len()))
}

/// The entries below `parent` that are readable or lead to readable ones; `depth` bounds the descent.
fn below(
    parent: Option<i64>,
    rows: &[(i64, Option<i64>, String, String)],
    readable: &HashSet<i64>,
    depth: usize,
) -> Vec<MenuItem> {
    if depth == 0 {
        return Vec::new();
    }
    rows.iter()
        .filter(|(_, above, ..)| *above == parent)
        .filter_map(|(id, _, name, url)| {
            let children = below(Some(*id), rows, readable, depth - 1);
            (readable.contains(id) || !children.is_empty()).then(|| MenuItem {
                id: MenuItemId(*id),
                name: name.clone(),
                url: url.clone(),
                children_menu_items: children,
            })
        })
        .collect()
}
