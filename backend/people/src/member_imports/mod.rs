//! Importing members with measurements: the preview, its start, and the job that writes.

mod batch;
mod changes;
mod divisions;
mod layout;
mod preview;
mod run;
mod start;
mod table;

pub use imports::report::catch_up;
use imports::{
    decisions::{Decisions, Remembered},
    guide,
};
use kernel::{
    access::caller::Caller,
    http::mount::{Api, Input},
    problem::Problem,
};
use layout::LAYOUT;
pub use run::run;
use serde::{Deserialize, Serialize};
use uno_core::{
    contract::{
        companies::CompanyId,
        error::ErrorCode,
        imports::{CellCorrection, ColumnChoice, DoubtfulColumn, ImportFormat},
        managed_users::{REGULAR_SCREEN, UserOfMember},
        member_imports::{
            DownloadMemberImportSample, GetMemberImportGuide, PreviewMemberImport, ReviewMemberImport,
            StartMemberImport,
        },
        users::{LevelEvidence, UserLevel},
    },
    domain::access::Action,
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
    /// What was said of columns in earlier imports, as far as the file has them.
    #[serde(default)]
    remembered: Remembered,
    /// What was said of columns of this file.
    #[serde(default)]
    columns: Vec<ColumnChoice>,
    /// The same by their names, to be remembered.
    #[serde(default)]
    learnt: Remembered,
    /// Cells that were corrected.
    #[serde(default)]
    corrections: Vec<CellCorrection>,
    /// Fields that the file must have and no column is.
    #[serde(default)]
    missing: Vec<String>,
    /// Columns that somebody has to leave out.
    #[serde(default)]
    doubtful: Vec<Doubt>,
    /// Whether names, birth dates and sexes of known members may be changed.
    #[serde(default)]
    accept_changes: bool,
    /// How staff have made sure who everybody is, and the level that gives, where they are registered as users.
    #[serde(default)]
    verified: Option<(LevelEvidence, UserLevel)>,
}

impl Parameters {
    /// What was said of the file.
    fn decisions(&self) -> Result<Decisions, Problem> {
        Decisions::of(&LAYOUT, &self.columns, &self.remembered, &self.corrections).map_err(Problem::invalid)
    }

    /// By what everybody in the file is registered as a user, if they are.
    fn users(&self) -> Option<UserOfMember> {
        self.verified.map(|(evidence, level)| UserOfMember { evidence, level })
    }

    /// What may not be made one by one may not be made by a file.
    fn check_users(&self, caller: &Caller) -> Result<(), Problem> {
        if self.verified.is_none() || caller.may(REGULAR_SCREEN, Action::Create) {
            return Ok(());
        }
        Err(Problem::new(ErrorCode::Forbidden))
    }
}

/// What is imported, by which columns are remembered.
const WHAT: &str = "member";

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
    api.on::<GetMemberImportGuide>(async |_| guide::answer(&LAYOUT));
    api.on_file::<DownloadMemberImportSample>(async |input: Input<DownloadMemberImportSample>| {
        guide::sample(&LAYOUT, input.query.format, "member-import-sample", &input.request_id)
    });
    api.on::<PreviewMemberImport>(preview::preview);
    api.on::<ReviewMemberImport>(preview::review);
    api.on::<StartMemberImport>(start::start);
}
