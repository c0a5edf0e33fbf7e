//! Ages: 만나이 (international age), 연나이 (year age) and the decade bucket.
//!
//! Source: 행정기본법 §7의2 and 민법 §158 (in force from 2023-06-28); for births on 29 February
//! 민법 §160(3): in common years the age rises on 1 March.

use super::time::Date;
use chrono::Datelike;

/// The highest possible age of a person; earlier birth dates are typing errors.
pub const MAX_AGE: u16 = 130;

/// Returns the completed years at `on`; `None` before the birth.
#[must_use]
pub fn age_at(birth: Date, on: Date) -> Option<u16> {
    if on < birth {
        return None;
    }
    let not_yet = (on.0.month(), on.0.day()) < (birth.0.month(), birth.0.day());
    u16::try_from(on.year() - birth.year() - i32::from(not_yet)).ok()
}

/// Returns the year age: the difference of the calendar years; `None` before the year of birth.
#[must_use]
pub fn year_age_at(birth: Date, on: Date) -> Option<u16> {
    u16::try_from(on.year() - birth.year()).ok()
}

/// Returns the decade of an age: 0, 10, 20, …; `None` above [`MAX_AGE`].
#[must_use]
pub fn decade_of(age: u16) -> Option<u16> {
    (age <= MAX_AGE).then_some(age / 10 * 10)
}

#[cfg(test)]
mod tests {
    use super::{age_at, decade_of, year_age_at};
    use crate::domain::time::Date;
    use proptest::prelude::*;

    #[test]
    fn ages_follow_the_civil_code() {
        for (birth, on, age, year_age) in [
            ("2004-02-29", "2005-02-28", 0, 1),
            ("2004-02-29", "2005-03-01", 1, 1),
            ("2004-02-29", "2008-02-28", 3, 4),
            ("2004-02-29", "2008-02-29", 4, 4),
            ("1993-07-15", "2023-07-14", 29, 30),
            ("1993-07-15", "2023-07-15", 30, 30),
            ("1999-12-31", "2019-12-30", 19, 20),
        ] {
            let dates = Date::parse(birth).zip(Date::parse(on));
            assert_eq!(dates.and_then(|(birth, on)| age_at(birth, on)), Some(age), "{birth} at {on}");
            assert_eq!(dates.and_then(|(birth, on)| year_age_at(birth, on)), Some(year_age), "{birth} at {on}");
        }
    }

    #[test]
    fn nobody_has_an_age_before_birth() {
        let dates = Date::parse("2020-01-02").zip(Date::parse("2020-01-01"));
        assert_eq!(dates.and_then(|(birth, on)| age_at(birth, on)), None);
    }

    #[test]
    fn a_decade_is_the_age_floored_to_tens() {
        assert_eq!([0, 9, 10, 59, 60, 101, 130].map(decade_of), [0, 0, 10, 50, 60, 100, 130].map(Some));
        assert_eq!([131, u16::MAX].map(decade_of), [None, None]);
    }

    proptest! {
        #[test]
        fn an_age_never_falls_as_days_pass(birth in 0_i64..40_000, later in 0_i64..40_000) {
            let day = |days| chrono::NaiveDate::from_num_days_from_ce_opt(690_000 + i32::try_from(days).unwrap_or(0)).map(Date);
            if let (Some(birth), Some(on), Some(next)) = (day(birth), day(birth + later), day(birth + later + 1)) {
                prop_assert!(age_at(birth, on) <= age_at(birth, next));
            }
        }
    }
}
