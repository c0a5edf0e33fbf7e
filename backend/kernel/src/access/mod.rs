//! Callers, and the rows they may access.

pub mod agreements;
pub mod caller;
pub mod credentials;
pub mod editors;
pub mod limits;
pub mod log;
pub mod menu;
mod reading_rows;
pub mod readings;
pub mod scope;
