//! The UNO server: the contract of `uno-core`, served from SQLite or PostgreSQL.

pub mod access;
pub mod accounts;
pub mod auth;
pub mod backup;
pub mod clock;
pub mod db;
pub mod demo;
pub mod features;
pub mod http;
pub mod jobs;
pub mod private_files;
pub mod problem;
pub mod records;
pub mod reports;
pub mod rich_text;
pub mod settings;
pub mod state;
pub mod workers;
