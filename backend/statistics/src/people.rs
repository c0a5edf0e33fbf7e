//! Sets of people, as numbers, and how they are written down.
//!
//! Statistics add up millions of numbers that come in order from many small sets into few large ones. So a set is
//! pages of 65,536 numbers, each of which is a sorted list while it has few and bits from then on, and what is written
//! is added as it is read, without a set of its own in between.

use crate::bytes::{Broken, Input, put};
use std::collections::{BTreeMap, btree_map::Entry};

/// Bits of a number within its page.
const PAGE_BITS: u32 = 16;
/// A page has so many numbers as a list at most: about as long as it takes to find one in it is all right.
const FEW: usize = 256;
/// Words of a page of bits.
const WORDS: usize = 1 << (PAGE_BITS - 6);

/// People.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct People {
    pages: BTreeMap<u64, Page>,
    count: u64,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Page {
    Few(Vec<u16>),
    Many(Box<[u64]>),
}

impl Default for Page {
    fn default() -> Self {
        Self::Few(Vec::new())
    }
}

/// The page of a number, and its place there.
fn place_of(person: u64) -> (u64, u16) {
    (person >> PAGE_BITS, (person & u64::from(u16::MAX)) as u16)
}

/// The word of a place, and its bit there.
fn bit_of(place: u16) -> (usize, u64) {
    (usize::from(place >> 6), 1 << (place & 63))
}

/// The places of a word whose first one is `first`.
fn bits(first: u16, mut word: u64) -> impl Iterator<Item = u16> {
    std::iter::from_fn(move || {
        let place = u16::try_from(word.trailing_zeros()).ok().filter(|place| *place < 64)?;
        word &= word - 1;
        Some(first + place)
    })
}

impl Page {
    /// Answers whether it is new.
    fn insert(&mut self, place: u16) -> bool {
        match self {
            Self::Many(words) => {
                let (word, bit) = bit_of(place);
                let Some(word) = words.get_mut(word) else { return false };
                let is_new = *word & bit == 0;
                *word |= bit;
                is_new
            }
            Self::Few(list) => {
                // Most come in order.
                let at = match list.last() {
                    Some(last) if *last >= place => match list.binary_search(&place) {
                        Ok(_) => return false,
                        Err(at) => at,
                    },
                    _ => list.len(),
                };
                list.insert(at, place);
                if list.len() > FEW {
                    let mut words = vec![0_u64; WORDS].into_boxed_slice();
                    for place in list.iter() {
                        let (word, bit) = bit_of(*place);
                        if let Some(word) = words.get_mut(word) {
                            *word |= bit;
                        }
                    }
                    *self = Self::Many(words);
                }
                true
            }
        }
    }

    fn has(&self, place: u16) -> bool {
        match self {
            Self::Few(list) => list.binary_search(&place).is_ok(),
            Self::Many(words) => {
                let (word, bit) = bit_of(place);
                words.get(word).is_some_and(|word| word & bit != 0)
            }
        }
    }

    fn places(&self) -> Box<dyn Iterator<Item = u16> + '_> {
        match self {
            Self::Few(list) => Box::new(list.iter().copied()),
            Self::Many(words) => {
                Box::new((0..=u16::MAX).step_by(64).zip(words).flat_map(|(first, word)| bits(first, *word)))
            }
        }
    }

    fn len(&self) -> u64 {
        match self {
            Self::Few(list) => list.len() as u64,
            Self::Many(words) => words.iter().map(|word| u64::from(word.count_ones())).sum(),
        }
    }

    /// Answers how many are new.
    fn add(&mut self, other: &Self) -> u64 {
        match (self, other) {
            (Self::Many(own), Self::Many(other)) => {
                let mut added = 0;
                for (own, other) in own.iter_mut().zip(other) {
                    added += u64::from((other & !*own).count_ones());
                    *own |= other;
                }
                added
            }
            (own, other) => other.places().map(|place| u64::from(own.insert(place))).sum(),
        }
    }

    /// Answers how many are gone.
    fn remove(&mut self, other: &Self) -> u64 {
        let before = self.len();
        match (&mut *self, other) {
            (Self::Many(own), Self::Many(other)) => {
                own.iter_mut().zip(other).for_each(|(own, other)| *own &= !other);
            }
            (Self::Many(own), Self::Few(list)) => {
                for place in list {
                    let (word, bit) = bit_of(*place);
                    if let Some(word) = own.get_mut(word) {
                        *word &= !bit;
                    }
                }
            }
            (Self::Few(list), other) => list.retain(|place| !other.has(*place)),
        }
        before - self.len()
    }

    fn common(&self, other: &Self) -> u64 {
        match (self, other) {
            (Self::Many(own), Self::Many(other)) => {
                own.iter().zip(other).map(|(own, other)| u64::from((own & other).count_ones())).sum()
            }
            (Self::Few(list), page) | (page, Self::Few(list)) => {
                list.iter().filter(|place| page.has(**place)).count() as u64
            }
        }
    }
}

impl People {
    /// Adds somebody; answers whether it is the first time.
    pub fn insert(&mut self, person: u64) -> bool {
        let (page, place) = place_of(person);
        let is_new = self.pages.entry(page).or_default().insert(place);
        self.count += u64::from(is_new);
        is_new
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> u64 {
        self.count
    }

    /// Whether there is nobody.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Everybody, in order.
    pub fn iter(&self) -> impl Iterator<Item = u64> + '_ {
        self.pages
            .iter()
            .flat_map(|(page, places)| places.places().map(move |place| (page << PAGE_BITS) | u64::from(place)))
    }

    /// Adds everybody of another.
    pub fn add(&mut self, other: &Self) {
        for (number, page) in &other.pages {
            self.count += match self.pages.entry(*number) {
                Entry::Vacant(entry) => entry.insert(page.clone()).len(),
                Entry::Occupied(mut own) => own.get_mut().add(page),
            };
        }
    }

    /// Takes away everybody of another.
    pub fn remove(&mut self, other: &Self) {
        for (number, page) in &mut self.pages {
            if let Some(other) = other.pages.get(number) {
                self.count -= page.remove(other);
            }
        }
    }

    /// Adds everybody who is written; answers how many of them are new.
    ///
    /// # Errors
    /// When the bytes are none of a set.
    pub fn add_written(&mut self, written: Written<'_>) -> Result<u64, Broken> {
        let mut added = 0;
        written.each_page(|number, places| {
            let page = self.pages.entry(number).or_default();
            places.each(|place| added += u64::from(page.insert(place)))
        })?;
        self.count += added;
        Ok(added)
    }

    /// Adds everybody who is written and has not been met, and meets them.
    ///
    /// # Errors
    /// When the bytes are none of a set.
    pub fn add_unmet(&mut self, written: Written<'_>, met: &mut Self) -> Result<(), Broken> {
        let mut unmet = 0;
        written.each_page(|number, places| {
            let (own, met) = (self.pages.entry(number).or_default(), met.pages.entry(number).or_default());
            places.each(|place| {
                // Who has been met by nobody is in no set of those who were met.
                if met.insert(place) {
                    own.insert(place);
                    unmet += 1;
                }
            })
        })?;
        self.count += unmet;
        met.count += unmet;
        Ok(())
    }

    /// How many are in both.
    #[must_use]
    pub fn common(&self, other: &Self) -> u64 {
        self.pages.iter().filter_map(|(number, page)| other.pages.get(number).map(|other| page.common(other))).sum()
    }
}

impl FromIterator<u64> for People {
    fn from_iter<I: IntoIterator<Item = u64>>(people: I) -> Self {
        let mut all = Self::default();
        people.into_iter().for_each(|person| {
            all.insert(person);
        });
        all
    }
}

/// People as they are written: how many they are, and the gaps between their numbers. They are read only where
/// somebody asks who they are.
#[derive(Clone, Copy, Debug)]
pub struct Written<'a> {
    count: u64,
    gaps: &'a [u8],
}

/// The numbers that are written, one by one.
struct Numbers<'a> {
    gaps: Input<'a>,
    /// Numbers behind the present one.
    left: u64,
    present: Option<u64>,
}

/// Those of a page.
struct Places<'n, 'a> {
    numbers: &'n mut Numbers<'a>,
    page: u64,
}

impl Numbers<'_> {
    fn step(&mut self) -> Result<(), Broken> {
        if self.left == 0 {
            self.present = None;
            return Ok(());
        }
        self.left -= 1;
        let from = match self.present {
            Some(present) => present.checked_add(1).ok_or(Broken)?,
            None => 0,
        };
        self.present = Some(from.checked_add(self.gaps.number()?).ok_or(Broken)?);
        Ok(())
    }
}

impl Places<'_, '_> {
    fn each(self, mut take: impl FnMut(u16)) -> Result<(), Broken> {
        while let Some(person) = self.numbers.present {
            let (page, place) = place_of(person);
            if page != self.page {
                break;
            }
            take(place);
            self.numbers.step()?;
        }
        Ok(())
    }
}

impl<'a> Written<'a> {
    /// Takes them from what is to be read.
    pub(crate) fn read(input: &mut Input<'a>) -> Result<Self, Broken> {
        let count = input.number()?;
        Ok(Self { count, gaps: input.numbers(count)? })
    }

    /// How many they are.
    #[must_use]
    pub fn len(&self) -> u64 {
        self.count
    }

    /// Whether there is nobody.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Hands over their pages, of each all its places.
    fn each_page(self, mut take: impl FnMut(u64, Places<'_, 'a>) -> Result<(), Broken>) -> Result<(), Broken> {
        let mut numbers = Numbers { gaps: Input::of(self.gaps), left: self.count, present: None };
        numbers.step()?;
        while let Some(person) = numbers.present {
            let (page, _) = place_of(person);
            take(page, Places { numbers: &mut numbers, page })?;
        }
        Ok(())
    }
}

/// Writes people down.
pub(crate) fn put_people(out: &mut Vec<u8>, people: &People) {
    put(out, people.len());
    let mut next = 0;
    for person in people.iter() {
        put(out, person - next);
        next = person.saturating_add(1);
    }
}
