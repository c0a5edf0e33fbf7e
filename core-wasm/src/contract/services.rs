//! Services: the products that companies offer to their members.

use super::{endpoint, id_type, input, output, page::Page};

id_type! {
    /// A service; 0 means all services.
    ServiceId
}

output! {
    /// A service.
    pub struct Service {
        /// Service id.
        pub id: ServiceId,
        /// Stable code such as `BRAIN_BODY`.
        pub code: String,
        /// Label.
        pub name: String,
    }
}

input! {
    /// A page of services.
    pub struct ServiceFilter {
        /// Page number, from 0.
        page: Option<i64> => integer(0, 1_000_000),
        /// Rows per page.
        page_size: Option<i64> => integer(1, 10_000),
    }
}

endpoint! {
    /// Lists the services that the caller's permission group allows.
    pub ListServices = Get "/api/v1/services",
    auth: AnyStaff,
    query: ServiceFilter,
    ok: Page<Service>
}
