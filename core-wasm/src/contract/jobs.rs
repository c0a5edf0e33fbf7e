//! Jobs: long work that is queued, reports progress and leaves a file.

use super::{File, endpoint, id_type, input, output, page::Page, path_type, value_enum};
use crate::domain::time::Timestamp;

id_type! {
    /// A job.
    JobId
}

path_type! { JobPath { job_id: JobId } }

value_enum! {
    /// What a job does.
    pub enum JobKind {
        MemberImport = "MEMBER_IMPORT",
        MeasurementImport = "MEASUREMENT_IMPORT",
        Export = "EXPORT",
        CompanyUpgrade = "COMPANY_UPGRADE",
        BulkChange = "BULK_CHANGE",
        BulkDelete = "BULK_DELETE",
        BulkUndo = "BULK_UNDO",
    }
}

value_enum! {
    /// Where a job stands. `PREVIEW` waits for its owner to start it; a bulk action runs before, to try its records.
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
    /// Outcomes of the rows that a job has dealt with.
    #[derive(Copy, Default, Eq)]
    pub struct RowCounts {
        /// Rows that made a new record.
        pub created: i64,
        /// Rows that changed a record.
        pub updated: i64,
        /// Rows that changed a known member's name, birth date or sex; of a bulk action, records that can be put back.
        pub changed: i64,
        /// Rows that said what was there already.
        pub unchanged: i64,
        /// Rows that were not taken.
        pub rejected: i64,
    }
}

output! {
    /// A job of the caller.
    pub struct Job {
        /// Job.
        pub job_id: JobId,
        /// What it does.
        pub kind: JobKind,
        /// Key of the text that names the list of an export or of a bulk action: `member.title`.
        pub list: Option<String>,
        /// Where it stands.
        pub state: JobState,
        /// Name of the file that it reads or writes.
        pub file_name: String,
        /// Name of the company that it concerns, with those below it; `null` where it concerns all.
        pub company_name: Option<String>,
        /// Rows dealt with.
        pub progress: i64,
        /// Rows altogether; 0 while unknown.
        pub total: i64,
        /// Outcomes of the rows so far.
        pub counts: RowCounts,
        /// Why it failed: `interrupted` (begun too often without coming to an end), `forbidden` (the
        /// account may no longer do this, or reaches something else than when it asked), `reasonRequired` (it
        /// would tell of more people than are told of without a reason), `companyGone`, `companyMoved` (a
        /// company of whose rows it would tell has left the account's tree), `upgradeRefused` (something that refuses
        /// it came in between), `tooManyRecords` (a bulk action deals with 100,000 at most), or `internal`.
        pub failure: Option<String>,
        /// Whether there is a file to download.
        pub has_file: bool,
        /// When it was asked for.
        pub created_at: Timestamp,
        /// When it ended.
        pub finished_at: Option<Timestamp>,
    }
}

input! {
    /// A page of jobs.
    pub struct JobFilter {
        /// Page, from 0.
        page: Option<i64> => integer(0, 1_000_000),
        /// Rows of a page.
        page_size: Option<i64> => integer(1, 200),
    }
}

endpoint! {
    /// Lists the caller's jobs whose right the caller still has, the newest first.
    pub ListJobs = Get "/api/v1/jobs",
    auth: AnyStaff,
    query: JobFilter,
    ok: Page<Job>
}

endpoint! {
    /// Answers one of the caller's jobs.
    pub GetJob = Get "/api/v1/jobs/{jobId}",
    auth: AnyStaff,
    path: JobPath,
    ok: Job
}

endpoint! {
    /// Cancels one of the caller's jobs; rows already written stay. An upgrade that has begun goes to its end.
    pub CancelJob = Delete "/api/v1/jobs/{jobId}",
    auth: AnyStaff,
    path: JobPath,
    refuses: [JobState],
    ok: Job
}

endpoint! {
    /// Answers the file that one of the caller's jobs has left.
    pub DownloadJobFile = Get "/api/v1/jobs/{jobId}/file",
    auth: AnyStaff,
    path: JobPath,
    ok: File
}

endpoint! {
    /// Deletes the file that one of the caller's exports has left, before its seven days are over.
    pub DeleteJobFile = Delete "/api/v1/jobs/{jobId}/file",
    auth: AnyStaff,
    path: JobPath,
    refuses: [JobState],
    ok: Job
}
