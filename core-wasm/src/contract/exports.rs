//! Exports: a job writes all pages of a list to a file. The endpoint of each list is declared next to the list
//! (`export` in `record_calls!`): its query is the filter of the list, its body the file options.

use super::{EndpointInfo, input, terms::Language, value_enum};

value_enum! {
    /// Format of a file.
    pub enum ExportFormat { Xlsx = "XLSX", Csv = "CSV" }
}

/// Maximum length of a reason.
pub const MAX_REASON: usize = 200;

input! {
    /// Options of an export.
    #[derive(Default)]
    pub struct ExportOptions {
        /// Format; `XLSX` by default.
        format: Option<ExportFormat> => word(ExportFormat::WORDS),
        /// Language of the headers and values; Korean by default.
        language: Option<Language> => word(Language::WORDS),
        /// Reason for the export. Required for the logs, and if the export and the account's exports without a reason
        /// within the last day contain personal data of more than 1,000 people together. It must contain at least two
        /// letters or digits; invisible characters are removed.
        reason: Option<String> => text(0, MAX_REASON),
    }
}

impl EndpointInfo {
    /// Returns whether the endpoint exports a list.
    #[must_use]
    pub fn is_export(&self) -> bool {
        self.path.ends_with("/exports")
    }
}
