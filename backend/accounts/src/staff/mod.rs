//! What managers and operators have in common: authorization, rows and passwords.

pub mod passwords;
pub mod power;
pub mod rows;
