//! Jobs: long-running work that is queued, reports progress and may produce a file.

use super::{
    File, endpoint, id_type, input, measurement_imports::ImportedKind, output, page::Page, path_type, value_enum,
};
use crate::domain::time::Timestamp;

id_type! {
    /// A job.
    JobId
}

path_type! { JobPath { job_id: JobId } }

value_enum! {
    /// Kind of a job.
    pub enum JobKind {
        MemberImport = "MEMBER_IMPORT",
        MeasurementImport = "MEASUREMENT_IMPORT",
        Export = "EXPORT",
        CompanyUpgrade = "COMPANY_UPGRADE",
        BulkChange = "BULK_CHANGE",
        BulkDelete = "BULK_DELETE",
        BulkUndo = "BULK_UNDO",
        ImportUndo = "IMPORT_UNDO",
    }
}

value_enum! {
    /// State of a job. `PREVIEW` waits for its owner to start it; a bulk action and the undoing of an import run before
    /// that, to try their records.
    pub enum JobState {
        Preview = "PREVIEW",
        Queued = "QUEUED",
        Running = "RUNNING",
        Succeeded = "SUCCEEDED",
        Failed = "FAILED",
        Cancelled = "CANCELLED",
    }
}

output! {
    /// Row counts of a job by outcome.
    #[derive(Copy, Default, Eq)]
    pub struct RowCounts {
        /// Rows that created a record.
        pub created: i64,
        /// Rows that changed a record.
        pub updated: i64,
        /// Rows that changed a known member's name, birth date or sex; for a bulk action, records that can be restored.
        pub changed: i64,
        /// Rows that were equal to the stored record.
        pub unchanged: i64,
        /// Rows that were rejected.
        pub rejected: i64,
    }
}

output! {
    /// A job of the caller.
    pub struct Job {
        /// Job id.
        pub job_id: JobId,
        /// Kind of job.
        pub kind: JobKind,
        /// Kind of measurements that it imports.
        pub imported: Option<ImportedKind>,
        /// Key of the text that names the list of an export or a bulk action: `member.title`.
        pub list: Option<String>,
        /// State.
        pub state: JobState,
        /// Name of the file that it reads or writes.
        pub file_name: String,
        /// Name of the company that it concerns, including the companies below it; `null` if it concerns all.
        pub company_name: Option<String>,
        /// Rows processed.
        pub progress: i64,
        /// Total number of rows; 0 while unknown.
        pub total: i64,
        /// Outcomes of the rows so far.
        pub counts: RowCounts,
        /// Why it failed: `interrupted` (started too often without finishing), `forbidden` (the account may no longer
        /// do this, or its scope has changed since the request), `reasonRequired` (the number of people exceeds the
        /// limit for exports without a reason), `companyGone`, `companyMoved` (a company whose rows it would include
        /// has left the account's tree), `upgradeRefused` (an obstacle arose in the meantime), `tooManyRecords` (a bulk
        /// action is limited to 100,000 records), or `internal`.
        pub failure: Option<String>,
        /// Whether there is a file to download.
        pub has_file: bool,
        /// The job that takes this one back, for an import or a bulk action; `null` if none does, or if it was cancelled
        /// or has failed.
        pub undone_by: Option<JobId>,
        /// When it was requested.
        pub created_at: Timestamp,
        /// When it ended.
        pub finished_at: Option<Timestamp>,
    }
}

input! {
    /// A page of jobs.
    pub struct JobFilter {
        /// Page number, from 0.
        page: Option<i64> => integer(0, 1_000_000),
        /// Rows per page.
        page_size: Option<i64> => integer(1, 200),
    }
}

endpoint! {
    /// Lists the caller's jobs for which the caller still has the permission, newest first.
    pub ListJobs = Get "/api/v1/jobs",
    auth: AnyStaff,
    query: JobFilter,
    ok: Page<Job>
}

endpoint! {
    /// Returns one of the caller's jobs.
    pub GetJob = Get "/api/v1/jobs/{jobId}",
    auth: AnyStaff,
    path: JobPath,
    ok: Job
}

endpoint! {
    /// Cancels one of the caller's jobs; rows already written are kept. A started upgrade runs to completion.
    pub CancelJob = Delete "/api/v1/jobs/{jobId}",
    auth: AnyStaff,
    path: JobPath,
    refuses: [JobState],
    ok: Job
}

endpoint! {
    /// Returns the file of one of the caller's jobs.
    pub DownloadJobFile = Get "/api/v1/jobs/{jobId}/file",
    auth: AnyStaff,
    path: JobPath,
    reads: Reading::BY_HANDLER,
    ok: File
}

endpoint! {
    /// Deletes the file of one of the caller's exports before its seven-day retention period ends.
    pub DeleteJobFile = Delete "/api/v1/jobs/{jobId}/file",
    auth: AnyStaff,
    path: JobPath,
    refuses: [JobState],
    ok: Job
}
