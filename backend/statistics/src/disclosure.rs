//! What a statistic tells its caller: of which kinds of measurements, of which days, and whether exactly. Segments are
//! read through it alone ([`crate::read`]), so a statistic can neither forget the rights nor tell more than its frame
//! says.
//!
//! Who may not read members is told rounded figures of whole days that are over: see [`Disclosure::count`] and
//! [`Disclosure::step`]. Otherwise the difference of two periods would be the value of the one person measured between
//! them.

use crate::{
    cells::{MEASURED, Subject, Topic},
    hidden,
    period::day_of,
};
use kernel::{access::caller::Caller, clock};
use measurements::{
    kind::MeasurementKind,
    readable::{are_all_among, kinds_of_case, kinds_of_grade, kinds_of_value},
};
use uno_core::{
    contract::{
        measurements::KindOfMeasurements,
        members,
        statistics::{LeftOut, ROUNDED_TO, SMALLEST_GROUP, TestCase},
    },
    domain::grade::{concern::GradedIndicator, indicator::Indicator},
};

/// First and last day, as day numbers.
type Days = (i64, i64);

/// What a caller is told. By default nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Disclosure {
    kinds: Vec<MeasurementKind>,
    is_exact: bool,
    /// The last day that is told; `None` for all days.
    last_day: Option<i64>,
}

impl Disclosure {
    /// Returns what a caller is told of measurements.
    #[must_use]
    pub fn of(caller: &Caller) -> Self {
        Self::to(MeasurementKind::all_read_by(caller), hidden::may_read(caller))
    }

    /// Returns what somebody is told who may read these kinds, exactly or not.
    #[must_use]
    pub fn to(kinds: Vec<MeasurementKind>, is_exact: bool) -> Self {
        let yesterday = day_of(clock::today()) - 1;
        Self { kinds, is_exact, last_day: (!is_exact).then_some(yesterday) }
    }

    /// Returns whether figures are exact and small groups are shown.
    #[must_use]
    pub const fn is_exact(&self) -> bool {
        self.is_exact
    }

    /// Returns the last day that is told; `None` for all days.
    #[must_use]
    pub const fn last_day(&self) -> Option<i64> {
        self.last_day
    }

    /// Returns the days of a period that are told; the last is before the first if there are none.
    #[must_use]
    pub fn counted(&self, (first, last): Days) -> Days {
        (first, self.last_day.map_or(last, |told| told.min(last)))
    }

    /// Returns whether any day of a period is told.
    #[must_use]
    pub fn has_days(&self, days: Days) -> bool {
        let (first, last) = self.counted(days);
        first <= last
    }

    /// Returns whether anything of a kind is told.
    #[must_use]
    pub fn has_kind(&self, kind: MeasurementKind) -> bool {
        self.kinds.contains(&kind)
    }

    /// Returns the kinds that are told.
    #[must_use]
    pub fn kinds(&self) -> &[MeasurementKind] {
        &self.kinds
    }

    /// Returns whether a topic is told.
    #[must_use]
    pub fn tells(&self, topic: Topic) -> bool {
        if self.kinds.len() == MeasurementKind::ALL.len() {
            return true;
        }
        match topic {
            Topic::Tests(Subject::Category(kind)) => self.has_kind(kind.into()),
            Topic::Tests(Subject::Case(case)) => are_all_among(kinds_of_case(case), &self.kinds),
            Topic::Grades(indicator) => are_all_among(kinds_of_grade(indicator), &self.kinds),
            Topic::Values(indicator) => are_all_among(kinds_of_value(indicator), &self.kinds),
        }
    }

    /// Returns the categories that are not told.
    #[must_use]
    pub fn untold_categories(&self) -> Vec<KindOfMeasurements> {
        self.untold(KindOfMeasurements::ALL, |kind| Topic::Tests(Subject::Category(kind)))
    }

    /// Returns what a statistic of categories leaves out.
    #[must_use]
    pub fn without_categories(&self) -> LeftOut {
        LeftOut { categories: self.untold_categories(), ..LeftOut::default() }
    }

    /// Returns what a statistic of test cases leaves out.
    #[must_use]
    pub fn without_cases(&self) -> LeftOut {
        let test_cases = self.untold(TestCase::ALL, |case| Topic::Tests(Subject::Case(case)));
        LeftOut { test_cases, ..LeftOut::default() }
    }

    /// Returns what a statistic of grades leaves out.
    #[must_use]
    pub fn without_grades(&self) -> LeftOut {
        LeftOut { graded: self.untold(GradedIndicator::ALL, Topic::Grades), ..LeftOut::default() }
    }

    /// Returns what a statistic of values leaves out.
    #[must_use]
    pub fn without_values(&self) -> LeftOut {
        LeftOut { measured: self.untold(&MEASURED, Topic::Values), ..LeftOut::default() }
    }

    fn untold<T: Copy>(&self, all: &[T], topic: impl Fn(T) -> Topic) -> Vec<T> {
        all.iter().copied().filter(|one| !self.tells(topic(*one))).collect()
    }

    /// Returns a count as it is told: exactly, or to the nearest multiple of five, but never as none if there are some.
    #[must_use]
    pub fn count(&self, number: i64) -> i64 {
        match number {
            _ if self.is_exact => number,
            0 => 0,
            _ => ((number + ROUNDED_TO / 2) / ROUNDED_TO * ROUNDED_TO).max(ROUNDED_TO),
        }
    }

    /// Returns a value of an indicator, in hundredths, as it is told of this many people.
    #[must_use]
    pub fn value(&self, indicator: Indicator, people: u64, value: i64) -> i64 {
        if self.is_exact {
            return value;
        }
        let step = Self::step(indicator, people);
        value.saturating_add(step / 2).div_euclid(step).saturating_mul(step)
    }

    /// Returns the step, in hundredths, by which a mean or quartile of this many people is rounded: 1, 2 or 5 times a
    /// power of ten, and at least the spread of the indicator divided by the number of people. A person's share in a
    /// mean is no larger than that, so two means, with a person and without, do not tell the person's value.
    #[must_use]
    pub fn step(indicator: Indicator, people: u64) -> i64 {
        let people = i64::try_from(people).unwrap_or(i64::MAX).max(SMALLEST_GROUP);
        let least = spread(indicator).div_euclid(people) + 1;
        let mut power = 1_i64;
        loop {
            if let Some(step) = [1, 2, 5].map(|times| power.saturating_mul(times)).into_iter().find(|it| *it >= least) {
                return step;
            }
            power = power.saturating_mul(10);
        }
    }

    /// Returns the screens that a reader of a file with all that is told of some kinds must be allowed to see.
    #[must_use]
    pub fn screens(&self, of: &[MeasurementKind]) -> Vec<&'static str> {
        let kinds = of.iter().filter(|kind| self.has_kind(**kind)).map(|kind| kind.screen());
        kinds.chain(self.is_exact.then_some(members::SCREEN)).collect()
    }
}

/// Returns the width of the range that nearly all values of an indicator are in, in hundredths.
const fn spread(indicator: Indicator) -> i64 {
    match indicator {
        Indicator::Bmi => 20_00,
        Indicator::DiastolicPressure => 60_00,
        Indicator::BodyFat => 40_00,
        _ => 100_00,
    }
}

#[cfg(test)]
mod tests {
    use super::Disclosure;
    use crate::cells::{Subject, Topic};
    use measurements::kind::MeasurementKind;
    use uno_core::{
        contract::statistics::TestCase,
        domain::grade::{concern::GradedIndicator, indicator::Indicator},
    };

    fn told(kinds: &[MeasurementKind]) -> Disclosure {
        Disclosure::to(kinds.to_vec(), true)
    }

    #[test]
    fn what_comes_of_two_kinds_is_told_to_who_may_read_both() {
        let tells = |kinds: &[MeasurementKind]| {
            let own = told(kinds);
            let case = Topic::Tests(Subject::Case(TestCase::Pss10));
            [
                own.tells(Topic::Grades(GradedIndicator::Stress)),
                own.tells(Topic::Values(Indicator::Burnout)),
                own.tells(case),
            ]
        };
        assert_eq!(tells(&[MeasurementKind::Stress]), [false; 3]);
        assert_eq!(tells(&[MeasurementKind::Psychological]), [false; 3]);
        assert_eq!(tells(&[MeasurementKind::Stress, MeasurementKind::Psychological]), [true; 3]);
        assert_eq!(tells(&[]), [false; 3]);
    }

    #[test]
    fn counts_are_told_in_fives_and_never_as_none() {
        let rounded = Disclosure::to(MeasurementKind::ALL.to_vec(), false);
        let counts = [0, 1, 4, 5, 7, 8, 12, 13, 1_002].map(|number| rounded.count(number));
        assert_eq!(counts, [0, 5, 5, 5, 5, 10, 10, 15, 1_000]);
        assert_eq!(told(&MeasurementKind::ALL).count(7), 7);
    }

    #[test]
    fn a_mean_is_told_as_coarsely_as_few_people_are_behind_it() {
        let steps = [5, 10, 40, 200, 5_000].map(|people| Disclosure::step(Indicator::Bmi, people));
        assert_eq!(steps, [5_00, 5_00, 1_00, 20, 1]);
        let rounded = Disclosure::to(MeasurementKind::ALL.to_vec(), false);
        assert_eq!(rounded.value(Indicator::SystolicPressure, 40, 127_43), 125_00);
        assert_eq!(rounded.value(Indicator::SystolicPressure, 4_000, 127_43), 127_45);
    }
}
