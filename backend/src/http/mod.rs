//! HTTP: mounting endpoints, errors, documentation, metrics, the console's files.

pub mod connection;
pub mod decode;
pub mod docs;
pub mod gate;
pub mod metrics;
pub mod mount;
pub mod openapi;
pub mod respond;
pub mod server;
pub mod static_files;
