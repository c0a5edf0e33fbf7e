//! The organisation: companies, the services they offer, and how many records each has.

pub mod addresses;
pub mod codes;
pub mod companies;
pub mod divisions;
pub mod external_devices;
pub mod overview;
pub mod services;
pub mod tally;
