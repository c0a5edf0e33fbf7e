//! Importing members with measurements: the preview, its start, and the job that writes.

mod batch;
mod changes;
mod divisions;
mod layout;
mod measured;
mod preview;
mod run;
mod start;
mod table;
mod undo;

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
    domain::{access::Action, grade::physical::Setting, time::Timestamp},
};

/// Rows that are compared or written at once.
const BATCH: usize = 500;
/// The maximum number of problems in a preview.
const PROBLEMS: usize = 100;
/// Where a blood pressure was measured if neither the file nor a stored measurement says it.
const ASSUMED_SETTING: Setting = Setting::Clinic;

/// The parameters of the job.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Parameters {
    company_id: CompanyId,
    format: ImportFormat,
    /// The sheet that the user has chosen.
    #[serde(default)]
    sheet: Option<usize>,
    /// The column choices of earlier imports, for columns that the file has.
    #[serde(default)]
    remembered: Remembered,
    /// The user's column choices for this file.
    #[serde(default)]
    columns: Vec<ColumnChoice>,
    /// The same by column name, to be remembered.
    #[serde(default)]
    learnt: Remembered,
    /// Corrected cells.
    #[serde(default)]
    corrections: Vec<CellCorrection>,
    /// Required fields without a column.
    #[serde(default)]
    missing: Vec<String>,
    /// Columns that the user has to leave out.
    #[serde(default)]
    doubtful: Vec<Doubt>,
    /// Whether names, birth dates and sexes of known members and values of stored measurements may be changed.
    #[serde(default)]
    accept_changes: bool,
    /// When the preview compared the file with what is stored. Nothing is replaced that was changed since.
    #[serde(default)]
    compared_at: Option<Timestamp>,
    /// If the members are registered as users: how staff have verified them, and the level that this gives.
    #[serde(default)]
    verified: Option<(LevelEvidence, UserLevel)>,
}

impl Parameters {
    /// Returns the user's decisions about the file.
    fn decisions(&self) -> Result<Decisions, Problem> {
        Decisions::of(&LAYOUT, &self.columns, &self.remembered, &self.corrections).map_err(Problem::invalid)
    }

    /// Returns how everybody in the file is registered as a user, if at all.
    fn users(&self) -> Option<UserOfMember> {
        self.verified.map(|(evidence, level)| UserOfMember { evidence, level })
    }

    /// Checks the right to register users: a file must not do what the account may not do one by one.
    fn check_users(&self, caller: &Caller) -> Result<(), Problem> {
        if self.verified.is_none() || caller.may(REGULAR_SCREEN, Action::Create) {
            return Ok(());
        }
        Err(Problem::new(ErrorCode::Forbidden))
    }
}

/// The type of import for which column choices are remembered.
const IMPORT_TYPE: &str = "member";

/// A column that the user has to leave out.
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
    api.on_change::<PreviewMemberImport>(preview::preview);
    api.on::<ReviewMemberImport>(preview::review);
    api.on_change::<StartMemberImport>(start::start);
}
