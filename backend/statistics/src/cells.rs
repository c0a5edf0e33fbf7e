//! What a segment says, and how it is written down: for each group of people of the same sex and ten years of age how
//! many tests there were and who had them, who has which grade, and the sums and classes of values.
//!
//! People are kept as sets, because they do not add up: who comes on two days is one person. A number is written in as
//! many bytes as it needs, a set as the gaps between its numbers; most sets have few. What was read is checked: bytes
//! that nobody has written are refused, whatever they are.

use kernel::problem::Problem;
use roaring::RoaringTreemap;
use std::collections::{BTreeMap, HashMap};
use uno_core::{
    contract::{measurements::KindOfMeasurements, statistics::TestCase},
    domain::grade::{Sex, concern::GradedIndicator, indicator::Indicator},
};

/// The first byte of every part. Whoever changes what is behind it counts it up, and folds everything anew by a
/// migration.
pub const VERSION: u8 = 1;

/// People of the same sex and ten years of age; `None` is what nobody has said.
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
    pub people: RoaringTreemap,
}

/// The tests of a segment.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tests(pub BTreeMap<(Subject, Group), Counted>);

/// The newest grades of a segment: each person has one of each indicator. Grades are numbered as the indicator has
/// them, from 0.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Grades(pub BTreeMap<(GradedIndicator, u8, Group), RoaringTreemap>);

/// The values of an indicator.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Figure {
    /// Values.
    pub count: u64,
    /// Their sum, in hundredths.
    pub sum: i64,
    /// Whose they are.
    pub people: RoaringTreemap,
    /// How many are in each class, see [`class_of`].
    pub classes: BTreeMap<i64, u64>,
}

/// The values of a segment.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Figures(pub BTreeMap<(Indicator, Group), Figure>);

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
pub struct Met(HashMap<GradedIndicator, RoaringTreemap>);

impl Met {
    /// Takes somebody; answers whether it is the first time.
    pub fn take(&mut self, indicator: GradedIndicator, person: u64) -> bool {
        self.0.entry(indicator).or_default().insert(person)
    }

    /// Takes all of them; answers those who are met for the first time.
    fn take_all(&mut self, indicator: GradedIndicator, people: &RoaringTreemap) -> RoaringTreemap {
        let met = self.0.entry(indicator).or_default();
        let new = people - &*met;
        *met |= &new;
        new
    }
}

impl Tests {
    /// Adds what another segment counts.
    pub fn add(&mut self, other: &Self) {
        for (key, counted) in &other.0 {
            let own = self.0.entry(*key).or_default();
            own.tests = own.tests.saturating_add(counted.tests);
            own.people |= &counted.people;
        }
    }
}

impl Grades {
    /// Adds what an older segment has: who has a newer grade is left out.
    pub fn add_older(&mut self, older: &Self, met: &mut Met) {
        // Within a segment nobody has two grades of an indicator: its cells do not keep each other's people out.
        for ((indicator, grade, group), people) in &older.0 {
            let new = met.take_all(*indicator, people);
            if !new.is_empty() {
                *self.0.entry((*indicator, *grade, *group)).or_default() |= &new;
            }
        }
    }
}

impl Figures {
    /// Adds what another segment has.
    pub fn add(&mut self, other: &Self) {
        for (key, figure) in &other.0 {
            self.0.entry(*key).or_default().add(figure);
        }
    }
}

impl Figure {
    /// Adds the values of another.
    pub fn add(&mut self, other: &Self) {
        self.count = self.count.saturating_add(other.count);
        self.sum = self.sum.saturating_add(other.sum);
        self.people |= &other.people;
        for (class, count) in &other.classes {
            let own = self.classes.entry(*class).or_default();
            *own = own.saturating_add(*count);
        }
    }

    /// Adds a value in hundredths.
    pub fn add_value(&mut self, indicator: Indicator, value: i64, person: Option<u64>) {
        self.count = self.count.saturating_add(1);
        self.sum = self.sum.saturating_add(value);
        if let Some(person) = person {
            self.people.insert(person);
        }
        *self.classes.entry(class_of(indicator, value)).or_default() += 1;
    }
}

/// What stands where no part was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Broken;

impl From<Broken> for Problem {
    fn from(_: Broken) -> Self {
        Self::internal("a segment of the statistics cannot be read: uno statistics rebuild makes it anew")
    }
}

/// A part of a segment, as it is written and read.
pub trait Part: Sized {
    /// Writes it behind the version.
    fn write(&self, out: &mut Vec<u8>);
    /// Reads it.
    ///
    /// # Errors
    /// When the bytes are none of it.
    fn read(input: &mut Input<'_>) -> Result<Self, Broken>;

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
    fn of(bytes: &[u8]) -> Result<Self, Broken> {
        let mut input = Input(bytes);
        if input.byte()? != VERSION {
            return Err(Broken);
        }
        let part = Self::read(&mut input)?;
        if input.0.is_empty() { Ok(part) } else { Err(Broken) }
    }
}

/// Bytes that are still to be read.
#[derive(Debug)]
pub struct Input<'a>(&'a [u8]);

impl Input<'_> {
    fn byte(&mut self) -> Result<u8, Broken> {
        let (first, rest) = self.0.split_first().ok_or(Broken)?;
        self.0 = rest;
        Ok(*first)
    }

    /// Seven bits a byte, the lowest first; all but the last have the highest bit.
    fn number(&mut self) -> Result<u64, Broken> {
        let mut number = 0_u64;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            let bits = u64::from(byte & 0x7F);
            if (bits << shift) >> shift != bits {
                return Err(Broken);
            }
            number |= bits << shift;
            if byte & 0x80 == 0 {
                return Ok(number);
            }
        }
        Err(Broken)
    }

    fn signed(&mut self) -> Result<i64, Broken> {
        let number = self.number()?;
        let half = i64::try_from(number >> 1).map_err(|_| Broken)?;
        Ok(if number & 1 == 0 { half } else { -half - 1 })
    }

    fn people(&mut self) -> Result<RoaringTreemap, Broken> {
        let count = self.number()?;
        let mut people = RoaringTreemap::new();
        let mut next = 0_u64;
        for _ in 0..count {
            let person = next.checked_add(self.number()?).ok_or(Broken)?;
            people.insert(person);
            next = person.checked_add(1).ok_or(Broken)?;
        }
        Ok(people)
    }

    fn group(&mut self) -> Result<Group, Broken> {
        let sex = match self.byte()? {
            0 => None,
            1 => Some(Sex::Male),
            2 => Some(Sex::Female),
            _ => return Err(Broken),
        };
        let decade = match self.byte()? {
            0 => None,
            place => Some((place - 1).checked_mul(10).ok_or(Broken)?),
        };
        Ok(Group { sex, decade })
    }

    fn one_of<T: Copy>(&mut self, all: &[T]) -> Result<T, Broken> {
        all.get(usize::from(self.byte()?)).copied().ok_or(Broken)
    }
}

fn put(out: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        out.push((number & 0x7F) as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

fn put_signed(out: &mut Vec<u8>, number: i64) {
    // Positive numbers are even, negative ones odd.
    put(out, ((number << 1) ^ (number >> 63)).cast_unsigned());
}

fn put_people(out: &mut Vec<u8>, people: &RoaringTreemap) {
    put(out, people.len());
    let mut next = 0;
    for person in people {
        put(out, person - next);
        next = person.saturating_add(1);
    }
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

/// As many as there are, none of them twice.
fn read_all<K: Ord, V>(
    input: &mut Input<'_>,
    mut read: impl FnMut(&mut Input<'_>) -> Result<(K, V), Broken>,
) -> Result<BTreeMap<K, V>, Broken> {
    let mut all = BTreeMap::new();
    for _ in 0..input.number()? {
        let (key, value) = read(input)?;
        if all.insert(key, value).is_some() {
            return Err(Broken);
        }
    }
    Ok(all)
}

/// What stands for a category: cases are numbered from 0.
const CATEGORY: u8 = 0x80;

impl Part for Tests {
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

    fn read(input: &mut Input<'_>) -> Result<Self, Broken> {
        let all = read_all(input, |input| {
            let subject = match input.byte()? {
                CATEGORY => Subject::Category(input.one_of(KindOfMeasurements::ALL)?),
                case => Subject::Case(TestCase::ALL.get(usize::from(case)).copied().ok_or(Broken)?),
            };
            let group = input.group()?;
            Ok(((subject, group), Counted { tests: input.number()?, people: input.people()? }))
        })?;
        Ok(Self(all))
    }
}

impl Part for Grades {
    fn write(&self, out: &mut Vec<u8>) {
        put(out, self.0.len() as u64);
        for ((indicator, grade, group), people) in &self.0 {
            put_place(out, GradedIndicator::ALL, indicator);
            out.push(*grade);
            put_group(out, *group);
            put_people(out, people);
        }
    }

    fn read(input: &mut Input<'_>) -> Result<Self, Broken> {
        let all = read_all(input, |input| {
            let indicator = input.one_of(GradedIndicator::ALL)?;
            let grade = input.byte()?;
            if usize::from(grade) >= indicator.grades().len() {
                return Err(Broken);
            }
            let group = input.group()?;
            Ok(((indicator, grade, group), input.people()?))
        })?;
        Ok(Self(all))
    }
}

impl Part for Figures {
    fn write(&self, out: &mut Vec<u8>) {
        put(out, self.0.len() as u64);
        for ((indicator, group), figure) in &self.0 {
            put_place(out, &MEASURED, indicator);
            put_group(out, *group);
            put(out, figure.count);
            put_signed(out, figure.sum);
            put_people(out, &figure.people);
            put(out, figure.classes.len() as u64);
            for (class, count) in &figure.classes {
                put_signed(out, *class);
                put(out, *count);
            }
        }
    }

    fn read(input: &mut Input<'_>) -> Result<Self, Broken> {
        let all = read_all(input, |input| {
            let indicator = input.one_of(&MEASURED)?;
            let group = input.group()?;
            let (count, sum, people) = (input.number()?, input.signed()?, input.people()?);
            let classes = read_all(input, |input| Ok((input.signed()?, input.number()?)))?;
            Ok(((indicator, group), Figure { count, sum, people, classes }))
        })?;
        Ok(Self(all))
    }
}
