//! Passwords set by somebody else, as the first password of an account or after the owner has forgotten it. The
//! owner must change it before anything else.

use super::{
    attempts,
    password::{self, Owner},
    sessions,
    tokens::Keys,
    turns::{Lane, Turns},
};
use crate::{
    clock,
    db::{
        DatabaseConnection,
        schema::{account, revision},
    },
    problem::Problem,
};
use diesel::{
    BoolExpressionMethods, ExpressionMethods, OptionalExtension, QueryDsl, RunQueryDsl, TextExpressionMethods,
};
use std::sync::Arc;
use uno_core::contract::{managers::PasswordSet, revisions::FieldChange};

/// Maximum number of accounts in one statement: databases limit the number of bound values.
const ACCOUNTS_AT_ONCE: usize = 10_000;

/// An approved password that is not set yet.
pub struct GivenPassword {
    hash: String,
    generated: Option<String>,
}

impl GivenPassword {
    /// Approves a typed password, or generates one; waits for a turn of the account that sets it.
    ///
    /// # Errors
    /// Returns the reason of the refusal, at the field `password`, or "busy".
    pub async fn prepare(
        turns: &Arc<Turns>,
        giver_id: i64,
        typed: Option<String>,
        owner: Owner<'_>,
    ) -> Result<Self, Problem> {
        let _turn = turns.take(&Lane::Known(format!("account {giver_id}"))).await?;
        let (generated, password) = match typed.filter(|typed| !typed.is_empty()) {
            Some(typed) => {
                password::approve(typed.clone(), owner, "password").await?;
                (None, typed)
            }
            None => {
                let generated = password::generated()?;
                (Some(generated.clone()), generated)
            }
        };
        Ok(Self { hash: password::hash(password).await?, generated })
    }

    /// Sets it on a locked account and ends the account's sessions; returns the change for the history.
    ///
    /// # Errors
    /// Returns an error if the database fails.
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
        attempts::reset_account(connection, keys, (account_id, login_id), clock::now())?;
        Ok(FieldChange { field: "password".into(), before: None, after: Some("***".into()) })
    }

    /// Returns the response, which contains a generated password once.
    #[must_use]
    pub fn answer(self) -> PasswordSet {
        PasswordSet { password: self.generated }
    }
}

/// Removes passwords that were set by others and not changed by the owners since: the one who has set it knows it,
/// and may no longer have authority over the account. Ends the accounts' sessions. Returns the affected accounts,
/// for the histories; see [`removal_change`].
///
/// # Errors
/// Returns an error if the database fails.
pub fn remove_unchanged(connection: &mut DatabaseConnection, account_ids: &[i64]) -> Result<Vec<i64>, Problem> {
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

/// Returns who last gave an account a password, according to the history of its record (resource and id).
///
/// # Errors
/// Returns an error if the database fails.
pub fn giver(connection: &mut DatabaseConnection, (resource, record_id): (&str, i64)) -> Result<Option<i64>, Problem> {
    let given = revision::table
        .filter(revision::resource.eq(resource).and(revision::record_id.eq(record_id)))
        .filter(revision::changes.like("%\"field\":\"password\"%"))
        .order(revision::revision_id.desc())
        .select(revision::account_id);
    Ok(given.first(connection).optional()?)
}

/// Returns the change that a history records for a removed password.
#[must_use]
pub fn removal_change() -> FieldChange {
    FieldChange { field: "password".into(), before: Some("***".into()), after: None }
}
