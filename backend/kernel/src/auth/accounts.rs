//! Accounts: their lists, the companies above them, locks, and creation outside the forms of staff (by the command
//! line, for demonstrations, and for users registered many at a time).

use crate::{
    auth::{
        login_id,
        password::{self, Owner},
    },
    clock,
    db::{
        Database, DatabaseConnection,
        schema::{account, company, operator, permission_group},
    },
    on_backend,
    problem::Problem,
};
use diesel::{ExpressionMethods, OptionalExtension, QueryDsl, RunQueryDsl, dsl::max};
use std::collections::HashMap;
use uno_core::{
    contract::{
        error::ErrorCode,
        validation::{LOGIN_ID_LENGTHS, is_login_id},
    },
    domain::{access::Authority, text::search_key},
};

diesel::define_sql_function! {
    /// Number of characters of a text.
    fn length(text: diesel::sql_types::Text) -> diesel::sql_types::Integer;
}

/// An account to be created.
pub struct NewAccount<'a> {
    /// Sign-in id.
    pub login_id: &'a str,
    /// Hash of its password.
    pub password_hash: &'a str,
    /// The account's authority.
    pub authority: Authority,
    /// Name.
    pub name: &'a str,
    /// Id of its company.
    pub company_id: Option<i64>,
}

/// The lists of staff accounts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Staff {
    /// Administrators, vendors, dealers, retailers.
    Manager,
    /// Operators.
    Operator,
}

impl Staff {
    /// Returns the list that an account appears in; `None` for users.
    #[must_use]
    pub fn of(authority: Authority) -> Option<Self> {
        match authority {
            Authority::Admin | Authority::Vendor | Authority::Dealer | Authority::Retailer => Some(Self::Manager),
            Authority::Operator => Some(Self::Operator),
            Authority::Member => None,
        }
    }

    /// Returns the word stored in the database.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Manager => "MANAGER",
            Self::Operator => "OPERATOR",
        }
    }
}

/// A company's ancestors including itself: vendor, dealer and retailer.
pub type Line = (Option<i64>, Option<i64>, Option<i64>);

/// Returns the vendor, dealer and retailer of an account's company.
///
/// # Errors
/// Returns an error if the database fails.
pub fn line(connection: &mut DatabaseConnection, company_id: Option<i64>) -> Result<Line, Problem> {
    let Some(company_id) = company_id else { return Ok((None, None, None)) };
    let columns = (company::vendor_id, company::dealer_id, company::retailer_id);
    Ok(company::table.find(company_id).select(columns).first(connection).optional()?.unwrap_or_default())
}

/// Locks an account until the transaction ends. `SQLite` needs no lock, as it has a single writer. On PostgreSQL
/// the row is locked without a write: the second write to a row in one transaction checks its foreign key to the
/// company again. This would deadlock with a transaction that has locked the company and then locks the account.
///
/// # Errors
/// Returns an error if the database fails.
pub fn hold(connection: &mut DatabaseConnection, account_id: i64) -> Result<(), Problem> {
    if let DatabaseConnection::Postgres(connection) = connection {
        account::table.find(account_id).select(account::account_id).for_no_key_update().load::<i64>(connection)?;
    }
    Ok(())
}

/// Creates an account in the first group of its authority; returns its id.
///
/// # Errors
/// Returns an error if the sign-in id is taken.
pub fn insert(connection: &mut DatabaseConnection, new: &NewAccount<'_>) -> Result<i64, Problem> {
    let group = first_group(connection, new.authority)?;
    let (vendor_id, dealer_id, retailer_id) = line(connection, new.company_id)?;
    let (staff, now) = (Staff::of(new.authority), clock::now().0);
    let id: i64 = diesel::insert_into(account::table)
        .values((
            account::login_id.eq(new.login_id),
            account::login_key.eq(login_id::key(new.login_id)),
            account::password_hash.eq(new.password_hash),
            account::authority.eq(new.authority.as_str()),
            account::name.eq(new.name),
            account::company_id.eq(new.company_id),
            account::permission_group_id.eq(group),
            account::staff.eq(staff.map(Staff::as_str)),
            account::vendor_id.eq(vendor_id),
            account::dealer_id.eq(dealer_id),
            account::retailer_id.eq(retailer_id),
            account::name_key.eq(search_key(new.name)),
            account::created_at.eq(now),
            account::updated_at.eq(now),
        ))
        .returning(account::account_id)
        .get_result(connection)?;
    if staff == Some(Staff::Operator) {
        diesel::insert_into(operator::table).values(operator::account_id.eq(id)).execute(connection)?;
    }
    Ok(id)
}

/// Creates accounts of users without a password, from unused sign-in ids and names; returns their ids in the same
/// order.
///
/// # Errors
/// Returns an error if a sign-in id is taken.
pub fn insert_users(connection: &mut DatabaseConnection, new: &[(&str, &str)]) -> Result<Vec<i64>, Problem> {
    let (group, now) = (first_group(connection, Authority::Member)?, clock::now().0);
    let keys: Vec<String> = new.iter().map(|(id, _)| login_id::key(id)).collect();
    let rows: Vec<_> = new
        .iter()
        .zip(&keys)
        .map(|((login_id, name), key)| {
            (
                account::login_id.eq(*login_id),
                account::login_key.eq(key),
                account::password_hash.eq(""),
                account::authority.eq(Authority::Member.as_str()),
                account::name.eq(*name),
                account::permission_group_id.eq(group),
                account::name_key.eq(search_key(name)),
                account::created_at.eq(now),
                account::updated_at.eq(now),
            )
        })
        .collect();
    on_backend!(connection, |inner| diesel::insert_into(account::table).values(rows).execute(inner))?;
    let written = account::table
        .filter(account::login_key.eq_any(&keys))
        .select((account::login_key, account::account_id))
        .load::<(String, i64)>(connection)?;
    let written: HashMap<String, i64> = written.into_iter().collect();
    let missing = || Problem::internal("a new account is not found");
    keys.iter().map(|key| written.get(key).copied().ok_or_else(missing)).collect()
}

/// Returns the initial group of an authority.
fn first_group(connection: &mut DatabaseConnection, authority: Authority) -> Result<i64, Problem> {
    Ok(permission_group::table
        .filter(permission_group::authority.eq(authority.as_str()))
        .order(permission_group::permission_group_id)
        .select(permission_group::permission_group_id)
        .first(connection)?)
}

/// Returns the maximum length of a sign-in id in characters: the limit for new ids, or more if an older account has
/// a longer one.
///
/// # Errors
/// Returns an error if the database fails.
pub fn longest_login_id(connection: &mut DatabaseConnection) -> Result<usize, Problem> {
    let longest: Option<i32> = account::table.select(max(length(account::login_key))).first(connection)?;
    Ok(longest.and_then(|longest| usize::try_from(longest).ok()).unwrap_or(0).max(LOGIN_ID_LENGTHS.1))
}

/// Creates an administrator.
///
/// # Errors
/// Returns an error if the sign-in id is malformed or taken, or the password is too weak.
pub fn create_admin(database: &Database, login_id: &str, given: &str) -> Result<(), Problem> {
    let login_id = &login_id::key(login_id);
    if !is_login_id(login_id) {
        return Err(Problem::internal("--login-id: 4 to 30 of a–z, 0–9, \".\", \"_\" and \"-\""));
    }
    password::check_new(given, Owner { login_id, ..Owner::default() }, "password").map_err(|problem| {
        let reason = problem.fields.first().map(|field| field.code.clone()).unwrap_or_default();
        Problem::internal(format!(
            "the password is refused ({reason}): at least {} characters, hard to guess, without the sign-in id",
            password::MIN_CHARACTERS
        ))
    })?;
    let hash = password::hash_blocking(given)?;
    let new =
        NewAccount { login_id, password_hash: &hash, authority: Authority::Admin, name: login_id, company_id: None };
    let made = database.write_blocking(|connection| insert(connection, &new));
    made.map(|_| ()).map_err(|problem| match problem.code {
        ErrorCode::Taken => Problem::internal(format!("--login-id: {login_id} is taken")),
        _ => problem,
    })
}
