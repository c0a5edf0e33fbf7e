//! Serving: routes, connections, documentation, the console's files.

mod connection;
mod docs;
mod logs;
pub mod openapi;
pub mod server;
pub mod static_files;
