//! What a segment says, and how it is written down: for each group of people of the same sex and ten years of age how
//! many tests there were and who had them, who has which grade, and the sums and classes of values. What is asked for
//! most, the tests and the grades of everybody, is kept once more without groups.
//!
//! People are kept as sets, because they do not add up: who comes on two days is one person. A number is written in as
//! many bytes as it needs, a set as the gaps between its numbers, behind how many they are and how many bytes. What was
//! read is checked: bytes that nobody has written are refused, whatever they are.

use crate::{
    bytes::{Broken, Input, put, put_signed},
    people::{People, Written, put_people},
};
use std::collections::{BTreeMap, HashMap};
use uno_core::{
    contract::{measurements::KindOfMeasurements, statistics::TestCase},
    domain::grade::{Sex, concern::GradedIndicator, indicator::Indicator},
};

/// The first byte of every part. Whoever changes what is behind it counts it up, and folds everything anew by a
/// migration.
pub const VERSION: u8 = 2;

/// People of the same sex and ten years of age; `None` is what nobody has said, and both of everybody together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Group {
    /// Sex.
    pub sex: Option<Sex>,
    /// Age: 0, 10, 20, …
    pub decade: Option<u8>,
}

/// What tests are counted by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Subject {
    /// All measurements of a category.
    Category(KindOfMeasurements),
    /// Those that are a test of a case.
    Case(TestCase),
}

/// Tests and who had them; of what is nobody's yet there are tests alone.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Counted {
    /// Tests.
    pub tests: u64,
    /// People, by [`crate::rows::Observed::person`].
    pub people: People,
}

/// The tests of a segment.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tests(pub BTreeMap<(Subject, Group), Counted>);

/// The newest grades of a segment: each person has one of each indicator. Grades are numbered as the indicator has
/// them, from 0.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Grades(pub BTreeMap<(GradedIndicator, u8, Group), People>);

/// The values of an indicator.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Figure {
    /// Values.
    pub count: u64,
    /// Their sum, in hundredths.
    pub sum: i64,
    /// How many are in each class, see [`class_of`], in order.
    pub classes: Classes,
}

/// How many values are in each class, in order.
pub type Classes = Vec<(i64, u64)>;

/// The values of a segment.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Figures(pub BTreeMap<(Indicator, Group), Figure>);

/// Whose values a segment has: asked for only where what tells of few is hidden.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Measured(pub BTreeMap<(Indicator, Group), People>);

/// Indicators whose values are kept.
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

/// How wide the classes of an indicator's values are, in hundredths.
#[must_use]
pub const fn width_of(indicator: Indicator) -> i64 {
    match indicator {
        Indicator::Bmi | Indicator::BodyFat => 10,
        _ => 100,
    }
}

/// The class of a value in hundredths: the nearest multiple of the width, the upper one of two.
#[must_use]
pub const fn class_of(indicator: Indicator, value: i64) -> i64 {
    let width = width_of(indicator);
    value.saturating_add(width / 2).div_euclid(width)
}

/// Who has a grade already: of several the newest counts, which is met first.
#[derive(Debug, Default)]
pub struct Met(HashMap<GradedIndicator, People>);

impl Met {
    /// Takes somebody; answers whether it is the first time.
    pub fn take(&mut self, indicator: GradedIndicator, person: u64) -> bool {
        self.of(indicator).insert(person)
    }

    /// Whether nobody has one.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Takes everybody of another.
    pub fn add(&mut self, other: &Self) {
        for (indicator, people) in &other.0 {
            self.of(*indicator).add(people);
        }
    }

    /// Who has a grade of an indicator.
    pub fn of(&mut self, indicator: GradedIndicator) -> &mut People {
        self.0.entry(indicator).or_default()
    }
}

impl Counted {
    /// Adds what another segment counts.
    ///
    /// # Errors
    /// When the people are none.
    pub fn add(&mut self, cell: &TestsCell<'_>) -> Result<(), Broken> {
        self.tests = self.tests.saturating_add(cell.tests);
        self.people.add_written(cell.people)
    }

    /// Leaves what is not in a part of it.
    pub fn remove(&mut self, part: &Self) {
        self.tests = self.tests.saturating_sub(part.tests);
        self.people.remove(&part.people);
    }

    /// Adds what is counted elsewhere.
    pub fn add_counted(&mut self, other: &Self) {
        self.tests = self.tests.saturating_add(other.tests);
        self.people.add(&other.people);
    }
}

impl Tests {
    /// Adds what another segment counts, of its bytes.
    ///
    /// # Errors
    /// When the bytes are none of it.
    pub fn add(&mut self, other: &[u8]) -> Result<(), Broken> {
        Self::each(other, |cell| self.0.entry((cell.subject, cell.group)).or_default().add(&cell))
    }

    /// Those of everybody: of the categories, and of the cases.
    #[must_use]
    pub fn of_everybody(&self) -> (Self, Self) {
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
    /// Adds what an older segment has, of its bytes: who has a newer grade is left out.
    ///
    /// # Errors
    /// When the bytes are none of it.
    pub fn add_older(&mut self, older: &[u8], met: &mut Met) -> Result<(), Broken> {
        // Within a segment nobody has two grades of an indicator: its cells do not keep each other's people out.
        Self::each(older, |cell| {
            let own = self.0.entry((cell.indicator, cell.grade, cell.group)).or_default();
            own.add_unmet(cell.people, met.of(cell.indicator))
        })?;
        // Whose people all have a newer grade is no cell.
        self.0.retain(|_, people| !people.is_empty());
        Ok(())
    }

    /// Those of everybody.
    #[must_use]
    pub fn of_everybody(&self) -> Self {
        let mut all = Self::default();
        for ((indicator, grade, _), people) in &self.0 {
            all.0.entry((*indicator, *grade, Group::default())).or_default().add(people);
        }
        all
    }
}

impl Figures {
    /// Adds what another segment has, of its bytes.
    ///
    /// # Errors
    /// When the bytes are none of it.
    pub fn add(&mut self, other: &[u8]) -> Result<(), Broken> {
        Self::each(other, |cell| {
            self.0.entry((cell.indicator, cell.group)).or_default().add_cell(&cell);
            Ok(())
        })
    }
}

impl Measured {
    /// Adds whose values another segment has, of its bytes.
    ///
    /// # Errors
    /// When the bytes are none of it.
    pub fn add(&mut self, other: &[u8]) -> Result<(), Broken> {
        Self::each(other, |cell| self.0.entry((cell.indicator, cell.group)).or_default().add_written(cell.people))
    }
}

impl Figure {
    /// Adds the values of another.
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
        // Most are there already; each is sought behind the one before.
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

/// A cell of tests, as it is written.
#[derive(Clone, Copy, Debug)]
pub struct TestsCell<'a> {
    /// What was tested.
    pub subject: Subject,
    /// Of whom.
    pub group: Group,
    /// Tests.
    pub tests: u64,
    /// Who had them.
    pub people: Written<'a>,
}

/// A cell of grades, as it is written.
#[derive(Clone, Copy, Debug)]
pub struct GradesCell<'a> {
    /// What is graded.
    pub indicator: GradedIndicator,
    /// The grade, as the indicator numbers them.
    pub grade: u8,
    /// Of whom.
    pub group: Group,
    /// Who has it.
    pub people: Written<'a>,
}

/// A cell of values, as it is written.
#[derive(Clone, Debug)]
pub struct FiguresCell {
    /// What was measured.
    pub indicator: Indicator,
    /// Of whom.
    pub group: Group,
    /// Values.
    pub count: u64,
    /// Their sum, in hundredths.
    pub sum: i64,
    /// How many are in each class, in order.
    pub classes: Classes,
}

/// Whose values there are, as it is written.
#[derive(Clone, Copy, Debug)]
pub struct MeasuredCell<'a> {
    /// What was measured.
    pub indicator: Indicator,
    /// Of whom.
    pub group: Group,
    /// Whose values there are.
    pub people: Written<'a>,
}

/// A part of a segment, as it is written and read: cells in the order of what they are of.
pub trait Part: Default {
    /// A cell as it is written.
    type Cell<'a>;

    /// Writes it behind the version.
    fn write(&self, out: &mut Vec<u8>);

    /// Hands over its cells.
    ///
    /// # Errors
    /// When the bytes are none of it, or `take` fails.
    fn each<'a>(bytes: &'a [u8], take: impl FnMut(Self::Cell<'a>) -> Result<(), Broken>) -> Result<(), Broken>;

    /// Its bytes.
    #[must_use]
    fn bytes(&self) -> Vec<u8> {
        let mut out = vec![VERSION];
        self.write(&mut out);
        out
    }

    /// The part that the bytes are.
    ///
    /// # Errors
    /// When they are none.
    fn of(bytes: &[u8]) -> Result<Self, Broken>;
}

/// Reads a part behind its version: cells and nothing else.
fn each_of<'a, K: PartialOrd + Copy>(
    bytes: &'a [u8],
    read: impl FnMut(&mut Input<'a>) -> Result<K, Broken>,
) -> Result<(), Broken> {
    let mut input = Input::of(bytes);
    if input.byte()? != VERSION {
        return Err(Broken);
    }
    input.each(read)?;
    if input.is_empty() { Ok(()) } else { Err(Broken) }
}

fn group(input: &mut Input<'_>) -> Result<Group, Broken> {
    let sex = match input.byte()? {
        0 => None,
        1 => Some(Sex::Male),
        2 => Some(Sex::Female),
        _ => return Err(Broken),
    };
    let decade = match input.byte()? {
        0 => None,
        place => Some((place - 1).checked_mul(10).ok_or(Broken)?),
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

/// The place of one of a list of at most 256.
fn put_place<T: PartialEq>(out: &mut Vec<u8>, all: &[T], one: &T) {
    let place = all.iter().position(|other| other == one);
    out.push(place.and_then(|place| u8::try_from(place).ok()).unwrap_or(u8::MAX));
}

/// What stands for a category: cases are numbered from 0.
const CATEGORY: u8 = 0x80;

impl Part for Tests {
    type Cell<'a> = TestsCell<'a>;

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

    fn each<'a>(bytes: &'a [u8], mut take: impl FnMut(TestsCell<'a>) -> Result<(), Broken>) -> Result<(), Broken> {
        each_of(bytes, |input| {
            let subject = match input.byte()? {
                CATEGORY => Subject::Category(input.one_of(KindOfMeasurements::ALL)?),
                case => Subject::Case(TestCase::ALL.get(usize::from(case)).copied().ok_or(Broken)?),
            };
            let group = group(input)?;
            take(TestsCell { subject, group, tests: input.number()?, people: Written::read(input)? })?;
            Ok((subject, group))
        })
    }

    fn of(bytes: &[u8]) -> Result<Self, Broken> {
        let mut all = Self::default();
        all.add(bytes)?;
        Ok(all)
    }
}

impl Part for Grades {
    type Cell<'a> = GradesCell<'a>;

    fn write(&self, out: &mut Vec<u8>) {
        put(out, self.0.len() as u64);
        for ((indicator, grade, group), people) in &self.0 {
            put_place(out, GradedIndicator::ALL, indicator);
            out.push(*grade);
            put_group(out, *group);
            put_people(out, people);
        }
    }

    fn each<'a>(bytes: &'a [u8], mut take: impl FnMut(GradesCell<'a>) -> Result<(), Broken>) -> Result<(), Broken> {
        each_of(bytes, |input| {
            let indicator = input.one_of(GradedIndicator::ALL)?;
            let grade = input.byte()?;
            if usize::from(grade) >= indicator.grades().len() {
                return Err(Broken);
            }
            let group = group(input)?;
            take(GradesCell { indicator, grade, group, people: Written::read(input)? })?;
            Ok((indicator, grade, group))
        })
    }

    fn of(bytes: &[u8]) -> Result<Self, Broken> {
        let mut all = Self::default();
        Self::each(bytes, |cell| {
            let own = all.0.entry((cell.indicator, cell.grade, cell.group)).or_default();
            own.add_written(cell.people)
        })?;
        Ok(all)
    }
}

impl Part for Figures {
    type Cell<'a> = FiguresCell;

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

    fn each<'a>(bytes: &'a [u8], mut take: impl FnMut(Self::Cell<'a>) -> Result<(), Broken>) -> Result<(), Broken> {
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

    fn of(bytes: &[u8]) -> Result<Self, Broken> {
        let mut all = Self::default();
        all.add(bytes)?;
        Ok(all)
    }
}

impl Part for Measured {
    type Cell<'a> = MeasuredCell<'a>;

    fn write(&self, out: &mut Vec<u8>) {
        put(out, self.0.len() as u64);
        for ((indicator, group), people) in &self.0 {
            put_place(out, &MEASURED, indicator);
            put_group(out, *group);
            put_people(out, people);
        }
    }

    fn each<'a>(bytes: &'a [u8], mut take: impl FnMut(MeasuredCell<'a>) -> Result<(), Broken>) -> Result<(), Broken> {
        each_of(bytes, |input| {
            let indicator = input.one_of(&MEASURED)?;
            let group = group(input)?;
            take(MeasuredCell { indicator, group, people: Written::read(input)? })?;
            Ok((indicator, group))
        })
    }

    fn of(bytes: &[u8]) -> Result<Self, Broken> {
        let mut all = Self::default();
        all.add(bytes)?;
        Ok(all)
    }
}
