//! HTTP: mounting endpoints, decoding requests, writing responses.

pub mod compress;
pub mod decode;
pub mod gate;
pub mod idempotency;
mod json;
pub mod mount;
pub mod public_address;
mod reading;
pub mod respond;
pub mod undo;
