//! Passwords that somebody sets for another account: the first one, or after it was forgotten.

use super::{power, rows};
use kernel::{
    access::caller::Caller,
    auth::{
        accounts::{self, Staff},
        given_passwords::GivenPassword,
        password::Owner,
    },
    db::DatabaseConnection,
    problem::Problem,
    records::revisions::{self, Author},
    state::State,
};
use std::sync::Arc;
use uno_core::contract::{managers::PasswordSet, revisions::RevisionAction};

/// Whose password is set.
#[derive(Clone, Copy)]
pub struct Target {
    /// Of which list.
    pub staff: Staff,
    /// Name of the resource in histories.
    pub resource: &'static str,
    /// Account.
    pub account_id: i64,
}

/// An account whose password the caller may set.
fn reached(connection: &mut DatabaseConnection, caller: &Caller, target: Target) -> Result<rows::Row, Problem> {
    let (row, ..) = rows::get(connection, caller, target.staff, target.account_id)?;
    power::check_over(connection, caller, row.standing())?;
    // The own password is changed by who knows it: a session that was taken over must not be able to.
    if target.account_id == caller.account_id {
        return Err(Problem::invalid_field("password", "ownAccount"));
    }
    Ok(row)
}

/// Sets a password, or makes one, which is answered and kept nowhere; its owner must change it. Ends the sessions.
///
/// # Errors
/// "Not found", [`uno_core::contract::error::ErrorCode::Forbidden`], or why the password is refused.
pub async fn set(
    state: &State,
    caller: Arc<Caller>,
    target: Target,
    given: Option<String>,
) -> Result<PasswordSet, Problem> {
    let asking = Arc::clone(&caller);
    let row = state.database.quick(move |connection| reached(connection, &asking, target)).await?;
    let email = row.email.as_deref().unwrap_or_default();
    let owner = Owner { login_id: &row.login_id, name: &row.name, email };
    let password = GivenPassword::prepare(&state.turns, caller.account_id, given, owner).await?;
    let keys = state.keys.clone();
    let given = state.database.write(move |connection| {
        // Whoever signs in has either finished, and is signed out below, or finds another password; and what the account
        // is stays until the end.
        accounts::hold(connection, target.account_id)?;
        let row = reached(connection, &caller, target)?;
        let change = password.give(connection, &keys, (target.account_id, &row.login_id))?;
        let (author, action) = (Author::from(&*caller), RevisionAction::Update);
        revisions::record(connection, &author, target.resource, target.account_id, action, &[change])?;
        Ok(password)
    });
    Ok(given.await?.answer())
}
