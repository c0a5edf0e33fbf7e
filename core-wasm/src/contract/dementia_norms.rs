//! The norms of the Cognitive Impairment Screening Test (CIST) by age and education: tables that an installation loads.
//! Each table is a version; the newest is in force.

use super::{dementia_screenings::SCREEN, endpoint, input, output, page::Permit};
use crate::domain::{grade::CistNorm, time::Timestamp};

/// Maximum length of a table as text.
const MAX_CONTENT: usize = 20_000;

output! {
    /// A loaded table of norms.
    pub struct DementiaNormTable {
        /// Version number; the highest is in force.
        pub version: i32,
        /// Name of the uploaded file.
        pub file_name: String,
        /// Its cells, sorted by age and then by education.
        pub norms: Vec<CistNorm>,
        /// When it was loaded.
        pub loaded_at: Timestamp,
        /// Name of the account that loaded it.
        pub loaded_by: String,
        /// When all CIST screenings had been graded by it; absent while grading is running, or if it was superseded
        /// before.
        pub graded_at: Option<Timestamp>,
        /// Number of screenings whose outcome it changed.
        pub changed: i64,
    }
}

output! {
    /// The tables of norms.
    pub struct DementiaNormTables {
        /// The tables, newest first.
        pub tables: Vec<DementiaNormTable>,
        /// Whether the caller may load another table.
        pub load: Permit,
    }
}

input! {
    /// A table of norms as comma-separated text.
    pub struct DementiaNormsLoad {
        /// Name of the file.
        file_name: String => text(1, 200),
        /// A header `ageFrom,ageTo,educationFrom,educationTo,cut`, then a line for each cell: ages in completed years
        /// and years of education, both ends inclusive, an empty upper end for no limit. A total below the cut-off
        /// suggests impairment. The cells must cover all years of education for all ages between the lowest and the
        /// highest, each exactly once.
        ///
        /// Errors name their place: `normHeader` for the header, `normCell` with `line` and `column`, `normLine` with
        /// `line`; `normGap`, `normOverlap`, `normEmpty` and `normTooLarge` with `ages` and `years`.
        content: String => lines(MAX_CONTENT),
    }
}

endpoint! {
    /// Lists the loaded tables of norms, newest first.
    pub ListDementiaNorms = Get "/api/v1/dementia-norms",
    auth: Staff { screen: SCREEN, action: Read },
    ok: DementiaNormTables
}

endpoint! {
    /// Loads a table of norms, which is in force immediately.
    ///
    /// Only for callers whose scope is the whole installation. All CIST screenings are graded by it in the background.
    pub LoadDementiaNorms = Post "/api/v1/dementia-norms",
    auth: Staff { screen: SCREEN, action: Update },
    body: DementiaNormsLoad,
    refuses: [Taken],
    ok: DementiaNormTable
}
