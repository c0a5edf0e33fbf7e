//! Dates and timestamps on the wire: `YYYY-MM-DD` and ISO 8601 with a UTC offset.
//!
//! The parsers are written by hand because chrono's general ones add 22 KB to the wasm. Timestamps are stored in UTC.
//! "Today" and ages refer to Asia/Seoul, which has had no daylight saving time since 1988, so a fixed offset of nine
//! hours is exact for every date that the product computes with.

use super::text::padded;
use chrono::{Datelike, NaiveDate, NaiveDateTime, NaiveTime, Timelike};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};
use std::fmt;

/// Milliseconds per day.
pub const DAY_MILLISECONDS: i64 = 86_400_000;
/// UTC offset of Seoul, in minutes.
pub const SEOUL_OFFSET_MINUTES: i64 = 540;
/// Largest UTC offset on Earth in either direction, in minutes.
pub const MAX_OFFSET_MINUTES: i64 = 840;
const SEOUL_OFFSET_MILLISECONDS: i64 = SEOUL_OFFSET_MINUTES * 60_000;

/// Returns [`SEOUL_OFFSET_MINUTES`], the default for data stored before offsets were recorded.
#[must_use]
pub const fn seoul_offset() -> i64 {
    SEOUL_OFFSET_MINUTES
}

/// A calendar date without a time, on the wire as `YYYY-MM-DD`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "server", derive(diesel::expression::AsExpression, diesel::deserialize::FromSqlRow))]
#[cfg_attr(feature = "server", diesel(sql_type = diesel::sql_types::Date))]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify), tsify(type = "string"))]
pub struct Date(pub NaiveDate);

super::column! { Date as Date: NaiveDate => |day| Ok(Self(day)), NaiveDate => |value| &value.0 }

impl Date {
    /// Creates a date from its parts, if it exists.
    #[must_use]
    pub fn new(year: i32, month: u32, day: u32) -> Option<Self> {
        NaiveDate::from_ymd_opt(year, month, day).map(Self)
    }

    /// Parses `YYYY-MM-DD`; `None` for anything else, including dates that do not exist.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let [y1, y2, y3, y4, b'-', m1, m2, b'-', d1, d2] = *text.as_bytes() else { return None };
        let year = i32::try_from(digits(&[y1, y2, y3, y4])?).ok()?;
        Self::new(year, digits(&[m1, m2])?, digits(&[d1, d2])?)
    }

    /// Formats the date as `YYYY-MM-DD`; for the wasm, see [`padded`].
    #[must_use]
    pub fn text(self) -> String {
        let two = |number: u32| padded(i32::try_from(number).unwrap_or_default(), 2);
        [&padded(self.year(), 4), "-", &two(self.0.month()), "-", &two(self.0.day())].concat()
    }

    /// Returns year, month and day.
    #[must_use]
    pub fn parts(self) -> (i32, u32, u32) {
        (self.0.year(), self.0.month(), self.0.day())
    }

    /// Returns the year.
    #[must_use]
    pub fn year(self) -> i32 {
        self.0.year()
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let date = self.0;
        write!(f, "{:04}-{:02}-{:02}", date.year(), date.month(), date.day())
    }
}

/// A point in time in milliseconds since 1970-01-01T00:00:00Z; ISO 8601 in UTC on the wire.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "server", derive(diesel::expression::AsExpression, diesel::deserialize::FromSqlRow))]
#[cfg_attr(feature = "server", diesel(sql_type = diesel::sql_types::BigInt))]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify), tsify(type = "string"))]
pub struct Timestamp(pub i64);

super::column! { Timestamp as BigInt: i64 => |at| Ok(Self(at)), i64 => |value| &value.0 }

impl Timestamp {
    /// Parses `YYYY-MM-DDThh:mm[:ss[.fraction]]`, also with a space instead of `T`, followed by `Z` or an offset
    /// `±hh:mm` or `±hhmm`. Returns `None` without an offset, because the point in time is then unknown.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let date = Date::parse(text.get(0..10)?)?;
        let rest = text.get(10..)?;
        let rest = rest.strip_prefix('T').or_else(|| rest.strip_prefix(' '))?;
        let (clock, offset) = match rest.strip_suffix('Z') {
            Some(clock) => (clock, 0),
            None => {
                let at = rest.rfind(['+', '-'])?;
                let (clock, offset) = rest.split_at_checked(at)?;
                (clock, parse_offset(offset)?)
            }
        };
        let midnight = date.0.and_time(NaiveTime::MIN).and_utc().timestamp_millis();
        Some(Self(midnight + parse_clock(clock)? - offset))
    }

    /// Returns midnight in Seoul at the start of `date`.
    #[must_use]
    pub fn start_of_day_in_seoul(date: Date) -> Self {
        let midnight = date.0.and_time(NaiveTime::MIN).and_utc().timestamp_millis();
        Self(midnight - SEOUL_OFFSET_MILLISECONDS)
    }

    /// Returns the calendar date in Seoul at this time.
    #[must_use]
    pub fn date_in_seoul(self) -> Date {
        Date(shifted(self.0.saturating_add(SEOUL_OFFSET_MILLISECONDS)).date())
    }

    /// Adds milliseconds.
    #[must_use]
    pub fn plus_milliseconds(self, milliseconds: i64) -> Self {
        Self(self.0.saturating_add(milliseconds))
    }

    /// Returns the UTC offset, in minutes, with which a timestamp is written. Returns `None` for `Z` and `-00:00`,
    /// which state the time but not the local offset (RFC 9557).
    #[cfg(feature = "server")]
    #[must_use]
    pub fn offset_of(text: &str) -> Option<i64> {
        Self::parse(text)?;
        let clock = text.get(10..)?;
        let offset = clock.get(clock.rfind(['+', '-'])?..)?;
        let minutes = parse_offset(offset)? / 60_000;
        (minutes != 0 || !offset.starts_with('-')).then_some(minutes)
    }

    /// Formats the timestamp with a UTC offset: `2026-01-05T09:00:00.000+09:00`.
    #[cfg(feature = "server")]
    #[must_use]
    pub fn text_at_offset(self, minutes: i64) -> String {
        let local = self.plus_milliseconds(minutes.saturating_mul(60_000)).to_string();
        let (sign, ahead) = (if minutes < 0 { '-' } else { '+' }, minutes.unsigned_abs());
        format!("{}{sign}{:02}:{:02}", local.trim_end_matches('Z'), ahead / 60, ahead % 60)
    }

    /// Formats date and time in Seoul as `YYYY-MM-DD hh:mm`, for files that people open. Seconds and milliseconds are
    /// added if they are not zero, so that the value survives a round trip.
    #[must_use]
    pub fn text_in_seoul(self) -> String {
        let local = shifted(self.0.saturating_add(SEOUL_OFFSET_MILLISECONDS));
        let (second, milli) = (local.second(), local.nanosecond() / 1_000_000);
        let minute = format!("{} {:02}:{:02}", Date(local.date()), local.hour(), local.minute());
        match (second, milli) {
            (0, 0) => minute,
            (_, 0) => format!("{minute}:{second:02}"),
            _ => format!("{minute}:{second:02}.{milli:03}"),
        }
    }

    /// Formats date and time in Seoul to the second, `YYYY-MM-DD hh:mm:ss`.
    #[must_use]
    pub fn second_in_seoul(self) -> String {
        let local = shifted(self.0.saturating_add(SEOUL_OFFSET_MILLISECONDS));
        format!("{} {:02}:{:02}:{:02}", Date(local.date()), local.hour(), local.minute(), local.second())
    }
}

impl fmt::Display for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let at = shifted(self.0);
        let (hour, minute, second, milli) = (at.hour(), at.minute(), at.second(), at.nanosecond() / 1_000_000);
        let Some(year) = u32::try_from(at.year()).ok().filter(|year| *year < 10_000) else {
            return write!(f, "{}T{hour:02}:{minute:02}:{second:02}.{milli:03}Z", Date(at.date()));
        };
        // Written by hand because every row of a list has timestamps, and formatting piece by piece takes longer than
        // finding the row.
        let mut text = *b"0000-00-00T00:00:00.000Z";
        for (end, digits, value) in [
            (4, 4, year),
            (7, 2, at.month()),
            (10, 2, at.day()),
            (13, 2, hour),
            (16, 2, minute),
            (19, 2, second),
            (23, 3, milli),
        ] {
            let mut rest = value;
            for place in text.iter_mut().take(end).rev().take(digits) {
                *place += u8::try_from(rest % 10).unwrap_or_default();
                rest /= 10;
            }
        }
        f.write_str(std::str::from_utf8(&text).map_err(|_| fmt::Error)?)
    }
}

/// One end of a period in a filter: a date (the whole day in Seoul) or a timestamp.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify), tsify(type = "string"))]
pub enum Bound {
    /// A whole day in Seoul.
    Day(Date),
    /// An exact point in time.
    At(Timestamp),
}

impl Bound {
    /// Parses a date or a timestamp.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        Date::parse(text).map(Self::Day).or_else(|| Timestamp::parse(text).map(Self::At))
    }

    /// Returns the first instant inside a period that starts here.
    #[must_use]
    pub fn first(self) -> Timestamp {
        match self {
            Self::Day(date) => Timestamp::start_of_day_in_seoul(date),
            Self::At(at) => at,
        }
    }

    /// Returns the last instant inside a period that ends here; a day is included to its end.
    #[must_use]
    pub fn last(self) -> Timestamp {
        match self {
            Self::Day(date) => Timestamp::start_of_day_in_seoul(date).plus_milliseconds(DAY_MILLISECONDS - 1),
            Self::At(at) => at,
        }
    }

    /// Returns the first day of a period that starts here.
    #[must_use]
    pub fn first_day(self) -> Date {
        self.first().date_in_seoul()
    }

    /// Returns the last day of a period that ends here.
    #[must_use]
    pub fn last_day(self) -> Date {
        self.last().date_in_seoul()
    }
}

impl fmt::Display for Bound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Day(date) => date.fmt(f),
            Self::At(at) => at.fmt(f),
        }
    }
}

fn shifted(milliseconds: i64) -> NaiveDateTime {
    chrono::DateTime::from_timestamp_millis(milliseconds).map_or(NaiveDateTime::MIN, |at| at.naive_utc())
}

fn digits(bytes: &[u8]) -> Option<u32> {
    bytes.iter().try_fold(0_u32, |value, byte| byte.is_ascii_digit().then(|| value * 10 + u32::from(byte - b'0')))
}

/// Parses `hh:mm`, `hh:mm:ss` or `hh:mm:ss.fraction` to milliseconds.
fn parse_clock(text: &str) -> Option<i64> {
    let (minutes_text, rest) = text.as_bytes().split_at_checked(5)?;
    let minutes = parse_minutes(minutes_text, 23)?;
    let (seconds, fraction) = match *rest {
        [] => (0, &[][..]),
        [b':', s1, s2, ref fraction @ ..] => (digits(&[s1, s2]).filter(|seconds| *seconds < 60)?, fraction),
        _ => return None,
    };
    let milliseconds = match *fraction {
        [] => 0,
        [b'.', ref decimals @ ..] if matches!(decimals.len(), 1..=9) => {
            digits(decimals)?;
            let digit = |at: usize| decimals.get(at).map_or(0, |byte| u32::from(byte - b'0'));
            digit(0) * 100 + digit(1) * 10 + digit(2)
        }
        _ => return None,
    };
    Some(minutes * 60_000 + i64::from(seconds) * 1000 + i64::from(milliseconds))
}

/// Parses `±hh:mm` or `±hhmm`, up to [`MAX_OFFSET_MINUTES`], to milliseconds.
fn parse_offset(text: &str) -> Option<i64> {
    let (sign, clock) = text.as_bytes().split_first()?;
    let minutes = match *clock {
        [h1, h2, m1, m2] => parse_minutes(&[h1, h2, b':', m1, m2], 14)?,
        _ => parse_minutes(clock, 14)?,
    };
    let milliseconds = (minutes <= MAX_OFFSET_MINUTES).then_some(minutes * 60_000)?;
    Some(if *sign == b'-' { -milliseconds } else { milliseconds })
}

/// Parses `hh:mm` with a maximum number of hours to minutes.
fn parse_minutes(text: &[u8], most_hours: u32) -> Option<i64> {
    let [h1, h2, b':', m1, m2] = *text else { return None };
    let (hours, minutes) = (digits(&[h1, h2])?, digits(&[m1, m2])?);
    (hours <= most_hours && minutes < 60).then(|| i64::from(hours * 60 + minutes))
}

/// Implements serde and OpenAPI for a type that is text on the wire.
macro_rules! as_text {
    ($type:ident, $format:expr, $expected:literal) => {
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = std::borrow::Cow::<'de, str>::deserialize(deserializer)?;
                Self::parse(&text).ok_or_else(|| D::Error::custom($expected))
            }
        }

        #[cfg(feature = "server")]
        impl utoipa::PartialSchema for $type {
            fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
                utoipa::openapi::ObjectBuilder::new()
                    .schema_type(utoipa::openapi::schema::Type::String)
                    .format($format)
                    .description(Some($expected))
                    .into()
            }
        }

        #[cfg(feature = "server")]
        impl utoipa::ToSchema for $type {}
    };
}

as_text!(
    Date,
    Some(utoipa::openapi::SchemaFormat::KnownFormat(utoipa::openapi::KnownFormat::Date)),
    "a date, YYYY-MM-DD"
);
as_text!(
    Timestamp,
    Some(utoipa::openapi::SchemaFormat::KnownFormat(utoipa::openapi::KnownFormat::DateTime)),
    "an ISO 8601 instant with offset"
);
as_text!(Bound, None, "a date (the whole day in Seoul) or an ISO 8601 instant with offset");

#[cfg(test)]
mod tests {
    use super::{Bound, Date, Timestamp};
    use proptest::prelude::*;

    #[test]
    fn a_day_that_does_not_exist_is_not_a_date() {
        for text in ["2023-02-29", "2023-13-01", "2023-00-10", "2023-1-1", "20230101", "x023-01-01", ""] {
            assert_eq!(Date::parse(text), None, "{text}");
        }
        assert!(Date::parse("2024-02-29").is_some());
    }

    #[test]
    fn an_instant_is_read_with_its_offset_and_written_in_utc() {
        for (text, expected) in [
            ("1982-07-01T10:00:00+09:00", "1982-07-01T01:00:00.000Z"),
            ("2026-01-01T00:00Z", "2026-01-01T00:00:00.000Z"),
            ("2026-01-01T00:00:00.5Z", "2026-01-01T00:00:00.500Z"),
            ("2026-01-01T00:00:00.123456789-0330", "2026-01-01T03:30:00.123Z"),
        ] {
            assert_eq!(Timestamp::parse(text).map(|at| at.to_string()).as_deref(), Some(expected), "{text}");
        }
    }

    #[test]
    fn a_time_without_an_offset_is_no_instant() {
        for text in [
            "2026-01-01T00:00:00",
            "2026-01-01",
            "2026-01-01T24:00:00Z",
            "2026-01-01T00:60:00Z",
            "2026-01-01T00:00:00.Z",
            "2026-01-01T00:00:00+14:01",
            "2026-01-01T00:00:00-1430",
        ] {
            assert_eq!(Timestamp::parse(text), None, "{text}");
        }
    }

    #[cfg(feature = "server")]
    #[test]
    fn the_offset_of_an_instant_is_that_of_the_clock_and_z_tells_none() {
        for (text, minutes, by_that_clock) in [
            ("2026-01-05T09:00:00+09:00", Some(540), "2026-01-05T09:00:00.000+09:00"),
            ("2026-01-04T19:00:00.5-05:00", Some(-300), "2026-01-04T19:00:00.500-05:00"),
            ("2026-01-05T05:45:00+0545", Some(345), "2026-01-05T05:45:00.000+05:45"),
            ("2026-01-04T20:30:00-03:30", Some(-210), "2026-01-04T20:30:00.000-03:30"),
            ("2026-01-05T00:00:00+00:00", Some(0), "2026-01-05T00:00:00.000+00:00"),
            ("2026-01-05T14:00:00+14:00", Some(840), "2026-01-05T14:00:00.000+14:00"),
            ("2026-01-05T00:00:00Z", None, ""),
            ("2026-01-05T00:00:00-00:00", None, ""),
            ("2026-01-05T00:00:00+14:30", None, ""),
            ("2026-01-05T00:00:00", None, ""),
            ("2026-01-05", None, ""),
            ("2026-01-05T+09:00", None, ""),
        ] {
            assert_eq!(Timestamp::offset_of(text), minutes, "{text}");
            let told = minutes.and_then(|minutes| Some(Timestamp::parse(text)?.text_at_offset(minutes)));
            assert_eq!(told.unwrap_or_default(), by_that_clock, "{text}");
        }
    }

    #[test]
    fn a_day_in_seoul_starts_nine_hours_before_the_utc_day() {
        let at = |text| Timestamp::parse(text).map(|at| at.date_in_seoul().to_string());
        assert_eq!(at("2026-01-01T14:59:59.999Z").as_deref(), Some("2026-01-01"));
        assert_eq!(at("2026-01-01T15:00:00.000Z").as_deref(), Some("2026-01-02"));
    }

    #[test]
    fn a_period_that_ends_on_a_day_includes_the_whole_day() {
        let bound = Bound::parse("2026-01-01").map(|bound| (bound.first().to_string(), bound.last().to_string()));
        assert_eq!(bound, Some(("2025-12-31T15:00:00.000Z".into(), "2026-01-01T14:59:59.999Z".into())));
    }

    #[test]
    fn a_date_is_written_alike_with_and_without_the_standard_library() {
        for (year, text) in [(2026, "2026-01-09"), (7, "0007-01-09"), (-3, "-003-01-09"), (12_345, "12345-01-09")] {
            let date = Date::new(year, 1, 9).map(|date| (date.text(), date.to_string()));
            assert_eq!(date, Some((text.to_owned(), text.to_owned())));
        }
    }

    proptest! {
        #[test]
        fn every_instant_survives_the_wire(milliseconds in -62_135_596_800_000_i64..253_402_300_799_999) {
            let at = Timestamp(milliseconds);
            prop_assert_eq!(Timestamp::parse(&at.to_string()), Some(at));
        }

        #[test]
        fn no_text_makes_the_parsers_fail(text in ".{0,40}") {
            let _ = (Date::parse(&text), Timestamp::parse(&text), Bound::parse(&text));
        }
    }
}
