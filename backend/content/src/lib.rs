//! What is written to be read: boards and terms.

pub mod admin_boards;
pub mod terms;
