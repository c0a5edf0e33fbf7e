//! Psychological tests: the total or mean of an instrument, with its grade. Answers are not stored.

use super::{
    id_type,
    measurements::{MeasurementChanges, MeasurementSort, measurement},
    path_type, record_calls,
    validation::{Value, Violation},
};
use crate::domain::{
    decimal::Hundredths,
    grade::{GradeReason, indicator::HealthGrade, psychological::PsychologicalInstrument, stress::HUNDRED},
};

id_type! {
    /// A psychological test.
    PsychologicalTestId
}

path_type! { PsychologicalTestPath { psychological_test_id: PsychologicalTestId } }

/// Menu URL of the history.
pub const SCREEN: &str = "/history/survey_history";

measurement! {
    /// A psychological test with its grade and the basis of the grade.
    pub struct PsychologicalTest { psychological_test_id: PsychologicalTestId }
    /// A psychological test as sent.
    pub struct PsychologicalTestSave {
        /// Instrument.
        instrument: PsychologicalInstrument => word(PsychologicalInstrument::WORDS),
        /// The total for PSS-10 (0 to 40) and GAD-7 (0 to 21); the mean for BEPSI-K and BAT-12 (1 to 5) and for CBI (0
        /// to 100).
        result: Hundredths => decimal(HUNDRED.min, HUNDRED.max),
    }
    shown {
        /// Score for stress, anxiety or burnout, depending on the instrument, from 0 to 100, rounded half-up.
        pub score: Option<Hundredths>,
        /// Grade of the unrounded score.
        pub grade: Option<HealthGrade>,
        /// Published class of the result, in the instrument's own scale.
        #[serde(default)]
        pub class: Option<String>,
        /// Whether the person is older than the instrument's norms cover (18 to 65).
        #[serde(default)]
        pub is_beyond_norms: bool,
        /// Reason of the grade, followed by the result in the instrument's own classes. Absent in lists.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "server", schema(required = false, nullable = false))]
        pub why: Option<Vec<GradeReason>>,
    }
    /// Filter of the test list.
    pub struct PsychologicalTestFilter {
        /// Tests by one of these instruments.
        instruments: Vec<PsychologicalInstrument> => words(PsychologicalInstrument::WORDS),
        /// Tests with one of these grades.
        grades: Vec<HealthGrade> => words(HealthGrade::WORDS),
    }
    also check_result
}

fn check_result(value: &Value, violations: &mut Vec<Violation>) {
    let Some(instrument) = value.get("instrument").as_text().and_then(PsychologicalInstrument::parse) else { return };
    // Values that are not numbers with at most two decimals are rejected by the rule of the field.
    let Some(result) = value.get("result").as_number().and_then(Hundredths::from_number) else { return };
    let limits = instrument.limits();
    if result.0 < limits.min {
        violations.push(Violation::new("result", "tooSmall").with("min", Hundredths(limits.min).text()));
    } else if result.0 > limits.max {
        violations.push(Violation::new("result", "tooLarge").with("max", Hundredths(limits.max).text()));
    } else if !instrument.is_mean() && result.0 % 100 != 0 {
        violations.push(Violation::new("result", "integer"));
    }
}

record_calls! {
    PsychologicalTest at "/api/v1/psychological-tests" "/{psychologicalTestId}" by PsychologicalTestPath on SCREEN,
    reads "psychological.title",
    /// Lists the psychological tests in the caller's scope.
    list ListPsychologicalTests(PsychologicalTestFilter),
    /// Queues a job that exports the filtered tests to a file.
    export ExportPsychologicalTests(PsychologicalTestFilter),
    /// Queues a job that changes or deletes several psychological tests.
    bulk BulkPsychologicalTests(PsychologicalTestFilter by MeasurementChanges),
    /// Creates a psychological test entered by hand.
    create CreatePsychologicalTest(PsychologicalTestSave) refuses [Taken],
    /// Returns a psychological test, with the reasons of its grade.
    show GetPsychologicalTest,
    /// Corrects a psychological test; it is graded again.
    update UpdatePsychologicalTest(PsychologicalTestSave) refuses [Taken],
    /// Deletes a psychological test, which can be restored for 30 days.
    delete DeletePsychologicalTest,
    /// Lists the changes of a psychological test, newest first.
    history ListPsychologicalTestRevisions,
}
