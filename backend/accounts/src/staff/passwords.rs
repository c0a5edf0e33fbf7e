//! Passwords that staff set for another account: the first one, or one that replaces a forgotten one.

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

/// The account whose password is set.
#[derive(Clone, Copy)]
pub struct Target {
    /// The list it is in.
    pub staff: Staff,
    /// Resource name in histories.
    pub resource: &'static str,
    /// Account.
    pub account_id: i64,
}

/// Returns the account if the caller may set its password.
fn reached(connection: &mut DatabaseConnection, caller: &Caller, target: Target) -> Result<rows::Row, Problem> {
    let (row, ..) = rows::get(connection, caller, target.staff, target.account_id)?;
    power::check_over(connection, caller, row.standing())?;
    // The caller's own password can be changed only with the current one: a hijacked session must not be able to
    // replace it.
    if target.account_id == caller.account_id {
        return Err(Problem::invalid_field("password", "ownAccount"));
    }
    Ok(row)
}

/// Sets a given or generated password and ends the account's sessions. A generated one is returned and not stored; the
/// owner must change the password.
///
/// # Errors
/// Returns "not found", [`uno_core::contract::error::ErrorCode::Forbidden`], or why the password is rejected.
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
        // A concurrent sign-in has either finished, and is ended below, or finds the new password. The account cannot
        // change until the transaction ends.
        accounts::hold(connection, target.account_id)?;
        let row = reached(connection, &caller, target)?;
        let change = password.give(connection, &keys, (target.account_id, &row.login_id))?;
        let (author, action) = (Author::from(&*caller), RevisionAction::Update);
        revisions::record(connection, &author, target.resource, target.account_id, action, &[change])?;
        Ok(password)
    });
    Ok(given.await?.answer())
}
