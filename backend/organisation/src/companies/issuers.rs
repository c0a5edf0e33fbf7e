//! Credentials as what an account has given out: they end with the account or its rights, unless somebody takes them over.

use super::credentials::{end, is_in_force, record_change};
use diesel::{BoolExpressionMethods, ExpressionMethods, QueryDsl, RunQueryDsl};
use kernel::{
    access::{
        caller::Caller,
        credentials::{may_issue, scopes_of},
    },
    clock,
    db::{DatabaseConnection, schema::company_credential},
    problem::Problem,
};
use uno_core::contract::companies::CompanyId;

/// A credential in force: its id, company, name and scopes.
type Issued = (i64, CompanyId, String, String);

/// Returns the credentials of an account that are in force.
fn issued(connection: &mut DatabaseConnection, account_id: i64) -> Result<Vec<Issued>, Problem> {
    let now = clock::now();
    Ok(company_credential::table
        .filter(company_credential::account_id.eq(account_id))
        .filter(is_in_force(now))
        .order(company_credential::company_credential_id)
        .select((
            company_credential::company_credential_id,
            company_credential::company_id,
            company_credential::name,
            company_credential::scopes,
        ))
        .load::<Issued>(connection)?)
}

/// Counts the credentials of an account that are in force.
///
/// # Errors
/// Returns an error if the database fails.
pub fn count(connection: &mut DatabaseConnection, account_id: i64) -> Result<i64, Problem> {
    let now = clock::now();
    let issued = company_credential::account_id.eq(account_id).and(is_in_force(now));
    Ok(company_credential::table.filter(issued).count().get_result(connection)?)
}

/// Ends the credentials of an account that it may not have any more; all of them if it has ended (`None`).
///
/// # Errors
/// Returns an error if the database fails.
pub fn end_lost(
    connection: &mut DatabaseConnection,
    caller: &Caller,
    account_id: i64,
    issuer: Option<&Caller>,
) -> Result<(), Problem> {
    let mut lost = Vec::new();
    for (id, company_id, name, scopes) in issued(connection, account_id)? {
        let keeps = match issuer {
            Some(issuer) => may_issue(connection, issuer, company_id.0, &scopes_of(&scopes))?,
            None => false,
        };
        if !keeps {
            lost.push((id, company_id, name));
        }
    }
    if lost.is_empty() { Ok(()) } else { end(connection, caller, lost) }
}

/// Makes the caller the issuer of those credentials of an account that the caller could issue. Returns their number.
///
/// # Errors
/// Returns an error if the database fails.
pub fn take_over(connection: &mut DatabaseConnection, caller: &Caller, account_id: i64) -> Result<i64, Problem> {
    let mut taken = 0;
    for (id, company_id, name, scopes) in issued(connection, account_id)? {
        if !may_issue(connection, caller, company_id.0, &scopes_of(&scopes))? {
            continue;
        }
        let row = company_credential::table.find(id);
        let before = row.select(company_credential::account_name).first::<String>(connection)?;
        diesel::update(row)
            .set((
                company_credential::account_id.eq(caller.account_id),
                company_credential::account_name.eq(&caller.name),
            ))
            .execute(connection)?;
        let (before, after) = (format!("{name} · {before}"), format!("{name} · {}", caller.name));
        record_change(connection, caller, company_id, Some(&before), Some(&after))?;
        taken += 1;
    }
    Ok(taken)
}
