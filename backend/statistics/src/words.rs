//! Text keys for the names of tests, indicators and grades in files. They are the same as in the histories.

use uno_core::{
    contract::{measurements::KindOfMeasurements, statistics::TestCase},
    domain::grade::{concern::GradedIndicator, indicator::Indicator},
};

/// Returns the text key of a category's name.
#[must_use]
pub fn category(kind: KindOfMeasurements) -> &'static str {
    match kind {
        KindOfMeasurements::Physical => "measurement.ofMember",
        KindOfMeasurements::Stress => "stress.ofMember",
        KindOfMeasurements::Vision => "vision.ofMember",
        KindOfMeasurements::HeartRate => "heartRate.ofMember",
        KindOfMeasurements::Dementia => "dementia.ofMember",
        KindOfMeasurements::Psychological => "psychological.ofMember",
    }
}

/// Returns the text key of a test case's name.
#[must_use]
pub fn test_case(case: TestCase) -> &'static str {
    match case {
        TestCase::Bmi => "measurement.bmi",
        TestCase::BloodPressure => "statistics.bloodPressure",
        TestCase::BodyFat => "measurement.bodyFat",
        TestCase::HeartRateVariability => "statistics.heartRateVariability",
        TestCase::Activation => "statistics.activation",
        TestCase::Pss10 => "indicator.PSS_10",
        TestCase::BepsiK => "indicator.BEPSI_K",
        TestCase::Gad7 => "indicator.GAD_7",
        TestCase::Cbi => "indicator.CBI",
        TestCase::Bat12 => "indicator.BAT_12",
        TestCase::DistanceAcuity => "statistics.distanceAcuity",
        TestCase::NearAcuity => "statistics.nearAcuity",
        TestCase::Refraction => "vision.refraction",
        TestCase::HeartRateAtRest => "statistics.heartRateAtRest",
        TestCase::HeartRateAfterExercise => "statistics.heartRateAfterExercise",
        TestCase::Cist => "dementia.instrument.CIST",
        TestCase::KdsqC => "dementia.instrument.KDSQ_C",
        TestCase::KdsqP => "dementia.instrument.KDSQ_P",
        TestCase::MmseKc => "dementia.instrument.MMSE_KC",
    }
}

/// Returns the text key of a measured indicator's name, or its code if it has no averages.
#[must_use]
pub fn measured(indicator: Indicator) -> &'static str {
    match indicator {
        Indicator::Bmi => "measurement.bmi",
        Indicator::SystolicPressure => "measurement.systolic",
        Indicator::DiastolicPressure => "measurement.diastolic",
        Indicator::BodyFat => "measurement.bodyFat",
        Indicator::Stress => "indicator.STRESS",
        Indicator::Anxiety => "indicator.ANXIETY",
        Indicator::Burnout => "indicator.BURNOUT",
        Indicator::Lethargy => "indicator.LETHARGY",
        Indicator::HeartRate => "statistics.heartRateAtRest",
        other => other.as_str(),
    }
}

/// Returns the text key of a graded indicator's name.
#[must_use]
pub fn graded(indicator: GradedIndicator) -> &'static str {
    match indicator {
        GradedIndicator::Bmi => "measurement.bmi",
        GradedIndicator::BloodPressure => "statistics.bloodPressure",
        GradedIndicator::BodyFat => "measurement.bodyFat",
        GradedIndicator::Stress => "indicator.STRESS",
        GradedIndicator::Anxiety => "indicator.ANXIETY",
        GradedIndicator::Burnout => "indicator.BURNOUT",
        GradedIndicator::Lethargy => "indicator.LETHARGY",
        GradedIndicator::Vision => "indicator.VISION",
        GradedIndicator::Myopia => "vision.myopia",
        GradedIndicator::HeartRate => "statistics.heartRateAtRest",
        GradedIndicator::Cognition => "dementia.ofMember",
    }
}

/// Returns the text group of an indicator's grades.
#[must_use]
pub fn grades(indicator: GradedIndicator) -> &'static str {
    match indicator {
        GradedIndicator::Bmi => "grade.bmi",
        GradedIndicator::BloodPressure => "grade.bloodPressure",
        GradedIndicator::BodyFat => "grade.bodyFat",
        GradedIndicator::Stress | GradedIndicator::Anxiety | GradedIndicator::Burnout => "grade.health",
        GradedIndicator::Lethargy => "grade.lethargy",
        GradedIndicator::Vision => "grade.vision",
        GradedIndicator::Myopia => "grade.myopia",
        GradedIndicator::HeartRate => "grade.heartRate",
        GradedIndicator::Cognition => "grade.screening",
    }
}
