//! The outbox: messages to persons. Each contains either a link to measurements ([`crate::report_links`]) or a notice
//! of dormancy ([`notices`]). Both share one table, one sender ([`outbox`]) and one screen.

pub mod notices;
pub mod outbox;
mod store;

use kernel::{
    access::log,
    clock,
    db::DatabaseConnection,
    http::mount::{Api, Input},
    problem::Problem,
};
use std::sync::Arc;
use uno_core::contract::{
    logs::AccessAction,
    messages::{GetMessage, ListMessages, Message, RetryMessage},
};

/// Mounts the endpoints.
pub fn mount(api: &mut Api) {
    api.read::<ListMessages>(|connection, caller, sent| store::list(connection, caller, &sent.query));
    api.quick::<GetMessage>(|connection, caller, sent| store::get(connection, caller, sent.path.message_id));
    api.on_change::<RetryMessage>(retry);
}

async fn retry(input: Input<RetryMessage>) -> Result<Message, Problem> {
    let (caller, id) = (input.caller()?, input.path.message_id);
    let (reader, settings) = (input.reader(&caller), Arc::clone(&input.state.settings));
    let work = move |connection: &mut DatabaseConnection| {
        let message = store::retry(connection, &caller, &settings.delivery, id, clock::now())?;
        if let Some((member_id, shown)) = store::content_of(connection, id)? {
            log::write_sheets(connection, &reader, AccessAction::SendReport, shown.title(), &[member_id])?;
        }
        Ok(message)
    };
    input.change.write(work).await
}
