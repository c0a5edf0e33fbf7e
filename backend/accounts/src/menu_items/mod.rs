//! The left menu.

use diesel::{QueryDsl, RunQueryDsl};
use kernel::{
    db::{DatabaseConnection, schema::menu_item},
    http::mount::{Api, Input},
    problem::Problem,
};
use std::collections::HashSet;
use uno_core::{
    contract::menu_items::{ListMenuItems, MenuItem, MenuItemFilter, MenuItemId},
    domain::access::Action,
};

/// Mounts the endpoint.
pub fn mount(api: &mut Api) {
    api.on::<ListMenuItems>(list);
}

async fn list(input: Input<ListMenuItems>) -> Result<Vec<MenuItem>, Problem> {
    let caller = input.caller()?;
    let MenuItemFilter { unrestricted, flat } = input.query;
    let readable: HashSet<i64> = caller
        .items
        .iter()
        .filter(|item| item.permission().allows(Action::Read))
        .map(|item| item.menu_item_id.0)
        .collect();
    let rows = input.state.database.quick(load).await?;
    let wanted = |row: &Row| readable.contains(&row.id) && unrestricted.is_none_or(|wanted| row.unrestricted == wanted);
    let tree = below(None, "", &rows, &wanted, rows.len());
    if !flat.unwrap_or_default() {
        return Ok(tree);
    }
    let mut items = Vec::new();
    flatten(tree, &mut items);
    // Entries that only lead to others are part of the menu, but are not what a filter asks for.
    items.retain(|item| unrestricted.is_none_or(|wanted| item.unrestricted == wanted));
    Ok(items)
}

struct Row {
    id: i64,
    parent_id: Option<i64>,
    name: String,
    url: String,
    unrestricted: bool,
}

fn load(connection: &mut DatabaseConnection) -> Result<Vec<Row>, Problem> {
    let rows = menu_item::table
        .order((menu_item::position, menu_item::menu_item_id))
        .select((
            menu_item::menu_item_id,
            menu_item::parent_id,
            menu_item::name,
            menu_item::url,
            menu_item::unrestricted,
        ))
        .load::<(i64, Option<i64>, String, String, bool)>(connection)?;
    let row = |(id, parent_id, name, url, unrestricted)| Row { id, parent_id, name, url, unrestricted };
    Ok(rows.into_iter().map(row).collect())
}

/// The entries below `parent`, whose full url is `above`, that are wanted or lead to wanted ones;
/// `depth` bounds the descent.
fn below(
    parent: Option<i64>,
    above: &str,
    rows: &[Row],
    wanted: &impl Fn(&Row) -> bool,
    depth: usize,
) -> Vec<MenuItem> {
    if depth == 0 {
        return Vec::new();
    }
    rows.iter()
        .filter(|row| row.parent_id == parent)
        .filter_map(|row| {
            let full_url = format!("{above}{}", row.url);
            let children = below(Some(row.id), &full_url, rows, wanted, depth - 1);
            (wanted(row) || !children.is_empty()).then(|| MenuItem {
                id: MenuItemId(row.id),
                parent_id: parent.map(MenuItemId),
                name: row.name.clone(),
                url: row.url.clone(),
                full_url,
                unrestricted: row.unrestricted,
                children_menu_items: children,
            })
        })
        .collect()
}

/// Each entry before those below it.
fn flatten(tree: Vec<MenuItem>, items: &mut Vec<MenuItem>) {
    for mut item in tree {
        let children = std::mem::take(&mut item.children_menu_items);
        items.push(item);
        flatten(children, items);
    }
}
