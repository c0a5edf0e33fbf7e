//! Members' access to their own measurements: printing them, and creating temporary links with which others can open
//! them.

use super::{
    endpoint,
    measurements::{KindOfMeasurements, MeasurementPrint, MeasurementSelection},
    output,
    page::Done,
    report_links::{ReportLinkId, ReportLinkPath},
};
use crate::domain::time::Timestamp;

/// Maximum number of a member's links that are returned.
pub const MAX_OWN_LINKS: i64 = 50;

output! {
    /// A link that a member created to their own measurements.
    pub struct OwnReportLink {
        /// Link id.
        pub report_link_id: ReportLinkId,
        /// Kind of the measurements.
        pub kind: KindOfMeasurements,
        /// When it was created.
        pub created_at: Timestamp,
        /// When it expires.
        pub expires_at: Timestamp,
        /// When it was first opened.
        pub opened_at: Option<Timestamp>,
        /// Number of times it was opened.
        pub openings: i64,
        /// Its token, returned only once, when the link is created.
        pub token: Option<String>,
    }
}

endpoint! {
    /// Returns up to 100 of the caller's own measurements of a kind with all data of their printout.
    ///
    /// Results of dementia screenings and psychological tests are explained by staff in person; both kinds are rejected
    /// as `notAllowed`.
    pub PrintOwnMeasurements = Post "/api/v1/users/me/measurements/print",
    auth: Member,
    body: MeasurementSelection,
    keyless: "It only reads.",
    ok: MeasurementPrint
}

endpoint! {
    /// Creates a link to the caller's own measurements of a kind.
    ///
    /// The link can be opened for seven days with the birth date, while the caller is linked with the member. If
    /// companies have recorded the measurements for different members, one link per member is created; measurements
    /// that no company has recorded have no link. Dementia screenings and psychological tests are rejected as
    /// `notAllowed`.
    pub ShareOwnMeasurements = Post "/api/v1/users/me/report-links",
    auth: Member,
    body: MeasurementSelection,
    refuses: [TooManyRequests],
    ok: Vec<OwnReportLink>
}

endpoint! {
    /// Lists the caller's valid links, latest first.
    pub ListOwnReportLinks = Get "/api/v1/users/me/report-links",
    auth: Member,
    ok: Vec<OwnReportLink>
}

endpoint! {
    /// Revokes a link of the caller, so that it can no longer be opened.
    pub RevokeOwnReportLink = Delete "/api/v1/users/me/report-links/{reportLinkId}",
    auth: Member,
    path: ReportLinkPath,
    ok: Done
}
