//! The UNO server: the contract of `uno-core`, served from SQLite or PostgreSQL.

pub mod api;
pub mod backup;
pub mod demo;
pub mod serve;
pub mod texts;
