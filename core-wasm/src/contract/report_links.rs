//! Reports that are sent: links by which a person opens measurements without an account, and the messages that bring
//! them. What is sent never holds health data.

use super::{
    endpoint, id_type, input,
    languages::Language,
    logs::LogSort,
    measurements::{KindOfMeasurements, MAX_PRINTED, MeasurementPrint},
    members::MemberId,
    output,
    page::{Done, Page},
    path_type,
    validation::{MAX_SAFE_INTEGER, Value, Violation, check_period},
    value_enum,
};
use crate::domain::time::{Bound, Date, Timestamp};

id_type! {
    /// A link to a report.
    ReportLinkId
}

path_type! { ReportLinkPath { report_link_id: ReportLinkId } }

/// Menu url of the screen of what was sent.
pub const SCREEN: &str = "/log_management/outbox";

/// How long a link opens, in days.
pub const DAYS: i64 = 7;
/// So many wrong birth dates end a link.
pub const MAX_WRONG_TRIES: i64 = 5;
/// Most characters of a token as it may be sent.
const MAX_TOKEN: usize = 100;

value_enum! {
    /// How a link comes to its person.
    pub enum ReportChannel {
        Email = "EMAIL",
        Kakao = "KAKAO",
        /// Staff hand it over themselves.
        Direct = "DIRECT",
    }
}

value_enum! {
    /// What has become of a message.
    pub enum SendingState {
        /// It is sent as soon as it is due.
        Waiting = "WAITING",
        Sending = "SENDING",
        /// It was taken over by the mail server or the gateway; or staff had the link themselves.
        Sent = "SENT",
        /// The installation has no way to send it.
        Held = "HELD",
        /// It was refused, or failed too often.
        Failed = "FAILED",
        /// It may have been taken over: whether it is sent once more, a person decides.
        Uncertain = "UNCERTAIN",
    }
}

value_enum! {
    /// Why a message was not sent.
    pub enum SendingFailure {
        /// The member has no such address any more.
        NoAddress = "NO_ADDRESS",
        /// Nothing answers at the mail server's or the gateway's address.
        Unreachable = "UNREACHABLE",
        /// It did not answer in time.
        TimedOut = "TIMED_OUT",
        /// It has no encryption that can be trusted.
        NotSecure = "NOT_SECURE",
        /// It answered that it cannot at present.
        Deferred = "DEFERRED",
        /// It refused the message or the address for good.
        Refused = "REFUSED",
        /// The connection ended, or the server did, while the message was handed over.
        Interrupted = "INTERRUPTED",
        /// The link ended before it was sent.
        Expired = "EXPIRED",
    }
}

input! {
    /// Measurements of one kind that are sent: each person is sent a link to the own ones.
    pub struct ReportSending {
        /// Their kind.
        kind: KindOfMeasurements => word(KindOfMeasurements::WORDS),
        /// Their numbers.
        ids: Vec<i64> => series(1, MAX_SAFE_INTEGER, MAX_PRINTED),
        /// How.
        channel: ReportChannel => word(ReportChannel::WORDS),
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

output! {
    /// A link to a report and its message.
    pub struct ReportLink {
        /// Link.
        pub report_link_id: ReportLinkId,
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
        /// What it shows.
        pub kind: KindOfMeasurements,
        /// How it comes to its person.
        pub channel: ReportChannel,
        /// Where the message goes, masked.
        pub address: Option<String>,
        /// What has become of the message.
        pub state: SendingState,
        /// How often it was tried.
        pub attempts: i64,
        /// When it is tried next, while it waits.
        pub next_attempt_at: Option<Timestamp>,
        /// Why it was not sent at last.
        pub failure: Option<SendingFailure>,
        /// When it was sent.
        pub sent_at: Option<Timestamp>,
        /// Until when it opens.
        pub expires_at: Timestamp,
        /// When it was opened first.
        pub opened_at: Option<Timestamp>,
        /// How often it was opened.
        pub openings: i64,
        /// Wrong birth dates so far; five end it.
        pub wrong_tries: i64,
        /// When it was revoked.
        pub revoked_at: Option<Timestamp>,
        /// Whether a person may have it sent once more.
        pub can_retry: bool,
        /// Whether it can be revoked.
        pub can_revoke: bool,
    }
}

input! {
    /// Which links.
    pub struct ReportLinkFilter {
        /// From.
        start_created_at: Option<Bound> => bound(),
        /// To, a day included.
        end_created_at: Option<Bound> => bound(),
        /// Those in these states.
        states: Vec<SendingState> => words(SendingState::WORDS),
        /// Those sent in these ways.
        channels: Vec<ReportChannel> => words(ReportChannel::WORDS),
        /// Those of this member.
        member_id: Option<MemberId> => id(),
    } list LogSort also filter_period
}

fn filter_period(value: &Value, violations: &mut Vec<Violation>) {
    check_period(value, "startCreatedAt", "endCreatedAt", violations);
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
    /// of what was sent; for each person there is a row in the access log. A dry run writes nothing.
    pub SendReports = Post "/api/v1/report-links",
    auth: AnyStaff,
    body: ReportSending,
    refuses: [TooManyRequests],
    ok: ReportSendingResult
}

endpoint! {
    /// Lists the links that were made with what has become of their messages.
    pub ListReportLinks = Get "/api/v1/report-links",
    auth: Staff { screen: SCREEN, action: Read },
    query: ReportLinkFilter,
    ok: Page<ReportLink>
}

endpoint! {
    /// Answers one link.
    pub GetReportLink = Get "/api/v1/report-links/{reportLinkId}",
    auth: Staff { screen: SCREEN, action: Read },
    path: ReportLinkPath,
    ok: ReportLink
}

endpoint! {
    /// Has a message sent once more that was not sent, with seven days from now.
    pub RetryReportLink = Post "/api/v1/report-links/{reportLinkId}/retry",
    auth: Staff { screen: SCREEN, action: Update },
    path: ReportLinkPath,
    refuses: [Changed],
    ok: ReportLink
}

endpoint! {
    /// Ends a link: it opens no more, and its message is not sent.
    pub RevokeReportLink = Delete "/api/v1/report-links/{reportLinkId}",
    auth: Staff { screen: SCREEN, action: Update },
    path: ReportLinkPath,
    ok: Done
}

endpoint! {
    /// Answers the measurements of a link to whoever has it and knows the birth date.
    ///
    /// Whether the link is unknown, over or revoked, or the birth date is wrong, is not told: all of it is "not found".
    /// Five wrong birth dates end the link, and behind twenty of a day no link to the same person's measurements opens.
    /// Each opening is in the access log.
    pub OpenReport = Post "/api/v1/reports/open",
    auth: Public,
    body: ReportOpening,
    refuses: [NotFound, TooManyRequests],
    ok: MeasurementPrint
}
