//! Reads one part of the segments that cover given days and units.

use crate::{
    bytes::Malformed,
    cells::{Figures, Grades, GradesCell, Group, Measured, Part, Seen, Tests},
    disclosure::Disclosure,
    fold::{DAY, MONTH, segments_of},
    frame::Days,
    people::People,
    period::{days_of_month, whole_months},
    units::Units,
};
use diesel::{ExpressionMethods, QueryDsl, RunQueryDsl};
use kernel::{
    db::{DatabaseConnection, MAX_IDS, schema::statistic_segment},
    problem::Problem,
};
use measurements::kind::MeasurementKind;
use std::collections::BTreeMap;
use uno_core::domain::grade::{Sex, concern::GradedIndicator};

/// The requested groups.
#[derive(Clone, Copy, Debug)]
pub struct Groups<'a> {
    /// Sex.
    pub sex: Option<Sex>,
    /// Decades of age; empty for all.
    pub age_decades: &'a [i64],
}

impl Groups<'_> {
    /// Returns whether all groups are requested.
    fn are_all(&self) -> bool {
        self.sex.is_none() && self.age_decades.is_empty()
    }

    /// Returns whether a group is requested.
    #[must_use]
    pub fn has(&self, group: Group) -> bool {
        let is_of_age = || {
            let own = group.decade.map(i64::from);
            self.age_decades.iter().any(|decade| Some(decade / 10 * 10) == own)
        };
        (self.sex.is_none() || self.sex == group.sex) && (self.age_decades.is_empty() || is_of_age())
    }
}

/// A range of segments: level, first and last period.
type Stretch = (i32, i64, i64);

/// Covers days with month segments for the whole months, if allowed, and with day segments before and after them.
fn stretches((first, last): Days, by_months: bool) -> Vec<Stretch> {
    let Some((from, to)) = whole_months((first, last)).filter(|_| by_months) else {
        return vec![(DAY, first, last)];
    };
    let (before, behind) = (days_of_month(from).0 - 1, days_of_month(to).1 + 1);
    let all = [(DAY, behind, last), (MONTH, from, to), (DAY, first, before)];
    all.into_iter().filter(|(_, from, to)| from <= to).collect()
}

/// Approximate number of segments loaded at once. Bounds the memory needed before they are added up.
const AT_ONCE: usize = 100_000;
/// Minimum number of periods per query, even for so many companies that a month of days exceeds [`AT_ONCE`]: every
/// query has to look up all companies.
const MIN_PERIODS: i64 = 31;
/// Maximum number of periods per query, even for a single unit: the segment of all companies together is as large as
/// those of many.
const MAX_PERIODS: i64 = 366;

/// Splits a stretch into pieces, the latest first, given the number of segments per period.
fn pieces((level, first, last): Stretch, segments: usize) -> impl Iterator<Item = Stretch> {
    let fitting = i64::try_from(AT_ONCE / segments.max(1)).unwrap_or(MAX_PERIODS);
    let length = fitting.clamp(MIN_PERIODS, MAX_PERIODS);
    let count = (last - first + length) / length;
    (0..count).map(move |index| {
        let to = last - index * length;
        (level, first.max(to - length + 1), to)
    })
}

/// Company, division, level, period and requested part of a segment.
type SegmentRow = (i64, i64, i32, i64, Vec<u8>);

/// A column that stores one part of the segments.
pub trait SegmentColumn {
    /// The part stored in it.
    type Part: Part;

    /// Loads the column, in no particular order.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    fn load(
        connection: &mut DatabaseConnection,
        units: &Units,
        kinds: &[i32],
        stretch: Stretch,
    ) -> Result<Vec<SegmentRow>, Problem>;
}

macro_rules! columns {
    ($($(#[$doc:meta])+ $name:ident: $part:ty = $column:ident),+ $(,)?) => { $(
        $(#[$doc])+
        #[derive(Clone, Copy, Debug)]
        pub struct $name;

        impl SegmentColumn for $name {
            type Part = $part;

            fn load(
                connection: &mut DatabaseConnection,
                units: &Units,
                kinds: &[i32],
                (level, from, to): Stretch,
            ) -> Result<Vec<SegmentRow>, Problem> {
                let mut found = Vec::new();
                for companies in units.companies.chunks(MAX_IDS) {
                    let rows = statistic_segment::table
                        .filter(statistic_segment::company_id.eq_any(companies))
                        .filter(statistic_segment::division_id.eq_any(&units.divisions))
                        .filter(statistic_segment::kind.eq_any(kinds))
                        .filter(statistic_segment::level.eq(level))
                        .filter(statistic_segment::period.between(from, to))
                        .select((
                            statistic_segment::company_id,
                            statistic_segment::division_id,
                            statistic_segment::level,
                            statistic_segment::period,
                            statistic_segment::$column,
                        ))
                        .load::<SegmentRow>(connection)?;
                    found.extend(rows);
                }
                Ok(found)
            }
        }
    )+ };
}
columns! {
    /// Tests per category, over all groups.
    Categories: Tests = categories,
    /// Tests per test case, over all groups.
    Cases: Tests = cases,
    /// Tests per category and case, per group.
    TestsByGroup: Tests = tests_by_group,
    /// Newest grades, over all groups.
    TotalGrades: Grades = grades,
    /// Newest grades per group.
    GradesByGroup: Grades = grades_by_group,
    /// Values per group.
    FiguresByGroup: Figures = figures_by_group,
    /// People who have the values, per group.
    MeasuredByGroup: Measured = measured_by_group,
}

/// The segments that a statistic is read from.
#[derive(Clone, Copy, Debug)]
pub struct Source<'a> {
    /// What of them is told.
    pub disclosure: &'a Disclosure,
    /// The companies and divisions.
    pub units: &'a Units,
    /// The kinds of measurements.
    pub kinds: &'a [MeasurementKind],
}

/// The company and time of a cell.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    /// Company; 0 for all companies together.
    pub company_id: i64,
    /// First day.
    pub day: i64,
}

/// Calls `take` with each cell of the parts that cover the days, the latest first. Cells and days that are not disclosed
/// are left out: nothing reads segments by another way.
///
/// # Errors
/// Returns an error if the database fails or a stored part cannot be decoded.
pub fn each<C: SegmentColumn>(
    connection: &mut DatabaseConnection,
    source: Source<'_>,
    days: Days,
    by_months: bool,
    mut take: impl FnMut(Place, <C::Part as Part>::Cell<'_>) -> Result<(), Malformed>,
) -> Result<(), Problem> {
    let Source { disclosure, units, kinds } = source;
    let (days, told) = (disclosure.counted(days), kinds.iter().filter(|kind| disclosure.has_kind(**kind)));
    let mut numbers: Vec<i32> = told.map(|kind| segments_of(*kind).number()).collect();
    numbers.sort_unstable();
    numbers.dedup();
    if numbers.is_empty() {
        return Ok(());
    }
    let segments = units.companies.len().saturating_mul(units.divisions.len()).saturating_mul(numbers.len());
    for stretch in stretches(days, by_months).into_iter().flat_map(|stretch| pieces(stretch, segments)) {
        let mut found = C::load(connection, units, &numbers, stretch)?;
        // The first grade of a person counts. Sorting makes that deterministic: within a day, the unit with the lowest
        // number wins.
        found.sort_by_key(|(company_id, division_id, _, period, _)| {
            (std::cmp::Reverse(*period), *company_id, *division_id)
        });
        for (company_id, _, level, period, bytes) in found {
            let day = if level == MONTH { days_of_month(period).0 } else { period };
            C::Part::each(&bytes, |cell| match disclosure.tells(C::Part::topic(&cell)) {
                true => take(Place { company_id, day }, cell),
                false => Ok(()),
            })?;
        }
    }
    Ok(())
}

/// Does the same for some groups: reads the totals if all groups are requested, and the single groups otherwise.
///
/// # Errors
/// Returns an error if the database fails or a stored part cannot be decoded.
pub fn each_for<Totals: SegmentColumn, ByGroup: SegmentColumn<Part = Totals::Part>>(
    groups: &Groups<'_>,
    connection: &mut DatabaseConnection,
    source: Source<'_>,
    (days, by_months): (Days, bool),
    take: impl FnMut(Place, <Totals::Part as Part>::Cell<'_>) -> Result<(), Malformed>,
) -> Result<(), Problem> {
    match groups.are_all() {
        true => each::<Totals>(connection, source, days, by_months, take),
        false => each::<ByGroup>(connection, source, days, by_months, take),
    }
}

/// The people of each grade of an indicator, in the order of its scale.
pub type Scale = Vec<People>;
/// The scale of each indicator.
pub type Scales = BTreeMap<GradedIndicator, Scale>;

/// The newest grades of people, under construction.
#[derive(Default)]
struct Newest {
    /// People who have a grade already, including those of groups that are not requested.
    seen: Seen,
    scales: Scales,
}

/// Returns a scale without people.
#[must_use]
pub fn empty_scale(indicator: GradedIndicator) -> Scale {
    vec![People::default(); indicator.grades().len()]
}

impl Newest {
    /// Adds a cell older than all added before.
    fn add(&mut self, cell: &GradesCell<'_>, is_asked_for: bool) -> Result<(), Malformed> {
        let seen = self.seen.of(cell.indicator);
        let own = match is_asked_for {
            true => {
                let scale = self.scales.entry(cell.indicator).or_insert_with(|| empty_scale(cell.indicator));
                scale.get_mut(usize::from(cell.grade))
            }
            false => None,
        };
        match own {
            Some(own) => own.add_unseen(cell.people, seen),
            None => seen.add_encoded(cell.people),
        }
    }

    /// Adds older grades.
    fn add_older(&mut self, older: Self) {
        if self.seen.is_empty() {
            *self = older;
            return;
        }
        for (indicator, scale) in older.scales {
            let own = self.scales.entry(indicator).or_insert_with(|| empty_scale(indicator));
            for (own, mut people) in own.iter_mut().zip(scale) {
                people.remove(self.seen.of(indicator));
                own.add(&people);
            }
        }
        self.seen.add(&older.seen);
    }
}

/// Returns the newest grades of the requested groups per indicator. `part_of` assigns days to parts of the period;
/// `take` is called with the newest grades of each part, the latest part first. Several units are read by days, because
/// a month does not show in which of them a person was measured last.
///
/// # Errors
/// Returns an error if the database fails or a stored part cannot be decoded.
pub fn newest_grades(
    connection: &mut DatabaseConnection,
    source: Source<'_>,
    (days, by_months): (Days, bool),
    groups: &Groups<'_>,
    part_of: impl Fn(i64) -> Option<usize>,
    mut take: impl FnMut(Option<usize>, &Scales),
) -> Result<Scales, Problem> {
    let (mut all, mut open) = (Newest::default(), Newest::default());
    let mut part = None;
    let by_months = by_months && source.units.is_one();
    let period = (days, by_months);
    each_for::<TotalGrades, GradesByGroup>(groups, connection, source, period, |place, cell| {
        let own = part_of(place.day);
        if own != part {
            let done = std::mem::take(&mut open);
            take(part, &done.scales);
            all.add_older(done);
            part = own;
        }
        // Each cell is decoded once, into its part.
        open.add(&cell, groups.has(cell.group))
    })?;
    take(part, &open.scales);
    all.add_older(open);
    Ok(all.scales)
}

/// Returns the newest grades of one indicator in a whole period, see [`newest_grades`].
///
/// # Errors
/// Returns an error if the database fails or a stored part cannot be decoded.
pub fn newest_grades_by(
    connection: &mut DatabaseConnection,
    source: Source<'_>,
    indicator: GradedIndicator,
    days: Days,
    groups: &Groups<'_>,
) -> Result<Scale, Problem> {
    let (mut newest, period) = (Newest::default(), (days, source.units.is_one()));
    each_for::<TotalGrades, GradesByGroup>(groups, connection, source, period, |_, cell| {
        // The people of other indicators are not decoded.
        if cell.indicator == indicator { newest.add(&cell, groups.has(cell.group)) } else { Ok(()) }
    })?;
    Ok(newest.scales.remove(&indicator).unwrap_or_default())
}

/// Returns the newest grades in a whole period, see [`newest_grades`].
///
/// # Errors
/// Returns an error if the database fails or a stored part cannot be decoded.
pub fn newest_grades_of(
    connection: &mut DatabaseConnection,
    source: Source<'_>,
    days: Days,
    groups: &Groups<'_>,
) -> Result<Scales, Problem> {
    newest_grades(connection, source, (days, true), groups, |_| None, |_, _| {})
}
