//! Reports: spreadsheets written row by row with constant memory, and the Korean words in them.

pub mod csv;
pub mod sheet;
pub mod words;
