//! The client without a browser or a socket: what to send, and when to renew the tokens.

pub mod request;
pub mod session;
