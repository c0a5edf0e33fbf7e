//! Making accounts from the command line and for demonstrations.

use crate::{
    auth::{
        login_id,
        password::{self, Owner},
    },
    clock,
    db::{
        Database, DatabaseConnection,
        schema::{account, permission_group},
    },
    problem::Problem,
};
use diesel::{ExpressionMethods, QueryDsl, RunQueryDsl, dsl::max};
use uno_core::{
    contract::{
        error::ErrorCode,
        validation::{LOGIN_ID_LENGTHS, is_login_id},
    },
    domain::access::Authority,
};

diesel::define_sql_function! {
    /// Characters of a text.
    fn length(text: diesel::sql_types::Text) -> diesel::sql_types::Integer;
}

/// An account to be made.
pub struct NewAccount<'a> {
    /// Sign-in id.
    pub login_id: &'a str,
    /// Hash of its password.
    pub password_hash: &'a str,
    /// What it is.
    pub authority: Authority,
    /// Name.
    pub name: &'a str,
    /// Its company.
    pub company_id: Option<i64>,
}

/// Makes an account in the first group of its authority; answers its id.
///
/// # Errors
/// When the sign-in id is taken.
pub fn insert(connection: &mut DatabaseConnection, new: &NewAccount<'_>) -> Result<i64, Problem> {
    let group: i64 = permission_group::table
        .filter(permission_group::authority.eq(new.authority.as_str()))
        .order(permission_group::permission_group_id)
        .select(permission_group::permission_group_id)
        .first(connection)?;
    Ok(diesel::insert_into(account::table)
        .values((
            account::login_id.eq(new.login_id),
            account::login_key.eq(login_id::key(new.login_id)),
            account::password_hash.eq(new.password_hash),
            account::authority.eq(new.authority.as_str()),
            account::name.eq(new.name),
            account::company_id.eq(new.company_id),
            account::permission_group_id.eq(group),
            account::created_at.eq(clock::now().0),
        ))
        .returning(account::account_id)
        .get_result(connection)?)
}

/// Characters of the longest sign-in id that an account may be kept under: as the rules for new ids have
/// it, or more where an account is older than these.
///
/// # Errors
/// When the database fails.
pub fn longest_login_id(connection: &mut DatabaseConnection) -> Result<usize, Problem> {
    let longest: Option<i32> = account::table.select(max(length(account::login_key))).first(connection)?;
    Ok(longest.and_then(|longest| usize::try_from(longest).ok()).unwrap_or(0).max(LOGIN_ID_LENGTHS.1))
}

/// Makes an administrator.
///
/// # Errors
/// When the password is too weak or the sign-in id is taken.
pub fn create_admin(database: &Database, login_id: &str, given: &str) -> Result<(), Problem> {
    let login_id = &login_id::key(login_id);
    if !is_login_id(login_id) {
        return Err(Problem::internal("--login-id: 4 to 30 of a–z, 0–9, \".\", \"_\" and \"-\""));
    }
    password::check_new(given, Owner { login_id, ..Owner::default() }, "password").map_err(|problem| {
        let reason = problem.fields.first().map(|field| field.code.clone()).unwrap_or_default();
        Problem::internal(format!(
            "the password is refused ({reason}): at least {} characters, hard to guess, without the sign-in id",
            password::SHORTEST
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
