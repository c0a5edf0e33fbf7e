//! Who asks, and which rows that is about.

pub mod caller;
pub mod limits;
pub mod log;
pub mod scope;
