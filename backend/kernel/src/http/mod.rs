//! HTTP: mounting endpoints, decoding requests, writing responses.

pub mod compress;
pub mod decode;
pub mod gate;
mod json;
pub mod mount;
pub mod respond;
pub mod undo;
