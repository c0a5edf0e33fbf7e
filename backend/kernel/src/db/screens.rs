//! Gives an installation the screens of the product that it does not know yet: an entry of the menu for
//! every part of the url, and to the built-in groups what they may do there at first. A screen is given
//! once; whatever an installation has made of it stays.

use super::{
    DatabaseConnection,
    schema::{given_screen, menu_item, permission, permission_group},
};
use crate::problem::Problem;
use diesel::{ExpressionMethods, OptionalExtension, QueryDsl, RunQueryDsl};
use std::collections::HashSet;
use uno_core::{
    contract::screens::{SCREENS, Screen},
    domain::access::Action,
};

/// Gives every screen that was not given before.
///
/// # Errors
/// When the database fails.
pub fn give(connection: &mut DatabaseConnection) -> Result<(), Problem> {
    let given: HashSet<String> = given_screen::table.select(given_screen::url).load(connection)?.into_iter().collect();
    for screen in SCREENS.iter().filter(|screen| !given.contains(screen.url)) {
        diesel::insert_into(given_screen::table).values(given_screen::url.eq(screen.url)).execute(connection)?;
        give_one(connection, screen)?;
    }
    Ok(())
}

fn give_one(connection: &mut DatabaseConnection, screen: &Screen) -> Result<(), Problem> {
    let Some((above, own)) = screen.url.rsplit_once('/') else { return Ok(()) };
    let parent_id = entry(connection, above)?;
    let item = diesel::insert_into(menu_item::table)
        .values((
            menu_item::parent_id.eq(parent_id),
            menu_item::name.eq(screen.name),
            menu_item::url.eq(format!("/{own}")),
            menu_item::position.eq(screen.position),
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

/// The entry of a url, by the parts of it; the nearest above where an installation has none.
fn entry(connection: &mut DatabaseConnection, url: &str) -> Result<Option<i64>, Problem> {
    let mut parent: Option<i64> = None;
    for part in url.split('/').filter(|part| !part.is_empty()) {
        let here = menu_item::table.filter(menu_item::url.eq(format!("/{part}"))).into_boxed();
        let here = match parent {
            Some(parent) => here.filter(menu_item::parent_id.eq(parent)),
            None => here.filter(menu_item::parent_id.is_null()),
        };
        match here.select(menu_item::menu_item_id).first(connection).optional()? {
            Some(id) => parent = Some(id),
            None => break,
        }
    }
    Ok(parent)
}
