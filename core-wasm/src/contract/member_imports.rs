//! Importing members with measurements from a file: first a preview, then a job.
//!
//! The file is CSV (UTF-8, a header in the first line) or XLSX (the first sheet). Columns are found
//! by their names: `memberNo`, `sex` and `birthDate` are required; `name`, `phoneNumber`, `email`,
//! `address`, `heightCm`, `weightKg`, `bodyFatPercent`, `systolic`, `diastolic`, `pulse`,
//! `setting` and `measuredAt` are optional. A row with a measured value needs `measuredAt`.

use super::{
    Upload,
    companies::CompanyId,
    endpoint, input,
    jobs::{Job, JobId},
    members::SCREEN,
    output,
    validation::Violation,
    value_enum,
};
use serde::{Deserialize, Serialize};

/// Largest file in bytes.
pub const MOST_BYTES: usize = 32 * 1024 * 1024;
/// Most rows of a file.
pub const MOST_ROWS: usize = 200_000;

value_enum! {
    /// What the file is.
    pub enum ImportFormat { Csv = "CSV", Xlsx = "XLSX" }
}

input! {
    /// What is uploaded.
    pub struct MemberImportUpload {
        /// Name of the file, shown with the job.
        file_name: String => text(1, 200),
        /// What the file is.
        format: ImportFormat => word(ImportFormat::WORDS),
    }
}

output! {
    /// A row that will not be taken, and why.
    pub struct RowProblem {
        /// Line in the file, the header being line 1.
        pub line: i64,
        /// What is wrong; `path` is the column.
        pub violation: Violation,
        /// The value as it stands in the file, shortened.
        pub value: Option<String>,
    }
}

output! {
    /// A row as it was understood.
    pub struct SampleRow {
        /// Line in the file.
        pub line: i64,
        /// Values in the order of the columns.
        pub values: Vec<String>,
    }
}

output! {
    /// What an import would do; nothing has been written yet.
    pub struct MemberImportPreview {
        /// The job that waits to be started.
        pub job: Job,
        /// Columns that were recognised, in the order of the file.
        pub columns: Vec<String>,
        /// Columns that will be passed over.
        pub ignored_columns: Vec<String>,
        /// Rows that will be taken.
        pub valid_rows: i64,
        /// Rows that will not be taken.
        pub invalid_rows: i64,
        /// The first rows that will be taken.
        pub sample: Vec<SampleRow>,
        /// The first 100 problems; all of them are in the report.
        pub problems: Vec<RowProblem>,
    }
}

endpoint! {
    /// Takes a file, checks every row and answers what an import would do.
    pub PreviewMemberImport = Post "/api/v1/companies/{companyId}/member-imports",
    auth: Staff { screen: SCREEN, action: Create },
    path: PreviewMemberImportPath { company_id: CompanyId },
    query: MemberImportUpload,
    body: Upload,
    ok: MemberImportPreview
}

endpoint! {
    /// Starts an import that has been previewed.
    pub StartMemberImport = Post "/api/v1/member-imports/{jobId}/start",
    auth: Staff { screen: SCREEN, action: Create },
    path: StartMemberImportPath { job_id: JobId },
    ok: Job
}
