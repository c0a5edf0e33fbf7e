//! Links that staff make in person: what is theirs to show and to end before and after the person accepts.

use super::store::RESOURCE;
use crate::users::store as users;
use diesel::{ExpressionMethods, OptionalExtension, QueryDsl, RunQueryDsl};
use kernel::{
    access::{caller::Caller, scope::Scoped as _},
    auth::given_passwords,
    clock,
    db::{
        DatabaseConnection,
        schema::{account, member, member_link},
    },
    problem::Problem,
    records::revisions::{self, Author},
};
use uno_core::contract::{
    companies::CompanyId,
    member_links::{LinkId, LinkParty, LinkState},
    members::MemberId,
    revisions::{FieldChange, RevisionAction},
    users::UserId,
};

/// Returns whether the person has accepted an earlier link of this company and has not ended it.
pub(super) fn is_accepted_already(
    connection: &mut DatabaseConnection,
    user_id: UserId,
    member_id: MemberId,
) -> Result<bool, Problem> {
    let company_id = member::table.find(member_id).select(member::company_id).first::<CompanyId>(connection)?;
    let last = member_link::table
        .filter(member_link::user_id.eq(user_id))
        .filter(member_link::company_id.eq(company_id))
        .filter(member_link::accepted_at.is_not_null())
        .order(member_link::member_link_id.desc())
        .select(member_link::closed_by);
    let last = last.first::<Option<LinkParty>>(connection).optional()?;
    Ok(last.is_some_and(|closed_by| closed_by != Some(LinkParty::User)))
}

/// Removes the password of a user whom staff link at once, if staff outside their tree gave it and the user has not
/// changed it: the giver knows it. A password of the user's own stays, with its sessions. The account is already locked,
/// so a concurrent password change is serialized with this.
pub(super) fn end_password_of_others(
    connection: &mut DatabaseConnection,
    caller: &Caller,
    (account_id, user_id): (i64, UserId),
) -> Result<(), Problem> {
    if let Some(giver) = given_passwords::giver(connection, (users::RESOURCE, user_id.0))? {
        let of_tree = account::table.in_scope(caller.scope).filter(account::account_id.eq(giver));
        if of_tree.count().get_result::<i64>(connection)? > 0 {
            return Ok(());
        }
    }
    if !given_passwords::remove_unchanged(connection, &[account_id])?.is_empty() {
        let (author, action) = (Author::from(caller), RevisionAction::Update);
        revisions::record(
            connection,
            &author,
            users::RESOURCE,
            user_id.0,
            action,
            &[given_passwords::removal_change()],
        )?;
    }
    Ok(())
}

/// Records that the user accepts a link that staff have made in person. A concurrent request may have ended it.
pub(super) fn accept(connection: &mut DatabaseConnection, caller: &Caller, link_id: LinkId) -> Result<(), Problem> {
    let now = clock::now();
    let waiting = member_link::table
        .find(link_id)
        .filter(member_link::state.eq(LinkState::Active))
        .filter(member_link::accepted_at.is_null());
    if diesel::update(waiting).set(member_link::accepted_at.eq(now)).execute(connection)? > 0 {
        let change = FieldChange { field: "accepted".into(), before: None, after: Some("true".into()) };
        revisions::record(connection, &Author::from(caller), RESOURCE, link_id.0, RevisionAction::Update, &[change])?;
    }
    Ok(())
}
