//! Somebody must always be able to say who may do what: at least one administrator whose account is not disabled and
//! whose group may change permission groups.
//!
//! Whatever could take that away (a group, an account's group, an account) takes its turn before it reads, and asks
//! when it has written.

use super::menu::Menu;
use crate::{
    db::{
        DatabaseConnection,
        schema::{account, permission},
    },
    problem::Problem,
};
use diesel::{ExpressionMethods, JoinOnDsl, QueryDsl, RunQueryDsl, connection::SimpleConnection};
use uno_core::{contract::permission_groups::SCREEN, domain::access::Authority};

/// Waits until nobody else changes who may, until the transaction ends. SQLite has one writer.
///
/// # Errors
/// When the database fails.
pub fn take_turn(connection: &mut DatabaseConnection) -> Result<(), Problem> {
    if matches!(connection, DatabaseConnection::Postgres(_)) {
        connection.batch_execute("SELECT pg_advisory_xact_lock(7165020)")?;
    }
    Ok(())
}

/// That somebody is left, after what was written.
///
/// # Errors
/// `lastEditor` at the field that took it away.
pub fn check_left(connection: &mut DatabaseConnection, field: &str) -> Result<(), Problem> {
    let menu = Menu::load(connection)?;
    let left = match menu.at(SCREEN) {
        Some(screen) => account::table
            .inner_join(permission::table.on(permission::permission_group_id.eq(account::permission_group_id)))
            .filter(account::authority.eq(Authority::Admin.as_str()))
            .filter(account::disabled_at.is_null())
            .filter(account::password_hash.ne(""))
            .filter(permission::menu_item_id.eq(screen.menu_item_id))
            .filter(permission::can_read.eq(true))
            .filter(permission::can_update.eq(true))
            .count()
            .get_result::<i64>(connection)?,
        None => 0,
    };
    if left > 0 { Ok(()) } else { Err(Problem::invalid_field(field, "lastEditor")) }
}
