//! Measurements: graded, listed, exported. Of a member they know the row, not the rules.
//!
//! All kinds share one header each (`measurement`), by which they are found, paged,
//! exported and forgotten by the same functions.
//!
//! A kind brings what only it has: its detail beside the header ([`kind::Kind::load`]), what its filter asks of
//! the header ([`kind::Kind::asked`]), and the columns of its spreadsheet ([`kernel::exports::Exported`]).

pub mod grades;
pub mod kind;
pub mod physical_measurements;
pub mod store;
