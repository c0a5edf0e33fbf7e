//! HTTP: mounting endpoints, reading what was sent, answering.

pub mod compress;
pub mod decode;
pub mod gate;
mod json;
pub mod mount;
pub mod respond;
pub mod undo;
