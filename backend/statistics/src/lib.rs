//! Statistics over many measurements. They are read from precomputed segments, not from the measurements themselves. A
//! segment holds the aggregates of one company or division for one day or one month, and is recomputed (folded) in the
//! background after every change.
//!
//! [`rows`] reads the relevant values of measurements, [`cells`] defines the contents of a segment with its sets of
//! [`people`] (encoded by `bytes`), and [`fold`] keeps the segments up to date. A statistic has a [`frame`] and is read
//! ([`read`]) from the segments of the [`units`] in the query, as far as its [`disclosure`] to the caller goes.
//! [`hidden`] suppresses counts of too few people.
//! [`answers`] caches results and may serve a cached one while newer data is being folded. Every statistic is also
//! available as a [`file`]. [`members_by_app`] is read from the records of app use.

pub mod answers;
pub mod attention;
pub mod attention_people;
pub mod averages;
mod bytes;
pub mod cells;
mod dashboard;
pub mod disclosure;
mod file;
pub mod fold;
pub mod frame;
pub mod hidden;
pub mod members_by_app;
pub mod people;
pub mod period;
pub mod read;
pub mod rows;
pub mod tests;
pub mod units;
mod words;

use answers::StatisticCache;
pub use file::FileOf;
use kernel::{db::Database, http::mount::Api};
use std::sync::Arc;

/// Mounts the endpoints. Expensive sums are refreshed in the background from the given database.
pub fn mount(api: &mut Api, database: &Database) {
    let answers = Arc::new(StatisticCache::new(database.clone()));
    tests::mount(api, &answers);
    averages::mount(api, &answers);
    attention::mount(api, &answers);
    attention_people::mount(api);
    members_by_app::mount(api);
    dashboard::mount(api, &answers);
}
