//! What a file of heart rates tells; of the personal data, name and member number.

use super::store::HeartRate;
use kernel::exports::{Column, Exported, Value};
use uno_core::{
    contract::heart_rate_measurements::{ExportHeartRateMeasurements, HeartRateMeasurement},
    domain::grade::{Sex, indicator::HeartRateGrade},
};

/// A column of the file.
type Tells = Column<HeartRateMeasurement>;

impl Exported for HeartRate {
    type Call = ExportHeartRateMeasurements;
    type Row = HeartRateMeasurement;
    const COLUMNS: &'static [Column<HeartRateMeasurement>] = &[
        Tells::new("measurement.measuredAt", 17.0, |row| row.measured_at.into()).read_as("measuredAt"),
        Tells::new("member.number", 16.0, |row| (&row.member_no).into()).read_as("memberNo"),
        Tells::new("member.name", 14.0, |row| (&row.member_name).into()),
        Tells::new("member.company", 22.0, |row| (&row.company_name).into()),
        Tells::new("member.sex", 6.0, |row| Value::word("sex", row.sex.map(Sex::as_str))),
        Tells::new("measurement.age", 8.0, |row| row.age.into()),
        Tells::in_unit("heartRate.rate", "unit.beatsPerMinute", 12.0, |row| row.rate.into()).read_as("rate"),
        Tells::new("heartRate.context", 12.0, |row| Value::Word("heartRate.context", row.context.as_str()))
            .read_as("context")
            .in_words("heartRate.context"),
        Tells::new("heartRate.grade", 12.0, |row| {
            Value::word("grade.heartRate", row.grade.map(HeartRateGrade::as_str))
        }),
        Tells::new("measurement.onTrial", 10.0, |row| row.trial.into()),
    ];

    crate::rows_of_history! {}
}
