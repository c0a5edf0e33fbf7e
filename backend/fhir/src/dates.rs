//! Date parameters: days, months, years and moments with comparison prefixes, in the time of Seoul unless an offset is
//! given.

use crate::{grammar::prefixed, ranges::Ranges};
use uno_core::domain::time::{Date, Timestamp};

/// Returns the moments that `ge2026-01` and the like ask for, in milliseconds since 1970. A measurement has a point in
/// time, so "after" starts behind the last moment of the date.
#[must_use]
pub fn moments(value: &str) -> Option<Ranges<i64>> {
    let (prefix, date) = prefixed(value);
    let (first, end) = if date.len() > 10 { moment(date)? } else { in_seoul(days_of(date)?) };
    compared(prefix, first, end)
}

/// Returns the days that a value asks for, and whether it names only years.
#[must_use]
pub fn days(value: &str) -> Option<(Ranges<Date>, bool)> {
    let (prefix, date) = prefixed(value);
    let (first, end) = days_of(date)?;
    Some((compared(prefix, first, end)?, date.len() == 4))
}

/// Applies a prefix to the range of a date.
fn compared<K: Ord + Clone>(prefix: &str, first: K, end: K) -> Option<Ranges<K>> {
    Some(match prefix {
        "" | "eq" => Ranges::between(Some(first), Some(end)),
        "ne" => Ranges::between(Some(first), Some(end)).not(),
        "ge" => Ranges::between(Some(first), None),
        "gt" | "sa" => Ranges::between(Some(end), None),
        "le" => Ranges::between(None, Some(end)),
        "lt" | "eb" => Ranges::between(None, Some(first)),
        _ => return None,
    })
}

fn in_seoul((first, end): (Date, Date)) -> (i64, i64) {
    (Timestamp::start_of_day_in_seoul(first).0, Timestamp::start_of_day_in_seoul(end).0)
}

/// Returns the first millisecond of a moment and the one behind the last. A time covers the precision it is given with:
/// a whole second without a fraction, a whole minute without seconds.
fn moment(text: &str) -> Option<(i64, i64)> {
    // A `+` that was not percent-encoded is decoded as a space.
    let text = text.replace(' ', "+");
    let clock = text.get(11..)?;
    let length = clock.find(['Z', 'z', '+', '-']);
    let at = match length {
        Some(_) => Timestamp::parse(&text)?.0,
        None => Timestamp::parse(&format!("{text}+09:00"))?.0,
    };
    let precision = match length.unwrap_or(clock.len()) {
        5 => 60_000,
        8 => 1_000,
        _ => 1,
    };
    Some((at, at + precision))
}

/// Returns the first day of a year, month or day and the one behind its last.
fn days_of(text: &str) -> Option<(Date, Date)> {
    let mut parts = text.split('-');
    let year: i32 = parts.next().filter(|year| year.len() == 4 && is_number(year))?.parse().ok()?;
    let mut next = || parts.next().map(|part| part.parse::<u32>().ok().filter(|_| part.len() == 2 && is_number(part)));
    let (month, day) = (next(), next());
    if parts.next().is_some() {
        return None;
    }
    match (month, day) {
        (None, _) => Some((Date::new(year, 1, 1)?, Date::new(year + 1, 1, 1)?)),
        (Some(month), None) => {
            let month = month?;
            let end = if month == 12 { Date::new(year + 1, 1, 1)? } else { Date::new(year, month + 1, 1)? };
            Some((Date::new(year, month, 1)?, end))
        }
        (Some(month), Some(day)) => {
            let day = Date::new(year, month?, day?)?;
            let next_day = Timestamp(Timestamp::start_of_day_in_seoul(day).0 + 86_400_000).date_in_seoul();
            Some((day, next_day))
        }
    }
}

fn is_number(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::{days, moments};
    use uno_core::domain::time::Date;

    #[test]
    fn a_date_asks_for_its_whole_day_of_seoul() {
        let day = 1_767_538_800_000; // 2026-01-05 in Seoul
        let asked = |value| moments(value).and_then(|moments| moments.all().first().copied());
        assert_eq!(asked("2026-01-05"), Some((Some(day), Some(day + 86_400_000))));
        assert_eq!(asked("ge2026-01-05"), Some((Some(day), None)));
        assert_eq!(asked("gt2026-01-05"), Some((Some(day + 86_400_000), None)));
        assert_eq!(asked("lt2026-01-05"), Some((None, Some(day))));
        assert_eq!(asked("le2026-01-05"), Some((None, Some(day + 86_400_000))));
        assert_eq!(asked("2026-01-05T00:00:00+09:00"), Some((Some(day), Some(day + 1_000))));
        assert_eq!(asked("2026-01-05T00:00:00 09:00"), Some((Some(day), Some(day + 1_000))));
        assert_eq!(asked("2026-01-05T00:00+09:00"), Some((Some(day), Some(day + 60_000))));
        assert_eq!(asked("2026-01-05T00:00"), Some((Some(day), Some(day + 60_000))), "the clock of Seoul");
        assert_eq!(asked("2026-01-05T00:00:00"), Some((Some(day), Some(day + 1_000))));
        assert_eq!(asked("gt2026-01-04T15:00Z"), Some((Some(day + 60_000), None)));
        assert_eq!(asked("2026-01-05T00:00:00.000+09:00"), Some((Some(day), Some(day + 1))));
        assert_eq!(asked("sa2026-01-05"), asked("gt2026-01-05"));
        assert_eq!(asked("eb2026-01-05"), asked("lt2026-01-05"));
        let other_days = moments("ne2026-01-05");
        for (at, expected) in [(day - 1, true), (day, false), (day + 86_399_999, false), (day + 86_400_000, true)] {
            assert_eq!(other_days.as_ref().map(|days| days.has(&at)), Some(expected), "{at}");
        }
        for no_date in ["", "2026-13", "2026-1-5", "ap2026-01-05", "yesterday", "2026-01-05T", "ge", "2026-01-05-01"] {
            assert_eq!(asked(no_date), None, "{no_date}");
        }
        let length = asked("2026-12").map(|(start, end)| end.unwrap_or(0) - start.unwrap_or(0));
        assert_eq!(length, Some(31 * 86_400_000));
    }

    #[test]
    fn a_birth_date_is_asked_for_by_year_month_or_day() {
        let date = |year, month, day| Date::new(year, month, day);
        let asked = |value| days(value).map(|(days, is_year)| (days.all().first().copied(), is_year));
        assert_eq!(asked("1990"), Some((Some((date(1990, 1, 1), date(1991, 1, 1))), true)));
        assert_eq!(asked("1990-12"), Some((Some((date(1990, 12, 1), date(1991, 1, 1))), false)));
        assert_eq!(asked("1990-02-28"), Some((Some((date(1990, 2, 28), date(1990, 3, 1))), false)));
        assert_eq!(asked("ge1990-05-01"), Some((Some((date(1990, 5, 1), None)), false)));
        assert_eq!(asked("1990-02-30"), None);
        assert_eq!(asked("1990-05-01T10:00"), None);
    }
}
