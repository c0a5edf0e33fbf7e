//! Reports that are sent: links by which a person opens measurements without an account, each brought by a
//! [message](super::messages). What is sent never holds health data.

use super::{
    endpoint, id_type, input,
    languages::Language,
    measurements::{KindOfMeasurements, MAX_PRINTED, MeasurementPrint},
    members::MemberId,
    messages::{SCREEN, SendingState, WayOfSending},
    output,
    page::Done,
    path_type,
    validation::MAX_SAFE_INTEGER,
};
use crate::domain::time::Date;

id_type! {
    /// A link to a report: the number of its message.
    ReportLinkId
}

path_type! { ReportLinkPath { report_link_id: ReportLinkId } }

/// How long a link opens, in days.
pub const DAYS: i64 = 7;
/// So many wrong birth dates end a link.
pub const MAX_WRONG_TRIES: i64 = 5;
/// Most characters of a token as it may be sent.
const MAX_TOKEN: usize = 100;

input! {
    /// Measurements of one kind that are sent: each person is sent a link to the own ones.
    pub struct ReportSending {
        /// Their kind.
        kind: KindOfMeasurements => word(KindOfMeasurements::WORDS),
        /// Their numbers.
        ids: Vec<i64> => series(1, MAX_SAFE_INTEGER, MAX_PRINTED),
        /// How.
        channel: WayOfSending => word(WayOfSending::WORDS),
        /// Language of the message; Korean where absent.
        language: Option<Language> => word(Language::WORDS),
        /// Whether nothing is sent and only told what would be.
        dry_run: bool => flag(),
    }
}

output! {
    /// A person to whom measurements are sent.
    pub struct ReportRecipient {
        /// Member.
        pub member_id: MemberId,
        /// Member number.
        pub member_no: String,
        /// Name.
        pub member_name: String,
        /// How many of the measurements.
        pub measurements: i64,
        /// Where the message goes, masked; `null` where the member has no such address, and for links that staff hand
        /// over.
        pub address: Option<String>,
        /// What becomes of the message; `null` where there is none: without an address, and of a dry run.
        pub state: Option<SendingState>,
        /// The link, unless none was made.
        pub report_link_id: Option<ReportLinkId>,
        /// Its token, for staff who hand it over themselves; answered once.
        pub token: Option<String>,
    }
}

output! {
    /// What becomes of measurements that are sent.
    pub struct ReportSendingResult {
        /// Each person.
        pub recipients: Vec<ReportRecipient>,
        /// Measurements that nobody's are, or that are not there for the caller.
        pub left_out: i64,
    }
}

input! {
    /// What opens a report.
    pub struct ReportOpening {
        /// The token of the link.
        token: String => secret(MAX_TOKEN),
        /// Birth date of the person whose report it is.
        birth_date: Date => past_date(),
    }
}

endpoint! {
    /// Makes a link for each person whose measurements these are, and sends it.
    ///
    /// Whoever may read the history of the kind may send it. Messages are sent in the background and seen on the screen
    /// of what was sent; for each person there is a row in the access log. A dry run makes nothing, and is limited and
    /// logged as well, because it tells who can be reached where.
    pub SendReports = Post "/api/v1/report-links",
    auth: AnyStaff,
    body: ReportSending,
    refuses: [TooManyRequests],
    ok: ReportSendingResult
}

endpoint! {
    /// Ends a link: it opens no more, and its message is not sent. That it was ended is in the access log.
    pub RevokeReportLink = Delete "/api/v1/report-links/{reportLinkId}",
    auth: Staff { screen: SCREEN, action: Update },
    path: ReportLinkPath,
    ok: Done
}

endpoint! {
    /// Answers the measurements of a link to whoever has it and knows the birth date.
    ///
    /// Whether the link is unknown, over or revoked, or the birth date is wrong, is not told: all of it is "not found".
    /// Five wrong birth dates end the link, and behind twenty of a day no link to the same person's measurements opens
    /// but those that were opened before.
    /// Each opening is in the access log.
    pub OpenReport = Post "/api/v1/reports/open",
    auth: Public,
    body: ReportOpening,
    refuses: [NotFound, TooManyRequests],
    ok: MeasurementPrint
}
