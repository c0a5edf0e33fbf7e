//! What members do with their own measurements: print them, and make links by which others open them for a while.

use super::{
    endpoint,
    measurements::{KindOfMeasurements, MeasurementPrint, MeasurementSelection},
    output,
    page::Done,
    report_links::{ReportLinkId, ReportLinkPath},
};
use crate::domain::time::Timestamp;

/// Most links of a member that are answered.
pub const MAX_OWN_LINKS: i64 = 50;

output! {
    /// A link that a member has made to own measurements.
    pub struct OwnReportLink {
        /// Link.
        pub report_link_id: ReportLinkId,
        /// What it shows.
        pub kind: KindOfMeasurements,
        /// When it was made.
        pub created_at: Timestamp,
        /// Until when it opens.
        pub expires_at: Timestamp,
        /// When it was opened first.
        pub opened_at: Option<Timestamp>,
        /// How often it was opened.
        pub openings: i64,
        /// Its token, answered once, to whoever makes it.
        pub token: Option<String>,
    }
}

endpoint! {
    /// Answers up to 100 of the caller's own measurements of a kind with all that their print shows.
    ///
    /// What a screening for dementia or a psychological test says, staff tell in person: both are `notAllowed`.
    pub PrintOwnMeasurements = Post "/api/v1/users/me/measurements/print",
    auth: Member,
    body: MeasurementSelection,
    ok: MeasurementPrint
}

endpoint! {
    /// Makes a link to the caller's own measurements of a kind.
    ///
    /// It opens for seven days by the birth date, as long as the caller is linked with the member. Measurements that
    /// companies have told of different members get a link for each of them; those that no company has told of have
    /// none. Screenings for dementia and psychological tests are `notAllowed`.
    pub ShareOwnMeasurements = Post "/api/v1/users/me/report-links",
    auth: Member,
    body: MeasurementSelection,
    refuses: [TooManyRequests],
    ok: Vec<OwnReportLink>
}

endpoint! {
    /// Lists the caller's links that still open, the latest first.
    pub ListOwnReportLinks = Get "/api/v1/users/me/report-links",
    auth: Member,
    ok: Vec<OwnReportLink>
}

endpoint! {
    /// Ends a link of the caller: it opens no more.
    pub RevokeOwnReportLink = Delete "/api/v1/users/me/report-links/{reportLinkId}",
    auth: Member,
    path: ReportLinkPath,
    ok: Done
}
