//! Revokes passwords that were assigned by staff and not changed by their owners, when the account changes.

use diesel::{ExpressionMethods, QueryDsl, RunQueryDsl};
use kernel::{
    access::caller::Caller,
    auth::{accounts::Staff, given_passwords},
    db::{
        DatabaseConnection,
        schema::{account, member_link, user_profile},
    },
    problem::Problem,
    records::revisions::{self, Author},
};
use std::collections::HashMap;
use uno_core::contract::{logs::ChangedResource, revisions::RevisionAction};

/// An account with the record whose history it appears in.
type UnchangedAccount = (i64, (ChangedResource, i64));

/// Revokes the unchanged passwords of accounts whose identity, company or permissions have changed: the person who
/// assigned one could otherwise sign in with rights they may not have power over. Passwords assigned by the caller who
/// makes the change are kept.
///
/// # Errors
/// Returns an error if the database fails.
pub fn revoke(connection: &mut DatabaseConnection, caller: &Caller, account_ids: &[i64]) -> Result<(), Problem> {
    let unchanged = account::table
        .filter(account::account_id.eq_any(account_ids))
        .filter(account::must_change_password.eq(true))
        .select((account::account_id, account::staff))
        .load::<(i64, Option<String>)>(connection)?;
    let mut others = Vec::with_capacity(unchanged.len());
    for told in unchanged.into_iter().map(of_staff) {
        let (resource, record_id) = told.1;
        if given_passwords::giver(connection, (resource.as_str(), record_id))? != Some(caller.account_id) {
            others.push(told);
        }
    }
    revoke_and_record(connection, caller, others)
}

/// Does the same for the staff of groups that now allow more. Locks their accounts first: a concurrent assignment of a
/// password has either finished, and is found, or waits and then sees the group's new permissions.
///
/// # Errors
/// Returns an error if the database fails.
pub fn revoke_of_groups(
    connection: &mut DatabaseConnection,
    caller: &Caller,
    group_ids: &[i64],
) -> Result<(), Problem> {
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
    revoke(connection, caller, &ids)
}

/// Revokes those of the staff of companies and of their members' users, whoever assigned them: it may have been a
/// former ancestor.
///
/// # Errors
/// Returns an error if the database fails.
pub fn revoke_of_companies(
    connection: &mut DatabaseConnection,
    caller: &Caller,
    company_ids: &[i64],
) -> Result<(), Problem> {
    let staff = account::table
        .filter(account::company_id.eq_any(company_ids))
        .filter(account::must_change_password.eq(true))
        .select((account::account_id, account::staff))
        .load::<(i64, Option<String>)>(connection)?;
    let users = member_link::table
        .inner_join(user_profile::table.inner_join(account::table))
        .filter(member_link::company_id.eq_any(company_ids))
        .filter(account::must_change_password.eq(true))
        .select((account::account_id, user_profile::user_id))
        .distinct()
        .load::<(i64, i64)>(connection)?;
    let users = users.into_iter().map(|(account_id, user_id)| (account_id, (ChangedResource::User, user_id)));
    revoke_and_record(connection, caller, staff.into_iter().map(of_staff).chain(users).collect())
}

fn of_staff((account_id, staff): (i64, Option<String>)) -> UnchangedAccount {
    let is_operator = staff.as_deref() == Some(Staff::Operator.as_str());
    let resource = if is_operator { ChangedResource::Operator } else { ChangedResource::Manager };
    (account_id, (resource, account_id))
}

/// Revokes them and records it in their histories.
fn revoke_and_record(
    connection: &mut DatabaseConnection,
    caller: &Caller,
    whose: Vec<UnchangedAccount>,
) -> Result<(), Problem> {
    let ids: Vec<i64> = whose.iter().map(|(account_id, _)| *account_id).collect();
    let records: HashMap<i64, (ChangedResource, i64)> = whose.into_iter().collect();
    let (author, action) = (Author::from(caller), RevisionAction::Update);
    for account_id in given_passwords::remove_unchanged(connection, &ids)? {
        if let Some((resource, record_id)) = records.get(&account_id) {
            let changes = [given_passwords::removal_change()];
            revisions::record(connection, &author, resource.as_str(), *record_id, action, &changes)?;
        }
    }
    Ok(())
}
