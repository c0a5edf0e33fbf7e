//! Lists: pages from 0, a total that is bounded, and what the caller may do with a row.

use super::output;
use serde::{Deserialize, Serialize};

/// Rows of a page where the caller does not say.
pub const DEFAULT_PAGE_SIZE: i64 = 20;
/// Most rows of a page.
pub const MAX_PAGE_SIZE: i64 = 200;
/// Most characters of `after`: it holds a name where names are the order.
pub const MAX_CURSOR: usize = 2_000;
/// Most pages that can be jumped to; further ones are reached by key, with `after`.
pub const MAX_PAGE: i64 = 10_000_000;

/// One page of a list.
// Written out because utoipa's derive does not take type parameters that come through a macro.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "server", derive(utoipa::ToSchema))]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct Page<T> {
    /// The rows.
    pub data: Vec<T>,
    /// Which page, from 0.
    pub page: i64,
    /// Rows of a full page.
    pub page_size: i64,
    /// How many rows there are, or at least are.
    pub total: i64,
    /// Whether `total` is exact; if not, there are more rows than it says.
    pub total_is_exact: bool,
    /// Sent as `after`, it leads to the page that follows; `null` on the last page, and in lists that
    /// are read by page numbers alone.
    pub next: Option<String>,
}

#[cfg(feature = "server")]
impl<T> Page<T> {
    /// The same page with other rows.
    pub fn map<U>(self, turn: impl Fn(T) -> U) -> Page<U> {
        let Self { data, page, page_size, total, total_is_exact, next } = self;
        Page { data: data.into_iter().map(turn).collect(), page, page_size, total, total_is_exact, next }
    }

    /// The same page with other rows, where making them can fail.
    ///
    /// # Errors
    /// What `turn` answers.
    pub fn try_map<U, E>(self, turn: impl Fn(T) -> Result<U, E>) -> Result<Page<U>, E> {
        let Self { data, page, page_size, total, total_is_exact, next } = self;
        let data = data.into_iter().map(turn).collect::<Result<_, _>>()?;
        Ok(Page { data, page, page_size, total, total_is_exact, next })
    }

    /// The same page with other rows, which are made together.
    ///
    /// # Errors
    /// What `turn` answers.
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
    /// Whether something may be done with a row, and if not, why.
    #[derive(Eq)]
    pub struct Permit {
        /// Whether it may be done.
        pub allowed: bool,
        /// Code of the reason when not: `forbidden`, `hasDependents`, …
        pub reason: Option<String>,
    }
}

impl Permit {
    /// Allowed.
    #[must_use]
    pub fn yes() -> Self {
        Self { allowed: true, reason: None }
    }

    /// Not allowed for this reason.
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
        /// Remove it.
        pub delete: Permit,
    }
}

output! {
    /// The answer of a call that has nothing to say.
    #[derive(Default, Eq)]
    pub struct Done {}
}
