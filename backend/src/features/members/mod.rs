//! Members: handlers.

pub mod names;
pub mod store;

use crate::{
    clock,
    db::{DatabaseConnection, page::Paging, schema::access_log},
    features::revisions,
    http::mount::{Api, Input},
    problem::Problem,
    state::State,
};
use diesel::{ExpressionMethods, RunQueryDsl};
use uno_core::contract::{
    members::{
        CreateMember, DeleteMember, GetMember, ListMemberRevisions, ListMembers, Member, MemberPersonalData,
        RevealMember, UpdateMember,
    },
    page::{Done, Page},
    revisions::Revision,
};

/// Mounts the endpoints.
pub fn mount(api: &mut Api, state: &State) {
    api.on::<ListMembers>(state, list);
    api.on::<CreateMember>(state, create);
    api.on::<GetMember>(state, get);
    api.on::<UpdateMember>(state, update);
    api.on::<DeleteMember>(state, delete);
    api.on::<RevealMember>(state, reveal);
    api.on::<ListMemberRevisions>(state, list_revisions);
}

async fn list(input: Input<ListMembers>) -> Result<Page<Member>, Problem> {
    let caller = input.caller()?;
    let filter = input.query;
    // A name sought anywhere, or a jump far into the list, walks many rows: not on a worker's thread.
    let long = store::is_anywhere(&filter) || store::walks_far(&filter);
    let database = input.state.database.clone();
    let work = move |connection: &mut DatabaseConnection| store::list(connection, database.totals(), &caller, &filter);
    if long { input.state.database.read(work).await } else { input.state.database.quick(work).await }
}

async fn create(input: Input<CreateMember>) -> Result<Member, Problem> {
    let caller = input.caller()?;
    input.state.database.write(move |connection| store::create(connection, &caller, &input.body)).await
}

async fn get(input: Input<GetMember>) -> Result<Member, Problem> {
    let caller = input.caller()?;
    input.state.database.quick(move |connection| store::get(connection, &caller, input.path.member_id)).await
}

async fn update(input: Input<UpdateMember>) -> Result<Member, Problem> {
    let caller = input.caller()?;
    input
        .state
        .database
        .write(move |connection| store::update(connection, &caller, input.path.member_id, &input.body))
        .await
}

async fn delete(input: Input<DeleteMember>) -> Result<Done, Problem> {
    let caller = input.caller()?;
    input.state.database.write(move |connection| store::delete(connection, &caller, input.path.member_id)).await?;
    Ok(Done {})
}

/// Reading personal data in full and logging it are one transaction: no log, no data.
async fn reveal(input: Input<RevealMember>) -> Result<MemberPersonalData, Problem> {
    let caller = input.caller()?;
    input
        .state
        .database
        .write(move |connection| {
            let data = store::personal_data(connection, caller.scope, input.path.member_id)?;
            diesel::insert_into(access_log::table)
                .values((
                    access_log::account_id.eq(caller.account_id),
                    access_log::member_id.eq(input.path.member_id.0),
                    access_log::created_at.eq(clock::now().0),
                    access_log::request_id.eq(input.request_id),
                    access_log::address.eq(input.address),
                ))
                .execute(connection)?;
            Ok(data)
        })
        .await
}

async fn list_revisions(input: Input<ListMemberRevisions>) -> Result<Page<Revision>, Problem> {
    let caller = input.caller()?;
    let paging = Paging::of(input.query.page, input.query.page_size);
    input
        .state
        .database
        .read(move |connection| {
            let member = store::get(connection, &caller, input.path.member_id)?;
            revisions::list(connection, store::RESOURCE, member.member_id.0, paging)
        })
        .await
}
