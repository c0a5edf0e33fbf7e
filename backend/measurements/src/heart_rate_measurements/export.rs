//! The export file of heart rates. To identify a person it has only name and member number.

use super::store::HeartRate;
use kernel::exports::{Column, Exported, Value};
use uno_core::{
    contract::heart_rate_measurements::{ExportHeartRateMeasurements, HeartRateMeasurement},
    domain::grade::indicator::HeartRateGrade,
};

/// A column of the file.
type ExportColumn = Column<HeartRateMeasurement>;

impl Exported for HeartRate {
    type Call = ExportHeartRateMeasurements;
    type Row = HeartRateMeasurement;
    const COLUMNS: &'static [Column<HeartRateMeasurement>] = crate::columns_of_history!(
        ExportColumn,
        ExportColumn::in_unit("heartRate.rate", "unit.beatsPerMinute", 12.0, |row| row.rate.into()).read_as("rate"),
        ExportColumn::new("heartRate.context", 12.0, |row| Value::Word("heartRate.context", row.context.as_str()))
            .read_as("context")
            .in_words("heartRate.context"),
        ExportColumn::new("heartRate.grade", 12.0, |row| {
            Value::word("grade.heartRate", row.grade.map(HeartRateGrade::as_str))
        }),
    );

    crate::rows_of_history! {}
}
