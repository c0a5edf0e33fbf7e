//! Consents of members: handlers. The endpoint that staff use is mounted with user management.

pub mod store;

use kernel::{
    http::mount::{Api, Input},
    problem::Problem,
};
use uno_core::contract::{
    consents::{GiveConsents, ListOwnConsents, WithdrawConsent},
    page::Done,
};

/// Mounts the endpoints.
pub fn mount(api: &mut Api) {
    api.quick::<ListOwnConsents>(|connection, caller, sent| store::own(connection, caller, sent.query.language));
    api.on::<GiveConsents>(give);
    api.on::<WithdrawConsent>(withdraw);
}

async fn give(input: Input<GiveConsents>) -> Result<Done, Problem> {
    let caller = input.caller()?;
    let session_id = caller.session_id;
    let Input { state, address, body, .. } = input;
    let database = state.database.clone();
    database
        .write(move |connection| {
            store::check_in_force(connection, "termsIds", &body.terms_ids)?;
            store::give(connection, caller.account_id, &body.terms_ids, &address)
        })
        .await?;
    // The cached caller includes whether consents are outstanding.
    state.callers.forget(session_id);
    Ok(Done {})
}

async fn withdraw(input: Input<WithdrawConsent>) -> Result<Done, Problem> {
    let caller = input.caller()?;
    let Input { state, address, path, .. } = input;
    state
        .database
        .write(move |connection| store::withdraw(connection, caller.account_id, path.terms_id, &address))
        .await?;
    Ok(Done {})
}
