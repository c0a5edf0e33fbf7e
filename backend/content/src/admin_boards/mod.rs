//! Boards: management and reading.

mod export;
pub mod store;

pub use export::AdminBoardExport;
use kernel::{bulk, exports, http::mount::Api};
use store::AdminBoardRecord;
use uno_core::contract::admin_boards::{
    AdminBoardChanges, BulkAdminBoards, CreateAdminBoard, DeleteAdminBoard, GetAdminBoard, GetAnnouncement,
    ListAdminBoardRevisions, ListAdminBoards, ListAnnouncements, UpdateAdminBoard,
};

kernel::bulk! {
    /// Bulk update and delete of boards.
    pub AdminBoardBulk: BulkAdminBoards of AdminBoardRecord in AdminBoardExport by admin_board_id as name;
    update UpdateAdminBoard [AdminBoardChanges], delete DeleteAdminBoard
}

/// Mounts the endpoints.
pub fn mount(api: &mut Api) {
    api.read::<ListAdminBoards>(|connection, caller, sent| store::list(connection, caller, &sent.query));
    exports::mount::<AdminBoardExport>(api);
    bulk::mount::<AdminBoardBulk>(api);
    api.create::<AdminBoardRecord, CreateAdminBoard>();
    api.show::<AdminBoardRecord, GetAdminBoard>();
    api.update::<AdminBoardRecord, UpdateAdminBoard>();
    api.delete::<AdminBoardRecord, DeleteAdminBoard>();
    api.history::<AdminBoardRecord, ListAdminBoardRevisions>();
    api.read::<ListAnnouncements>(|connection, _, sent| store::announcements(connection, &sent.query));
    api.quick::<GetAnnouncement>(|connection, _, sent| store::announcement(connection, sent.path.admin_board_id));
}
