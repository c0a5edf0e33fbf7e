//! User management by staff: handlers.

mod acceptance;
mod export;
mod linking;
mod listed;
pub mod registration;
mod sign_in;
pub mod store;

use crate::{consents::store as consents, members::sought, user_apps::uses};
pub use export::{UserBulk, UserExport};
use kernel::{
    access::log::{self, LoggedRead, Reader},
    bulk,
    db::DatabaseConnection,
    exports,
    http::mount::{Api, Input},
    problem::Problem,
};
use store::UserRecord;
use uno_core::contract::{
    consents::{ListUserConsents, UserConsent},
    managed_users::{
        CreateUserLink, DeleteUser, EndUserLink, GetUser, ListMemberCandidates, ListUserAppUses, ListUserLinks,
        ListUserRevisions, ListUsers, RegisterUser, SetUserPassword, UpdateUser, User,
    },
    page::Page,
};

/// Mounts the endpoints.
pub fn mount(api: &mut Api) {
    api.on::<ListUsers>(list);
    exports::mount::<UserExport>(api);
    bulk::mount::<UserBulk>(api);
    api.show::<UserRecord, GetUser>();
    api.update::<UserRecord, UpdateUser>();
    api.delete::<UserRecord, DeleteUser>();
    api.history::<UserRecord, ListUserRevisions>();
    api.quick::<ListUserLinks>(|connection, caller, sent| store::links(connection, caller, sent.path.user_id));
    api.on::<ListMemberCandidates>(linking::list_candidates);
    api.on_change::<CreateUserLink>(linking::create);
    api.write::<EndUserLink>(|connection, caller, sent| {
        linking::end(connection, caller, sent.path.user_id, sent.path.link_id)
    });
    api.quick::<ListUserAppUses>(|connection, caller, sent| {
        if store::check_reached(connection, caller, sent.path.user_id)? {
            return Ok(Vec::new());
        }
        uses::of_user(connection, caller.scope, sent.path.user_id)
    });
    api.on::<ListUserConsents>(list_consents);
    api.on::<SetUserPassword>(sign_in::set_password);
    api.write::<RegisterUser>(|connection, caller, sent| {
        registration::register(connection, caller, sent.path.member_id, &sent.body)
    });
}

/// A search of users by personal data is counted and logged like a search of members, whatever its result.
async fn list(input: Input<ListUsers>) -> Result<Page<User>, Problem> {
    let (caller, filter, database) = (input.caller()?, input.query, input.state.database.clone());
    if let Some(sought) = sought(&input.state, filter.phone_number.as_deref(), filter.birth_date) {
        let (request_id, address) = (input.request_id, input.address);
        let reader = Reader { account_id: caller.account_id, request_id, address };
        database.write(move |connection| sought.count(connection, &reader)).await?;
    }
    let is_long = store::is_long(&caller, &filter);
    let work = move |connection: &mut DatabaseConnection| store::list(connection, database.totals(), &caller, &filter);
    if is_long { input.state.database.read(work).await } else { input.state.database.quick(work).await }
}

/// Reads the consents and logs it in one transaction: no log, no data.
async fn list_consents(input: Input<ListUserConsents>) -> Result<Vec<UserConsent>, Problem> {
    let (caller, user_id, database) = (input.caller()?, input.path.user_id, input.state.database.clone());
    let (request_id, address) = (input.request_id, input.address);
    let reader = Reader { account_id: caller.account_id, request_id, address };
    let work = move |connection: &mut DatabaseConnection| {
        let is_masked = store::check_reached(connection, &caller, user_id)?;
        let found = consents::of_user(connection, user_id, is_masked)?;
        log::write(connection, &reader, LoggedRead::Consents(user_id))?;
        Ok(found)
    };
    database.write(work).await
}
