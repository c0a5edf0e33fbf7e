//! Ensures that permissions can always be edited: at least one administrator must remain whose account is enabled and
//! has a password, and whose group may read and change permission groups.
//!
//! Any change that could remove the last one (to a group, an account's group, or an account) takes the lock before
//! it reads and runs the check after it has written.

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

/// Locks changes of editors until the transaction ends. SQLite needs no lock, as it has a single writer.
///
/// # Errors
/// Returns an error if the database fails.
pub fn lock_editors(connection: &mut DatabaseConnection) -> Result<(), Problem> {
    if matches!(connection, DatabaseConnection::Postgres(_)) {
        connection.batch_execute("SELECT pg_advisory_xact_lock(7165020)")?;
    }
    Ok(())
}

/// Checks that an editor remains after the change.
///
/// # Errors
/// Returns `lastEditor` at the field that removed the last one.
pub fn check_editor_remains(connection: &mut DatabaseConnection, field: &str) -> Result<(), Problem> {
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
