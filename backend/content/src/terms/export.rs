//! Export of terms.

use super::store;
use kernel::exports::{Column, Exported, Value};
use uno_core::contract::terms::{ExportTerms, Terms, TermsFilter};

/// Terms as a file.
pub struct TermsExport;

impl Exported for TermsExport {
    type Call = ExportTerms;
    type Row = Terms;
    const COLUMNS: &'static [Column<Terms>] = &[
        Column::new("terms.kind", 24.0, |row| Value::Word("terms.kind", row.kind.as_str())),
        Column::new("terms.edition", 10.0, |row| (&row.edition).into()),
        Column::new("shell.language", 10.0, |row| row.language.as_str().into()),
        Column::new("terms.status", 10.0, |row| Value::Word("terms.status", row.status.as_str())),
        Column::new("terms.isRequired", 10.0, |row| row.is_required.into()),
        Column::new("terms.effectiveFrom", 12.0, |row| row.effective_from.into()),
        Column::new("board.createdAt", 17.0, |row| row.created_at.into()),
        Column::new("board.updatedAt", 17.0, |row| row.updated_at.into()),
    ];

    fn title(_: &TermsFilter) -> &'static str {
        "terms.title"
    }

    kernel::rows_of_pages! { store::list, TermsFilter }
}
