//! Heart rates: beats per minute, at rest or after exercise; resting heart rates are graded.

use super::{
    id_type,
    measurements::{MeasurementChanges, MeasurementSort, measurement},
    path_type, record_calls,
};
use crate::domain::grade::{
    GradeReason,
    heart_rate::{HeartRateContext, RATE},
    indicator::HeartRateGrade,
};

id_type! {
    /// A heart rate measurement.
    HeartRateMeasurementId
}

path_type! { HeartRateMeasurementPath { heart_rate_measurement_id: HeartRateMeasurementId } }

/// Menu URL of the history.
pub const SCREEN: &str = "/history/hr";

measurement! {
    /// A heart rate with its grade and the basis of the grade.
    pub struct HeartRateMeasurement { heart_rate_measurement_id: HeartRateMeasurementId }
    /// A heart rate as sent.
    pub struct HeartRateMeasurementSave {
        /// Beats per minute.
        rate: i64 => integer(RATE.min, RATE.max),
        /// When it was measured; only resting heart rates are graded.
        context: HeartRateContext => word(HeartRateContext::WORDS),
    }
    shown {
        /// Grade at rest; absent under the age of 18.
        pub grade: Option<HeartRateGrade>,
        /// Reason of the grade, if there is one. Absent in lists.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "server", schema(required = false, nullable = false))]
        pub why: Option<Vec<GradeReason>>,
    }
    /// Filter of the heart rate list.
    pub struct HeartRateMeasurementFilter {
        /// Heart rates with one of these grades.
        grades: Vec<HeartRateGrade> => words(HeartRateGrade::WORDS),
        /// Heart rates measured in one of these contexts.
        contexts: Vec<HeartRateContext> => words(HeartRateContext::WORDS),
    }
}

record_calls! {
    HeartRateMeasurement at "/api/v1/heart-rate-measurements" "/{heartRateMeasurementId}" by HeartRateMeasurementPath on SCREEN,
    reads "heartRate.ofMember",
    /// Lists the heart rates in the caller's scope.
    list ListHeartRateMeasurements(HeartRateMeasurementFilter),
    /// Queues a job that exports the filtered heart rates to a file.
    export ExportHeartRateMeasurements(HeartRateMeasurementFilter),
    /// Queues a job that changes or deletes several heart rates.
    bulk BulkHeartRateMeasurements(HeartRateMeasurementFilter by MeasurementChanges),
    /// Creates a heart rate entered by hand.
    create CreateHeartRateMeasurement(HeartRateMeasurementSave) refuses [Taken],
    /// Returns a heart rate, with the reason of its grade.
    show GetHeartRateMeasurement,
    /// Corrects a heart rate; it is graded again.
    update UpdateHeartRateMeasurement(HeartRateMeasurementSave) refuses [Taken],
    /// Deletes a heart rate, which can be restored for 30 days.
    delete DeleteHeartRateMeasurement,
    /// Lists the changes of a heart rate, newest first.
    history ListHeartRateMeasurementRevisions,
}
