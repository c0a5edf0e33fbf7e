//! Statistics: what measurements say together. They are not read from measurements, but from segments that are folded
//! of them behind every change: of each company and division, on each day and in each month.
//!
//! [`rows`] reads what measurements say, [`cells`] is what a segment keeps of it, with sets of [`people`] (as `bytes`), [`fold`]
//! brings the segments up to date. A statistic has a [`frame`] and is read ([`read`]) from the segments of the [`units`] that a caller asks for;
//! what tells of too few people is [`hidden`], and
//! what was added up is kept, and told once more while something else is folded ([`answers`]). What one tells is had as a [`file`], too. [`members_by_app`] is read from what the use of apps leaves.

pub mod answers;
pub mod attention;
pub mod attention_people;
pub mod averages;
mod bytes;
pub mod cells;
mod dashboard;
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

use answers::Answers;
pub use file::FileOf;
use kernel::{db::Database, http::mount::Api};
use std::sync::Arc;

/// Mounts the endpoints. What takes a while is added up anew behind answers, from the given database.
pub fn mount(api: &mut Api, database: &Database) {
    let answers = Arc::new(Answers::new(database.clone()));
    tests::mount(api, &answers);
    averages::mount(api, &answers);
    attention::mount(api, &answers);
    attention_people::mount(api);
    members_by_app::mount(api);
    dashboard::mount(api, &answers);
}
