//! Links from the user's side: finding members in the caller's scope as candidates, linking and ending links. The rules
//! are those of the member's side, which owns the rows; permissions are those of the user's screen.

use super::store;
use crate::{
    links::{
        self,
        candidates::{CandidateSearch, MemberSearch},
        store as rows,
    },
    users::store as users,
};
use diesel::{ExpressionMethods, OptionalExtension, QueryDsl, RunQueryDsl};
use kernel::{
    access::{
        caller::Caller,
        log::{self, LoggedRead},
        scope::Scoped,
    },
    db::{DatabaseConnection, schema::member_link},
    http::mount::Input,
    problem::Problem,
};
use std::sync::Arc;
use uno_core::contract::{
    error::ErrorCode,
    managed_users::{CreateUserLink, ListMemberCandidates, UserLink},
    member_links::{LinkId, MemberCandidate, MemberLinkSave, UserLinkSave},
    members::MemberId,
    page::Done,
    users::UserId,
};

/// Returns candidates and logs the search in one transaction: no log, no data.
pub(super) async fn list_candidates(input: Input<ListMemberCandidates>) -> Result<Vec<MemberCandidate>, Problem> {
    let (caller, state, user_id) = (input.caller()?, input.state.clone(), input.path.user_id);
    let reader = input.reader(&caller);
    let work = move |connection: &mut DatabaseConnection| {
        store::check_awake(connection, &caller, user_id)?;
        let (_, profile) = users::by_id(connection, user_id)?;
        let search = MemberSearch::from_profile(&profile);
        links::count(connection, &state, caller.account_id, &search.describe())?;
        let found = search.candidates(connection, caller.scope)?;
        let persons = i64::try_from(found.len()).map_err(Problem::internal)?;
        log::write(connection, &reader, LoggedRead::MemberCandidates { user_id, persons })?;
        Ok(found)
    };
    input.state.database.write(work).await
}

/// A link request is also a search, so it is counted and logged. That happens in a transaction of its own, which a
/// refusal does not roll back.
pub(super) async fn create(input: Input<CreateUserLink>) -> Result<UserLink, Problem> {
    let (caller, state, user_id) = (input.caller()?, input.state.clone(), input.path.user_id);
    let (reader, requester) = (input.reader(&caller), Arc::clone(&caller));
    let try_one = move |connection: &mut DatabaseConnection| {
        store::check_awake(connection, &requester, user_id)?;
        let (_, profile) = users::by_id(connection, user_id)?;
        links::count(connection, &state, requester.account_id, &MemberSearch::from_profile(&profile).describe())?;
        log::write(connection, &reader, LoggedRead::MemberLinkRequest(user_id))?;
        Ok(())
    };
    input.state.database.write(try_one).await?;
    let save = input.body;
    let work = move |connection: &mut DatabaseConnection| {
        store::check_awake(connection, &caller, user_id)?;
        let made = link(connection, &caller, user_id, &save).map_err(of_member)?;
        let links = store::links(connection, &caller, user_id)?;
        links.into_iter().find(|link| link.link_id == made).ok_or_else(Problem::not_found)
    };
    input.change.write(work).await
}

fn link(
    connection: &mut DatabaseConnection,
    caller: &Caller,
    user_id: UserId,
    save: &UserLinkSave,
) -> Result<LinkId, Problem> {
    let UserLinkSave { member_id, evidence, level } = *save;
    let search = CandidateSearch::of(connection, caller.scope, member_id).map_err(|problem| match problem.code {
        ErrorCode::NotFound => Problem::invalid_field("userId", "notFound"),
        _ => problem,
    })?;
    let save = MemberLinkSave { user_id, evidence, level };
    rows::create(connection, caller, member_id, &search, &save).map(|link| link.link_id)
}

/// Reports violations of the field `userId`, which the member's side sets, for `memberId`.
fn of_member(mut problem: Problem) -> Problem {
    for field in problem.fields.iter_mut().filter(|field| field.path == "userId") {
        field.path = "memberId".into();
    }
    problem
}

/// Ends a link of a user with a member of the scope, or withdraws a request.
pub(super) fn end(
    connection: &mut DatabaseConnection,
    caller: &Caller,
    user_id: UserId,
    link_id: LinkId,
) -> Result<Done, Problem> {
    store::check_changeable(connection, caller, user_id)?;
    let member_id = member_link::table
        .in_scope(caller.scope)
        .filter(member_link::member_link_id.eq(link_id))
        .filter(member_link::user_id.eq(user_id))
        .select(member_link::member_id)
        .first::<MemberId>(connection)
        .optional()?;
    rows::end(connection, caller, member_id.ok_or_else(Problem::not_found)?, link_id)
}
