//! Reading segments: those that cover some days, of some units, with one of their parts alone.

use crate::{
    bytes::Broken,
    cells::{Figures, Grades, GradesCell, Group, Measured, Met, Part, Tests},
    fold::{DAY, MONTH, segments_of},
    frame::Days,
    people::People,
    period::{days_of_month, whole_months},
    units::Units,
};
use diesel::{ExpressionMethods, QueryDsl, RunQueryDsl};
use kernel::{
    db::{DatabaseConnection, MOST_IDS, schema::statistic_segment},
    problem::Problem,
};
use measurements::kind::MeasurementKind;
use std::collections::BTreeMap;
use uno_core::domain::grade::{Sex, concern::GradedIndicator};

/// Which groups are asked for.
#[derive(Clone, Copy, Debug)]
pub struct Groups<'a> {
    /// Sex.
    pub sex: Option<Sex>,
    /// Ages, each for its ten years; empty for all.
    pub age_decades: &'a [i64],
}

impl Groups<'_> {
    /// Whether they are everybody.
    fn are_everybody(&self) -> bool {
        self.sex.is_none() && self.age_decades.is_empty()
    }

    /// Whether a group is among them.
    #[must_use]
    pub fn has(&self, group: Group) -> bool {
        let is_of_age = || {
            let own = group.decade.map(i64::from);
            self.age_decades.iter().any(|decade| Some(decade / 10 * 10) == own)
        };
        (self.sex.is_none() || self.sex == group.sex) && (self.age_decades.is_empty() || is_of_age())
    }
}

/// How days are covered: by segments of a level, from a period to another.
type Stretch = (i32, i64, i64);

/// Whole months by one segment each, where they may be, and the days before and behind them.
fn stretches((first, last): Days, by_months: bool) -> Vec<Stretch> {
    let Some((from, to)) = whole_months((first, last)).filter(|_| by_months) else {
        return vec![(DAY, first, last)];
    };
    let (before, behind) = (days_of_month(from).0 - 1, days_of_month(to).1 + 1);
    let all = [(DAY, behind, last), (MONTH, from, to), (DAY, first, before)];
    all.into_iter().filter(|(_, from, to)| from <= to).collect()
}

/// Segments that are read at once, about: whatever is asked for, so many lie in memory before they are added up.
const AT_ONCE: usize = 100_000;
/// Of so many companies that a month of days is more than that, it is a month nevertheless: each reading looks for all
/// of them.
const LEAST_PERIODS: i64 = 31;
/// Of one company: all companies together have as much on a day as many have.
const MOST_PERIODS: i64 = 366;

/// A stretch in pieces, the latest first, of so many segments of each period.
fn pieces((level, first, last): Stretch, segments: usize) -> impl Iterator<Item = Stretch> {
    let fitting = i64::try_from(AT_ONCE / segments.max(1)).unwrap_or(MOST_PERIODS);
    let length = fitting.clamp(LEAST_PERIODS, MOST_PERIODS);
    let count = (last - first + length) / length;
    (0..count).map(move |index| {
        let to = last - index * length;
        (level, first.max(to - length + 1), to)
    })
}

/// A segment's company, division, level, period and the part that was asked for.
type Found = (i64, i64, i32, i64, Vec<u8>);

/// One of the parts that segments are kept in.
pub trait SegmentColumn {
    /// What is written there.
    type Part: Part;

    /// Reads it, of whatever order.
    ///
    /// # Errors
    /// When the database fails.
    fn load(
        connection: &mut DatabaseConnection,
        units: &Units,
        kinds: &[i32],
        stretch: Stretch,
    ) -> Result<Vec<Found>, Problem>;
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
            ) -> Result<Vec<Found>, Problem> {
                let mut found = Vec::new();
                for companies in units.companies.chunks(MOST_IDS) {
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
                        .load::<Found>(connection)?;
                    found.extend(rows);
                }
                Ok(found)
            }
        }
    )+ };
}
columns! {
    /// The tests of each category, of everybody.
    Categories: Tests = categories,
    /// The tests of each case, of everybody.
    Cases: Tests = cases,
    /// The tests of each category and case, group by group.
    TestsByGroup: Tests = tests_by_group,
    /// The newest grades of everybody.
    GradesOfEverybody: Grades = grades,
    /// The newest grades, group by group.
    GradesByGroup: Grades = grades_by_group,
    /// Values, group by group.
    FiguresByGroup: Figures = figures_by_group,
    /// Whose the values are, group by group.
    MeasuredByGroup: Measured = measured_by_group,
}

/// Where a cell stands.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    /// Company; 0 for all together.
    pub company_id: i64,
    /// First day.
    pub day: i64,
}

/// Hands each cell of the parts that cover some days to `take`, the latest first.
///
/// # Errors
/// When the database fails, or what stands there cannot be read.
pub fn each<C: SegmentColumn>(
    connection: &mut DatabaseConnection,
    units: &Units,
    kinds: &[MeasurementKind],
    days: Days,
    by_months: bool,
    mut take: impl FnMut(Place, <C::Part as Part>::Cell<'_>) -> Result<(), Broken>,
) -> Result<(), Problem> {
    let mut numbers: Vec<i32> = kinds.iter().map(|kind| segments_of(*kind).number()).collect();
    numbers.sort_unstable();
    numbers.dedup();
    let segments = units.companies.len().saturating_mul(units.divisions.len()).saturating_mul(numbers.len());
    for stretch in stretches(days, by_months).into_iter().flat_map(|stretch| pieces(stretch, segments)) {
        let mut found = C::load(connection, units, &numbers, stretch)?;
        // Whoever is met first counts: of several on a day the one with the lower number, whenever it is read.
        found.sort_by_key(|(company_id, division_id, _, period, _)| {
            (std::cmp::Reverse(*period), *company_id, *division_id)
        });
        for (company_id, _, level, period, bytes) in found {
            let day = if level == MONTH { days_of_month(period).0 } else { period };
            C::Part::each(&bytes, |cell| take(Place { company_id, day }, cell))?;
        }
    }
    Ok(())
}

/// The same of what some groups need: where they are everybody, what was put together of all of them, and else each.
///
/// # Errors
/// When the database fails, or what stands there cannot be read.
pub fn each_for<OfEverybody: SegmentColumn, ByGroup: SegmentColumn<Part = OfEverybody::Part>>(
    groups: &Groups<'_>,
    connection: &mut DatabaseConnection,
    units: &Units,
    kinds: &[MeasurementKind],
    days: Days,
    by_months: bool,
    take: impl FnMut(Place, <OfEverybody::Part as Part>::Cell<'_>) -> Result<(), Broken>,
) -> Result<(), Problem> {
    match groups.are_everybody() {
        true => each::<OfEverybody>(connection, units, kinds, days, by_months, take),
        false => each::<ByGroup>(connection, units, kinds, days, by_months, take),
    }
}

/// Who has which grade of an indicator, in the order of its scale.
pub type Scale = Vec<People>;
/// The same of each indicator.
pub type Scales = BTreeMap<GradedIndicator, Scale>;

/// The newest grades of people.
#[derive(Default)]
struct Newest {
    /// Who has one, also of groups that are not asked for.
    met: Met,
    scales: Scales,
}

/// That nobody has a grade of it.
#[must_use]
pub fn empty_scale(indicator: GradedIndicator) -> Scale {
    vec![People::default(); indicator.grades().len()]
}

impl Newest {
    /// Adds a cell that is older than those before.
    fn add(&mut self, cell: &GradesCell<'_>, is_asked_for: bool) -> Result<(), Broken> {
        let met = self.met.of(cell.indicator);
        let own = match is_asked_for {
            true => {
                let scale = self.scales.entry(cell.indicator).or_insert_with(|| empty_scale(cell.indicator));
                scale.get_mut(usize::from(cell.grade))
            }
            false => None,
        };
        match own {
            Some(own) => own.add_unmet(cell.people, met),
            None => met.add_written(cell.people),
        }
    }

    /// Adds what is older.
    fn add_older(&mut self, older: Self) {
        if self.met.is_empty() {
            *self = older;
            return;
        }
        for (indicator, scale) in older.scales {
            let own = self.scales.entry(indicator).or_insert_with(|| empty_scale(indicator));
            for (own, mut people) in own.iter_mut().zip(scale) {
                people.remove(self.met.of(indicator));
                own.add(&people);
            }
        }
        self.met.add(&older.met);
    }
}

/// The newest grades of people of the groups that are asked for, indicator by indicator. What `part_of` says of days
/// parts the period; the newest grades of each part are handed to `take`, the latest part first. Of several units a
/// month does not say in which of them somebody was later: they are read by days.
///
/// # Errors
/// When the database fails, or what stands there cannot be read.
pub fn newest_grades(
    connection: &mut DatabaseConnection,
    units: &Units,
    kinds: &[MeasurementKind],
    (days, by_months): (Days, bool),
    groups: &Groups<'_>,
    part_of: impl Fn(i64) -> Option<usize>,
    mut take: impl FnMut(Option<usize>, &Scales),
) -> Result<Scales, Problem> {
    let (mut all, mut open) = (Newest::default(), Newest::default());
    let mut part = None;
    let by_months = by_months && units.is_one();
    each_for::<GradesOfEverybody, GradesByGroup>(groups, connection, units, kinds, days, by_months, |place, cell| {
        let own = part_of(place.day);
        if own != part {
            let done = std::mem::take(&mut open);
            take(part, &done.scales);
            all.add_older(done);
            part = own;
        }
        // Each cell is read once, into its part.
        open.add(&cell, groups.has(cell.group))
    })?;
    take(part, &open.scales);
    all.add_older(open);
    Ok(all.scales)
}

/// The newest grades of people in a whole period, see [`newest_grades`].
///
/// # Errors
/// When the database fails, or what stands there cannot be read.
pub fn newest_grades_of(
    connection: &mut DatabaseConnection,
    units: &Units,
    kinds: &[MeasurementKind],
    days: Days,
    groups: &Groups<'_>,
) -> Result<Scales, Problem> {
    newest_grades(connection, units, kinds, (days, true), groups, |_| None, |_, _| {})
}
