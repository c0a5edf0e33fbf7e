//! The figures on the first page.

use super::{endpoint, input, output, services::ServiceId};

input! {
    /// Which service the figures are about.
    pub struct OverviewFilter {
        /// Service; 0 or absent for all.
        service_id: Option<ServiceId> => id(),
    }
}

output! {
    /// Figures of the caller's scope.
    pub struct Overview {
        /// Distributors.
        pub vendors: i64,
        /// Dealers.
        pub dealers: i64,
        /// Retailers.
        pub retailers: i64,
        /// Members.
        pub members: i64,
        /// Physical measurements.
        pub physical_measurements: i64,
    }
}

endpoint! {
    /// Answers the figures of the caller's scope.
    pub GetOverview = Get "/api/v1/overview",
    auth: AnyStaff,
    query: OverviewFilter,
    ok: Overview
}
