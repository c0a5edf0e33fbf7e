//! The distinct names of members, which substring searches scan.
//!
//! A million members have a few hundred thousand names. Database triggers keep the names that at least one member has.

use diesel::{EscapeExpressionMethods, ExpressionMethods, QueryDsl, RunQueryDsl, TextExpressionMethods};
use kernel::{
    db::{DatabaseConnection, page::like_pattern, schema::member_name},
    problem::Problem,
};

/// Returns at most `limit` names that contain `part`, in order, from `start` (inclusive) or after it.
///
/// # Errors
/// Returns an error if the database fails.
pub fn containing(
    connection: &mut DatabaseConnection,
    part: &str,
    start: &Start,
    limit: i64,
) -> Result<Vec<String>, Problem> {
    let query = member_name::table
        .filter(member_name::name_key.like(like_pattern(part)).escape('\\'))
        .order(member_name::name_key)
        .limit(limit)
        .select(member_name::name_key);
    Ok(match start {
        Start::From(name) => query.filter(member_name::name_key.ge(name)).load(connection)?,
        Start::Behind(name) => query.filter(member_name::name_key.gt(name)).load(connection)?,
    })
}

/// The position from which to continue in the order of names.
pub enum Start {
    /// At this name.
    From(String),
    /// After this name.
    Behind(String),
}
