//! Heart rates: beats per minute, at rest or after exercise, with the grade of those at rest.

use super::{
    id_type,
    measurements::{MeasurementSort, measurement},
    path_type, record_calls,
};
use crate::domain::grade::{
    GradeReason,
    heart_rate::{HeartRateContext, RATE},
    indicator::HeartRateGrade,
};

id_type! {
    /// A heart rate that was measured.
    HeartRateMeasurementId
}

path_type! { HeartRateMeasurementPath { heart_rate_measurement_id: HeartRateMeasurementId } }

/// Menu url of the history.
pub const SCREEN: &str = "/history/hr";

measurement! {
    /// A heart rate with its grade and what it was graded by.
    pub struct HeartRateMeasurement { heart_rate_measurement_id: HeartRateMeasurementId }
    /// A heart rate as it is sent.
    pub struct HeartRateMeasurementSave {
        /// Beats per minute.
        rate: i64 => integer(RATE.min, RATE.max),
        /// When it was measured; only that at rest is graded.
        context: HeartRateContext => word(HeartRateContext::WORDS),
    }
    shown {
        /// Grade at rest; absent under the age of 18.
        pub grade: Option<HeartRateGrade>,
        /// Why the grade was given, if there is one. Absent in lists.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "server", schema(required = false, nullable = false))]
        pub why: Option<Vec<GradeReason>>,
    }
    /// Which heart rates.
    pub struct HeartRateMeasurementFilter {
        /// Those with one of these grades.
        grades: Vec<HeartRateGrade> => words(HeartRateGrade::WORDS),
        /// Those measured so.
        contexts: Vec<HeartRateContext> => words(HeartRateContext::WORDS),
    }
}

record_calls! {
    HeartRateMeasurement at "/api/v1/heart-rate-measurements" "/{heartRateMeasurementId}" by HeartRateMeasurementPath on SCREEN,
    /// Lists the heart rates in the caller's scope.
    list ListHeartRateMeasurements(HeartRateMeasurementFilter),
    /// Queues a job that writes the filtered heart rates to a file.
    export ExportHeartRateMeasurements(HeartRateMeasurementFilter),
    /// Writes a heart rate by hand.
    create CreateHeartRateMeasurement(HeartRateMeasurementSave) refuses [Taken],
    /// Answers one heart rate, with the reason of its grade.
    show GetHeartRateMeasurement,
    /// Corrects a heart rate; it is graded anew.
    update UpdateHeartRateMeasurement(HeartRateMeasurementSave) refuses [Taken],
    /// Removes a heart rate for good.
    delete DeleteHeartRateMeasurement,
    /// Lists the changes of a heart rate, the newest first.
    history ListHeartRateMeasurementRevisions,
}
