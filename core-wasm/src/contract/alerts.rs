//! Alerts: events that users should hear about without looking for them. Each event creates one alert; the reader's
//! scope, permissions and settings determine who sees it.

use super::{
    EventStream, endpoint, id_type, input,
    jobs::{JobId, JobKind},
    measurements::KindOfMeasurements,
    members::MemberId,
    output,
    page::MAX_CURSOR,
    path_type,
    terms::{Language, TermsId, TermsKind},
    validation::{Value, Violation},
    value_enum,
};
use crate::domain::{
    grade::{
        concern::{Concern, GradedIndicator},
        safety::UrgentSide,
    },
    time::{Date, Timestamp},
};

id_type! {
    /// An alert.
    AlertId
}

path_type! { AlertPath { alert_id: AlertId } }

/// Maximum number of unread alerts that are counted; this value means this many or more.
pub const MAX_UNREAD: i64 = 100;
/// Retention period of alerts in days.
pub const KEPT_DAYS: i64 = 90;
/// Maximum age in days of a measurement that creates an alert. Older ones, such as imported history, do not.
pub const RECENT_DAYS: i64 = 7;
/// Number of days before terms take effect from which they have an alert.
pub const TERMS_DAYS: i64 = 7;
/// Maximum number of concurrent streams per account and instance.
pub const MAX_STREAMS: usize = 10;

value_enum! {
    /// Kind of an alert. New kinds are added at the end.
    pub enum AlertKind {
        /// A person in scope has a grade that requires attention.
        DangerousGrade = "DANGEROUS_GRADE",
        /// One of the user's own jobs has succeeded.
        JobDone = "JOB_DONE",
        /// One of the user's own jobs has failed.
        JobFailed = "JOB_FAILED",
        /// Published terms take effect within a week.
        TermsSoon = "TERMS_SOON",
        /// A person in scope has a value that calls for action at once, whatever its grade.
        UrgentValue = "URGENT_VALUE",
    }
}

output! {
    /// A grade that requires attention.
    #[derive(Eq)]
    pub struct AlertGrade {
        /// Graded indicator.
        pub indicator: GradedIndicator,
        /// Grade, in the scale of the indicator.
        pub grade: String,
        /// How much attention it requires.
        pub concern: Concern,
    }
}

output! {
    /// The measurement that an alert is about.
    pub struct AlertMeasurement {
        /// Kind of measurement.
        pub kind: KindOfMeasurements,
        /// Measurement id.
        pub measurement_id: i64,
        /// When it was measured.
        pub measured_at: Timestamp,
        /// Member id; `null` for a user's own measurement without a company's member.
        pub member_id: Option<MemberId>,
        /// Name of the member.
        pub member_name: Option<String>,
        /// Name of the member's company.
        pub company_name: Option<String>,
        /// The grades that reach the reader's thresholds, most severe first.
        pub grades: Vec<AlertGrade>,
        /// Whether a value calls for action at once, and on which sides.
        pub urgent: Vec<UrgentSide>,
    }
}

output! {
    /// The job that an alert is about.
    pub struct AlertJob {
        /// Job id.
        pub job_id: JobId,
        /// Kind of job.
        pub kind: JobKind,
        /// Key of the text that names the exported list.
        pub list: Option<String>,
        /// Name of the file that it reads or writes.
        pub file_name: String,
        /// Why it failed; values as in jobs.
        pub failure: Option<String>,
    }
}

output! {
    /// The terms that an alert is about.
    pub struct AlertTerms {
        /// Terms id.
        pub terms_id: TermsId,
        /// Kind of terms.
        pub kind: TermsKind,
        /// Edition.
        pub edition: String,
        /// Language.
        pub language: Language,
        /// First day in force, in Seoul.
        pub effective_from: Date,
    }
}

output! {
    /// An alert, with the measurement, job or terms that it is about.
    pub struct Alert {
        /// Alert id.
        pub alert_id: AlertId,
        /// Kind of alert.
        pub kind: AlertKind,
        /// When it was created.
        pub created_at: Timestamp,
        /// Whether the caller has read it.
        pub is_read: bool,
        /// The measurement.
        pub measurement: Option<AlertMeasurement>,
        /// The job.
        pub job: Option<AlertJob>,
        /// The terms.
        pub terms: Option<AlertTerms>,
    }
}

output! {
    /// A page of alerts, newest first.
    pub struct AlertList {
        /// The alerts.
        pub data: Vec<Alert>,
        /// Cursor of the next page, to be sent as `after`; `null` on the last page.
        pub next: Option<String>,
        /// Number of unread alerts; 100 means 100 or more.
        pub unread_count: i64,
    }
}

output! {
    /// Number of unread alerts.
    #[derive(Copy, Eq)]
    pub struct UnreadAlerts {
        /// Number of unread alerts; 100 means 100 or more.
        pub unread_count: i64,
    }
}

input! {
    /// Filter of the alert list.
    #[derive(Default)]
    pub struct AlertFilter {
        /// `true` for unread alerts only, `false` for read ones only.
        is_unread: Option<bool> => flag(),
        /// Cursor: the `next` value of a page, to get the alerts that follow it.
        after: Option<String> => text(0, MAX_CURSOR),
        /// Alerts per page; 20 by default.
        page_size: Option<i64> => integer(1, 100),
    }
}

input! {
    /// Alerts to mark as read: those listed, all up to one, or both.
    #[derive(Default)]
    pub struct AlertsRead {
        /// These alerts.
        alert_ids: Vec<AlertId> => ids(),
        /// This alert and all older ones. Alerts that arrived later stay unread.
        through: Option<AlertId> => id(),
    } also check_selection
}

fn check_selection(value: &Value, violations: &mut Vec<Violation>) {
    let is_named = matches!(value.get("alertIds"), Value::List(ids) if !ids.is_empty());
    if !is_named && matches!(value.get("through"), Value::Nothing) {
        violations.push(Violation::new("alertIds", "required"));
    }
}

output! {
    /// The alerts that an account wants to receive, and the minimum concern per indicator. An indicator in neither list
    /// creates no alerts for the account.
    pub struct AlertSettings {
        /// Kinds of alerts.
        pub kinds: Vec<AlertKind>,
        /// Indicators with alerts only for dangerous grades.
        pub from_danger: Vec<GradedIndicator>,
        /// Indicators with alerts for grades of attention and worse.
        pub from_attention: Vec<GradedIndicator>,
    }
}

input! {
    /// Alert settings to save. All three lists are required, even if empty.
    pub struct AlertSettingsSave {
        /// Kinds of alerts.
        kinds: Vec<AlertKind> => words(AlertKind::WORDS),
        /// Indicators with alerts only for dangerous grades.
        from_danger: Vec<GradedIndicator> => words(GradedIndicator::WORDS),
        /// Indicators with alerts for grades of attention and worse.
        from_attention: Vec<GradedIndicator> => words(GradedIndicator::WORDS),
    } also check_lists
}

/// Requires all lists, so that nothing is turned off by omission.
fn check_lists(value: &Value, violations: &mut Vec<Violation>) {
    let missing = |field: &&str| matches!(value.get(field), Value::Nothing);
    let missing = ["kinds", "fromDanger", "fromAttention"].into_iter().filter(missing);
    violations.extend(missing.map(|field| Violation::new(field, "required")));
}

endpoint! {
    /// Lists the caller's alerts, newest first, with the number of unread ones.
    ///
    /// Alerts are kept for 90 days. Alerts about grades are visible to users who may read the history of that kind of
    /// measurement, for measurements in their scope; alerts about jobs to the user who requested the job; alerts about
    /// terms to users who may read their screen.
    pub ListAlerts = Get "/api/v1/alerts",
    auth: AnyStaff,
    query: AlertFilter,
    reads: List("alerts.bell"),
    ok: AlertList
}

endpoint! {
    /// Returns one of the caller's alerts.
    pub GetAlert = Get "/api/v1/alerts/{alertId}",
    auth: AnyStaff,
    path: AlertPath,
    reads: Record("alerts.bell"),
    ok: Alert
}

endpoint! {
    /// Marks alerts as read by the caller: those listed, all up to one, or both.
    ///
    /// Ids of alerts that are not the caller's are ignored.
    pub MarkAlertsRead = Post "/api/v1/alerts/read",
    auth: AnyStaff,
    body: AlertsRead,
    keyless: "What is read stays read.",
    ok: UnreadAlerts
}

endpoint! {
    /// Returns the caller's alert settings.
    pub GetAlertSettings = Get "/api/v1/alerts/settings",
    auth: AnyStaff,
    ok: AlertSettings
}

endpoint! {
    /// Saves the caller's alert settings.
    ///
    /// Grades of attention are recorded for alerts only from the time at which an account first requests them.
    pub SaveAlertSettings = Put "/api/v1/alerts/settings",
    auth: AnyStaff,
    body: AlertSettingsSave,
    ok: AlertSettings
}

endpoint! {
    /// Streams the number of the caller's unread alerts, immediately and on every change.
    ///
    /// Server-sent events without a name; the data of each is `UnreadAlerts` as JSON. A comment is sent every 20
    /// seconds. The stream ends with its session, after 15 minutes at the latest, and when the server stops; to
    /// continue, reconnect with a renewed token. A client whose `Accept` header does not contain `text/event-stream`
    /// gets only the first event. An account can have at most ten streams on each server instance.
    pub StreamAlerts = Get "/api/v1/alerts/stream",
    auth: AnyStaff,
    refuses: [TooManyRequests],
    ok: EventStream
}
