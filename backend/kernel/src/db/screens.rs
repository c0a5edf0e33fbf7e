//! Adds the product's new screens to an installation: a menu item for every part of the URL, and the initial
//! permissions of the built-in groups. A screen is added once; later changes by the installation are kept.

use super::{
    DatabaseConnection,
    schema::{given_screen, menu_item, permission, permission_group},
};
use crate::{clock, problem::Problem};
use diesel::{ExpressionMethods, OptionalExtension, QueryDsl, RunQueryDsl};
use std::collections::HashSet;
use uno_core::{
    contract::screens::{SCREENS, Screen},
    domain::access::Action,
};

/// Gap between the positions of neighbouring menu items, so that items can be moved between them.
pub const POSITION_GAP: i64 = 1_000;

/// Adds every screen that was not added before.
///
/// # Errors
/// Returns an error if the database fails.
pub fn install(connection: &mut DatabaseConnection) -> Result<(), Problem> {
    let given: HashSet<String> = given_screen::table.select(given_screen::url).load(connection)?.into_iter().collect();
    for screen in SCREENS.iter().filter(|screen| !given.contains(screen.url)) {
        diesel::insert_into(given_screen::table).values(given_screen::url.eq(screen.url)).execute(connection)?;
        install_one(connection, screen)?;
    }
    Ok(())
}

fn install_one(connection: &mut DatabaseConnection, screen: &Screen) -> Result<(), Problem> {
    let (parent_id, own) = place(connection, screen.url)?;
    let item = diesel::insert_into(menu_item::table)
        .values((
            menu_item::parent_id.eq(parent_id),
            menu_item::name.eq(screen.name),
            menu_item::given_name.eq(screen.name),
            menu_item::created_at.eq(clock::now().0),
            menu_item::updated_at.eq(clock::now().0),
            menu_item::url.eq(own),
            menu_item::position.eq(screen.position * POSITION_GAP),
        ))
        .returning(menu_item::menu_item_id)
        .get_result::<i64>(connection)?;
    for (authority, actions) in screen.permissions {
        // The built-in group of a kind of accounts is its first one.
        let group = permission_group::table
            .filter(permission_group::authority.eq(*authority))
            .order(permission_group::permission_group_id)
            .select(permission_group::permission_group_id)
            .first::<i64>(connection)
            .optional()?;
        let Some(group) = group else { continue };
        diesel::insert_into(permission::table)
            .values((
                permission::permission_group_id.eq(group),
                permission::menu_item_id.eq(item),
                permission::can_read.eq(actions.contains(&Action::Read)),
                permission::can_create.eq(actions.contains(&Action::Create)),
                permission::can_update.eq(actions.contains(&Action::Update)),
                permission::can_delete.eq(actions.contains(&Action::Delete)),
            ))
            .execute(connection)?;
    }
    Ok(())
}

/// Returns the parent menu item of a URL, and the remaining part of the URL as the item's own. The own part has
/// several segments if the installation lacks some of the items above it, so the full address is always the same.
fn place<'url>(connection: &mut DatabaseConnection, url: &'url str) -> Result<(Option<i64>, &'url str), Problem> {
    let (mut parent, mut own) = (None, url);
    while let Some(end) = own.get(1..).and_then(|rest| rest.find('/')) {
        let (part, rest) = own.split_at(end + 1);
        let here = menu_item::table.filter(menu_item::url.eq(part)).into_boxed();
        let here = match parent {
            Some(parent) => here.filter(menu_item::parent_id.eq(parent)),
            None => here.filter(menu_item::parent_id.is_null()),
        };
        let Some(id) = here.select(menu_item::menu_item_id).first::<i64>(connection).optional()? else { break };
        (parent, own) = (Some(id), rest);
    }
    Ok((parent, own))
}
