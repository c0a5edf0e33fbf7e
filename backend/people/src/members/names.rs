//! The names of members, each once: a part of a name is sought among them.
//!
//! A million members bear some hundred thousand names. The database's triggers keep those that
//! somebody bears.

use diesel::{EscapeExpressionMethods, ExpressionMethods, QueryDsl, RunQueryDsl, TextExpressionMethods};
use kernel::{
    db::{DatabaseConnection, page::like_pattern, schema::member_name},
    problem::Problem,
};

/// At most `limit` names that contain `part`, in order, from `start` on (`start` included) or behind
/// it.
///
/// # Errors
/// When the database fails.
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

/// Where in the order of names to go on.
pub enum Start {
    /// At this name.
    From(String),
    /// At the name behind this one.
    Behind(String),
}
