//! Reports: spreadsheets written row by row in constant memory, and their Korean texts.

pub mod csv;
pub mod sheet;
pub mod words;
