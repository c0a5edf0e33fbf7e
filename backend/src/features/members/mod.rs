//! Members: handlers.

pub mod names;
mod registration;
pub mod store;

use crate::{
    access::{
        caller::Caller,
        limits,
        log::{self, Reader, Reading},
    },
    clock,
    db::{DatabaseConnection, cursor::Cursors, page::Paging},
    http::mount::{Api, Input},
    problem::Problem,
    records::revisions,
    state::State,
};
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use uno_core::{
    contract::{
        Endpoint,
        members::{
            CreateMember, DeleteMember, GetMember, ListMemberRevisions, ListMembers, Member, MemberFilter,
            MemberPersonalData, RevealMember, UpdateMember,
        },
        page::{Done, Page},
        revisions::Revision,
    },
    domain::text::phone_digits,
};

/// Mounts the endpoints.
pub fn mount(api: &mut Api) {
    api.on::<ListMembers>(list);
    api.on::<CreateMember>(create);
    api.on::<GetMember>(get);
    api.on::<UpdateMember>(update);
    api.on::<DeleteMember>(delete);
    api.on::<RevealMember>(reveal);
    api.on::<ListMemberRevisions>(list_revisions);
}

async fn list(input: Input<ListMembers>) -> Result<Page<Member>, Problem> {
    let caller = input.caller()?;
    let reader = reader(&input, &caller);
    let filter = input.query;
    if let Some(sought) = sought(&input.state, &filter) {
        input
            .state
            .database
            .write(move |connection| {
                limits::count_search(connection, reader.account_id, &sought.digest, clock::now())?;
                sought.readings.into_iter().try_for_each(|reading| log::write(connection, &reader, reading))
            })
            .await?;
    }
    // A name sought anywhere, or a jump far into the list, walks many rows: not on a worker's thread.
    let long = store::is_anywhere(&filter) || store::walks_far(&filter);
    let (database, cursors) = (input.state.database.clone(), Cursors::of(&input.state.keys)?);
    let work = move |connection: &mut DatabaseConnection| {
        store::list(connection, database.totals(), &cursors, &caller, &filter)
    };
    if long { input.state.database.read(work).await } else { input.state.database.quick(work).await }
}

fn reader<E: Endpoint>(input: &Input<E>, caller: &Caller) -> Reader {
    Reader { account_id: caller.account_id, request_id: input.request_id.clone(), address: input.address.clone() }
}

/// Personal data by which members are sought.
struct Sought {
    readings: Vec<Reading>,
    /// Tells searches from one another; from the server's secret, so that it does not tell the data.
    digest: String,
}

fn sought(state: &State, filter: &MemberFilter) -> Option<Sought> {
    let phone = filter.phone_number.as_deref().map(phone_digits);
    let readings: Vec<Reading> =
        [phone.as_ref().map(|_| Reading::SearchByPhone), filter.birth_date.map(|_| Reading::SearchByBirthDate)]
            .into_iter()
            .flatten()
            .collect();
    let values = format!("search {} {:?}", phone.unwrap_or_default(), filter.birth_date);
    (!readings.is_empty()).then(|| Sought { readings, digest: URL_SAFE_NO_PAD.encode(state.keys.derive(&values)) })
}

async fn create(input: Input<CreateMember>) -> Result<Member, Problem> {
    let caller = input.caller()?;
    input.state.database.write_one(move |connection| store::create(connection, &caller, &input.body)).await
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
    let reader = reader(&input, &caller);
    input
        .state
        .database
        .write(move |connection| {
            let data = store::personal_data(connection, caller.scope, input.path.member_id)?;
            limits::count(connection, &limits::REVEALING, caller.account_id, clock::now())?;
            log::write(connection, &reader, Reading::Reveal(input.path.member_id))?;
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
