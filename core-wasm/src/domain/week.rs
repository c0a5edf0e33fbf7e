//! Weeks: the ISO week (KS X ISO 8601) and the week of the month, as counted in Korea.
//!
//! A week starts on Monday and belongs to the month of its Thursday. It is that month's n-th week, where n is the
//! Thursday's day of the month divided by seven, rounded up.

use super::{text::padded, time::Date};
use chrono::{Datelike, Days};

/// A week by its ISO year and number, formatted as `2024-W09`; ordered chronologically.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct WeekKey {
    /// The ISO year, which can differ from the calendar year around New Year.
    pub year: i32,
    /// From 1 to 53.
    pub week: u32,
}

/// A week as the n-th week of a month.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct WeekOfMonth {
    /// Year of the month.
    pub year: i32,
    /// From 1 to 12.
    pub month: u32,
    /// From 1 to 5.
    pub week: u32,
}

impl WeekKey {
    /// Returns the week that contains a date.
    #[must_use]
    pub fn of(date: Date) -> Self {
        let week = date.0.iso_week();
        Self { year: week.year(), week: week.week() }
    }

    /// Formats the week, such as `2024-W09`.
    #[must_use]
    pub fn text(self) -> String {
        let week = i32::try_from(self.week).unwrap_or_default();
        [&padded(self.year, 4), "-W", &padded(week, 2)].concat()
    }
}

impl WeekOfMonth {
    /// Returns the week that contains a date; `None` only for the last days that the calendar can represent.
    #[must_use]
    pub fn of(date: Date) -> Option<Self> {
        let from_monday = u64::from(date.0.weekday().num_days_from_monday());
        let thursday = date.0.checked_sub_days(Days::new(from_monday))?.checked_add_days(Days::new(3))?;
        Some(Self { year: thursday.year(), month: thursday.month(), week: thursday.day().div_ceil(7) })
    }
}

#[cfg(test)]
mod tests {
    use super::{WeekKey, WeekOfMonth};
    use crate::domain::time::Date;
    use chrono::Days;
    use proptest::prelude::*;

    #[test]
    fn weeks_are_counted_by_their_thursday() {
        for (date, key, year, month, week) in [
            ("2013-06-02", "2013-W22", 2013, 5, 5),
            ("2013-06-03", "2013-W23", 2013, 6, 1),
            ("2024-03-03", "2024-W09", 2024, 2, 5),
            ("2024-03-04", "2024-W10", 2024, 3, 1),
            ("2020-08-31", "2020-W36", 2020, 9, 1),
            ("2021-01-03", "2020-W53", 2020, 12, 5),
            ("2021-01-04", "2021-W01", 2021, 1, 1),
            ("2024-12-30", "2025-W01", 2025, 1, 1),
            ("2027-01-01", "2026-W53", 2026, 12, 5),
        ] {
            let date_of = Date::parse(date);
            assert_eq!(date_of.map(|date| WeekKey::of(date).text()).as_deref(), Some(key), "{date}");
            assert_eq!(date_of.and_then(WeekOfMonth::of), Some(WeekOfMonth { year, month, week }), "{date}");
        }
    }

    #[test]
    fn the_ends_of_the_calendar_are_no_reason_to_fail() {
        for date in [chrono::NaiveDate::MIN, chrono::NaiveDate::MAX] {
            let _ = (WeekOfMonth::of(Date(date)), WeekKey::of(Date(date)));
        }
    }

    proptest! {
        #[test]
        fn a_month_has_four_or_five_weeks_and_each_has_seven_days(days in 0_u64..60_000) {
            let date = chrono::NaiveDate::from_ymd_opt(1900, 1, 1).and_then(|first| first.checked_add_days(Days::new(days)));
            let next = date.and_then(|date| date.checked_add_days(Days::new(7)));
            if let (Some(date), Some(next)) = (date.map(Date), next.map(Date)) {
                let (this, that) = (WeekOfMonth::of(date), WeekOfMonth::of(next));
                prop_assert!(this < that && WeekKey::of(date) < WeekKey::of(next));
                prop_assert!(this.is_some_and(|week| (1..=5).contains(&week.week)));
            }
        }
    }
}
