//! The server's clock.

use uno_core::domain::time::{Date, Timestamp};

/// Returns the current time.
#[must_use]
pub fn now() -> Timestamp {
    Timestamp(chrono::Utc::now().timestamp_millis())
}

/// Returns the current day in Seoul.
#[must_use]
pub fn today() -> Date {
    now().date_in_seoul()
}
