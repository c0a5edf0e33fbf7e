//! Importing members with measurements: the preview, its start, and the job that writes.

mod batch;
mod changes;
mod columns;
mod divisions;
mod guide;
mod preview;
mod reading;
mod report;
mod run;
mod start;
mod table;
mod values;

use kernel::http::mount::Api;
pub use report::catch_up;
pub use run::run;
use serde::{Deserialize, Serialize};
use uno_core::contract::{
    companies::CompanyId,
    member_imports::{
        DoubtfulColumn, DownloadMemberImportSample, GetMemberImportGuide, ImportFormat, PreviewMemberImport,
        StartMemberImport,
    },
};

/// Rows that are compared or written at once.
const BATCH: usize = 500;

/// What the job needs to know.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Parameters {
    company_id: CompanyId,
    format: ImportFormat,
    /// The sheet that somebody has chosen.
    #[serde(default)]
    sheet: Option<usize>,
    /// Columns that somebody has to leave out.
    #[serde(default)]
    doubtful: Vec<Doubt>,
    /// Whether names, birth dates and sexes of known members may be changed.
    #[serde(default)]
    accept_changes: bool,
}

/// A column that somebody has to leave out.
#[derive(Debug, Serialize, Deserialize)]
struct Doubt {
    index: i64,
    name: String,
}

impl From<&DoubtfulColumn> for Doubt {
    fn from(column: &DoubtfulColumn) -> Self {
        Self { index: column.index, name: column.name.clone() }
    }
}

/// Mounts the endpoints.
pub fn mount(api: &mut Api) {
    api.on::<GetMemberImportGuide>(guide::answer);
    api.on_file::<DownloadMemberImportSample>(guide::sample);
    api.on::<PreviewMemberImport>(preview::preview);
    api.on::<StartMemberImport>(start::start);
}
