//! Serving: routes, connections, documentation, the console's files.

mod connection;
pub mod docs;
mod heads;
mod logs;
pub mod server;
pub mod static_files;
