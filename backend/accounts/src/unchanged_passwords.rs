//! Passwords that staff gave and whose owners have not changed them: what becomes of them when the account does.

use diesel::{
    BoolExpressionMethods, ExpressionMethods, OptionalExtension, QueryDsl, RunQueryDsl, TextExpressionMethods,
};
use kernel::{
    access::caller::Caller,
    auth::{accounts::Staff, given_passwords},
    db::{
        DatabaseConnection,
        schema::{account, member_link, revision, user_profile},
    },
    problem::Problem,
    records::revisions::{self, Author},
};
use std::collections::HashMap;
use uno_core::contract::{logs::ChangedResource, revisions::RevisionAction};

/// An account with the record whose history tells of it.
type Told = (i64, (ChangedResource, i64));

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
    let mut others = Vec::with_capacity(unchanged.len());
    for told in unchanged.into_iter().map(of_staff) {
        if giver(connection, told.1)? != Some(caller.account_id) {
            others.push(told);
        }
    }
    take_and_tell(connection, caller, others)
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

/// Takes those of the staff of companies and of the users of their members, whoever gave them: who stood above may have.
///
/// # Errors
/// When the database fails.
pub fn take_of_companies(
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
    take_and_tell(connection, caller, staff.into_iter().map(of_staff).chain(users).collect())
}

fn of_staff((account_id, staff): (i64, Option<String>)) -> Told {
    let is_operator = staff.as_deref() == Some(Staff::Operator.as_str());
    let resource = if is_operator { ChangedResource::Operator } else { ChangedResource::Manager };
    (account_id, (resource, account_id))
}

/// Takes them, and the history of each says so.
fn take_and_tell(connection: &mut DatabaseConnection, caller: &Caller, whose: Vec<Told>) -> Result<(), Problem> {
    let ids: Vec<i64> = whose.iter().map(|(account_id, _)| *account_id).collect();
    let records: HashMap<i64, (ChangedResource, i64)> = whose.into_iter().collect();
    let (author, action) = (Author::from(caller), RevisionAction::Update);
    for account_id in given_passwords::take_unchanged(connection, &ids)? {
        if let Some((resource, record_id)) = records.get(&account_id) {
            let changes = [given_passwords::told_taken()];
            revisions::record(connection, &author, resource.as_str(), *record_id, action, &changes)?;
        }
    }
    Ok(())
}

/// Who gave an account its password last, as its history tells.
fn giver(
    connection: &mut DatabaseConnection,
    (resource, record_id): (ChangedResource, i64),
) -> Result<Option<i64>, Problem> {
    let given = revision::table
        .filter(revision::resource.eq(resource.as_str()).and(revision::record_id.eq(record_id)))
        .filter(revision::changes.like("%\"field\":\"password\"%"))
        .order(revision::revision_id.desc())
        .select(revision::account_id);
    Ok(given.first(connection).optional()?)
}
