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

/// The same of the staff of groups that come to allow more. Their accounts are held first: whoever is just giving one of them
/// a password has given it, and it is found, or waits and then finds what the group allows.
///
/// # Errors
/// When the database fails.
pub fn take_of_groups(connection: &mut DatabaseConnection, caller: &Caller, group_ids: &[i64]) -> Result<(), Problem> {
    let staff = || {
        account::table
            .filter(account::permission_group_id.eq_any(group_ids.to_vec()))
            .filter(account::staff.is_not_null())
    };
    if let DatabaseConnection::Postgres(connection) = connection {
        let held = staff().order(account::account_id).select(account::account_id).for_no_key_update();
        held.load::<i64>(connection)?;
    }
    let unchanged = staff().filter(account::must_change_password.eq(true)).select(account::account_id);
    let ids: Vec<i64> = unchanged.load(connection)?;
    take(connection, caller, &ids)
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
