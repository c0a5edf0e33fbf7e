//! Members: handlers.

mod export;
pub mod names;
mod registration;
pub mod store;

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
pub use export::MemberExport;
use kernel::{
    access::{
        limits,
        log::{self, LoggedRead, Reader},
    },
    bulk, clock,
    db::DatabaseConnection,
    exports,
    http::mount::{Api, Input},
    problem::Problem,
    state::State,
};
use std::sync::Arc;
use store::MemberRecord;
use uno_core::{
    contract::{
        members::{
            BulkMembers, CreateMember, DeleteMember, GetMember, ListMemberRevisions, ListMembers, Member,
            MemberChanges, MemberPersonalData, RevealMember, UpdateMember,
        },
        page::Page,
    },
    domain::{text::phone_digits, time::Date},
};

kernel::bulk! {
    /// Members that are changed or removed together.
    pub MemberBulk: BulkMembers of MemberRecord in MemberExport by member_id as name;
    update UpdateMember [MemberChanges], delete DeleteMember
}

/// Mounts the endpoints.
pub fn mount(api: &mut Api) {
    api.on::<ListMembers>(list);
    exports::mount::<MemberExport>(api);
    bulk::mount::<MemberBulk>(api);
    api.on_change::<CreateMember>(create);
    api.show::<MemberRecord, GetMember>();
    api.update::<MemberRecord, UpdateMember>();
    api.delete::<MemberRecord, DeleteMember>();
    api.on::<RevealMember>(reveal);
    api.history::<MemberRecord, ListMemberRevisions>();
}

async fn list(input: Input<ListMembers>) -> Result<Page<Member>, Problem> {
    let caller = input.caller()?;
    let reader = input.reader(&caller);
    let filter = input.query;
    if let Some(sought) = sought(&input.state, filter.phone_number.as_deref(), filter.birth_date) {
        input.state.database.write(move |connection| sought.count(connection, &reader)).await?;
    }
    // A substring search of names, or a jump far into the list, scans many rows, so it does not run on a worker thread.
    let long = store::is_substring_search(&filter) || store::is_far(&filter);
    let (database, cursors) = (input.state.database.clone(), input.state.cursors()?);
    let work = move |connection: &mut DatabaseConnection| {
        store::list(connection, database.totals(), &cursors, &caller, &filter)
    };
    if long { input.state.database.read(work).await } else { input.state.database.quick(work).await }
}

/// A search by personal data.
pub struct PersonSearch {
    readings: Vec<LoggedRead>,
    /// Distinguishes searches. It is keyed with the server's secret, so it does not reveal the data.
    digest: String,
}

impl PersonSearch {
    /// Counts and logs the search before it is answered.
    ///
    /// # Errors
    /// Returns "too many", or an error if the database fails.
    pub fn count(&self, connection: &mut DatabaseConnection, reader: &Reader) -> Result<(), Problem> {
        limits::count_search(connection, reader.account_id, &self.digest, clock::now())?;
        self.readings.iter().try_for_each(|reading| log::write(connection, reader, reading.clone()).map(|_| ()))
    }
}

/// Returns the search by personal data in a filter, if any.
#[must_use]
pub fn sought(state: &State, phone_number: Option<&str>, birth_date: Option<Date>) -> Option<PersonSearch> {
    let phone = phone_number.map(phone_digits);
    let readings: Vec<LoggedRead> =
        [phone.as_ref().map(|_| LoggedRead::SearchByPhone), birth_date.map(|_| LoggedRead::SearchByBirthDate)]
            .into_iter()
            .flatten()
            .collect();
    let values = format!("search {} {:?}", phone.unwrap_or_default(), birth_date);
    (!readings.is_empty())
        .then(|| PersonSearch { readings, digest: URL_SAFE_NO_PAD.encode(state.keys.derive(&values)) })
}

async fn create(input: Input<CreateMember>) -> Result<Member, Problem> {
    let caller = input.caller()?;
    let (change, save) = (input.change, Arc::new(input.body));
    change.write_one(move |connection| store::create(connection, &caller, &save)).await
}

/// Reads personal data in full and logs it in one transaction: no log, no data.
async fn reveal(input: Input<RevealMember>) -> Result<MemberPersonalData, Problem> {
    let caller = input.caller()?;
    let reader = input.reader(&caller);
    input
        .state
        .database
        .write(move |connection| {
            let data = store::personal_data(connection, caller.scope, input.path.member_id)?;
            limits::count(connection, &limits::REVEALING, caller.account_id, clock::now())?;
            log::write(connection, &reader, LoggedRead::Reveal(input.path.member_id))?;
            Ok(data)
        })
        .await
}
