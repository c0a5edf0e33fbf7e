//! `uno-core`: what the server, the console and the webviews must agree on, declared once.
//!
//! * [`contract`]: endpoints, request and response types, validation, error codes
//! * [`domain`]: ages, grades, permissions, token expiry; pure, the clock is an argument
//! * [`client`]: building requests and renewing tokens, without a browser or a socket
//! * `wasm`: the only browser code; conversions and loops, no rules

pub mod client;
pub mod contract;
pub mod domain;
#[cfg(target_arch = "wasm32")]
pub mod wasm;
