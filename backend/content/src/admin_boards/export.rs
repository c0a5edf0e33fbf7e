//! Export of boards.

use super::store;
use kernel::exports::{Column, Exported, Value};
use uno_core::contract::admin_boards::{AdminBoard, AdminBoardFilter, ExportAdminBoards, PopupTarget};

/// Boards as a file.
pub struct AdminBoardExport;

impl Exported for AdminBoardExport {
    type Call = ExportAdminBoards;
    type Row = AdminBoard;
    const COLUMNS: &'static [Column<AdminBoard>] = &[
        Column::new("board.name", 40.0, |row| (&row.name).into()),
        Column::new("board.subName", 30.0, |row| (&row.sub_name).into()),
        Column::new("board.category", 10.0, |row| Value::Word("announcement.category", row.category.as_str())),
        Column::new("board.isPopup", 8.0, |row| row.is_popup.into()),
        Column::new("board.popupTarget", 20.0, |row| {
            Value::word("board.popupTarget", row.popup_target.map(PopupTarget::as_str))
        }),
        Column::new("board.popupFrom", 12.0, |row| row.popup_from.into()),
        Column::new("board.popupTo", 12.0, |row| row.popup_to.into()),
        Column::new("board.createdAt", 17.0, |row| row.created_at.into()),
        Column::new("board.updatedAt", 17.0, |row| row.updated_at.into()),
    ];

    fn title(_: &AdminBoardFilter) -> &'static str {
        "board.title"
    }

    kernel::rows_of_pages! { store::list, AdminBoardFilter }
}
