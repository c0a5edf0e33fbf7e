//! The foundation that every part of the server builds on. It knows none of the product's resources except jobs.

pub mod access;
pub mod alerts;
pub mod auth;
pub mod background;
pub mod bulk;
pub mod clock;
pub mod db;
pub mod delivery;
pub mod exports;
pub mod http;
pub mod jobs;
pub mod metrics;
pub mod private_files;
pub mod problem;
pub mod qr_image;
pub mod records;
pub mod reports;
pub mod rich_text;
pub mod sealed;
pub mod settings;
pub mod state;
pub mod workers;
