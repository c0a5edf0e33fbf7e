//! Passwords that somebody gives to the account of another: the first one, or after it was forgotten. Its owner must
//! change it before anything else.

use super::{
    attempts,
    password::{self, Owner},
    sessions,
    tokens::Keys,
    turns::Turns,
};
use crate::{
    clock,
    db::{DatabaseConnection, schema::account},
    problem::Problem,
};
use diesel::{ExpressionMethods, QueryDsl, RunQueryDsl};
use std::sync::Arc;
use uno_core::contract::{managers::PasswordSet, revisions::FieldChange};

/// Accounts of one statement: the databases limit how many values one has.
const ACCOUNTS_AT_ONCE: usize = 10_000;

/// A password that may be given, and is not yet.
pub struct GivenPassword {
    hash: String,
    made: Option<String>,
}

impl GivenPassword {
    /// Takes a password that was typed, or makes one, when the turn of who gives it has come.
    ///
    /// # Errors
    /// Why it is refused, at the field `password`; "busy".
    pub async fn prepare(
        turns: &Arc<Turns>,
        giver_id: i64,
        typed: Option<String>,
        owner: Owner<'_>,
    ) -> Result<Self, Problem> {
        let _turn = turns.take(&format!("account {giver_id}")).await?;
        let (made, password) = match typed.filter(|typed| !typed.is_empty()) {
            Some(typed) => {
                password::approve(typed.clone(), owner, "password").await?;
                (None, typed)
            }
            None => {
                let made = password::made()?;
                (Some(made.clone()), made)
            }
        };
        Ok(Self { hash: password::hash(password).await?, made })
    }

    /// Gives it to an account that is held, and ends the sessions there; answers what the history tells of it.
    ///
    /// # Errors
    /// When the database fails.
    pub fn give(
        &self,
        connection: &mut DatabaseConnection,
        keys: &Keys,
        (account_id, login_id): (i64, &str),
    ) -> Result<FieldChange, Problem> {
        diesel::update(account::table.find(account_id))
            .set((account::password_hash.eq(&self.hash), account::must_change_password.eq(true)))
            .execute(connection)?;
        sessions::end_all(connection, account_id, clock::now())?;
        attempts::forget_account(connection, keys, (account_id, login_id), clock::now())?;
        Ok(FieldChange { field: "password".into(), before: None, after: Some("***".into()) })
    }

    /// What is answered, once: the password that was made.
    #[must_use]
    pub fn answer(self) -> PasswordSet {
        PasswordSet { password: self.made }
    }
}

/// Takes the passwords that somebody gave to these accounts and that their owners have not changed: whoever gave one knows
/// it, and is perhaps no more above the account. Ends the sessions there; answers whose it was, for the histories, which
/// [`told_taken`] tells.
///
/// # Errors
/// When the database fails.
pub fn take_unchanged(connection: &mut DatabaseConnection, account_ids: &[i64]) -> Result<Vec<i64>, Problem> {
    let mut taken = Vec::new();
    for some in account_ids.chunks(ACCOUNTS_AT_ONCE) {
        let unchanged = account::table
            .filter(account::account_id.eq_any(some))
            .filter(account::must_change_password.eq(true))
            .filter(account::password_hash.ne(""));
        let nothing = (account::password_hash.eq(""), account::must_change_password.eq(false));
        taken.extend(
            diesel::update(unchanged).set(nothing).returning(account::account_id).get_results::<i64>(connection)?,
        );
    }
    for account_id in &taken {
        sessions::end_all(connection, *account_id, clock::now())?;
    }
    Ok(taken)
}

/// What the history of an account tells of a password that was taken.
#[must_use]
pub fn told_taken() -> FieldChange {
    FieldChange { field: "password".into(), before: Some("***".into()), after: None }
}

/// Takes the password of an account that is held, and ends the sessions there: nobody signs in to it until another one
/// is given. Answers what the history tells of it, `None` where there was no password.
///
/// # Errors
/// When the database fails.
pub fn take_away(connection: &mut DatabaseConnection, account_id: i64) -> Result<Option<FieldChange>, Problem> {
    let taken = diesel::update(account::table.find(account_id).filter(account::password_hash.ne("")))
        .set((account::password_hash.eq(""), account::must_change_password.eq(false)))
        .execute(connection)?;
    if taken == 0 {
        return Ok(None);
    }
    sessions::end_all(connection, account_id, clock::now())?;
    Ok(Some(told_taken()))
}
