//! The client logic without a browser or a socket: what to send, and when to renew tokens.

pub mod request;
pub mod session;
