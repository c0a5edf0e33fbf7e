//! Alerts: what somebody should hear of without looking for it. One is made for each event, whoever hears of it; scope,
//! rights and settings of the reader choose.

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
    grade::concern::{Concern, GradedIndicator},
    time::{Date, Timestamp},
};

id_type! {
    /// An alert.
    AlertId
}

path_type! { AlertPath { alert_id: AlertId } }

/// Most unread alerts that are counted: this many are as many or more.
pub const MAX_UNREAD: i64 = 100;
/// For so many days an alert is kept.
pub const KEPT_DAYS: i64 = 90;
/// What was measured longer ago than so many days when it is received, as the history that an import brings, makes no
/// alert.
pub const RECENT_DAYS: i64 = 7;
/// So many days before they take effect, published terms are told of.
pub const TERMS_DAYS: i64 = 7;
/// Most streams of one account at the same time on one instance.
pub const MAX_STREAMS: usize = 10;

value_enum! {
    /// What an alert is about. A new one comes last.
    pub enum AlertKind {
        /// A person in scope was graded as calling for somebody.
        DangerousGrade = "DANGEROUS_GRADE",
        /// A job of one's own has succeeded.
        JobDone = "JOB_DONE",
        /// A job of one's own has failed.
        JobFailed = "JOB_FAILED",
        /// Published terms take effect within a week.
        TermsSoon = "TERMS_SOON",
    }
}

output! {
    /// A grade that calls for somebody.
    #[derive(Eq)]
    pub struct AlertGrade {
        /// What is graded.
        pub indicator: GradedIndicator,
        /// Its word, by the scale of the indicator.
        pub grade: String,
        /// How much it calls for somebody.
        pub concern: Concern,
    }
}

output! {
    /// The measurement that an alert is about.
    pub struct AlertMeasurement {
        /// Its kind.
        pub kind: KindOfMeasurements,
        /// Its number among all measurements.
        pub measurement_id: i64,
        /// When it was measured.
        pub measured_at: Timestamp,
        /// Whose it is; `null` for a user's own without a company's member.
        pub member_id: Option<MemberId>,
        /// Name of the member.
        pub member_name: Option<String>,
        /// Name of the member's company.
        pub company_name: Option<String>,
        /// The grades that the reader's thresholds ask for, the gravest first.
        pub grades: Vec<AlertGrade>,
    }
}

output! {
    /// The job that an alert is about.
    pub struct AlertJob {
        /// Job.
        pub job_id: JobId,
        /// What it does.
        pub kind: JobKind,
        /// Key of the text that names the list of an export.
        pub list: Option<String>,
        /// Name of the file that it reads or writes.
        pub file_name: String,
        /// Why it failed, by the words of jobs.
        pub failure: Option<String>,
    }
}

output! {
    /// The terms that an alert is about.
    pub struct AlertTerms {
        /// Terms.
        pub terms_id: TermsId,
        /// What is agreed to.
        pub kind: TermsKind,
        /// Edition.
        pub edition: String,
        /// Language.
        pub language: Language,
        /// In force from this day, in Seoul.
        pub effective_from: Date,
    }
}

output! {
    /// An alert. It has what its kind is about: a measurement, a job or terms.
    pub struct Alert {
        /// Alert.
        pub alert_id: AlertId,
        /// What it is about.
        pub kind: AlertKind,
        /// When it was made.
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
    /// A page of alerts, the newest first.
    pub struct AlertList {
        /// The alerts.
        pub data: Vec<Alert>,
        /// Sent as `after`, it leads to the page that follows; `null` on the last page.
        pub next: Option<String>,
        /// How many are unread; 100 are as many or more.
        pub unread_count: i64,
    }
}

output! {
    /// How many alerts are unread.
    #[derive(Copy, Eq)]
    pub struct UnreadAlerts {
        /// How many; 100 are as many or more.
        pub unread_count: i64,
    }
}

input! {
    /// Which alerts.
    #[derive(Default)]
    pub struct AlertFilter {
        /// Unread ones alone, or read ones alone.
        is_unread: Option<bool> => flag(),
        /// What a page was answered with as `next`: the alerts behind it.
        after: Option<String> => text(0, MAX_CURSOR),
        /// Alerts of a page: 20 where absent.
        page_size: Option<i64> => integer(1, 100),
    }
}

input! {
    /// Alerts that have been read: those that are named, or all up to one.
    #[derive(Default)]
    pub struct AlertsRead {
        /// These alerts.
        alert_ids: Vec<AlertId> => ids(),
        /// All that are no newer than this one: what came after the reader has looked stays unread.
        through: Option<AlertId> => id(),
    } also one_of_both
}

fn one_of_both(value: &Value, violations: &mut Vec<Violation>) {
    let is_named = matches!(value.get("alertIds"), Value::List(ids) if !ids.is_empty());
    if !is_named && matches!(value.get("through"), Value::Nothing) {
        violations.push(Violation::new("alertIds", "required"));
    }
}

output! {
    /// What an account wants to hear of, and from which concern on for each indicator. What stands in neither of the
    /// lists makes no alert for it.
    pub struct AlertSettings {
        /// These kinds.
        pub kinds: Vec<AlertKind>,
        /// Indicators whose grades it hears of when they are dangerous.
        pub from_danger: Vec<GradedIndicator>,
        /// Indicators whose grades it hears of from attention on.
        pub from_attention: Vec<GradedIndicator>,
    }
}

input! {
    /// The same as it is saved: all three, also those that are empty.
    pub struct AlertSettingsSave {
        /// These kinds.
        kinds: Vec<AlertKind> => words(AlertKind::WORDS),
        /// Indicators whose grades it hears of when they are dangerous.
        from_danger: Vec<GradedIndicator> => words(GradedIndicator::WORDS),
        /// Indicators whose grades it hears of from attention on; for these dangerous ones are included.
        from_attention: Vec<GradedIndicator> => words(GradedIndicator::WORDS),
    } also whole
}

/// Nothing is turned off by being left out.
fn whole(value: &Value, violations: &mut Vec<Violation>) {
    let missing = |field: &&str| matches!(value.get(field), Value::Nothing);
    let missing = ["kinds", "fromDanger", "fromAttention"].into_iter().filter(missing);
    violations.extend(missing.map(|field| Violation::new(field, "required")));
}

endpoint! {
    /// Lists the caller's alerts, the newest first, with how many are unread.
    ///
    /// They are kept for 90 days. Grades are told to who may read the history of that kind of measurement, of
    /// measurements in the caller's scope; jobs to who has asked for them; terms to who may read their screen.
    pub ListAlerts = Get "/api/v1/alerts",
    auth: AnyStaff,
    query: AlertFilter,
    ok: AlertList
}

endpoint! {
    /// Answers one of the caller's alerts.
    pub GetAlert = Get "/api/v1/alerts/{alertId}",
    auth: AnyStaff,
    path: AlertPath,
    ok: Alert
}

endpoint! {
    /// Says that the caller has read alerts: those that are named, or all up to one.
    ///
    /// A number that is none of the caller's is passed over.
    pub MarkAlertsRead = Post "/api/v1/alerts/read",
    auth: AnyStaff,
    body: AlertsRead,
    ok: UnreadAlerts
}

endpoint! {
    /// Answers what the caller wants to hear of.
    pub GetAlertSettings = Get "/api/v1/alerts/settings",
    auth: AnyStaff,
    ok: AlertSettings
}

endpoint! {
    /// Saves what the caller wants to hear of.
    ///
    /// Grades of attention are kept for alerts from the moment on at which somebody asks for them.
    pub SaveAlertSettings = Put "/api/v1/alerts/settings",
    auth: AnyStaff,
    body: AlertSettingsSave,
    ok: AlertSettings
}

endpoint! {
    /// Tells how many of the caller's alerts are unread, at once and whenever that changes.
    ///
    /// Server-sent events without a name; the data of each is `UnreadAlerts` as JSON. A comment follows every 20
    /// seconds. The stream ends with its session, at the latest after 15 minutes, and when the server stops; who goes
    /// on listening asks again with a renewed token. An account has ten streams at most.
    pub StreamAlerts = Get "/api/v1/alerts/stream",
    auth: AnyStaff,
    refuses: [TooManyRequests],
    ok: EventStream
}
