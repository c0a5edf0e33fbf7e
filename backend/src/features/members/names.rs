//! The names of members, each once: a part of a name is sought among them.
//!
//! A million members bear some hundred thousand names. Whoever writes a member keeps its name here,
//! and takes it out when nobody bears it any more.

use crate::{
    db::{
        DatabaseConnection,
        page::anywhere,
        schema::{member, member_name},
    },
    on_backend,
    problem::Problem,
};
use diesel::{
    EscapeExpressionMethods, ExpressionMethods, OptionalExtension, QueryDsl, RunQueryDsl, TextExpressionMethods,
};
use std::collections::BTreeSet;

/// Keeps names.
///
/// # Errors
/// When the database fails.
pub fn keep<'a>(connection: &mut DatabaseConnection, keys: impl IntoIterator<Item = &'a str>) -> Result<(), Problem> {
    for key in keys.into_iter().collect::<BTreeSet<_>>() {
        on_backend!(connection, |inner| {
            diesel::insert_into(member_name::table)
                .values(member_name::name_key.eq(key))
                .on_conflict_do_nothing()
                .execute(inner)
        })?;
    }
    Ok(())
}

/// Takes out a name that nobody bears.
///
/// # Errors
/// When the database fails.
pub fn forget(connection: &mut DatabaseConnection, key: &str) -> Result<(), Problem> {
    let bearer =
        member::table.filter(member::name_key.eq(key)).select(member::member_id).first::<i64>(connection).optional()?;
    if bearer.is_none() {
        diesel::delete(member_name::table.find(key)).execute(connection)?;
    }
    Ok(())
}

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
        .filter(member_name::name_key.like(anywhere(part)).escape('\\'))
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
