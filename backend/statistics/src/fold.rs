//! Folding: turns measurements into segments after every change. Database triggers mark the days whose measurements
//! have changed. A thread of every instance polls for marks, reads all measurements of a marked day again and writes
//! the day's segments. Months are made from their days once those have been folded.
//!
//! A mark is deleted by its number, in the transaction that writes what was read after it. If the mark is already gone,
//! another instance was faster and may have read less: nothing is written, and whatever is still marked is folded
//! again. So no change is lost and none is counted twice. The exception is a mark that was replaced by one at least as
//! old: the result is written, and the place is folded again for the new mark. Otherwise a day that is written to
//! continuously would never be counted.

use crate::{
    cells::{Figures, Grades, Measured, Part as _, Seen, Subject, Tests},
    period::{date_of, days_of_month, month_of},
    rows::{self, Observation, gravity, is_score},
};
use diesel::{
    BoolExpressionMethods, ExpressionMethods, Insertable, OptionalExtension, QueryDsl, Queryable, RunQueryDsl,
    Selectable, SelectableHelper, connection::SimpleConnection,
};
use kernel::{
    background::{Background, Stop},
    clock,
    db::{
        Database, DatabaseConnection,
        schema::{statistic_change, statistic_month, statistic_segment},
        transaction,
    },
    on_backend,
    problem::Problem,
    state::State,
};
use measurements::kind::MeasurementKind;
use organisation::tally::YEAR_1_MILLISECONDS;
use std::{
    cmp::Reverse,
    collections::{BTreeMap, BTreeSet, HashSet},
    sync::mpsc::sync_channel,
    time::{Duration, Instant},
};
use uno_core::{
    contract::error::ErrorCode,
    domain::{
        grade::{concern::GradedIndicator, indicator::Indicator},
        time::DAY_MILLISECONDS,
    },
};

/// Level of the segments of a day.
pub const DAY: i32 = 0;
/// Level of the segments of a month.
pub const MONTH: i32 = 1;
/// Stands for all companies, or for all divisions of a company.
pub const ALL: i64 = 0;
/// Interval between two looks for changes.
const POLL: Duration = Duration::from_secs(1);
/// Pause after a failed look.
const PAUSE: Duration = Duration::from_secs(10);
/// The pause after a look is this multiple of the time the look took: under continuous changes, folding uses at most a
/// fifth of a thread's time.
const REST: u32 = 4;
/// Maximum number of places (days or months) loaded at once. A look goes on until fewer than half as many were left.
const AT_ONCE: i64 = 500;
/// Segments per statement: PostgreSQL and SQLite limit the number of bound values.
const ROWS_PER_STATEMENT: usize = 500;

/// Returns the kinds whose measurements go into the segments of a kind. Stress measurements and psychological tests
/// grade the same indicators: a person's newest grade is the newest of both.
#[must_use]
pub fn kinds_of(kind: MeasurementKind) -> &'static [MeasurementKind] {
    match kind {
        MeasurementKind::Physical => &[MeasurementKind::Physical],
        MeasurementKind::Stress | MeasurementKind::Psychological => {
            &[MeasurementKind::Stress, MeasurementKind::Psychological]
        }
        MeasurementKind::Vision => &[MeasurementKind::Vision],
        MeasurementKind::HeartRate => &[MeasurementKind::HeartRate],
        MeasurementKind::Dementia => &[MeasurementKind::Dementia],
    }
}

/// Returns the kind under whose number the segments of a kind are stored.
#[must_use]
pub fn segments_of(kind: MeasurementKind) -> MeasurementKind {
    kinds_of(kind).first().copied().unwrap_or(kind)
}

/// A unit: a company with the companies below it, or a division of it.
type Unit = (i64, i64);

/// The parts of a segment as stored. Each is a column of its own and can be read separately.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Queryable, Selectable, Insertable)]
#[diesel(table_name = statistic_segment)]
pub struct Parts {
    /// Tests per category, over all groups.
    pub categories: Vec<u8>,
    /// Newest grades, over all groups.
    pub grades: Vec<u8>,
    /// Tests per test case, over all groups.
    pub cases: Vec<u8>,
    /// Values per group.
    pub figures_by_group: Vec<u8>,
    /// Tests per category and case, per group.
    pub tests_by_group: Vec<u8>,
    /// Newest grades per group.
    pub grades_by_group: Vec<u8>,
    /// People who have the values, per group.
    pub measured_by_group: Vec<u8>,
}

/// The parts of a segment that a longer period's segment is made from.
#[derive(Queryable, Selectable)]
#[diesel(table_name = statistic_segment)]
struct PartsByGroup {
    figures_by_group: Vec<u8>,
    tests_by_group: Vec<u8>,
    grades_by_group: Vec<u8>,
    measured_by_group: Vec<u8>,
}

/// A unit of folding: the segments of a kind for one level and period.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    kind: MeasurementKind,
    level: i32,
    period: i64,
}

impl Place {
    /// Returns the month it lies in.
    fn month(&self) -> i64 {
        if self.level == DAY { month_of(date_of(self.period)) } else { self.period }
    }
}

/// A folded place, ready to be written.
pub struct Folded {
    place: Place,
    changes: Vec<i64>,
    /// Timestamp of the oldest mark.
    marked_at: i64,
    /// The segments of the place.
    made: BTreeMap<Unit, Parts>,
    /// Fold counter of the month, read before the stored segments were.
    folds: i64,
    difference: Difference,
}

/// The changes that turn the stored segments into the new ones.
struct Difference {
    /// Stored segments that differ or no longer exist.
    outdated: Vec<Unit>,
    written: Vec<Unit>,
}

/// A segment under construction.
#[derive(Default)]
struct Segment {
    tests: Tests,
    grades: Grades,
    figures: Figures,
    measured: Measured,
    seen: Seen,
    /// Scores that are counted: indicator, person, moment.
    scored: HashSet<(Indicator, u64, i64)>,
}

impl Segment {
    /// Adds the tests of a measurement.
    fn add_tests(&mut self, observed: &Observation) {
        let Observation { kind, person, group, cases, .. } = observed;
        let subjects = cases.iter().copied().map(Subject::Case).chain([Subject::Category((*kind).into())]);
        for subject in subjects {
            let counted = self.tests.0.entry((subject, *group)).or_default();
            counted.tests = counted.tests.saturating_add(1);
            if let Some(person) = person {
                counted.people.insert(*person);
            }
        }
    }

    /// Adds a value of a measurement. Of the scores of a moment, the highest is added first, and the others are not.
    fn add_value(&mut self, observed: &Observation, indicator: Indicator, value: i64) {
        let Observation { person, group, place: (at, _), .. } = observed;
        if let Some(person) = person {
            if is_score(indicator) && !self.scored.insert((indicator, *person, *at)) {
                return;
            }
            self.measured.0.entry((indicator, *group)).or_default().insert(*person);
        }
        self.figures.0.entry((indicator, *group)).or_default().add_value(indicator, value);
    }

    /// Adds a grade that is older than all added before, or of the same moment and no graver.
    fn add_grade(&mut self, observed: &Observation, indicator: GradedIndicator, grade: u8) {
        let Some(person) = observed.person else { return };
        if self.seen.take(indicator, person) {
            self.grades.0.entry((indicator, grade, observed.group)).or_default().insert(person);
        }
    }

    /// Adds a segment older than all added before.
    fn add_segment(&mut self, parts: &PartsByGroup) -> Result<(), Problem> {
        self.tests.add(&parts.tests_by_group)?;
        self.grades.add_older(&parts.grades_by_group, &mut self.seen)?;
        self.figures.add(&parts.figures_by_group)?;
        self.measured.add(&parts.measured_by_group)?;
        Ok(())
    }

    fn parts(&self) -> Parts {
        let (categories, cases) = self.tests.totals();
        Parts {
            categories: categories.bytes(),
            grades: self.grades.totals().bytes(),
            cases: cases.bytes(),
            figures_by_group: self.figures.bytes(),
            tests_by_group: self.tests.bytes(),
            grades_by_group: self.grades.bytes(),
            measured_by_group: self.measured.bytes(),
        }
    }
}

/// Returns the marked places of a level, the latest first.
///
/// # Errors
/// Returns an error if the database fails.
pub fn waiting(connection: &mut DatabaseConnection, level: i32, most: i64) -> Result<Vec<Place>, Problem> {
    let found = statistic_change::table
        .filter(statistic_change::level.eq(level))
        .select((statistic_change::kind, statistic_change::period))
        .distinct()
        .order((statistic_change::period.desc(), statistic_change::kind))
        .limit(most)
        .load::<(i32, i64)>(connection)?;
    let mut places = Vec::with_capacity(found.len());
    for (number, period) in found {
        let kind = MeasurementKind::of(number).ok_or_else(|| Problem::internal("unknown kind of measurement"))?;
        let place = Place { kind: segments_of(kind), level, period };
        if !places.contains(&place) {
            places.push(place);
        }
    }
    Ok(places)
}

/// Reads the marks of a place and computes its segments; returns `None` if nothing is marked any more.
///
/// # Errors
/// Returns an error if the database fails.
pub fn fold(connection: &mut DatabaseConnection, place: Place) -> Result<Option<Folded>, Problem> {
    let kinds = kinds_of(place.kind);
    let numbers: Vec<i32> = kinds.iter().map(|kind| kind.number()).collect();
    // The marks are read before the measurements: a change written in between is read here and stays marked.
    let changes = statistic_change::table
        .filter(statistic_change::level.eq(place.level))
        .filter(statistic_change::kind.eq_any(numbers))
        .filter(statistic_change::period.eq(place.period))
        .select((statistic_change::change_id, statistic_change::marked_at))
        .load::<(i64, i64)>(connection)?;
    let Some(marked_at) = changes.iter().map(|(_, at)| *at).min() else { return Ok(None) };
    let changes = changes.into_iter().map(|(change_id, _)| change_id).collect();
    let made = match place.level {
        DAY => of_measurements(connection, kinds, place.period)?,
        _ => of_days(connection, place.kind, place.period)?,
    };
    let folds = folds(connection, place)?;
    let difference = difference(connection, place, &made)?;
    Ok(Some(Folded { place, changes, marked_at, made, folds, difference }))
}

fn difference(
    connection: &mut DatabaseConnection,
    place: Place,
    made: &BTreeMap<Unit, Parts>,
) -> Result<Difference, Problem> {
    let mut stored_segments = stored_segments(connection, place)?;
    let (mut outdated, mut written) = (Vec::new(), Vec::new());
    for (unit, parts) in made {
        match stored_segments.remove(unit) {
            Some(before) if before == *parts => continue,
            Some(_) => outdated.push(*unit),
            None => {}
        }
        written.push(*unit);
    }
    outdated.extend(stored_segments.into_keys());
    Ok(Difference { outdated, written })
}

/// Computes the segments of a day: the total, each company with the companies below it, and each division.
fn of_measurements(
    connection: &mut DatabaseConnection,
    kinds: &[MeasurementKind],
    day: i64,
) -> Result<BTreeMap<Unit, Parts>, Problem> {
    let mut all = Vec::new();
    for kind in kinds {
        all.extend(rows::of_day(connection, *kind, day)?);
    }
    let mut segments: BTreeMap<Unit, Segment> = BTreeMap::new();
    let mut add_to_units = |observed: &Observation, add: &dyn Fn(&mut Segment)| {
        let companies: BTreeSet<i64> = observed.companies.iter().copied().collect();
        let units = companies.into_iter().map(|company_id| (company_id, ALL)).chain([(ALL, ALL)]);
        units.chain(observed.division).for_each(|unit| add(segments.entry(unit).or_default()));
    };
    for observed in &all {
        add_to_units(observed, &|segment| segment.add_tests(observed));
    }
    let values = all.iter().flat_map(|observed| observed.figures.iter().map(move |value| (observed, *value)));
    let mut values: Vec<(&Observation, (Indicator, i64))> = values.collect();
    values.sort_by_key(|(_, (_, value))| Reverse(*value));
    for (observed, (indicator, value)) in values {
        add_to_units(observed, &|segment| segment.add_value(observed, indicator, value));
    }
    // The newest first, and of one moment the gravest: the order in which they were received says nothing.
    let grades = all.iter().flat_map(|observed| observed.grades.iter().map(move |grade| (observed, *grade)));
    let mut grades: Vec<(&Observation, (GradedIndicator, u8))> = grades.collect();
    grades.sort_by_key(|(observed, (indicator, grade))| {
        Reverse((observed.place.0, gravity(*indicator, usize::from(*grade)), observed.place.1))
    });
    for (observed, (indicator, grade)) in grades {
        add_to_units(observed, &|segment| segment.add_grade(observed, indicator, grade));
    }
    Ok(segments.into_iter().map(|(unit, segment)| (unit, segment.parts())).collect())
}

/// Computes the segments of a month from those of its days.
fn of_days(
    connection: &mut DatabaseConnection,
    kind: MeasurementKind,
    month: i64,
) -> Result<BTreeMap<Unit, Parts>, Problem> {
    let (first, last) = days_of_month(month);
    let days = statistic_segment::table
        .filter(statistic_segment::kind.eq(kind.number()))
        .filter(statistic_segment::level.eq(DAY))
        .filter(statistic_segment::period.between(first, last))
        .order(statistic_segment::period.desc())
        .select(((statistic_segment::company_id, statistic_segment::division_id), PartsByGroup::as_select()))
        .load::<(Unit, PartsByGroup)>(connection)?;
    let mut days_of: BTreeMap<Unit, Vec<PartsByGroup>> = BTreeMap::new();
    for (unit, parts) in days {
        days_of.entry(unit).or_default().push(parts);
    }
    // One unit at a time: small sets need many times the memory of their bytes while they are added up.
    let mut made = BTreeMap::new();
    for (unit, days) in days_of {
        let mut segment = Segment::default();
        for day in &days {
            segment.add_segment(day)?;
        }
        made.insert(unit, segment.parts());
    }
    Ok(made)
}

/// Loads the stored segments of a place.
fn stored_segments(connection: &mut DatabaseConnection, place: Place) -> Result<BTreeMap<Unit, Parts>, Problem> {
    let found = statistic_segment::table
        .filter(statistic_segment::kind.eq(place.kind.number()))
        .filter(statistic_segment::level.eq(place.level))
        .filter(statistic_segment::period.eq(place.period))
        .select(((statistic_segment::company_id, statistic_segment::division_id), Parts::as_select()))
        .load::<(Unit, Parts)>(connection)?;
    Ok(found.into_iter().collect())
}

/// Writes folded segments, in a transaction.
///
/// # Errors
/// Returns [`ErrorCode::Changed`] if another instance has deleted a mark, because it has folded the place, and no mark
/// at least as old is left: nothing may be written then.
pub fn write_folded(connection: &mut DatabaseConnection, folded: &Folded) -> Result<(), Problem> {
    let Folded { place, changes, marked_at, made, .. } = folded;
    let mut taken = 0;
    for some in changes.chunks(ROWS_PER_STATEMENT) {
        let marks = statistic_change::table.filter(statistic_change::change_id.eq_any(some));
        taken += diesel::delete(marks).execute(connection)?;
    }
    // Locks before it reads the remaining marks: a concurrent fold of the same month has then committed, so that the
    // marks it deleted are no longer visible.
    lock_month(connection, *place)?;
    if taken < changes.len() && !waits_since(connection, *place, *marked_at)? {
        return Err(Problem::new(ErrorCode::Changed));
    }
    let found_now = if folds(connection, *place)? == folded.folds {
        None
    } else {
        // Another instance, which may have read less, has written since.
        Some(difference(connection, *place, made)?)
    };
    let Difference { outdated, written } = found_now.as_ref().unwrap_or(&folded.difference);
    if outdated.is_empty() && written.is_empty() {
        return Ok(());
    }
    let at_place = || {
        statistic_segment::kind
            .eq(place.kind.number())
            .and(statistic_segment::level.eq(place.level))
            .and(statistic_segment::period.eq(place.period))
    };
    let mut divisions: BTreeMap<i64, Vec<i64>> = BTreeMap::new();
    for (company_id, division_id) in outdated {
        divisions.entry(*company_id).or_default().push(*division_id);
    }
    for (company_id, division_ids) in divisions {
        let gone = statistic_segment::table
            .filter(at_place())
            .filter(statistic_segment::company_id.eq(company_id))
            .filter(statistic_segment::division_id.eq_any(division_ids));
        diesel::delete(gone).execute(connection)?;
    }
    for some in written.chunks(ROWS_PER_STATEMENT) {
        let rows: Vec<_> = some
            .iter()
            .filter_map(|unit| made.get_key_value(unit))
            .map(|((company_id, division_id), parts)| {
                (
                    statistic_segment::company_id.eq(*company_id),
                    statistic_segment::division_id.eq(*division_id),
                    statistic_segment::kind.eq(place.kind.number()),
                    statistic_segment::level.eq(place.level),
                    statistic_segment::period.eq(place.period),
                    parts,
                )
            })
            .collect();
        on_backend!(connection, |connection| {
            diesel::insert_into(statistic_segment::table).values(rows).execute(connection)
        })?;
    }
    diesel::update(statistic_month::table.find((place.kind.number(), place.month())))
        .set(statistic_month::folds.eq(statistic_month::folds + 1))
        .execute(connection)?;
    if place.level == DAY {
        diesel::insert_into(statistic_change::table)
            .values((
                statistic_change::kind.eq(place.kind.number()),
                statistic_change::level.eq(MONTH),
                statistic_change::period.eq(place.month()),
                statistic_change::marked_at.eq(*marked_at),
            ))
            .execute(connection)?;
    }
    Ok(())
}

/// Locks the segments of the place's month against other writers until the transaction ends.
fn lock_month(connection: &mut DatabaseConnection, place: Place) -> Result<(), Problem> {
    let first = (
        statistic_month::kind.eq(place.kind.number()),
        statistic_month::month.eq(place.month()),
        statistic_month::folds.eq(0_i64),
    );
    on_backend!(connection, |connection| {
        diesel::insert_into(statistic_month::table)
            .values(first)
            .on_conflict((statistic_month::kind, statistic_month::month))
            .do_update()
            .set(statistic_month::folds.eq(statistic_month::folds))
            .execute(connection)
    })?;
    Ok(())
}

/// Returns how often segments of the place's month have been written.
fn folds(connection: &mut DatabaseConnection, place: Place) -> Result<i64, Problem> {
    let month = statistic_month::table.find((place.kind.number(), place.month())).select(statistic_month::folds);
    Ok(month.first(connection).optional()?.unwrap_or(0))
}

/// Returns whether a mark of the place is at least as old as `marked_at`. Until such a mark is folded, later changes
/// are not reported as counted.
fn waits_since(connection: &mut DatabaseConnection, place: Place, marked_at: i64) -> Result<bool, Problem> {
    let numbers: Vec<i32> = kinds_of(place.kind).iter().map(|kind| kind.number()).collect();
    let waiting = statistic_change::table
        .filter(statistic_change::level.eq(place.level))
        .filter(statistic_change::kind.eq_any(numbers))
        .filter(statistic_change::period.eq(place.period))
        .filter(statistic_change::marked_at.le(marked_at));
    Ok(waiting.count().get_result::<i64>(connection)? > 0)
}

/// Returns whether the segments were written. Another instance having been faster is not an error.
fn settled(kept: Result<(), Problem>) -> Result<bool, Problem> {
    match kept {
        Ok(()) => Ok(true),
        Err(problem) if problem.code == ErrorCode::Changed => Ok(false),
        Err(problem) => Err(problem),
    }
}

/// Folds until nothing is marked. One connection reads the next place while the other writes the previous one.
///
/// # Errors
/// Returns an error if the database fails.
pub fn fold_everything(reading: &mut DatabaseConnection, writing: &mut DatabaseConnection) -> Result<(), Problem> {
    for level in [DAY, MONTH] {
        loop {
            let places = waiting(reading, level, AT_ONCE)?;
            if places.is_empty() {
                break;
            }
            let (folded, made) = sync_channel(1);
            std::thread::scope(|threads| {
                let reading = &mut *reading;
                threads.spawn(move || {
                    // The receiver is gone if writing has failed.
                    places.into_iter().all(|place| folded.send(fold(reading, place)).is_ok())
                });
                made.into_iter().try_for_each(|folded| match folded? {
                    Some(folded) => settled(transaction(writing, |writing| write_folded(writing, &folded))).map(drop),
                    None => Ok(()),
                })
            })?;
        }
    }
    Ok(())
}

/// Marks all days that have measurements or segments, and all months ever folded, so that everything is folded again.
/// Stored segments stay until then. Existing marks keep their timestamp. Runs in a transaction.
///
/// # Errors
/// Returns an error if the database fails.
pub fn mark_everything(connection: &mut DatabaseConnection) -> Result<(), Problem> {
    let now = clock::now().0;
    connection.batch_execute(&format!(
        "INSERT INTO statistic_change (kind, level, period, marked_at) \
         SELECT kind, {DAY}, (measured_at + {YEAR_1_MILLISECONDS}) / {DAY_MILLISECONDS}, {now} FROM measurement \
         UNION SELECT kind, level, period, {now} FROM statistic_segment \
         UNION SELECT kind, {MONTH}, month, {now} FROM statistic_month;"
    ))?;
    Ok(())
}

/// Starts the folding thread. Stopping it waits for the fold in progress; anything not written by then stays marked.
#[must_use]
pub fn start(state: &State) -> Background {
    let database = state.database.clone();
    let mut folding = Background::default();
    folding.start("statistics", move |stop| work(&database, stop));
    folding
}

fn work(database: &Database, stop: &Stop) {
    while !stop.is_requested() {
        let begun = Instant::now();
        let pause = match fold_pending(database, &|| stop.is_requested()) {
            Ok(()) => POLL.max(begun.elapsed().saturating_mul(REST)),
            Err(problem) => {
                tracing::error!(cause = %problem, "what has changed could not be counted; it is tried again");
                PAUSE
            }
        };
        stop.wait(pause);
    }
}

/// Folds everything that is marked now: all days before their months, so that a month is made once for many days. A
/// failed place does not keep the others from being folded. Ends early if `stopping` returns true.
///
/// # Errors
/// Returns the last failure of a place, or an error if the marks cannot be read.
pub fn fold_pending(database: &Database, stopping: &impl Fn() -> bool) -> Result<(), Problem> {
    let mut failed = Ok(());
    for level in [DAY, MONTH] {
        loop {
            let places = database.read_blocking(|connection| waiting(connection, level, AT_ONCE))?;
            // Marks set from here on are left to the next look.
            let is_last = i64::try_from(places.len()).is_ok_and(|count| count < AT_ONCE / 2);
            for place in places {
                if stopping() {
                    return failed;
                }
                if let Err(problem) = fold_one(database, place) {
                    tracing::warn!(cause = %problem, ?place, "could not be folded");
                    failed = Err(problem);
                }
            }
            if is_last || failed.is_err() {
                break;
            }
        }
    }
    failed
}

/// Reads on one connection and writes on another, so that reading does not block writers.
fn fold_one(database: &Database, place: Place) -> Result<bool, Problem> {
    let Some(folded) = database.read_blocking(|connection| fold(connection, place))? else { return Ok(false) };
    settled(database.write_blocking(|connection| write_folded(connection, &folded)))
}
