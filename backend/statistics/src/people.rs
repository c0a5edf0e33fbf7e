//! Sets of people, as numbers, and how they are written down.
//!
//! Statistics add up millions of numbers that come in order from many small sets into few large ones. So a set is
//! pages of 65,536 numbers, each of which is a sorted list while it has few and bits from then on, and what is written
//! is added page by page as it is read, without a set of its own in between. How many are in a set that was made of
//! others is counted when somebody asks: most such sets are added to further ones.

use crate::bytes::{Broken, Input, put};
use std::collections::{BTreeMap, btree_map::Entry};

/// Bits of a number within its page.
const PAGE_BITS: u32 = 16;
/// A page has so many numbers as a list at most. Longer ones take more time to be put together than bits, and shorter
/// ones more than a little of the room that bits need.
const FEW: usize = 128;
/// Places of a page, at most.
const MOST_PLACES: usize = 1 << PAGE_BITS;
/// Words of a page of bits.
const WORDS: usize = 1 << (PAGE_BITS - 6);

/// People.
#[derive(Clone, Debug)]
pub struct People {
    pages: BTreeMap<u64, Page>,
    /// How many they are; `None` where nobody has counted them.
    count: Option<u64>,
}

impl Default for People {
    fn default() -> Self {
        Self { pages: BTreeMap::new(), count: Some(0) }
    }
}

impl PartialEq for People {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}

impl Eq for People {}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Page {
    /// In order.
    Few(Vec<u16>),
    Many(Box<Words>),
}

/// The bits of a page. A place of 16 bits is always within: nothing is checked where millions are added up.
type Words = [u64; WORDS];

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

/// Sets the bit of a place; answers whether it is new.
fn set(words: &mut Words, place: u16) -> bool {
    let (word, bit) = bit_of(place);
    let Some(word) = words.get_mut(word) else { return false };
    let is_new = *word & bit == 0;
    *word |= bit;
    is_new
}

/// What two lists have together, in order. Which of them comes next is as good as random, so nothing depends on guessing
/// it.
fn merged(one: &[u16], other: &[u16]) -> Vec<u16> {
    let mut all = Vec::with_capacity(one.len() + other.len());
    let (mut at_one, mut at_other) = (0, 0);
    while let (Some(first), Some(second)) = (one.get(at_one), other.get(at_other)) {
        all.push(*first.min(second));
        at_one += usize::from(first <= second);
        at_other += usize::from(second <= first);
    }
    all.extend_from_slice(one.get(at_one..).unwrap_or_default());
    all.extend_from_slice(other.get(at_other..).unwrap_or_default());
    all
}

impl Page {
    /// Answers whether it is new.
    fn insert(&mut self, place: u16) -> bool {
        match self {
            Self::Many(words) => set(words, place),
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
                self.widen();
                true
            }
        }
    }

    /// Becomes bits, if it is too long for a list.
    fn widen(&mut self) {
        let Self::Few(list) = self else { return };
        if list.len() > FEW {
            let mut words = Box::new([0_u64; WORDS]);
            list.iter().for_each(|place| {
                set(&mut words, *place);
            });
            *self = Self::Many(words);
        }
    }

    /// Adds places that are in order; answers how many are new.
    fn add_places(&mut self, places: &[u16]) -> u64 {
        match self {
            Self::Many(words) => places.iter().map(|place| u64::from(set(words, *place))).sum(),
            Self::Few(list) => {
                let before = list.len();
                match list.last().zip(places.first()) {
                    Some((last, first)) if last >= first => *list = merged(list, places),
                    _ => list.extend_from_slice(places),
                }
                let added = list.len() - before;
                self.widen();
                added as u64
            }
        }
    }

    /// Adds places that are in order and have not been met, and meets them; answers how many they are. Whom nobody has
    /// met is in no set of those who were met.
    fn add_unmet(&mut self, places: &[u16], met: &mut Self) -> u64 {
        let unmet: Vec<u16> = match met {
            Self::Many(met) => places.iter().copied().filter(|place| set(met, *place)).collect(),
            Self::Few(list) => {
                let mut before = list.iter().copied().peekable();
                let is_unmet = |place: &u16| {
                    while before.next_if(|met| met < place).is_some() {}
                    before.peek() != Some(place)
                };
                let unmet: Vec<u16> = places.iter().copied().filter(is_unmet).collect();
                met.add_places(&unmet);
                unmet
            }
        };
        self.add_places(&unmet)
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
                Box::new((0..=u16::MAX).step_by(64).zip(words.iter()).flat_map(|(first, word)| bits(first, *word)))
            }
        }
    }

    fn len(&self) -> u64 {
        match self {
            Self::Few(list) => list.len() as u64,
            Self::Many(words) => words.iter().map(|word| u64::from(word.count_ones())).sum(),
        }
    }

    fn add(&mut self, other: &Self) {
        match (&mut *self, other) {
            (Self::Many(own), Self::Many(other)) => {
                own.iter_mut().zip(other.iter()).for_each(|(own, other)| *own |= other);
            }
            (own, Self::Few(list)) => {
                own.add_places(list);
            }
            (Self::Few(list), Self::Many(_)) => {
                let list = std::mem::take(list);
                *self = other.clone();
                self.add_places(&list);
            }
        }
    }

    fn remove(&mut self, other: &Self) {
        match (self, other) {
            (Self::Many(own), Self::Many(other)) => {
                own.iter_mut().zip(other.iter()).for_each(|(own, other)| *own &= !other);
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
    }

    fn common(&self, other: &Self) -> u64 {
        match (self, other) {
            (Self::Many(own), Self::Many(other)) => {
                own.iter().zip(other.iter()).map(|(own, other)| u64::from((own & other).count_ones())).sum()
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
        self.counts(u64::from(is_new));
        is_new
    }

    fn counts(&mut self, added: u64) {
        self.count = self.count.map(|count| count + added);
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> u64 {
        self.count.unwrap_or_else(|| self.pages.values().map(Page::len).sum())
    }

    /// Whether there is nobody.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.count.unwrap_or_else(|| self.pages.values().map(Page::len).find(|count| *count > 0).unwrap_or(0)) == 0
    }

    /// Everybody, in order.
    pub fn iter(&self) -> impl Iterator<Item = u64> + '_ {
        self.pages
            .iter()
            .flat_map(|(page, places)| places.places().map(move |place| (page << PAGE_BITS) | u64::from(place)))
    }

    /// Adds everybody of another.
    pub fn add(&mut self, other: &Self) {
        if self.pages.is_empty() {
            self.clone_from(other);
            return;
        }
        for (number, page) in &other.pages {
            match self.pages.entry(*number) {
                Entry::Vacant(entry) => {
                    entry.insert(page.clone());
                }
                Entry::Occupied(mut own) => own.get_mut().add(page),
            }
            self.count = None;
        }
    }

    /// Takes away everybody of another.
    pub fn remove(&mut self, other: &Self) {
        for (number, page) in &mut self.pages {
            if let Some(other) = other.pages.get(number) {
                page.remove(other);
                self.count = None;
            }
        }
    }

    /// Adds everybody who is written.
    ///
    /// # Errors
    /// When the bytes are none of a set.
    pub fn add_written(&mut self, written: Written<'_>) -> Result<(), Broken> {
        let mut added = 0;
        written.each_page(|number, places| added += self.pages.entry(number).or_default().add_places(places))?;
        self.counts(added);
        Ok(())
    }

    /// Adds everybody who is written and has not been met, and meets them.
    ///
    /// # Errors
    /// When the bytes are none of a set.
    pub fn add_unmet(&mut self, written: Written<'_>, met: &mut Self) -> Result<(), Broken> {
        let mut unmet = 0;
        written.each_page(|number, places| {
            let met = met.pages.entry(number).or_default();
            unmet += self.pages.entry(number).or_default().add_unmet(places, met);
        })?;
        self.counts(unmet);
        met.counts(unmet);
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

impl<'a> Written<'a> {
    /// Takes them from what is to be read.
    pub(crate) fn read(input: &mut Input<'a>) -> Result<Self, Broken> {
        let count = input.number()?;
        let length = input.number()?;
        Ok(Self { count, gaps: input.bytes(length)? })
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

    /// Hands over their pages, of each all its places in order.
    fn each_page(self, mut take: impl FnMut(u64, &[u16])) -> Result<(), Broken> {
        let mut gaps = Input::of(self.gaps);
        // Each needs a byte at least.
        if self.count > self.gaps.len() as u64 {
            return Err(Broken);
        }
        let mut places = Vec::with_capacity(usize::try_from(self.count).unwrap_or(MOST_PLACES).min(MOST_PLACES));
        let (mut page, mut next) = (0, 0_u64);
        for _ in 0..self.count {
            let person = next.checked_add(gaps.number()?).ok_or(Broken)?;
            next = person.checked_add(1).ok_or(Broken)?;
            let (own, place) = place_of(person);
            if own != page {
                if !places.is_empty() {
                    take(page, &places);
                    places.clear();
                }
                page = own;
            }
            places.push(place);
        }
        if !places.is_empty() {
            take(page, &places);
        }
        if gaps.is_empty() { Ok(()) } else { Err(Broken) }
    }
}

/// Writes people down.
pub(crate) fn put_people(out: &mut Vec<u8>, people: &People) {
    let mut gaps = Vec::new();
    let mut next = 0;
    for person in people.iter() {
        put(&mut gaps, person - next);
        next = person.saturating_add(1);
    }
    put(out, people.len());
    // Whoever asks for others passes over them.
    put(out, gaps.len() as u64);
    out.append(&mut gaps);
}
