//! The norms of the cognitive screening test (CIST) by age and education: tables that an installation loads, each a
//! version; the newest is in force.

use super::{dementia_screenings::SCREEN, endpoint, input, output, page::Permit};
use crate::domain::{grade::CistNorm, time::Timestamp};

/// Most characters of a table as text.
const MAX_CONTENT: usize = 20_000;

output! {
    /// A table of norms that was loaded.
    pub struct DementiaNormTable {
        /// Counts the tables; the highest is in force.
        pub version: i32,
        /// Name of the file that it came in.
        pub file_name: String,
        /// Its cells, by age and then by education.
        pub norms: Vec<CistNorm>,
        /// When it was loaded.
        pub loaded_at: Timestamp,
        /// Name of the account that has loaded it.
        pub loaded_by: String,
        /// When every screening by CIST was graded by it; absent while that goes on, or where another table came
        /// before.
        pub graded_at: Option<Timestamp>,
        /// How many screenings have another outcome by it than they had before.
        pub changed: i64,
    }
}

output! {
    /// The tables of norms.
    pub struct DementiaNormTables {
        /// The tables, the newest first.
        pub tables: Vec<DementiaNormTable>,
        /// Whether the caller may load another.
        pub load: Permit,
    }
}

input! {
    /// A table of norms as comma-separated text.
    pub struct DementiaNormsLoad {
        /// Name of the file.
        file_name: String => text(1, 200),
        /// A first line `ageFrom,ageTo,educationFrom,educationTo,cut`, then a line for each cell: ages in completed
        /// years and years of education, both ends included, an upper end that is empty is none; a total below the cut
        /// is conspicuous. The cells fill all years of education of all ages between the lowest and the highest, once
        /// each.
        ///
        /// What is wrong is told with its place: `normHeader` for the first line, `normCell` with `line` and `column`,
        /// `normLine` with `line`; `normGap`, `normOverlap`, `normEmpty` and `normTooLarge` with `ages` and `years`.
        content: String => lines(MAX_CONTENT),
    }
}

endpoint! {
    /// Lists the tables of norms that were loaded, the newest first.
    pub ListDementiaNorms = Get "/api/v1/dementia-norms",
    auth: Staff { screen: SCREEN, action: Read },
    ok: DementiaNormTables
}

endpoint! {
    /// Loads a table of norms, which is in force at once.
    ///
    /// For who reaches the whole installation. All screenings by CIST are graded by it, in the background.
    pub LoadDementiaNorms = Post "/api/v1/dementia-norms",
    auth: Staff { screen: SCREEN, action: Update },
    body: DementiaNormsLoad,
    refuses: [Taken],
    ok: DementiaNormTable
}
