//! The export file of codes.

use super::store;
use kernel::exports::{Column, Exported, Value};
use uno_core::contract::codes::{Code, CodeFilter, ExportCodes};

/// Codes as a file.
pub struct CodeExport;

impl Exported for CodeExport {
    type Call = ExportCodes;
    type Row = Code;
    const COLUMNS: &'static [Column<Code>] = &[
        Column::new("code.list", 16.0, |row| Value::Word("code.list", row.list.as_str())),
        Column::new("code.code", 24.0, |row| (&row.code).into()),
        Column::new("code.name", 20.0, |row| (&row.name).into()),
        Column::new("menuItem.position", 8.0, |row| row.position.into()),
        Column::new("code.isActive", 8.0, |row| row.is_active.into()),
        Column::new("board.createdAt", 17.0, |row| row.created_at.into()),
        Column::new("board.updatedAt", 17.0, |row| row.updated_at.into()),
    ];

    fn title(_: &CodeFilter) -> &'static str {
        "code.title"
    }

    kernel::rows_of_pages! { store::list, CodeFilter }
}
