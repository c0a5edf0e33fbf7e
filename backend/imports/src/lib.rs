//! Import of files with people's data as tables, whatever the rows are imported as.
//!
//! * [`reading`] turns a file into lines of typed cells.
//! * [`columns`] finds the header line and matches columns to the fields of a [`layout`].
//! * [`values`] converts a cell into a field's value, by the [`spelling`]s that people use.
//! * [`records`] combines them row by row, applying a person's [`decisions`].
//!
//! Nothing here knows what is written to the database.

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
