//! Published content: boards and terms.

pub mod admin_boards;
pub mod terms;
