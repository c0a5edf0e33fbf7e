//! Measurements: graded, listed, exported. Of a member they know the row, not the rules.

pub mod physical_measurements;
