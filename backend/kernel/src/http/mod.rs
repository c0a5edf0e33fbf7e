//! HTTP: mounting endpoints, reading what was sent, answering.

pub mod compress;
pub mod decode;
pub mod gate;
pub mod mount;
pub mod respond;
pub mod undo;
