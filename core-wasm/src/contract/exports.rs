//! Exports: what a list shows, all pages of it, as a file that a job writes. The call of each list is declared
//! beside the list (`export` in `record_calls!`): it is asked for like the list, and says how the file is to be.

use super::{EndpointInfo, input, terms::Language, value_enum};

value_enum! {
    /// Format of a file.
    pub enum ExportFormat { Xlsx = "XLSX", Csv = "CSV" }
}

/// Most characters of a reason.
pub const MAX_REASON: usize = 200;

input! {
    /// How a list is exported.
    #[derive(Default)]
    pub struct ExportOptions {
        /// Format: `XLSX` where absent.
        format: Option<ExportFormat> => word(ExportFormat::WORDS),
        /// Language of the titles and words: Korean where absent.
        language: Option<Language> => word(Language::WORDS),
        /// Why; needed for personal data of more than 1,000 people, and for the logs. It has two letters or digits
        /// at least; what nobody sees of it is taken away.
        reason: Option<String> => text(0, MAX_REASON),
    }
}

impl EndpointInfo {
    /// Whether it asks for the export of a list.
    #[must_use]
    pub fn is_export(&self) -> bool {
        self.path.ends_with("/exports")
    }
}
