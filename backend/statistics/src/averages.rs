//! Mean, median and quartiles of indicators, by sex and age.

use crate::{
    answers::{StatisticCache, Sum},
    bytes::Malformed,
    cells::{Figure, Group, MEASURED, width_of},
    disclosure::Disclosure,
    file::{FileOf, StatisticFile},
    frame::StatisticRequest,
    hidden::{self, Size},
    people::People,
    read::{self, FiguresByGroup, Groups, MeasuredByGroup, Source},
    units::{self, UnitFilter, Units},
    words,
};
use kernel::{
    access::caller::Caller,
    db::DatabaseConnection,
    exports::{self, Column, Value},
    http::mount::Api,
    problem::Problem,
};
use measurements::kind::MeasurementKind;
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};
use uno_core::{
    contract::statistics::{
        AverageFigures, AverageRow, AverageStatistic, ExportIndicatorAverages, GetIndicatorAverages, StatisticFilter,
        StatisticPeriod,
    },
    domain::{
        decimal::Hundredths,
        grade::{Sex, indicator::Indicator},
    },
};

/// The kinds that have numeric values of indicators.
const KINDS: [MeasurementKind; 4] =
    [MeasurementKind::Physical, MeasurementKind::Stress, MeasurementKind::HeartRate, MeasurementKind::Psychological];

/// Mounts the endpoints.
pub fn mount(api: &mut Api, answers: &Arc<StatisticCache>) {
    let own = Arc::clone(answers);
    api.read::<GetIndicatorAverages>(move |connection, caller, sent| averages(connection, caller, &own, &sent.query));
    exports::mount::<FileOf<AverageExport>>(api);
}

/// A set of values. The people behind them are loaded only when small counts must be hidden.
#[derive(Clone, Default)]
struct Sample {
    figure: Figure,
    people: People,
}

impl Sample {
    fn add(&mut self, other: &Self) {
        self.figure.add(&other.figure);
        self.people.add(&other.people);
    }
}

/// The values of an indicator in the period, in the previous period, and in each bucket.
#[derive(Default)]
struct Values {
    now: BTreeMap<Group, Sample>,
    before: BTreeMap<Group, Sample>,
    buckets: Vec<Sample>,
}

/// The groups that a row covers: all, or those of a sex, an age, or both.
#[derive(Clone, Copy)]
struct RowGroups {
    sex: Option<Sex>,
    decade: Option<u8>,
}

impl RowGroups {
    fn together(self, samples: &BTreeMap<Group, Sample>) -> Sample {
        let mut all = Sample::default();
        let is_of = |group: &Group| {
            (self.sex.is_none() || self.sex == group.sex) && (self.decade.is_none() || self.decade == group.decade)
        };
        samples.iter().filter(|(group, _)| is_of(group)).for_each(|(_, sample)| all.add(sample));
        all
    }
}

/// Returns mean, median and quartiles.
///
/// # Errors
/// Returns an error for the field `bucket` if there are too many buckets, and "not found" if the company or the
/// division is outside the scope.
pub fn averages(
    connection: &mut DatabaseConnection,
    caller: &Caller,
    answers: &Arc<StatisticCache>,
    filter: &StatisticFilter,
) -> Result<AverageStatistic, Problem> {
    let request = StatisticRequest::of(filter.start, filter.end, filter.bucket, filter.compare == Some(true))?;
    let units = units::of(connection, caller.scope, UnitFilter::from(filter))?;
    let disclosure = Disclosure::of(caller);
    let name = format!("averages {units:?} {request:?} {:?} {:?} {disclosure:?}", filter.sex, filter.age_decades);
    let days = request.span();
    let (filter, of, told) = (filter.clone(), request.clone(), disclosure.clone());
    let make = move |connection: &mut DatabaseConnection| rows(connection, &told, &units, &filter, &of);
    let numbers = |visible: &VisibleRows| visible.rows.iter().map(|row| 16 + 5 * row.by_bucket.len()).sum();
    let (visible, counting) =
        answers.of(connection, Sum { name, kinds: &KINDS, days, make: Box::new(make), numbers })?;
    let frame = request.frame(counting, visible.has_hidden, &disclosure, disclosure.without_values());
    Ok(AverageStatistic { frame, rows: visible.rows.clone() })
}

/// The rows with hidden figures removed.
struct VisibleRows {
    rows: Vec<AverageRow>,
    has_hidden: bool,
}

/// Adds a cell to a sample.
type AddTo<'a> = dyn FnMut(&mut Sample) -> Result<(), Malformed> + 'a;

fn rows(
    connection: &mut DatabaseConnection,
    disclosure: &Disclosure,
    units: &Units,
    filter: &StatisticFilter,
    request: &StatisticRequest,
) -> Result<VisibleRows, Problem> {
    let source = Source { disclosure, units, kinds: &KINDS };
    let groups = Groups { sex: filter.sex, age_decades: &filter.age_decades };
    let mut values: BTreeMap<Indicator, Values> = BTreeMap::new();
    let none = || Values { buckets: vec![Sample::default(); request.buckets.len()], ..Values::default() };
    // A cell of the period is added to its group and to its bucket; a cell of the previous period to its group only.
    let periods = [(request.days, request.is_by_months(), true)].into_iter();
    for (days, by_months, is_now) in periods.chain(request.previous.map(|days| (days, true, false))) {
        let mut each_of = |indicator: Indicator, group: Group, day: i64, add: &mut AddTo<'_>| {
            if !groups.has(group) {
                return Ok(());
            }
            let values = values.entry(indicator).or_insert_with(none);
            if !is_now {
                return add(values.before.entry(group).or_default());
            }
            add(values.now.entry(group).or_default())?;
            let bucket = request.bucket_of(day).and_then(|bucket| values.buckets.get_mut(bucket));
            bucket.map_or(Ok(()), add)
        };
        read::each::<FiguresByGroup>(connection, source, days, by_months, |place, cell| {
            each_of(cell.indicator, cell.group, place.day, &mut |sample| {
                sample.figure.add_cell(&cell);
                Ok(())
            })
        })?;
        if disclosure.is_exact() {
            continue;
        }
        read::each::<MeasuredByGroup>(connection, source, days, by_months, |place, cell| {
            each_of(cell.indicator, cell.group, place.day, &mut |sample| sample.people.add_encoded(cell.people))
        })?;
    }
    let mut suppression = Suppression { disclosure, request, has_hidden: false };
    let mut rows = Vec::new();
    for indicator in MEASURED {
        if let Some(values) = values.get(&indicator) {
            rows.extend(suppression.rows(indicator, values, request.previous.is_some())?);
        }
    }
    Ok(VisibleRows { rows, has_hidden: suppression.has_hidden })
}

/// Withholds the hidden figures, and rounds the others.
struct Suppression<'a> {
    disclosure: &'a Disclosure,
    request: &'a StatisticRequest,
    has_hidden: bool,
}

impl Suppression<'_> {
    /// Returns the rows of an indicator: all people, by sex, by age, by both.
    fn rows(&mut self, indicator: Indicator, values: &Values, compare: bool) -> Result<Vec<AverageRow>, Problem> {
        let known: BTreeSet<u8> =
            values.now.keys().chain(values.before.keys()).filter_map(|group| group.decade).collect();
        let sexes: Vec<Option<Sex>> = [None].into_iter().chain(Sex::ALL.iter().copied().map(Some)).collect();
        let decades: Vec<Option<u8>> = [None].into_iter().chain(known.into_iter().map(Some)).collect();
        let (hidden_now, hidden_before) =
            (self.hidden(&sexes, &decades, &values.now), self.hidden(&sexes, &decades, &values.before));
        let by_sex_then_age = sexes.iter().enumerate().flat_map(|(row, sex)| {
            decades
                .iter()
                .enumerate()
                .map(move |(column, decade)| ((row, column), RowGroups { sex: *sex, decade: *decade }))
        });
        let mut places: Vec<_> = by_sex_then_age.collect();
        places.sort_by_key(|((row, column), _)| (usize::from(*row > 0) + 2 * usize::from(*column > 0), *row, *column));
        let mut rows = Vec::new();
        for ((row, column), of) in places {
            let is_hidden = |table: &[Vec<bool>]| table.get(row).and_then(|row| row.get(column)) == Some(&true);
            let (now, before) = (of.together(&values.now), of.together(&values.before));
            let is_everybody = row == 0 && column == 0;
            if !is_everybody && now.figure.count == 0 && before.figure.count == 0 {
                continue;
            }
            let by_bucket = if is_everybody { self.buckets(indicator, &now, &values.buckets)? } else { Vec::new() };
            let figures = self.visible_figures(indicator, &now, is_hidden(&hidden_now))?;
            let previous =
                if compare { Some(self.visible_figures(indicator, &before, is_hidden(&hidden_before))?) } else { None };
            let age_decade = of.decade.map(i64::from);
            rows.push(AverageRow { indicator, sex: of.sex, age_decade, figures, previous, by_bucket });
        }
        Ok(rows)
    }

    /// Returns which cells of the table of sexes (rows) and ages (columns) are hidden. People of unknown sex or age are
    /// in the sums but have no row of their own; they are treated as a group too, because their numbers can be derived
    /// by subtraction.
    fn hidden(
        &self,
        sexes: &[Option<Sex>],
        decades: &[Option<u8>],
        samples: &BTreeMap<Group, Sample>,
    ) -> Vec<Vec<bool>> {
        if self.disclosure.is_exact() {
            return Vec::new();
        }
        let sum = |is_of: &dyn Fn(&Group) -> bool| {
            let mut all = Sample::default();
            samples.iter().filter(|(group, _)| is_of(group)).for_each(|(_, sample)| all.add(sample));
            size(&all)
        };
        // The sum, each sex, and unknown sex.
        let rows = sexes.iter().enumerate().map(|(row, sex)| (row == 0, *sex)).chain([(false, None)]);
        let columns = decades.iter().enumerate().map(|(column, decade)| (column == 0, *decade)).chain([(false, None)]);
        let columns: Vec<(bool, Option<u8>)> = columns.collect();
        let table: Vec<Vec<Size>> = rows
            .map(|(all_sexes, sex)| {
                let cell = |(all_ages, decade): &(bool, Option<u8>)| {
                    sum(&|group| (all_sexes || group.sex == sex) && (*all_ages || group.decade == *decade))
                };
                columns.iter().map(cell).collect()
            })
            .collect();
        hidden::in_table(&table)
    }

    fn buckets(
        &mut self,
        indicator: Indicator,
        all: &Sample,
        buckets: &[Sample],
    ) -> Result<Vec<AverageFigures>, Problem> {
        let sizes: Vec<Size> = [all].into_iter().chain(buckets).map(size).collect();
        let hidden = if self.disclosure.is_exact() { Vec::new() } else { hidden::in_sum(&sizes) };
        let of_buckets = buckets.iter().enumerate();
        of_buckets
            .map(|(index, sample)| match self.request.has_bucket(self.disclosure, index) {
                true => self.visible_figures(indicator, sample, hidden.get(index + 1) == Some(&true)),
                false => Ok(nothing_told()),
            })
            .collect()
    }

    fn visible_figures(
        &mut self,
        indicator: Indicator,
        sample: &Sample,
        is_hidden: bool,
    ) -> Result<AverageFigures, Problem> {
        self.has_hidden |= is_hidden;
        if is_hidden {
            return Ok(nothing_told());
        }
        let figure = &sample.figure;
        let (tests, people) = (i64::try_from(figure.count).map_err(Problem::internal)?, size(sample).people);
        let told = |value: i64| Hundredths(self.disclosure.value(indicator, people, value));
        let quartile = |number| quartile(indicator, figure, number).map(|value| told(value.0));
        Ok(AverageFigures {
            tests: Some(self.disclosure.count(tests)),
            mean: (tests > 0).then(|| told(half_up(figure.sum, tests))),
            lower_quartile: quartile(1),
            median: quartile(2),
            upper_quartile: quartile(3),
        })
    }
}

const fn nothing_told() -> AverageFigures {
    AverageFigures { tests: None, mean: None, lower_quartile: None, median: None, upper_quartile: None }
}

fn size(sample: &Sample) -> Size {
    Size { people: sample.people.len(), tests: sample.figure.count }.worst_case()
}

/// Returns a quotient rounded to the nearest integer, half up.
fn half_up(sum: i64, count: i64) -> i64 {
    let (sum, count) = (i128::from(sum), i128::from(count));
    i64::try_from((2 * sum + count).div_euclid(2 * count)).unwrap_or(i64::MAX)
}

/// Returns a quartile from the classes, linearly interpolated between the two adjacent values (definition 7 of Hyndman
/// and Fan 1996, which spreadsheets use); `None` without values.
fn quartile(indicator: Indicator, figure: &Figure, number: u64) -> Option<Hundredths> {
    let place = figure.count.checked_sub(1)?.saturating_mul(number);
    let value_at = |rank: u64| {
        let mut before = 0;
        figure.classes.iter().find_map(|(class, count)| {
            before = count.saturating_add(before);
            (rank < before).then(|| class.saturating_mul(width_of(indicator)))
        })
    };
    let lower = value_at(place / 4)?;
    let upper = value_at(place / 4 + 1).unwrap_or(lower);
    let part = i64::try_from(place % 4).ok()?;
    Some(Hundredths(half_up(lower.saturating_mul(4 - part).saturating_add(upper.saturating_mul(part)), 4)))
}

/// A row of a file: the whole period of a row, or one of its buckets.
pub struct FileRow {
    period: StatisticPeriod,
    row: AverageRow,
    figures: AverageFigures,
    /// The previous period; only in rows of the whole period.
    previous: Option<AverageFigures>,
}

impl FileRow {
    fn previous_mean(&self) -> Option<Hundredths> {
        self.previous.as_ref()?.mean
    }

    fn change(&self) -> Option<Hundredths> {
        Some(Hundredths(self.figures.mean?.0 - self.previous_mean()?.0))
    }
}

fn rows_of_file(statistic: AverageStatistic) -> Vec<FileRow> {
    let AverageStatistic { frame, rows } = statistic;
    let mut file = Vec::new();
    for mut row in rows {
        let by_bucket = std::mem::take(&mut row.by_bucket);
        let (figures, previous) = (row.figures.clone(), row.previous.clone());
        file.push(FileRow { period: frame.period.clone(), row: row.clone(), figures, previous });
        if frame.buckets.len() > 1 {
            for (period, figures) in frame.buckets.iter().zip(by_bucket) {
                file.push(FileRow { period: period.clone(), row: row.clone(), figures, previous: None });
            }
        }
    }
    file
}

/// Averages as a file.
pub struct AverageExport;

impl StatisticFile for AverageExport {
    type Call = ExportIndicatorAverages;
    type Row = FileRow;
    const TITLE: &'static str = "statistics.averages";
    const KINDS: &'static [MeasurementKind] = &KINDS;
    const COLUMNS: &'static [Column<FileRow>] = &[
        Column::new("statistics.indicator", 22.0, |row| Value::Text(words::measured(row.row.indicator))),
        Column::new("member.sex", 8.0, |row| Value::word("sex", row.row.sex.map(Sex::as_str))),
        Column::new("statistics.ageDecade", 10.0, |row| row.row.age_decade.into()),
        Column::new("statistics.from", 12.0, |row| row.period.start.into()),
        Column::new("statistics.to", 12.0, |row| row.period.end.into()),
        Column::new("statistics.tests", 12.0, |row| row.figures.tests.into()),
        Column::new("statistics.mean", 10.0, |row| row.figures.mean.into()),
        Column::new("statistics.lowerQuartile", 10.0, |row| row.figures.lower_quartile.into()),
        Column::new("statistics.median", 10.0, |row| row.figures.median.into()),
        Column::new("statistics.upperQuartile", 10.0, |row| row.figures.upper_quartile.into()),
        Column::new("statistics.previousMean", 14.0, |row| row.previous_mean().into()),
        Column::new("statistics.change", 10.0, |row| row.change().into()),
    ];

    fn rows(
        connection: &mut DatabaseConnection,
        caller: &Caller,
        filter: &StatisticFilter,
    ) -> Result<Vec<FileRow>, Problem> {
        Ok(rows_of_file(averages(connection, caller, &Arc::default(), filter)?))
    }
}
