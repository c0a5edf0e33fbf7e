//! What every statistic is about: its period, the buckets that it is cut into, the period before, and until when what
//! was written is counted.

use crate::{
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
        statistics::{MAX_BUCKETS, StatisticBucket, StatisticFrame, StatisticPeriod},
        validation::Violation,
    },
    domain::time::{Date, Timestamp},
};

/// Most rows of an answer, bucket by bucket: cases and categories are few, companies as many as there are.
const MAX_CELLS: usize = 200_000;

/// A first and a last day, by their numbers.
pub type Days = (i64, i64);

/// What a statistic is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asked {
    /// All its days.
    pub days: Days,
    /// What they are cut into.
    pub bucket: StatisticBucket,
    /// The buckets in order.
    pub buckets: Vec<Days>,
    /// As many days right before; `None` where they were not asked for.
    pub previous: Option<Days>,
}

impl Asked {
    /// The period of a filter.
    ///
    /// # Errors
    /// Names the bucket where there are too many.
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

    /// Checks that an answer with so many rows does not become too large.
    ///
    /// # Errors
    /// Names the bucket where there are too many for them.
    pub fn check_rows(&self, rows: usize) -> Result<(), Problem> {
        let most = (MAX_CELLS / rows.max(1)).max(1);
        if self.buckets.len() > most {
            return Err(Problem::invalid(vec![Violation::new("bucket", "tooMany").with("max", most)]));
        }
        Ok(())
    }

    /// The bucket of a day; `None` outside the period.
    #[must_use]
    pub fn bucket_of(&self, day: i64) -> Option<usize> {
        let index = self.buckets.partition_point(|(_, last)| *last < day);
        self.buckets.get(index).filter(|(first, _)| *first <= day).map(|_| index)
    }

    /// Whether all buckets but the first and the last are made of whole months.
    #[must_use]
    pub fn is_by_months(&self) -> bool {
        matches!(self.bucket, StatisticBucket::Month | StatisticBucket::Year)
    }

    /// What a statistic says of itself.
    #[must_use]
    pub fn frame(&self, counting: Counting, has_hidden: bool) -> StatisticFrame {
        let told = |(first, last): &Days| StatisticPeriod { start: date_of(*first), end: date_of(*last) };
        StatisticFrame {
            period: told(&self.days),
            previous: self.previous.as_ref().map(told),
            bucket: self.bucket,
            buckets: self.buckets.iter().map(told).collect(),
            counted_at: counting.counted_at,
            is_counting: counting.is_counting,
            has_hidden,
        }
    }

    /// From the first day that is asked for to the last.
    #[must_use]
    pub fn span(&self) -> Days {
        (self.previous.map_or(self.days.0, |(first, _)| first), self.days.1)
    }
}

/// The last day of the bucket that a day lies in: weeks end on Sunday.
fn end_of(bucket: StatisticBucket, day: i64) -> i64 {
    let date = date_of(day);
    match bucket {
        StatisticBucket::Day => day,
        StatisticBucket::Week => day + 6 - i64::from(date.0.weekday().num_days_from_monday()),
        StatisticBucket::Month => days_of_month(month_of(date)).1,
        StatisticBucket::Year => days_of_month(i64::from(date.year()) * 12 + 11).1,
    }
}

/// Until when what was written is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counting {
    /// Everything before it is.
    pub counted_at: Timestamp,
    /// Something behind it waits.
    pub is_counting: bool,
}

impl Counting {
    /// That nothing waits now.
    #[must_use]
    pub fn done() -> Self {
        Self { counted_at: clock::now(), is_counting: false }
    }

    /// Of measurements of these kinds on these days. It is asked before what was counted is read: what is counted in
    /// between is told and said to wait, not the other way round.
    ///
    /// # Errors
    /// When the database fails.
    pub fn of(
        connection: &mut DatabaseConnection,
        kinds: &[MeasurementKind],
        (first, last): Days,
    ) -> Result<Self, Problem> {
        let now = clock::now();
        let numbers: Vec<i32> = kinds.iter().flat_map(|kind| kinds_of(*kind)).map(|kind| kind.number()).collect();
        // No month is read that lies there in part.
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
