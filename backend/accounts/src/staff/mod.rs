//! What managers and operators have in common: who may do what to whose account, how their rows are found and written,
//! how their passwords are set.

pub mod passwords;
pub mod power;
pub mod rows;
