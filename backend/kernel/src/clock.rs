//! The server's clock, in one place.

use uno_core::domain::time::{Date, Timestamp};

/// Now.
#[must_use]
pub fn now() -> Timestamp {
    Timestamp(chrono::Utc::now().timestamp_millis())
}

/// Today in Seoul.
#[must_use]
pub fn today() -> Date {
    now().date_in_seoul()
}
