//! Whether users have accepted a link with a company. Until then the company is not shown who they are, because staff can
//! link a person without asking.

use diesel::{ExpressionMethods, QueryDsl, RunQueryDsl};
use kernel::{
    access::scope::{Scope, Scoped},
    db::{DatabaseConnection, schema::member_link},
    problem::Problem,
    records::Mask,
};
use std::collections::HashSet;
use uno_core::{
    contract::{member_links::LinkState, revisions::FieldChange, users::UserId},
    domain::mask,
};

/// Returns those of these users that have accepted an active link with a company in the scope; `None` if the scope does
/// not depend on links.
pub(super) fn accepting(
    connection: &mut DatabaseConnection,
    scope: Scope,
    ids: &[UserId],
) -> Result<Option<HashSet<UserId>>, Problem> {
    if scope == Scope::All {
        return Ok(None);
    }
    let accepted = member_link::table
        .in_scope(scope)
        .filter(member_link::user_id.eq_any(ids))
        .filter(member_link::state.eq(LinkState::Active))
        .filter(member_link::accepted_at.is_not_null());
    Ok(Some(accepted.select(member_link::user_id).load::<UserId>(connection)?.into_iter().collect()))
}

/// Returns whether a user has accepted a link with a company in the scope.
pub(super) fn has_accepted(
    connection: &mut DatabaseConnection,
    scope: Scope,
    user_id: UserId,
) -> Result<bool, Problem> {
    Ok(accepting(connection, scope, &[user_id])?.is_none_or(|accepted| !accepted.is_empty()))
}

/// Hides who the user is in a change.
pub(super) fn veil(change: &mut FieldChange) {
    let how: Mask = match change.field.as_str() {
        "loginId" => mask::text,
        "name" => mask::name,
        _ => return,
    };
    for value in [&mut change.before, &mut change.after] {
        *value = value.as_deref().map(how);
    }
}
