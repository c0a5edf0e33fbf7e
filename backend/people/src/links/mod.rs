//! Links between users and members: handlers.

pub(crate) mod candidates;
mod in_person;
pub mod store;

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use candidates::CandidateSearch;
use kernel::{
    access::{
        limits,
        log::{self, LoggedRead, Reader},
    },
    clock,
    db::DatabaseConnection,
    http::mount::{Api, Input},
    problem::Problem,
    state::State,
};
use uno_core::contract::member_links::{
    AnswerOwnLink, CreateMemberLink, EndMemberLink, LinkCandidate, ListLinkCandidates, ListMemberLinks, ListOwnLinks,
    MemberLink,
};

/// Mounts the endpoints.
pub fn mount(api: &mut Api) {
    api.quick::<ListMemberLinks>(|connection, caller, sent| {
        store::of_member(connection, caller.scope, sent.path.member_id)
    });
    api.on::<ListLinkCandidates>(list_candidates);
    api.on_change::<CreateMemberLink>(create);
    api.write::<EndMemberLink>(|connection, caller, sent| {
        store::end(connection, caller, sent.path.member_id, sent.path.link_id)
    });
    api.quick::<ListOwnLinks>(|connection, caller, sent| store::of_user(connection, caller.account_id, &sent.query));
    api.write::<AnswerOwnLink>(|connection, caller, sent| {
        store::answer(connection, caller, sent.path.link_id, sent.body.state)
    });
}

/// Counts a search by personal data against the account's limit. Otherwise, an account that may edit a member could try
/// out other people's data.
pub(crate) fn count(
    connection: &mut DatabaseConnection,
    state: &State,
    account_id: i64,
    search: &str,
) -> Result<(), Problem> {
    let digest = URL_SAFE_NO_PAD.encode(state.keys.derive(search));
    limits::count_search(connection, account_id, &digest, clock::now())
}

/// Returns candidates and logs the search in one transaction: no log, no data.
async fn list_candidates(input: Input<ListLinkCandidates>) -> Result<Vec<LinkCandidate>, Problem> {
    let (caller, state, member_id) = (input.caller()?, input.state.clone(), input.path.member_id);
    let (request_id, address) = (input.request_id, input.address);
    let reader = Reader { account_id: caller.account_id, request_id, address };
    let work = move |connection: &mut DatabaseConnection| {
        let search = CandidateSearch::of(connection, caller.scope, member_id)?;
        count(connection, &state, caller.account_id, &search.describe())?;
        let found = search.candidates(connection, caller.scope)?;
        let persons = i64::try_from(found.len()).map_err(Problem::internal)?;
        log::write(connection, &reader, LoggedRead::LinkCandidates { member_id, persons })?;
        Ok(found)
    };
    input.state.database.write(work).await
}

/// A link request is also a search, so it is counted and logged. That happens in a transaction of its own, which a
/// refusal does not roll back.
async fn create(input: Input<CreateMemberLink>) -> Result<MemberLink, Problem> {
    let (caller, state, member_id, save) = (input.caller()?, input.state.clone(), input.path.member_id, input.body);
    let reader = Reader { account_id: caller.account_id, request_id: input.request_id, address: input.address };
    let scope = caller.scope;
    let try_one = move |connection: &mut DatabaseConnection| {
        let search = CandidateSearch::of(connection, scope, member_id)?;
        count(connection, &state, reader.account_id, &search.describe())?;
        log::write(connection, &reader, LoggedRead::LinkRequest(member_id))?;
        Ok(search)
    };
    let search = input.state.database.write(try_one).await?;
    let work = move |connection: &mut DatabaseConnection| store::create(connection, &caller, member_id, &search, &save);
    input.change.write(work).await
}
