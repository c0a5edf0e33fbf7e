//! Files of people as tables, whatever they are imported as.
//!
//! [`reading`] makes lines of typed cells of any file; [`columns`] finds the line of names and which column is which
//! field of a [`layout`]; [`values`] says what a cell says to a field, by the [`spelling`]s of people; [`records`] puts
//! them together, by what a person has decided ([`decisions`]), row by row. Nothing here knows what is written.

pub mod columns;
pub mod decisions;
pub mod guide;
pub mod layout;
pub mod memory;
pub mod readers;
pub mod reading;
pub mod records;
pub mod report;
pub mod spelling;
pub mod understood;
pub mod values;
