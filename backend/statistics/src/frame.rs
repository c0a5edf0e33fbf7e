//! The frame of a statistic: its period, its buckets, the previous period, and up to when changes are counted.

use crate::{
    disclosure::Disclosure,
    fold::{DAY, MONTH, kinds_of},
    period::{date_of, day_of, days_of_month, month_of, whole_months},
};
use chrono::Datelike;
use diesel::{BoolExpressionMethods, ExpressionMethods, QueryDsl, RunQueryDsl, dsl::min};
use kernel::{
    clock,
    db::{DatabaseConnection, schema::statistic_change},
    problem::Problem,
};
use measurements::kind::MeasurementKind;
use uno_core::{
    contract::{
        statistics::{LeftOut, MAX_BUCKETS, StatisticBucket, StatisticFrame, StatisticPeriod},
        validation::Violation,
    },
    domain::time::{Date, Timestamp},
};

/// Maximum number of cells (rows × buckets) of a response. There are few cases and categories, but any number of
/// companies.
const MAX_CELLS: usize = 200_000;

/// First and last day, as day numbers.
pub type Days = (i64, i64);

/// The requested period.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StatisticRequest {
    /// The whole period.
    pub days: Days,
    /// The size of the buckets.
    pub bucket: StatisticBucket,
    /// The buckets, in order.
    pub buckets: Vec<Days>,
    /// The period of equal length directly before; `None` if not requested.
    pub previous: Option<Days>,
}

impl StatisticRequest {
    /// Resolves the period of a filter.
    ///
    /// # Errors
    /// Returns an error for the field `bucket` if there would be more than [`MAX_BUCKETS`] buckets.
    pub fn of(start: Date, end: Date, bucket: Option<StatisticBucket>, compare: bool) -> Result<Self, Problem> {
        let (first, last) = (day_of(start), day_of(end));
        let length = last - first + 1;
        let bucket = bucket.unwrap_or(match length {
            ..=31 => StatisticBucket::Day,
            32..=184 => StatisticBucket::Week,
            185..=1_096 => StatisticBucket::Month,
            _ => StatisticBucket::Year,
        });
        let mut buckets = Vec::new();
        let mut next = first;
        while next <= last {
            if i64::try_from(buckets.len()).is_ok_and(|count| count >= MAX_BUCKETS) {
                let violation = Violation::new("bucket", "tooMany").with("max", MAX_BUCKETS);
                return Err(Problem::invalid(vec![violation]));
            }
            let end = end_of(bucket, next).min(last);
            buckets.push((next, end));
            next = end + 1;
        }
        Ok(Self { days: (first, last), bucket, buckets, previous: compare.then(|| (first - length, first - 1)) })
    }

    /// Checks that a response with this many rows is not too large.
    ///
    /// # Errors
    /// Returns an error for the field `bucket` if there are too many buckets.
    pub fn check_rows(&self, rows: usize) -> Result<(), Problem> {
        let most = (MAX_CELLS / rows.max(1)).max(1);
        if self.buckets.len() > most {
            return Err(Problem::invalid(vec![Violation::new("bucket", "tooMany").with("max", most)]));
        }
        Ok(())
    }

    /// Returns the bucket of a day; `None` outside the period.
    #[must_use]
    pub fn bucket_of(&self, day: i64) -> Option<usize> {
        let index = self.buckets.partition_point(|(_, last)| *last < day);
        self.buckets.get(index).filter(|(first, _)| *first <= day).map(|_| index)
    }

    /// Returns whether any day of a bucket is told.
    #[must_use]
    pub fn has_bucket(&self, disclosure: &Disclosure, bucket: usize) -> bool {
        self.buckets.get(bucket).is_some_and(|days| disclosure.has_days(*days))
    }

    /// Returns whether all buckets except the first and the last consist of whole months.
    #[must_use]
    pub fn is_by_months(&self) -> bool {
        matches!(self.bucket, StatisticBucket::Month | StatisticBucket::Year)
    }

    /// Returns the frame of the response.
    #[must_use]
    pub fn frame(
        &self,
        counting: Counting,
        has_hidden: bool,
        disclosure: &Disclosure,
        left_out: LeftOut,
    ) -> StatisticFrame {
        let told = |(first, last): &Days| StatisticPeriod { start: date_of(*first), end: date_of(*last) };
        StatisticFrame {
            period: told(&self.days),
            previous: self.previous.as_ref().map(told),
            bucket: self.bucket,
            buckets: self.buckets.iter().map(told).collect(),
            counted_at: counting.counted_at,
            is_counting: counting.is_counting,
            has_hidden,
            is_rounded: !disclosure.is_exact(),
            last_day: disclosure.last_day().filter(|day| *day < self.days.1).map(date_of),
            left_out,
        }
    }

    /// Returns the days from the start of the previous period, if requested, to the end.
    #[must_use]
    pub fn span(&self) -> Days {
        (self.previous.map_or(self.days.0, |(first, _)| first), self.days.1)
    }
}

/// Returns the last day of the bucket that contains a day. Weeks end on Sunday.
fn end_of(bucket: StatisticBucket, day: i64) -> i64 {
    let date = date_of(day);
    match bucket {
        StatisticBucket::Day => day,
        StatisticBucket::Week => day + 6 - i64::from(date.0.weekday().num_days_from_monday()),
        StatisticBucket::Month => days_of_month(month_of(date)).1,
        StatisticBucket::Year => days_of_month(i64::from(date.year()) * 12 + 11).1,
    }
}

/// How far the segments are up to date.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counting {
    /// All changes before this time are counted.
    pub counted_at: Timestamp,
    /// Later changes are waiting to be counted.
    pub is_counting: bool,
}

impl Counting {
    /// Returns the state in which nothing is waiting.
    #[must_use]
    pub fn done() -> Self {
        Self { counted_at: clock::now(), is_counting: false }
    }

    /// Returns the state for measurements of these kinds on these days. It must be read before the segments: a change
    /// folded in between is then counted but reported as waiting, and never the reverse.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub fn of(
        connection: &mut DatabaseConnection,
        kinds: &[MeasurementKind],
        (first, last): Days,
    ) -> Result<Self, Problem> {
        let now = clock::now();
        let numbers: Vec<i32> = kinds.iter().flat_map(|kind| kinds_of(*kind)).map(|kind| kind.number()).collect();
        // Month segments are read only for whole months.
        let (from, to) = whole_months((first, last)).unwrap_or((1, 0));
        let is_day = statistic_change::level.eq(DAY).and(statistic_change::period.between(first, last));
        let is_month = statistic_change::level.eq(MONTH).and(statistic_change::period.between(from, to));
        let waiting = statistic_change::table
            .filter(statistic_change::kind.eq_any(numbers))
            .filter(is_day.or(is_month))
            .select(min(statistic_change::marked_at))
            .first::<Option<i64>>(connection)?;
        Ok(Self { counted_at: Timestamp(waiting.map_or(now.0, |at| at.min(now.0))), is_counting: waiting.is_some() })
    }
}
