//! A cache of the totals of lists.
//!
//! Counting the rows that match a filter costs more than reading a page of them, and all pages of a list share one
//! total. A total is valid until this process writes anything; writes of other instances are seen after a few
//! seconds.

use crate::problem::Problem;
use parking_lot::Mutex;
use std::{
    collections::HashMap,
    sync::atomic::{AtomicU64, Ordering},
    time::{Duration, Instant},
};

const CACHE_TIME: Duration = Duration::from_secs(5);
const MAX_CACHED: usize = 10_000;

struct Known {
    change: u64,
    at: Instant,
    total: (i64, bool),
}

/// Totals by list.
#[derive(Default)]
pub struct Totals {
    change: AtomicU64,
    known: Mutex<HashMap<String, Known>>,
}

impl Totals {
    /// Invalidates all totals after a write.
    pub fn changed(&self) {
        self.change.fetch_add(1, Ordering::Release);
    }

    /// Returns the total of a list; counts it if it is not cached.
    ///
    /// # Errors
    /// Returns the error of `count`.
    pub fn of(
        &self,
        list: String,
        count: impl FnOnce() -> Result<(i64, bool), Problem>,
    ) -> Result<(i64, bool), Problem> {
        // Read before counting: a concurrent change makes the total stale.
        let change = self.change.load(Ordering::Acquire);
        let is_current = |known: &Known| known.change == change && known.at.elapsed() < CACHE_TIME;
        if let Some(known) = self.known.lock().get(&list).filter(|known| is_current(known)) {
            return Ok(known.total);
        }
        let total = count()?;
        let mut entries = self.known.lock();
        if entries.len() >= MAX_CACHED {
            entries.retain(|_, known| is_current(known));
        }
        if entries.len() < MAX_CACHED {
            entries.insert(list, Known { change, at: Instant::now(), total });
        }
        Ok(total)
    }
}

#[cfg(test)]
mod tests {
    use super::Totals;

    #[test]
    fn a_total_is_counted_once_until_something_changes() {
        let totals = Totals::default();
        let count = |list: &str, value| totals.of(list.into(), || Ok((value, true))).map(|(total, _)| total).ok();
        assert_eq!(count("a", 1), Some(1));
        assert_eq!(count("a", 2), Some(1));
        assert_eq!(count("b", 3), Some(3));
        totals.changed();
        assert_eq!(count("a", 4), Some(4));
    }
}
