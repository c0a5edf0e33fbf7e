//! The browser's side: conversions and loops around the rules of the crate, no rules of its own.

mod exports;
mod session;
mod store;
mod transport;
mod value;
