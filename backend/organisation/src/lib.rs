//! The organisation: companies, the services they offer, and how many records each has.

pub mod companies;
pub mod overview;
pub mod services;
pub mod tally;
