//! What managers and operators have in common: authorization, rows, passwords, and what they have handed out.

pub mod given;
pub mod passwords;
pub mod power;
pub mod rows;
