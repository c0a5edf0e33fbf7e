//! Days (in Seoul) and months as numbers.

use chrono::{Datelike, Days, Months, NaiveDate};
use uno_core::domain::time::Date;

/// Returns the number of a day, the same as in the tally: 1 is January 1 of the year 1.
#[must_use]
pub fn day_of(date: Date) -> i64 {
    i64::from(date.0.num_days_from_ce())
}

/// Returns the day of a number; the minimum date if the number is out of range.
#[must_use]
pub fn date_of(day: i64) -> Date {
    let date = i32::try_from(day).ok().and_then(NaiveDate::from_num_days_from_ce_opt);
    Date(date.unwrap_or(NaiveDate::MIN))
}

/// Returns the number of the month that contains a day: the months since the year 0.
#[must_use]
pub fn month_of(date: Date) -> i64 {
    i64::from(date.0.year()) * 12 + i64::from(date.0.month0())
}

/// Returns the first and the last day of a month.
#[must_use]
pub fn days_of_month(month: i64) -> (i64, i64) {
    let year = i32::try_from(month.div_euclid(12)).ok();
    let number = u32::try_from(month.rem_euclid(12) + 1).ok();
    let first = year.zip(number).and_then(|(year, number)| NaiveDate::from_ymd_opt(year, number, 1));
    let first = first.unwrap_or(NaiveDate::MIN);
    let last = first.checked_add_months(Months::new(1)).and_then(|next| next.checked_sub_days(Days::new(1)));
    (day_of(Date(first)), day_of(Date(last.unwrap_or(first))))
}

/// Returns the first and the last of the months that lie completely within some days.
#[must_use]
pub fn whole_months((first, last): (i64, i64)) -> Option<(i64, i64)> {
    let (from, to) = (month_of(date_of(first)), month_of(date_of(last)));
    let from = if days_of_month(from).0 == first { from } else { from + 1 };
    let to = if days_of_month(to).1 == last { to } else { to - 1 };
    (from <= to).then_some((from, to))
}
