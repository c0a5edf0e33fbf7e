//! Lists: page numbers from 0, a bounded total, and the caller's permissions for each row.

use super::output;
use serde::{Deserialize, Serialize};

/// Default number of rows per page.
pub const DEFAULT_PAGE_SIZE: i64 = 20;
/// Maximum number of rows per page.
pub const MAX_PAGE_SIZE: i64 = 200;
/// Maximum length of `after`. The cursor contains a name if the list is sorted by name.
pub const MAX_CURSOR: usize = 2_000;
/// Maximum page number. Pages beyond are reached by cursor, with `after`.
pub const MAX_PAGE: i64 = 10_000_000;

/// One page of a list.
// Written by hand because utoipa's derive does not support type parameters that come through a macro.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "server", derive(utoipa::ToSchema))]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct Page<T> {
    /// The rows.
    pub data: Vec<T>,
    /// Page number, from 0.
    pub page: i64,
    /// Rows of a full page.
    pub page_size: i64,
    /// Total number of rows, or a lower bound of it.
    pub total: i64,
    /// Whether `total` is exact. If not, there are more rows.
    pub total_is_exact: bool,
    /// Cursor of the next page, to be sent as `after`; `null` on the last page, and in lists that support only page
    /// numbers.
    pub next: Option<String>,
}

#[cfg(feature = "server")]
impl<T> Page<T> {
    /// Returns the same page with each row converted.
    pub fn map<U>(self, turn: impl Fn(T) -> U) -> Page<U> {
        let Self { data, page, page_size, total, total_is_exact, next } = self;
        Page { data: data.into_iter().map(turn).collect(), page, page_size, total, total_is_exact, next }
    }

    /// Returns the same page with each row converted by a fallible function.
    ///
    /// # Errors
    /// Returns the error of `turn`.
    pub fn try_map<U, E>(self, turn: impl Fn(T) -> Result<U, E>) -> Result<Page<U>, E> {
        let Self { data, page, page_size, total, total_is_exact, next } = self;
        let data = data.into_iter().map(turn).collect::<Result<_, _>>()?;
        Ok(Page { data, page, page_size, total, total_is_exact, next })
    }

    /// Returns the same page with all rows converted together.
    ///
    /// # Errors
    /// Returns the error of `turn`.
    pub fn try_map_together<U, E>(self, turn: impl FnOnce(Vec<T>) -> Result<Vec<U>, E>) -> Result<Page<U>, E> {
        let Self { data, page, page_size, total, total_is_exact, next } = self;
        Ok(Page { data: turn(data)?, page, page_size, total, total_is_exact, next })
    }
}

#[cfg(feature = "server")]
impl<T: utoipa::ToSchema> super::Answer for Page<T> {
    type Row = T;
}

output! {
    /// Whether an action on a row is allowed, and if not, why.
    #[derive(Eq)]
    pub struct Permit {
        /// Whether it is allowed.
        pub allowed: bool,
        /// Reason code if it is not allowed: `forbidden`, `hasDependents`, …
        pub reason: Option<String>,
    }
}

impl Permit {
    /// Returns a permit that allows the action.
    #[must_use]
    pub fn yes() -> Self {
        Self { allowed: true, reason: None }
    }

    /// Returns a permit that forbids the action for this reason.
    #[must_use]
    pub fn no(reason: &str) -> Self {
        Self { allowed: false, reason: Some(reason.into()) }
    }
}

output! {
    /// What the caller may do with a row.
    #[derive(Eq)]
    pub struct Can {
        /// Change it.
        pub update: Permit,
        /// Delete it.
        pub delete: Permit,
    }
}

output! {
    /// The response of a call without a result.
    #[derive(Default, Eq)]
    pub struct Done {}
}
