//! Statistics: what measurements say together. They are not read from measurements, but from segments that are folded of
//! them behind every change: of each company and division, on each day and in each month.
//!
//! [`rows`] reads what measurements say, [`cells`] is what a segment keeps of it, [`fold`] brings the segments up to date;
//! [`read`] answers from them, for the [`units`] that a caller asks for and the days of a [`period`].

pub mod cells;
pub mod fold;
pub mod period;
pub mod rows;
