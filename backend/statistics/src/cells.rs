//! The contents of a segment and their encoding. For each group (people of the same sex and decade of age) a segment
//! has the number of tests and the people who took them, the people of each grade, and sums and histogram classes of
//! values. The most requested parts, tests and grades over all groups, are stored a second time without groups.
//!
//! People are stored as sets because counts of people do not add up: someone who comes on two days is one person.
//! Numbers are varints. A set is stored as its count, its length in bytes, and the gaps between its sorted numbers. All
//! input is validated when read: malformed bytes are rejected.

use crate::{
    bytes::{Input, Malformed, put, put_signed},
    people::{EncodedPeople, People, put_people},
};
use std::collections::{BTreeMap, HashMap};
use uno_core::{
    contract::{measurements::KindOfMeasurements, statistics::TestCase},
    domain::grade::{Sex, concern::GradedIndicator, indicator::Indicator},
};

/// The first byte of every part. A change of the format that follows it must increment this version and refold
/// everything in a migration.
pub const VERSION: u8 = 2;

/// People of the same sex and decade of age. `None` means unknown; both `None` also stands for the total over all
/// groups.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Group {
    /// Sex.
    pub sex: Option<Sex>,
    /// Decade of age: 0, 10, 20, …
    pub decade: Option<u8>,
}

/// The key by which tests are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Subject {
    /// All measurements of a category.
    Category(KindOfMeasurements),
    /// The measurements that are a test of a case.
    Case(TestCase),
}

/// Tests and the people who took them. Measurements not yet assigned to anyone count as tests only.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Counted {
    /// Number of tests.
    pub tests: u64,
    /// People, by [`crate::rows::Observation::person`].
    pub people: People,
}

/// The tests of a segment.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tests(pub BTreeMap<(Subject, Group), Counted>);

/// The newest grades of a segment: each person has one per indicator. Grades are numbered in the indicator's order,
/// from 0.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Grades(pub BTreeMap<(GradedIndicator, u8, Group), People>);

/// The values of an indicator.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Figure {
    /// Number of values.
    pub count: u64,
    /// Their sum, in hundredths.
    pub sum: i64,
    /// Number of values in each class (see [`class_of`]), in order.
    pub classes: Classes,
}

/// Number of values in each class, in order.
pub type Classes = Vec<(i64, u64)>;

/// The values of a segment.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Figures(pub BTreeMap<(Indicator, Group), Figure>);

/// The people whose values a segment has. Needed only where small counts are hidden.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Measured(pub BTreeMap<(Indicator, Group), People>);

/// Indicators whose values are stored.
pub const MEASURED: [Indicator; 9] = [
    Indicator::Bmi,
    Indicator::SystolicPressure,
    Indicator::DiastolicPressure,
    Indicator::BodyFat,
    Indicator::Stress,
    Indicator::Anxiety,
    Indicator::Burnout,
    Indicator::Lethargy,
    Indicator::HeartRate,
];

/// Returns the width of an indicator's classes, in hundredths.
#[must_use]
pub const fn width_of(indicator: Indicator) -> i64 {
    match indicator {
        Indicator::Bmi | Indicator::BodyFat => 10,
        _ => 100,
    }
}

/// Returns the class of a value in hundredths: the nearest multiple of the width, rounded up when halfway.
#[must_use]
pub const fn class_of(indicator: Indicator, value: i64) -> i64 {
    let width = width_of(indicator);
    value.saturating_add(width / 2).div_euclid(width)
}

/// The people who already have a grade. Grades are visited newest first, and a person's first one counts.
#[derive(Debug, Default)]
pub struct Seen(HashMap<GradedIndicator, People>);

impl Seen {
    /// Adds a person; returns whether the person is new.
    pub fn take(&mut self, indicator: GradedIndicator, person: u64) -> bool {
        self.of(indicator).insert(person)
    }

    /// Returns whether it is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Adds everyone of another.
    pub fn add(&mut self, other: &Self) {
        for (indicator, people) in &other.0 {
            self.of(*indicator).add(people);
        }
    }

    /// Returns the people who have a grade of an indicator.
    pub fn of(&mut self, indicator: GradedIndicator) -> &mut People {
        self.0.entry(indicator).or_default()
    }
}

impl Counted {
    /// Adds the counts of another segment.
    ///
    /// # Errors
    /// Returns an error if the encoded people are malformed.
    pub fn add(&mut self, cell: &TestsCell<'_>) -> Result<(), Malformed> {
        self.tests = self.tests.saturating_add(cell.tests);
        self.people.add_encoded(cell.people)
    }

    /// Subtracts a subset.
    pub fn remove(&mut self, part: &Self) {
        self.tests = self.tests.saturating_sub(part.tests);
        self.people.remove(&part.people);
    }

    /// Adds other counts.
    pub fn add_counted(&mut self, other: &Self) {
        self.tests = self.tests.saturating_add(other.tests);
        self.people.add(&other.people);
    }
}

impl Tests {
    /// Adds the counts of another segment from its bytes.
    ///
    /// # Errors
    /// Returns an error if the bytes are malformed.
    pub fn add(&mut self, other: &[u8]) -> Result<(), Malformed> {
        Self::each(other, |cell| self.0.entry((cell.subject, cell.group)).or_default().add(&cell))
    }

    /// Returns the totals over all groups: of the categories, and of the cases.
    #[must_use]
    pub fn totals(&self) -> (Self, Self) {
        let (mut categories, mut cases) = (Self::default(), Self::default());
        for ((subject, _), counted) in &self.0 {
            let own = match subject {
                Subject::Category(_) => &mut categories,
                Subject::Case(_) => &mut cases,
            };
            own.0.entry((*subject, Group::default())).or_default().add_counted(counted);
        }
        (categories, cases)
    }
}

impl Grades {
    /// Adds an older segment from its bytes, without the people who have a newer grade.
    ///
    /// # Errors
    /// Returns an error if the bytes are malformed.
    pub fn add_older(&mut self, older: &[u8], seen: &mut Seen) -> Result<(), Malformed> {
        // Within a segment nobody has two grades of an indicator, so its cells do not exclude each other's people.
        Self::each(older, |cell| {
            let own = self.0.entry((cell.indicator, cell.grade, cell.group)).or_default();
            own.add_unseen(cell.people, seen.of(cell.indicator))
        })?;
        // Drops cells whose people all have a newer grade.
        self.0.retain(|_, people| !people.is_empty());
        Ok(())
    }

    /// Returns the totals over all groups.
    #[must_use]
    pub fn totals(&self) -> Self {
        let mut all = Self::default();
        for ((indicator, grade, _), people) in &self.0 {
            all.0.entry((*indicator, *grade, Group::default())).or_default().add(people);
        }
        all
    }
}

impl Figures {
    /// Adds another segment from its bytes.
    ///
    /// # Errors
    /// Returns an error if the bytes are malformed.
    pub fn add(&mut self, other: &[u8]) -> Result<(), Malformed> {
        Self::each(other, |cell| {
            self.0.entry((cell.indicator, cell.group)).or_default().add_cell(&cell);
            Ok(())
        })
    }
}

impl Measured {
    /// Adds the people of another segment from its bytes.
    ///
    /// # Errors
    /// Returns an error if the bytes are malformed.
    pub fn add(&mut self, other: &[u8]) -> Result<(), Malformed> {
        Self::each(other, |cell| self.0.entry((cell.indicator, cell.group)).or_default().add_encoded(cell.people))
    }
}

impl Figure {
    /// Adds another figure.
    pub fn add(&mut self, other: &Self) {
        self.count = self.count.saturating_add(other.count);
        self.sum = self.sum.saturating_add(other.sum);
        self.add_classes(&other.classes);
    }

    /// Adds the values of a cell.
    pub fn add_cell(&mut self, cell: &FiguresCell) {
        self.count = self.count.saturating_add(cell.count);
        self.sum = self.sum.saturating_add(cell.sum);
        self.add_classes(&cell.classes);
    }

    fn add_classes(&mut self, further: &[(i64, u64)]) {
        if self.classes.is_empty() {
            self.classes = further.to_vec();
            return;
        }
        // Most classes exist already. Both lists are sorted, so each search starts at the previous position.
        let mut from = 0;
        for (class, count) in further {
            let behind = self.classes.get(from..).unwrap_or_default();
            from += behind.partition_point(|(own, _)| own < class);
            match self.classes.get_mut(from) {
                Some((own, counted)) if own == class => *counted = counted.saturating_add(*count),
                _ => self.classes.insert(from, (*class, *count)),
            }
        }
    }

    /// Adds a value in hundredths.
    pub fn add_value(&mut self, indicator: Indicator, value: i64) {
        self.count = self.count.saturating_add(1);
        self.sum = self.sum.saturating_add(value);
        self.add_classes(&[(class_of(indicator, value), 1)]);
    }
}

/// An encoded cell of tests.
#[derive(Clone, Copy, Debug)]
pub struct TestsCell<'a> {
    /// Category or case.
    pub subject: Subject,
    /// The group of people.
    pub group: Group,
    /// Number of tests.
    pub tests: u64,
    /// The people who took them.
    pub people: EncodedPeople<'a>,
}

/// An encoded cell of grades.
#[derive(Clone, Copy, Debug)]
pub struct GradesCell<'a> {
    /// The graded indicator.
    pub indicator: GradedIndicator,
    /// The grade, in the indicator's numbering.
    pub grade: u8,
    /// The group of people.
    pub group: Group,
    /// The people who have it.
    pub people: EncodedPeople<'a>,
}

/// An encoded cell of values.
#[derive(Clone, Debug)]
pub struct FiguresCell {
    /// The measured indicator.
    pub indicator: Indicator,
    /// The group of people.
    pub group: Group,
    /// Number of values.
    pub count: u64,
    /// Their sum, in hundredths.
    pub sum: i64,
    /// Number of values in each class, in order.
    pub classes: Classes,
}

/// An encoded cell of the people who have values.
#[derive(Clone, Copy, Debug)]
pub struct MeasuredCell<'a> {
    /// The measured indicator.
    pub indicator: Indicator,
    /// The group of people.
    pub group: Group,
    /// The people who have values.
    pub people: EncodedPeople<'a>,
}

/// What a cell of a segment is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Topic {
    /// Tests of a category or a case.
    Tests(Subject),
    /// Grades of an indicator.
    Grades(GradedIndicator),
    /// Values of an indicator.
    Values(Indicator),
}

/// An encodable part of a segment: cells sorted by key.
pub trait Part: Default {
    /// An encoded cell.
    type Cell<'a>;

    /// Returns what a cell is about.
    fn topic(cell: &Self::Cell<'_>) -> Topic;

    /// Appends the encoding, without the version byte.
    fn write(&self, out: &mut Vec<u8>);

    /// Calls `take` with each cell.
    ///
    /// # Errors
    /// Returns an error if the bytes are malformed or `take` fails.
    fn each<'a>(bytes: &'a [u8], take: impl FnMut(Self::Cell<'a>) -> Result<(), Malformed>) -> Result<(), Malformed>;

    /// Returns the encoding.
    #[must_use]
    fn bytes(&self) -> Vec<u8> {
        let mut out = vec![VERSION];
        self.write(&mut out);
        out
    }

    /// Decodes a part.
    ///
    /// # Errors
    /// Returns an error if the bytes are malformed.
    fn of(bytes: &[u8]) -> Result<Self, Malformed>;
}

/// Reads a part after its version byte: cells and nothing else.
fn each_of<'a, K: PartialOrd + Copy>(
    bytes: &'a [u8],
    read: impl FnMut(&mut Input<'a>) -> Result<K, Malformed>,
) -> Result<(), Malformed> {
    let mut input = Input::of(bytes);
    if input.byte()? != VERSION {
        return Err(Malformed);
    }
    input.each(read)?;
    if input.is_empty() { Ok(()) } else { Err(Malformed) }
}

fn group(input: &mut Input<'_>) -> Result<Group, Malformed> {
    let sex = match input.byte()? {
        0 => None,
        1 => Some(Sex::Male),
        2 => Some(Sex::Female),
        _ => return Err(Malformed),
    };
    let decade = match input.byte()? {
        0 => None,
        place => Some((place - 1).checked_mul(10).ok_or(Malformed)?),
    };
    Ok(Group { sex, decade })
}

fn put_group(out: &mut Vec<u8>, group: Group) {
    out.push(match group.sex {
        None => 0,
        Some(Sex::Male) => 1,
        Some(Sex::Female) => 2,
    });
    out.push(group.decade.map_or(0, |decade| decade / 10 + 1));
}

/// Writes the index of an item in a list of at most 256.
fn put_place<T: PartialEq>(out: &mut Vec<u8>, all: &[T], one: &T) {
    let place = all.iter().position(|other| other == one);
    out.push(place.and_then(|place| u8::try_from(place).ok()).unwrap_or(u8::MAX));
}

/// Marks a category. Cases are numbered from 0.
const CATEGORY: u8 = 0x80;

impl Part for Tests {
    type Cell<'a> = TestsCell<'a>;

    fn topic(cell: &TestsCell<'_>) -> Topic {
        Topic::Tests(cell.subject)
    }

    fn write(&self, out: &mut Vec<u8>) {
        put(out, self.0.len() as u64);
        for ((subject, group), counted) in &self.0 {
            match subject {
                Subject::Case(case) => put_place(out, TestCase::ALL, case),
                Subject::Category(kind) => {
                    out.push(CATEGORY);
                    put_place(out, KindOfMeasurements::ALL, kind);
                }
            }
            put_group(out, *group);
            put(out, counted.tests);
            put_people(out, &counted.people);
        }
    }

    fn each<'a>(
        bytes: &'a [u8],
        mut take: impl FnMut(TestsCell<'a>) -> Result<(), Malformed>,
    ) -> Result<(), Malformed> {
        each_of(bytes, |input| {
            let subject = match input.byte()? {
                CATEGORY => Subject::Category(input.one_of(KindOfMeasurements::ALL)?),
                case => Subject::Case(TestCase::ALL.get(usize::from(case)).copied().ok_or(Malformed)?),
            };
            let group = group(input)?;
            take(TestsCell { subject, group, tests: input.number()?, people: EncodedPeople::read(input)? })?;
            Ok((subject, group))
        })
    }

    fn of(bytes: &[u8]) -> Result<Self, Malformed> {
        let mut all = Self::default();
        all.add(bytes)?;
        Ok(all)
    }
}

impl Part for Grades {
    type Cell<'a> = GradesCell<'a>;

    fn topic(cell: &GradesCell<'_>) -> Topic {
        Topic::Grades(cell.indicator)
    }

    fn write(&self, out: &mut Vec<u8>) {
        put(out, self.0.len() as u64);
        for ((indicator, grade, group), people) in &self.0 {
            put_place(out, GradedIndicator::ALL, indicator);
            out.push(*grade);
            put_group(out, *group);
            put_people(out, people);
        }
    }

    fn each<'a>(
        bytes: &'a [u8],
        mut take: impl FnMut(GradesCell<'a>) -> Result<(), Malformed>,
    ) -> Result<(), Malformed> {
        each_of(bytes, |input| {
            let indicator = input.one_of(GradedIndicator::ALL)?;
            let grade = input.byte()?;
            if usize::from(grade) >= indicator.grades().len() {
                return Err(Malformed);
            }
            let group = group(input)?;
            take(GradesCell { indicator, grade, group, people: EncodedPeople::read(input)? })?;
            Ok((indicator, grade, group))
        })
    }

    fn of(bytes: &[u8]) -> Result<Self, Malformed> {
        let mut all = Self::default();
        Self::each(bytes, |cell| {
            let own = all.0.entry((cell.indicator, cell.grade, cell.group)).or_default();
            own.add_encoded(cell.people)
        })?;
        Ok(all)
    }
}

impl Part for Figures {
    type Cell<'a> = FiguresCell;

    fn topic(cell: &FiguresCell) -> Topic {
        Topic::Values(cell.indicator)
    }

    fn write(&self, out: &mut Vec<u8>) {
        put(out, self.0.len() as u64);
        for ((indicator, group), figure) in &self.0 {
            put_place(out, &MEASURED, indicator);
            put_group(out, *group);
            put(out, figure.count);
            put_signed(out, figure.sum);
            put(out, figure.classes.len() as u64);
            for (class, count) in &figure.classes {
                put_signed(out, *class);
                put(out, *count);
            }
        }
    }

    fn each<'a>(
        bytes: &'a [u8],
        mut take: impl FnMut(Self::Cell<'a>) -> Result<(), Malformed>,
    ) -> Result<(), Malformed> {
        each_of(bytes, |input| {
            let indicator = input.one_of(&MEASURED)?;
            let group = group(input)?;
            let (count, sum) = (input.number()?, input.signed()?);
            let mut classes = Vec::new();
            input.each(|input| {
                let class = input.signed()?;
                classes.push((class, input.number()?));
                Ok(class)
            })?;
            take(FiguresCell { indicator, group, count, sum, classes })?;
            Ok((indicator, group))
        })
    }

    fn of(bytes: &[u8]) -> Result<Self, Malformed> {
        let mut all = Self::default();
        all.add(bytes)?;
        Ok(all)
    }
}

impl Part for Measured {
    type Cell<'a> = MeasuredCell<'a>;

    fn topic(cell: &MeasuredCell<'_>) -> Topic {
        Topic::Values(cell.indicator)
    }

    fn write(&self, out: &mut Vec<u8>) {
        put(out, self.0.len() as u64);
        for ((indicator, group), people) in &self.0 {
            put_place(out, &MEASURED, indicator);
            put_group(out, *group);
            put_people(out, people);
        }
    }

    fn each<'a>(
        bytes: &'a [u8],
        mut take: impl FnMut(MeasuredCell<'a>) -> Result<(), Malformed>,
    ) -> Result<(), Malformed> {
        each_of(bytes, |input| {
            let indicator = input.one_of(&MEASURED)?;
            let group = group(input)?;
            take(MeasuredCell { indicator, group, people: EncodedPeople::read(input)? })?;
            Ok((indicator, group))
        })
    }

    fn of(bytes: &[u8]) -> Result<Self, Malformed> {
        let mut all = Self::default();
        all.add(bytes)?;
        Ok(all)
    }
}
