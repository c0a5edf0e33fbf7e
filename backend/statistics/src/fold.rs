//! Folding: measurements become segments behind every change. The database marks the days whose measurements have
//! changed; a thread of every instance looks for marks, reads all measurements of such a day once more and writes what
//! they say. Months are made of their days, when those have been folded.
//!
//! A mark is taken away by its number in the transaction that writes what was read behind it. Where it is gone by then,
//! another instance was faster and may have read less: nothing is written, and whatever is marked still is folded anew.
//! So no change is lost, and none is counted twice. A mark that has only given its place to one that is as old is
//! another matter: what was read is written, and folded anew behind that one, or a day on which somebody always writes
//! would never be counted.

use crate::{
    cells::{Figures, Grades, Measured, Met, Part as _, Subject, Tests},
    period::{date_of, days_of_month, month_of},
    rows::{self, Observed},
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
    collections::{BTreeMap, BTreeSet},
    sync::mpsc::sync_channel,
    time::{Duration, Instant},
};
use uno_core::{contract::error::ErrorCode, domain::time::DAY_MILLISECONDS};

/// A day, as a level of segments.
pub const DAY: i32 = 0;
/// A month, as a level of segments.
pub const MONTH: i32 = 1;
/// What stands for all companies, and for all divisions of one.
pub const ALL: i64 = 0;
/// How long a change waits at most to be looked for.
const POLL: Duration = Duration::from_secs(1);
/// Behind a failure the next look waits so long.
const PAUSE: Duration = Duration::from_secs(10);
/// Folding takes at most the fifth part of a thread's time where one change follows the other.
const REST: u32 = 4;
/// Days or months of one look.
const AT_ONCE: i64 = 500;
/// Segments of one statement: PostgreSQL and SQLite limit how many values one has.
const ROWS_PER_STATEMENT: usize = 500;

/// The kinds whose measurements stand in the segments of a kind. Stress measurements and psychological tests grade the
/// same: a person's newest grade is the newest of both.
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

/// The kind whose segments have a kind's measurements, by its number in the database.
#[must_use]
pub fn segments_of(kind: MeasurementKind) -> MeasurementKind {
    kinds_of(kind).first().copied().unwrap_or(kind)
}

/// A unit: a company with those below it, or a division of it.
type Unit = (i64, i64);

/// The parts of a segment as they are kept: each is read by itself.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Queryable, Selectable, Insertable)]
#[diesel(table_name = statistic_segment)]
pub struct Parts {
    /// The tests of each category, of everybody.
    pub categories: Vec<u8>,
    /// The newest grades of everybody.
    pub grades: Vec<u8>,
    /// The tests of each case, of everybody.
    pub cases: Vec<u8>,
    /// Values, group by group.
    pub figures_by_group: Vec<u8>,
    /// The tests of each category and case, group by group.
    pub tests_by_group: Vec<u8>,
    /// The newest grades, group by group.
    pub grades_by_group: Vec<u8>,
    /// Whose the values are, group by group.
    pub measured_by_group: Vec<u8>,
}

/// What a segment is made of, if it is made of others.
#[derive(Queryable, Selectable)]
#[diesel(table_name = statistic_segment)]
struct PartsByGroup {
    figures_by_group: Vec<u8>,
    tests_by_group: Vec<u8>,
    grades_by_group: Vec<u8>,
    measured_by_group: Vec<u8>,
}

/// What is to be folded: a level and a period of the segments of a kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    kind: MeasurementKind,
    level: i32,
    period: i64,
}

impl Place {
    /// The month in which it lies.
    fn month(&self) -> i64 {
        if self.level == DAY { month_of(date_of(self.period)) } else { self.period }
    }
}

/// What has been folded, and is to be written.
pub struct Folded {
    place: Place,
    changes: Vec<i64>,
    /// Since when something waits.
    marked_at: i64,
    /// What the segments of the place say.
    made: BTreeMap<Unit, Parts>,
    /// How often segments of the month had been written before it was asked what stands.
    folds: i64,
    difference: Difference,
}

/// What is to be written, so that segments stand as they were made.
struct Difference {
    /// Segments that are there and differ, or are no more.
    outdated: Vec<Unit>,
    written: Vec<Unit>,
}

/// A segment while it is made.
#[derive(Default)]
struct Segment {
    tests: Tests,
    grades: Grades,
    figures: Figures,
    measured: Measured,
    met: Met,
}

impl Segment {
    /// Adds a measurement that is older than those before.
    fn add(&mut self, observed: &Observed) {
        let Observed { kind, person, group, cases, grades, figures, .. } = observed;
        let subjects = cases.iter().copied().map(Subject::Case).chain([Subject::Category((*kind).into())]);
        for subject in subjects {
            let counted = self.tests.0.entry((subject, *group)).or_default();
            counted.tests = counted.tests.saturating_add(1);
            if let Some(person) = person {
                counted.people.insert(*person);
            }
        }
        for (indicator, value) in figures {
            self.figures.0.entry((*indicator, *group)).or_default().add_value(*indicator, *value);
            if let Some(person) = person {
                self.measured.0.entry((*indicator, *group)).or_default().insert(*person);
            }
        }
        let Some(person) = person else { return };
        for (indicator, grade) in grades {
            if self.met.take(*indicator, *person) {
                self.grades.0.entry((*indicator, *grade, *group)).or_default().insert(*person);
            }
        }
    }

    /// Adds a segment that is older than those before.
    fn add_segment(&mut self, parts: &PartsByGroup) -> Result<(), Problem> {
        self.tests.add(&parts.tests_by_group)?;
        self.grades.add_older(&parts.grades_by_group, &mut self.met)?;
        self.figures.add(&parts.figures_by_group)?;
        self.measured.add(&parts.measured_by_group)?;
        Ok(())
    }

    fn parts(&self) -> Parts {
        let (categories, cases) = self.tests.of_everybody();
        Parts {
            categories: categories.bytes(),
            grades: self.grades.of_everybody().bytes(),
            cases: cases.bytes(),
            figures_by_group: self.figures.bytes(),
            tests_by_group: self.tests.bytes(),
            grades_by_group: self.grades.bytes(),
            measured_by_group: self.measured.bytes(),
        }
    }
}

/// The places of a level that wait, the latest first.
///
/// # Errors
/// When the database fails.
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

/// Reads what is marked at a place and what stands behind it; `None` where nothing is marked any more.
///
/// # Errors
/// When the database fails.
pub fn fold(connection: &mut DatabaseConnection, place: Place) -> Result<Option<Folded>, Problem> {
    let kinds = kinds_of(place.kind);
    let numbers: Vec<i32> = kinds.iter().map(|kind| kind.number()).collect();
    // The marks before what they mark: what is written in between is read and marked still.
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
    let mut standing = standing(connection, place)?;
    let (mut outdated, mut written) = (Vec::new(), Vec::new());
    for (unit, parts) in made {
        match standing.remove(unit) {
            Some(before) if before == *parts => continue,
            Some(_) => outdated.push(*unit),
            None => {}
        }
        written.push(*unit);
    }
    outdated.extend(standing.into_keys());
    Ok(Difference { outdated, written })
}

/// The segments of a day: of everything, of each company of a line, and of each division.
fn of_measurements(
    connection: &mut DatabaseConnection,
    kinds: &[MeasurementKind],
    day: i64,
) -> Result<BTreeMap<Unit, Parts>, Problem> {
    let mut all = Vec::new();
    for kind in kinds {
        all.extend(rows::of_day(connection, *kind, day)?);
    }
    all.sort_unstable_by_key(|observed| Reverse(observed.place));
    let mut segments: BTreeMap<Unit, Segment> = BTreeMap::new();
    for observed in &all {
        let companies: BTreeSet<i64> = observed.companies.iter().copied().collect();
        let units = companies.into_iter().map(|company_id| (company_id, ALL)).chain([(ALL, ALL)]);
        for unit in units.chain(observed.division) {
            segments.entry(unit).or_default().add(observed);
        }
    }
    Ok(segments.into_iter().map(|(unit, segment)| (unit, segment.parts())).collect())
}

/// The segments of a month: what those of its days say together.
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
    // One unit after the other: small sets need many times the room of their bytes while they are added up.
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

/// The segments that stand at a place.
fn standing(connection: &mut DatabaseConnection, place: Place) -> Result<BTreeMap<Unit, Parts>, Problem> {
    let found = statistic_segment::table
        .filter(statistic_segment::kind.eq(place.kind.number()))
        .filter(statistic_segment::level.eq(place.level))
        .filter(statistic_segment::period.eq(place.period))
        .select(((statistic_segment::company_id, statistic_segment::division_id), Parts::as_select()))
        .load::<(Unit, Parts)>(connection)?;
    Ok(found.into_iter().collect())
}

/// Writes what was folded, in a transaction.
///
/// # Errors
/// [`ErrorCode::Changed`] where a mark has been taken away by somebody else who has folded: nothing may be written then.
pub fn keep(connection: &mut DatabaseConnection, folded: &Folded) -> Result<(), Problem> {
    let Folded { place, changes, marked_at, made, .. } = folded;
    let mut taken = 0;
    for some in changes.chunks(ROWS_PER_STATEMENT) {
        let marks = statistic_change::table.filter(statistic_change::change_id.eq_any(some));
        taken += diesel::delete(marks).execute(connection)?;
    }
    // Held before it is asked what waits: of those who write there now nobody says yet what they have taken.
    hold(connection, *place)?;
    if taken < changes.len() && !waits_since(connection, *place, *marked_at)? {
        return Err(Problem::new(ErrorCode::Changed));
    }
    let found_now = if folds(connection, *place)? == folded.folds {
        None
    } else {
        // Somebody who may have read less has written since.
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

/// Keeps everybody else from writing segments of the place's month until the transaction ends.
fn hold(connection: &mut DatabaseConnection, place: Place) -> Result<(), Problem> {
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

/// How often segments of the place's month have been written.
fn folds(connection: &mut DatabaseConnection, place: Place) -> Result<i64, Problem> {
    let month = statistic_month::table.find((place.kind.number(), place.month())).select(statistic_month::folds);
    Ok(month.first(connection).optional()?.unwrap_or(0))
}

/// Whether something at a place has been waiting since then, or longer: until it is folded nobody is told that what was
/// written later is counted.
fn waits_since(connection: &mut DatabaseConnection, place: Place, marked_at: i64) -> Result<bool, Problem> {
    let numbers: Vec<i32> = kinds_of(place.kind).iter().map(|kind| kind.number()).collect();
    let waiting = statistic_change::table
        .filter(statistic_change::level.eq(place.level))
        .filter(statistic_change::kind.eq_any(numbers))
        .filter(statistic_change::period.eq(place.period))
        .filter(statistic_change::marked_at.le(marked_at));
    Ok(waiting.count().get_result::<i64>(connection)? > 0)
}

/// Whether it was written, where that another was faster is no failure.
fn settled(kept: Result<(), Problem>) -> Result<bool, Problem> {
    match kept {
        Ok(()) => Ok(true),
        Err(problem) if problem.code == ErrorCode::Changed => Ok(false),
        Err(problem) => Err(problem),
    }
}

/// Folds until nothing waits: what is read by the one connection is written by the other, while the next is read.
///
/// # Errors
/// When the database fails.
pub fn everything(reading: &mut DatabaseConnection, writing: &mut DatabaseConnection) -> Result<(), Problem> {
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
                    // Nobody takes any more where the writing has failed.
                    places.into_iter().all(|place| folded.send(fold(reading, place)).is_ok())
                });
                made.into_iter().try_for_each(|folded| match folded? {
                    Some(folded) => settled(transaction(writing, |writing| keep(writing, &folded))).map(drop),
                    None => Ok(()),
                })
            })?;
        }
    }
    Ok(())
}

/// Marks all days that have measurements or segments, and all months that were ever folded, so that everything is folded
/// anew and stands as it is until then: in a transaction. What waits already stays, with its time.
///
/// # Errors
/// When the database fails.
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

/// Starts folding. Whoever stops it waits for what is being folded; what is not written by then is marked still.
#[must_use]
pub fn start(state: &State) -> Background {
    let database = state.database.clone();
    let mut folding = Background::default();
    folding.start("statistics", move |stop| work(&database, stop));
    folding
}

fn work(database: &Database, stop: &Stop) {
    while !stop.is_asked() {
        let begun = Instant::now();
        let pause = match look(database, &|| stop.is_asked()) {
            Ok(()) => POLL.max(begun.elapsed().saturating_mul(REST)),
            Err(problem) => {
                tracing::error!(cause = %problem, "what has changed could not be counted; it is tried again");
                PAUSE
            }
        };
        stop.wait(pause);
    }
}

/// Folds what waits now: all days before their months, so that a month is made once of many days. What fails does not
/// keep the rest from being folded.
///
/// # Errors
/// What failed last.
pub fn look(database: &Database, stopping: &impl Fn() -> bool) -> Result<(), Problem> {
    let mut failed = Ok(());
    for level in [DAY, MONTH] {
        loop {
            let places = database.read_blocking(|connection| waiting(connection, level, AT_ONCE))?;
            // What is marked from here on is the next look's.
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

/// Reads on one connection and writes on another, so that nobody who writes waits for the reading.
fn fold_one(database: &Database, place: Place) -> Result<bool, Problem> {
    let Some(folded) = database.read_blocking(|connection| fold(connection, place))? else { return Ok(false) };
    settled(database.write_blocking(|connection| keep(connection, &folded)))
}
