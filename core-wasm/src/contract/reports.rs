//! Reports: a snapshot of a person's measurements with a comment by staff. A report never changes, even if the
//! measurements do.

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

/// Menu URL of the report screen.
pub const SCREEN: &str = "/history/report";
/// Maximum length of a comment.
pub const MAX_COMMENT: usize = 2_000;

input! {
    /// Fields to create a report.
    pub struct ReportSave {
        /// Member id.
        member_id: MemberId => id(),
        /// Comment by staff.
        comment: Option<String> => lines(MAX_COMMENT),
    }
}

output! {
    /// A report: a snapshot of a member's newest measurement of each kind at the time of the report.
    pub struct Report {
        /// Report id.
        pub report_id: ReportId,
        /// When it was created.
        pub created_at: Timestamp,
        /// Name of the account that created it, at the time.
        pub account_name: String,
        /// Member id.
        pub member_id: MemberId,
        /// Name of the member.
        pub member_name: String,
        /// Company of the member.
        pub company_name: String,
        /// Kinds of measurements in the report, without those whose history the caller may not read.
        pub kinds: Vec<KindOfMeasurements>,
        /// Comment by staff; in lists only its beginning.
        pub comment: Option<String>,
        /// One measurement of each kind with the reasons of its grades, and the trends of these kinds. Absent in lists,
        /// and in the response to its creation.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "server", schema(required = false, nullable = false))]
        pub content: Option<MeasurementPrint>,
        /// What the caller may do with the report.
        pub can: Can,
    }
}

input! {
    /// Filter of the report list.
    pub struct ReportFilter {
        /// Created at or after this date or time.
        start_created_at: Option<Bound> => bound(),
        /// Created at or before this date or time; a date includes the whole day.
        end_created_at: Option<Bound> => bound(),
        /// Reports about this member.
        member_id: Option<MemberId> => id(),
    } list LogSort also filter_period
}

fn filter_period(value: &Value, violations: &mut Vec<Violation>) {
    check_period(value, "startCreatedAt", "endCreatedAt", violations);
}

input! {
    /// The reports to print.
    pub struct ReportSelection {
        /// Their ids, in print order.
        ids: Vec<i64> => series(1, MAX_SAFE_INTEGER, MAX_PRINTED),
    }
}

endpoint! {
    /// Creates a report of a member's newest measurement of each kind.
    ///
    /// It contains the kinds whose history the caller may read, without trial measurements. A member without
    /// measurements is rejected with `noMeasurements`.
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
    reads: List("reports.title"),
    ok: Page<Report>
}

endpoint! {
    /// Returns a report with its content.
    ///
    /// The read is recorded in the access log.
    pub GetReport = Get "/api/v1/reports/{reportId}",
    auth: Staff { screen: SCREEN, action: Read },
    path: ReportPath,
    reads: Record("reports.title"),
    ok: Report
}

endpoint! {
    /// Returns up to 100 reports with their content, without those that do not exist for the caller.
    ///
    /// Trends are omitted if there are more than ten reports. The access log gets a row for each person.
    pub PrintReports = Post "/api/v1/reports/print",
    auth: Staff { screen: SCREEN, action: Read },
    body: ReportSelection,
    keyless: "It only reads.",
    reads: Reading::BY_HANDLER,
    ok: Vec<Report>
}

endpoint! {
    /// Permanently deletes a report.
    pub DeleteReport = Delete "/api/v1/reports/{reportId}",
    auth: Staff { screen: SCREEN, action: Delete },
    path: ReportPath,
    ok: Removed
}
