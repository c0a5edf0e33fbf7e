//! Sent reports: links with which a person opens measurements without an account. Each is sent by a
//! [message](super::messages), which never contains health data.

use super::{
    endpoint, id_type, input,
    languages::Language,
    measurements::{KindOfMeasurements, MAX_PRINTED, MeasurementsByKind},
    members::MemberId,
    messages::{SCREEN, SendingState, WayOfSending},
    output,
    page::Done,
    path_type,
    validation::MAX_SAFE_INTEGER,
};
use crate::domain::time::{Date, Timestamp};

id_type! {
    /// A report link; its id is that of its message.
    ReportLinkId
}

path_type! { ReportLinkPath { report_link_id: ReportLinkId } }

/// Validity of a link in days.
pub const DAYS: i64 = 7;
/// Number of wrong birth dates after which a link is closed.
pub const MAX_WRONG_TRIES: i64 = 5;
/// Maximum length of a token in a request.
const MAX_TOKEN: usize = 100;

input! {
    /// Measurements of one kind to send: each person receives a link to their own.
    pub struct ReportSending {
        /// Kind of the measurements.
        kind: KindOfMeasurements => word(KindOfMeasurements::WORDS),
        /// Ids of the measurements.
        ids: Vec<i64> => series(1, MAX_SAFE_INTEGER, MAX_PRINTED),
        /// Channel.
        channel: WayOfSending => word(WayOfSending::WORDS),
        /// Language of the message; Korean by default.
        language: Option<Language> => word(Language::WORDS),
        /// Whether to send nothing and only report what would be sent.
        dry_run: bool => flag(),
    }
}

output! {
    /// A recipient of measurements.
    pub struct ReportRecipient {
        /// Member id.
        pub member_id: MemberId,
        /// Member number.
        pub member_no: String,
        /// Name.
        pub member_name: String,
        /// Number of measurements; 1 for a saved report.
        pub measurements: i64,
        /// Address to which the message is sent, masked; `null` if the member has no such address, and for links that
        /// staff pass on.
        pub address: Option<String>,
        /// State of the message; `null` if there is none: without an address, or in a dry run, which only tells `HELD`
        /// in advance.
        pub state: Option<SendingState>,
        /// Link id, if a link was created.
        pub report_link_id: Option<ReportLinkId>,
        /// Token of the link, for staff who pass it on themselves; returned only once.
        pub token: Option<String>,
    }
}

output! {
    /// The result of sending measurements.
    pub struct ReportSendingResult {
        /// The recipients.
        pub recipients: Vec<ReportRecipient>,
        /// Number of measurements that are unassigned, or that do not exist for the caller; of saved reports, those that
        /// do not exist, or of which the caller may read no kind.
        pub left_out: i64,
    }
}

input! {
    /// Saved reports to send: their persons receive a link to each.
    pub struct StoredReportSending {
        /// Ids of the reports.
        ids: Vec<i64> => series(1, MAX_SAFE_INTEGER, MAX_PRINTED),
        /// Channel.
        channel: WayOfSending => word(WayOfSending::WORDS),
        /// Language of the message; Korean by default.
        language: Option<Language> => word(Language::WORDS),
        /// Whether to send nothing and only report what would be sent.
        dry_run: bool => flag(),
    }
}

output! {
    /// What a link to a saved report shows besides its measurements.
    pub struct SentReport {
        /// When the report was created.
        pub created_at: Timestamp,
        /// Comment by staff.
        pub comment: Option<String>,
    }
}

output! {
    /// What a link shows.
    pub struct OpenedReport {
        /// The measurements with the reasons of their grades.
        pub printed: MeasurementsByKind,
        /// Measurements of the same persons and kinds, newest first, for the trends of a saved report; otherwise empty.
        pub trends: MeasurementsByKind,
        /// The saved report, if the link is to one.
        pub report: Option<SentReport>,
    }
}

input! {
    /// Credentials to open a report.
    pub struct ReportOpening {
        /// Token of the link.
        token: String => secret(MAX_TOKEN),
        /// Birth date of the person whom the report concerns.
        birth_date: Date => past_date(),
    }
}

endpoint! {
    /// Creates a link for each person with measurements in the selection, and sends it.
    ///
    /// Callers who may read the history of the kind may send it. Messages are sent in the background and are visible in
    /// the outbox; the access log gets a row for each person. A dry run creates nothing, but it is also rate-limited
    /// and logged, because it reveals who can be reached and where.
    pub SendReports = Post "/api/v1/report-links",
    auth: AnyStaff,
    body: ReportSending,
    refuses: [TooManyRequests],
    reads: Reading::BY_HANDLER,
    ok: ReportSendingResult
}

endpoint! {
    /// Creates a link for each of these saved reports, and sends it to its person.
    ///
    /// A link shows the report as it was stored, without the kinds that the caller may not read. For the rest it is like
    /// a link to measurements: limits, access log, outbox, dry run.
    pub SendStoredReports = Post "/api/v1/reports/send",
    auth: Staff { screen: super::reports::SCREEN, action: Read },
    body: StoredReportSending,
    refuses: [TooManyRequests],
    reads: Reading::BY_HANDLER,
    ok: ReportSendingResult
}

endpoint! {
    /// Revokes a link, so that it can no longer be opened and its message is not sent; recorded in the access log.
    pub RevokeReportLink = Delete "/api/v1/report-links/{reportLinkId}",
    auth: Staff { screen: SCREEN, action: Update },
    path: ReportLinkPath,
    ok: Done
}

endpoint! {
    /// Returns the measurements or the saved report of a link to a caller who has its token and knows the birth date.
    ///
    /// The response is "not found" whether the link is unknown, expired or revoked, or the birth date is wrong. After
    /// five wrong birth dates the link is closed. After twenty within a day, no link to the same person's measurements
    /// can be opened except those opened before. Each opening is recorded in the access log.
    pub OpenReport = Post "/api/v1/reports/open",
    auth: Public,
    body: ReportOpening,
    keyless: "It only reads.",
    refuses: [NotFound, TooManyRequests],
    reads: Reading::BY_HANDLER,
    ok: OpenedReport
}
