//! Sign-in for users whom staff have registered: a sign-in id, and a first password that must be changed.

use super::store::UserRecord;
use crate::users::store as users;
use diesel::{ExpressionMethods, QueryDsl, RunQueryDsl};
use kernel::{
    access::caller::Caller,
    auth::{accounts, given_passwords::GivenPassword, login_id, password::Owner},
    db::{DatabaseConnection, schema::account},
    http::mount::Input,
    problem::Problem,
    records::{
        Rows as _,
        revisions::{self, Author},
    },
};
use std::sync::Arc;
use uno_core::contract::{
    error::ErrorCode,
    managed_users::SetUserPassword,
    managers::PasswordSet,
    revisions::{FieldChange, RevisionAction},
    users::{UserId, UserProfile},
};

/// A user whose password the caller may set.
struct Target {
    account_id: i64,
    profile: UserProfile,
    /// The user's sign-in id from now on.
    login_id: String,
    is_first: bool,
}

impl Target {
    fn of(
        connection: &mut DatabaseConnection,
        caller: &Caller,
        user_id: UserId,
        named: Option<&str>,
    ) -> Result<Self, Problem> {
        let user = UserRecord::show(connection, caller, user_id.0)?;
        if !user.password.allowed {
            return Err(Problem::new(ErrorCode::Forbidden));
        }
        let (account_id, profile) = users::by_id(connection, user_id)?;
        let has_password = account::table.find(account_id).select(account::password_hash.ne(""));
        let is_first = !has_password.first::<bool>(connection)?;
        let login_id = match (is_first, named) {
            (true, Some(named)) => named.to_owned(),
            (true, None) => return Err(Problem::invalid_field("loginId", "required")),
            (false, None) => profile.login_id.clone(),
            (false, Some(_)) => return Err(Problem::invalid_field("loginId", "notAllowed")),
        };
        Ok(Self { account_id, profile, login_id, is_first })
    }

    fn owner(&self) -> Owner<'_> {
        let email = self.profile.email.as_deref().unwrap_or_default();
        Owner { login_id: &self.login_id, name: &self.profile.name, email }
    }
}

/// Sets a user's password, the first one together with a sign-in id. Returns the generated password.
///
/// # Errors
/// Returns "not found", [`ErrorCode::Forbidden`], an error if the sign-in id is taken, or the reason why the password
/// is refused.
pub async fn set_password(input: Input<SetUserPassword>) -> Result<PasswordSet, Problem> {
    let caller = input.caller()?;
    let (user_id, sent) = (input.path.user_id, input.body);
    let (requester, named) = (Arc::clone(&caller), sent.login_id.clone());
    let database = input.state.database.clone();
    let target = database
        .quick(move |connection| {
            let target = Target::of(connection, &requester, user_id, named.as_deref())?;
            let key = login_id::key(&target.login_id);
            // A user whose password was removed may keep the earlier sign-in id.
            let is_own = key == login_id::key(&target.profile.login_id);
            if target.is_first && !is_own && users::is_taken(connection, &key)? {
                return Err(Problem::taken("loginId"));
            }
            Ok(target)
        })
        .await?;
    let password = GivenPassword::prepare(&input.state.turns, caller.account_id, sent.password, target.owner()).await?;
    let keys = input.state.keys.clone();
    let given = database.write(move |connection| {
        accounts::hold(connection, target.account_id)?;
        // Another request may have set one meanwhile.
        let target = Target::of(connection, &caller, user_id, sent.login_id.as_deref())?;
        let mut changes = Vec::new();
        if target.is_first {
            name_account(connection, &target)?;
            changes.push(FieldChange { field: "loginId".into(), before: None, after: Some(target.login_id.clone()) });
        }
        changes.push(password.give(connection, &keys, (target.account_id, &target.login_id))?);
        let author = Author::from(&*caller);
        revisions::record(connection, &author, users::RESOURCE, user_id.0, RevisionAction::Update, &changes)?;
        Ok(password)
    });
    Ok(given.await?.answer())
}

fn name_account(connection: &mut DatabaseConnection, target: &Target) -> Result<(), Problem> {
    let named = (account::login_id.eq(&target.login_id), account::login_key.eq(login_id::key(&target.login_id)));
    let written = diesel::update(account::table.find(target.account_id)).set(named).execute(connection);
    written.map_err(Problem::from).map_err(|problem| match problem.code {
        ErrorCode::Taken => Problem::taken("loginId"),
        _ => problem,
    })?;
    Ok(())
}
