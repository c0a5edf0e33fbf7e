//! The access log (who read personal data) and the change log (who changed what): reading and verifying them. They are
//! written by the kernel.

mod access_logs;
mod change_logs;
mod field_names;
mod pages;
mod verifications;

pub use access_logs::AccessLogExport;
pub use change_logs::ChangeLogExport;
use kernel::{
    db::DatabaseConnection,
    exports,
    http::mount::{Api, Input},
};
use uno_core::contract::{
    logs::{
        GetAccessLog, GetChangeLog, ListAccessLogs, ListChangeLogs, ListMemberAccessLogs, ListUserAccessLogs,
        VerifyLogs,
    },
    own_account::ListOwnAccessLogs,
};

/// Mounts the endpoints.
pub fn mount(api: &mut Api) {
    api.on::<ListAccessLogs>(|input: Input<ListAccessLogs>| async move {
        let (caller, cursors) = (input.caller()?, input.state.cursors()?);
        let list = move |connection: &mut DatabaseConnection| {
            access_logs::list(connection, &cursors, caller.scope, &input.query)
        };
        input.state.database.read(list).await
    });
    exports::mount::<AccessLogExport>(api);
    api.quick::<GetAccessLog>(|connection, caller, sent| {
        access_logs::get(connection, caller.scope, sent.path.access_log_id)
    });
    api.read::<ListMemberAccessLogs>(|connection, caller, sent| {
        access_logs::of_member(connection, caller.scope, sent.path.member_id, &sent.query)
    });
    api.read::<ListUserAccessLogs>(|connection, caller, sent| {
        access_logs::of_user(connection, caller, sent.path.user_id, &sent.query)
    });
    api.read::<ListOwnAccessLogs>(|connection, caller, sent| access_logs::of_reader(connection, caller, &sent.query));
    api.on::<ListChangeLogs>(|input: Input<ListChangeLogs>| async move {
        let (caller, cursors) = (input.caller()?, input.state.cursors()?);
        let list = move |connection: &mut DatabaseConnection| {
            change_logs::list(connection, &cursors, caller.scope, &input.query)
        };
        input.state.database.read(list).await
    });
    exports::mount::<ChangeLogExport>(api);
    api.quick::<GetChangeLog>(|connection, caller, sent| {
        change_logs::get(connection, caller.scope, sent.path.change_log_id)
    });
    api.on::<VerifyLogs>(verifications::verify);
}
