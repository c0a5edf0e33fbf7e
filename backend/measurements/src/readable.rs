//! Which right the reading of measurements asks for: the one place that says of which kinds an indicator or a test
//! comes, and on which screen a kind is read. Whatever comes of several kinds is read by those alone who may read all
//! of them, because what comes of the others could be told from it. What is in no list here is read by nobody.

use crate::{
    each_kind,
    kind::{Kind, MeasurementKind},
};
use kernel::access::caller::Caller;
use uno_core::{
    contract::statistics::TestCase,
    domain::{
        access::Action,
        grade::{concern::GradedIndicator, indicator::Indicator},
    },
};

use MeasurementKind::{Dementia, HeartRate, Physical, Psychological, Stress, Vision};

/// Questionnaires are answered beside a measurement of stress, and alone.
const STRESS_AND_TESTS: &[MeasurementKind] = &[Stress, Psychological];

impl MeasurementKind {
    /// Returns the screen of the kind's history. Who may read it may read what comes of the kind.
    #[must_use]
    pub fn screen(self) -> &'static str {
        macro_rules! each {
            ($($kind:ty),+) => { [$((<$kind as Kind>::KIND, <$kind as Kind>::SCREEN)),+] };
        }
        let screens = each_kind!(each);
        // Every kind is in the list. A caller has no right to the empty screen.
        screens.iter().find(|(kind, _)| *kind == self).map_or("", |(_, screen)| screen)
    }

    /// Returns whether a caller may read measurements of the kind, and what comes of them.
    #[must_use]
    pub fn is_read_by(self, caller: &Caller) -> bool {
        let screen = self.screen();
        !screen.is_empty() && caller.may(screen, Action::Read)
    }

    /// Returns the kinds that a caller may read.
    #[must_use]
    pub fn all_read_by(caller: &Caller) -> Vec<Self> {
        Self::ALL.into_iter().filter(|kind| kind.is_read_by(caller)).collect()
    }
}

/// Returns the kinds that grade an indicator.
#[must_use]
pub const fn kinds_of_grade(indicator: GradedIndicator) -> &'static [MeasurementKind] {
    match indicator {
        GradedIndicator::Bmi | GradedIndicator::BloodPressure | GradedIndicator::BodyFat => &[Physical],
        GradedIndicator::Stress | GradedIndicator::Anxiety | GradedIndicator::Burnout => STRESS_AND_TESTS,
        GradedIndicator::Lethargy => &[Stress],
        GradedIndicator::Vision | GradedIndicator::Myopia => &[Vision],
        GradedIndicator::HeartRate => &[HeartRate],
        GradedIndicator::Cognition => &[Dementia],
    }
}

/// Returns the kinds that have values of an indicator.
#[must_use]
pub const fn kinds_of_value(indicator: Indicator) -> &'static [MeasurementKind] {
    match indicator {
        Indicator::Bmi | Indicator::SystolicPressure | Indicator::DiastolicPressure | Indicator::BodyFat => &[Physical],
        Indicator::Stress
        | Indicator::Anxiety
        | Indicator::Burnout
        | Indicator::Pss10
        | Indicator::BepsiK
        | Indicator::Gad7
        | Indicator::CbiPersonal
        | Indicator::CbiWork
        | Indicator::CbiClient
        | Indicator::Cbi
        | Indicator::Bat12 => STRESS_AND_TESTS,
        Indicator::Lethargy | Indicator::StressIndex => &[Stress],
        Indicator::HeartRate => &[HeartRate],
        Indicator::Vision | Indicator::Myopia => &[Vision],
        Indicator::Cist | Indicator::KdsqC | Indicator::KdsqP | Indicator::MmseKc => &[Dementia],
    }
}

/// Returns the kinds that are a test of a case.
#[must_use]
pub const fn kinds_of_case(case: TestCase) -> &'static [MeasurementKind] {
    match case {
        TestCase::Bmi | TestCase::BloodPressure | TestCase::BodyFat => &[Physical],
        TestCase::HeartRateVariability | TestCase::Activation => &[Stress],
        TestCase::Pss10 | TestCase::BepsiK | TestCase::Gad7 | TestCase::Cbi | TestCase::Bat12 => STRESS_AND_TESTS,
        TestCase::DistanceAcuity | TestCase::NearAcuity | TestCase::Refraction => &[Vision],
        TestCase::HeartRateAtRest | TestCase::HeartRateAfterExercise => &[HeartRate],
        TestCase::Cist | TestCase::KdsqC | TestCase::KdsqP | TestCase::MmseKc => &[Dementia],
    }
}

/// Returns whether all of some kinds are among the readable ones. Of no kind nothing is told.
#[must_use]
pub fn are_all_among(kinds: &[MeasurementKind], readable: &[MeasurementKind]) -> bool {
    !kinds.is_empty() && kinds.iter().all(|kind| readable.contains(kind))
}

/// Returns whether a caller may read what comes of all these kinds.
#[must_use]
pub fn are_all_read_by(caller: &Caller, kinds: &[MeasurementKind]) -> bool {
    !kinds.is_empty() && kinds.iter().all(|kind| kind.is_read_by(caller))
}
