//! Alerts for their readers: list, single alert, marking as read, settings, and an event stream. Alerts are created
//! where their event happens: about grades in [`crate::concerns`], about jobs and terms in [`kernel::alerts`].

mod settings;
mod store;
mod stream;

use kernel::{
    alerts::{self, news::Signal},
    db::Database,
    http::mount::{Api, Input},
    problem::Problem,
};
use uno_core::contract::alerts::{
    AlertList, AlertSettings, GetAlert, GetAlertSettings, ListAlerts, MarkAlertsRead, SaveAlertSettings, StreamAlerts,
    UnreadAlerts,
};

/// Mounts the endpoints.
pub fn mount(api: &mut Api) {
    api.on::<ListAlerts>(list);
    api.read::<GetAlert>(|connection, caller, sent| store::get(connection, caller, sent.path.alert_id));
    api.on::<MarkAlertsRead>(mark_read);
    api.quick::<GetAlertSettings>(|connection, caller, _| Ok(settings::of(connection, caller)?.answer()));
    api.on::<SaveAlertSettings>(save_settings);
    api.on_file::<StreamAlerts>(stream::stream);
}

async fn list(input: Input<ListAlerts>) -> Result<AlertList, Problem> {
    let (caller, cursors, filter) = (input.caller()?, input.state.cursors()?, input.query);
    input.state.database.read(move |connection| store::list(connection, &cursors, &caller, &filter)).await
}

/// Also notifies the account's other tabs.
async fn mark_read(input: Input<MarkAlertsRead>) -> Result<UnreadAlerts, Problem> {
    let (caller, read) = (input.caller()?, input.body);
    let account_id = caller.account_id;
    let work = move |connection: &mut _| {
        store::mark_read(connection, &caller, &read)?;
        let unread_count = store::unread(connection, &caller)?;
        Ok(UnreadAlerts { unread_count })
    };
    let unread = input.state.database.write(work).await?;
    input.state.news.send(Signal::OfAccount(account_id));
    Ok(unread)
}

/// Changed settings change the number of unread alerts, so the account's streams are notified.
async fn save_settings(input: Input<SaveAlertSettings>) -> Result<AlertSettings, Problem> {
    let (caller, save) = (input.caller()?, input.body);
    let account_id = caller.account_id;
    let saved = input.state.database.write(move |connection| settings::save(connection, &caller, &save)).await?;
    input.state.news.send(Signal::OfAccount(account_id));
    Ok(saved.answer())
}

/// Deletes alerts whose retention period is over.
///
/// # Errors
/// Returns an error if the database fails.
pub fn care(database: &Database) -> Result<(), Problem> {
    while database.write_blocking(alerts::delete_old)? {}
    Ok(())
}
