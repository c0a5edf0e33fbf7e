//! Reports: what was measured of a person as it stood when the report was made, with what staff say about it. A report
//! never changes afterwards, whatever becomes of the measurements.

use super::{
    endpoint, id_type, input,
    logs::LogSort,
    measurements::{KindOfMeasurements, MAX_PRINTED, MeasurementPrint},
    members::MemberId,
    output,
    page::{Can, Page},
    path_type,
    revisions::Removed,
    validation::{MAX_SAFE_INTEGER, Value, Violation, check_period},
};
use crate::domain::time::{Bound, Timestamp};

id_type! {
    /// A report.
    ReportId
}

path_type! { ReportPath { report_id: ReportId } }

/// Menu url of the screen.
pub const SCREEN: &str = "/history/report";
/// Most characters of a comment.
pub const MAX_COMMENT: usize = 2_000;

input! {
    /// A report as it is made.
    pub struct ReportSave {
        /// Of whom.
        member_id: MemberId => id(),
        /// What staff say about it.
        comment: Option<String> => lines(MAX_COMMENT),
    }
}

output! {
    /// A report: the newest measurement of each kind that a member had when it was made, as it stood then.
    pub struct Report {
        /// Report.
        pub report_id: ReportId,
        /// When it was made.
        pub created_at: Timestamp,
        /// Name of the account that made it, at the time.
        pub account_name: String,
        /// Member.
        pub member_id: MemberId,
        /// Name of the member.
        pub member_name: String,
        /// Company of the member.
        pub company_name: String,
        /// The kinds of measurements that it has, without those whose history the caller may not read.
        pub kinds: Vec<KindOfMeasurements>,
        /// What staff say about it; in lists how that begins.
        pub comment: Option<String>,
        /// One measurement of each kind with the reasons of its grades, and the trends of these kinds. Absent in lists,
        /// and of a report that was just made.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "server", schema(required = false, nullable = false))]
        pub content: Option<MeasurementPrint>,
        /// What the caller may do with it.
        pub can: Can,
    }
}

input! {
    /// Which reports.
    pub struct ReportFilter {
        /// Made from.
        start_created_at: Option<Bound> => bound(),
        /// Made to, a day included.
        end_created_at: Option<Bound> => bound(),
        /// Those of this member.
        member_id: Option<MemberId> => id(),
    } list LogSort also filter_period
}

fn filter_period(value: &Value, violations: &mut Vec<Violation>) {
    check_period(value, "startCreatedAt", "endCreatedAt", violations);
}

input! {
    /// Reports that are printed.
    pub struct ReportSelection {
        /// Their numbers, in the order of the print.
        ids: Vec<i64> => series(1, MAX_SAFE_INTEGER, MAX_PRINTED),
    }
}

endpoint! {
    /// Makes a report of a member's newest measurement of each kind.
    ///
    /// It has the kinds whose history the caller may read, and no measurement that was made on trial. A member without any
    /// is `noMeasurements`.
    pub CreateReport = Post "/api/v1/reports",
    auth: Staff { screen: SCREEN, action: Create },
    body: ReportSave,
    refuses: [TooManyRequests],
    ok: Report
}

endpoint! {
    /// Lists the reports in the caller's scope.
    pub ListReports = Get "/api/v1/reports",
    auth: Staff { screen: SCREEN, action: Read },
    query: ReportFilter,
    ok: Page<Report>
}

endpoint! {
    /// Answers one report with its content.
    ///
    /// The access log has it.
    pub GetReport = Get "/api/v1/reports/{reportId}",
    auth: Staff { screen: SCREEN, action: Read },
    path: ReportPath,
    ok: Report
}

endpoint! {
    /// Answers up to 100 reports with their contents, without those that are not there for the caller.
    ///
    /// Of more than ten the trends are left out. For each person there is a row in the access log.
    pub PrintReports = Post "/api/v1/reports/print",
    auth: Staff { screen: SCREEN, action: Read },
    body: ReportSelection,
    ok: Vec<Report>
}

endpoint! {
    /// Removes a report for good.
    pub DeleteReport = Delete "/api/v1/reports/{reportId}",
    auth: Staff { screen: SCREEN, action: Delete },
    path: ReportPath,
    ok: Removed
}
