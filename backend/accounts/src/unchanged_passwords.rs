//! Passwords that staff gave and whose owners have not changed them: what becomes of them when the account does.

use diesel::{
    BoolExpressionMethods, ExpressionMethods, OptionalExtension, QueryDsl, RunQueryDsl, TextExpressionMethods,
};
use kernel::{
    access::caller::Caller,
    auth::{accounts::Staff, given_passwords},
    db::{
        DatabaseConnection,
        schema::{account, revision},
    },
    problem::Problem,
    records::revisions::{self, Author},
};
use uno_core::contract::{logs::ChangedResource, revisions::RevisionAction};

/// Takes the passwords of accounts that are somebody else by now, stand elsewhere or may do more: who gave one would sign
/// in as what they may have no power over. Who changes the account knows what they gave themselves.
///
/// # Errors
/// When the database fails.
pub fn take(connection: &mut DatabaseConnection, caller: &Caller, account_ids: &[i64]) -> Result<(), Problem> {
    let unchanged = account::table
        .filter(account::account_id.eq_any(account_ids))
        .filter(account::must_change_password.eq(true))
        .select((account::account_id, account::staff))
        .load::<(i64, Option<String>)>(connection)?;
    for (account_id, staff) in unchanged {
        let resource = match staff.as_deref() == Some(Staff::Operator.as_str()) {
            true => ChangedResource::Operator,
            false => ChangedResource::Manager,
        };
        if giver(connection, resource, account_id)? == Some(caller.account_id) {
            continue;
        }
        let taken = given_passwords::take_unchanged(connection, &[account_id])?;
        let changes: Vec<_> = taken.into_iter().map(|id| (id, vec![given_passwords::told_taken()])).collect();
        let (author, action) = (Author::from(caller), RevisionAction::Update);
        revisions::record_many(connection, &author, resource.as_str(), action, &changes)?;
    }
    Ok(())
}

/// Who gave an account its password last, as its history tells.
fn giver(
    connection: &mut DatabaseConnection,
    resource: ChangedResource,
    account_id: i64,
) -> Result<Option<i64>, Problem> {
    let given = revision::table
        .filter(revision::resource.eq(resource.as_str()).and(revision::record_id.eq(account_id)))
        .filter(revision::changes.like("%\"field\":\"password\"%"))
        .order(revision::revision_id.desc())
        .select(revision::account_id);
    Ok(given.first(connection).optional()?)
}
