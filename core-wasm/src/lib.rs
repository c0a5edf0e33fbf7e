//! `uno-core`: the definitions that the server, the console and the webviews share.
//!
//! * [`contract`]: endpoints, request and response types, validation, error codes
//! * [`domain`]: ages, grades, permissions, token expiry; pure functions that take the current time as an argument
//! * [`client`]: building requests and renewing tokens, without a browser or a socket
//! * `wasm`: the only browser code; conversions and loops, no rules

pub mod client;
pub mod contract;
pub mod domain;
#[cfg(target_arch = "wasm32")]
pub mod wasm;
