//! Boards: who manages them, and who reads them.

pub mod store;

use crate::http::mount::Api;
use uno_core::contract::admin_boards::{
    CreateAdminBoard, DeleteAdminBoard, GetAdminBoard, GetAnnouncement, ListAdminBoardRevisions, ListAdminBoards,
    ListAnnouncements, UpdateAdminBoard,
};

/// Mounts the endpoints.
pub fn mount(api: &mut Api) {
    api.read::<ListAdminBoards>(|connection, caller, sent| store::list(connection, caller, &sent.query));
    api.write::<CreateAdminBoard>(|connection, caller, sent| store::create(connection, caller, &sent.body));
    api.quick::<GetAdminBoard>(|connection, caller, sent| store::get(connection, caller, sent.path.admin_board_id));
    api.patch::<UpdateAdminBoard, _>(
        |connection, caller, path| store::get(connection, caller, path.admin_board_id),
        |connection, caller, before, save| store::update(connection, caller, &before, save),
    );
    api.write::<DeleteAdminBoard>(|connection, caller, sent| {
        store::delete(connection, caller, sent.path.admin_board_id)
    });
    api.read::<ListAdminBoardRevisions>(|connection, caller, sent| {
        store::list_revisions(connection, caller, sent.path.admin_board_id, &sent.query)
    });
    api.read::<ListAnnouncements>(|connection, _, sent| store::announcements(connection, &sent.query));
    api.quick::<GetAnnouncement>(|connection, _, sent| store::announcement(connection, sent.path.admin_board_id));
}
