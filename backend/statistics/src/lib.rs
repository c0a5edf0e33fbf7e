//! Statistics: what measurements say together. They are not read from measurements, but from segments that are folded
//! of them behind every change: of each company and division, on each day and in each month.
//!
//! [`rows`] reads what measurements say, [`cells`] is what a segment keeps of it, with sets of [`people`], [`fold`]
//! brings the segments up to date. A statistic has a [`frame`] and is read ([`read`]) from the segments of the [`units`] that a caller asks for;
//! what tells of too few people is [`hidden`]. [`members_by_app`] is read from what the use of apps leaves.

pub mod attention;
pub mod averages;
pub mod cells;
mod dashboard;
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

use kernel::http::mount::Api;

/// Mounts the endpoints.
pub fn mount(api: &mut Api) {
    tests::mount(api);
    averages::mount(api);
    attention::mount(api);
    members_by_app::mount(api);
    dashboard::mount(api);
}
