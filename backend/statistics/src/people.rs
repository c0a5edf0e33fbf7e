//! Sets of people, as numbers, and their encoding.
//!
//! Statistics merge millions of sorted numbers from many small sets into few large ones. A set consists of pages of
//! 65,536 numbers; a page is a sorted list while small and a bitmap above that. Encoded sets are added page by page
//! while they are decoded, without an intermediate set. The size of a merged set is counted on demand, because most
//! such sets are only merged into others.

use crate::bytes::{Input, Malformed, put};
use std::collections::{BTreeMap, btree_map::Entry};

/// Bits of a number within its page.
const PAGE_BITS: u32 = 16;
/// Maximum length of a page's list. Longer lists are slower to merge than bitmaps; a list of this length takes 256
/// bytes, a thirty-second of a bitmap.
const FEW: usize = 128;
/// Maximum number of places of a page.
const MAX_PLACES: usize = 1 << PAGE_BITS;
/// Words of a bitmap page.
const WORDS: usize = 1 << (PAGE_BITS - 6);

/// A set of people.
#[derive(Clone, Debug)]
pub struct People {
    pages: BTreeMap<u64, Page>,
    /// Number of people; `None` if not counted.
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
    /// Sorted.
    Few(Vec<u16>),
    Many(Box<Words>),
}

/// A bitmap page. A 16-bit place is always in range, so no bounds check runs in the hot loop.
type Words = [u64; WORDS];

impl Default for Page {
    fn default() -> Self {
        Self::Few(Vec::new())
    }
}

/// Returns the page of a number and the place within it.
fn place_of(person: u64) -> (u64, u16) {
    (person >> PAGE_BITS, (person & u64::from(u16::MAX)) as u16)
}

/// Returns the word of a place and the bit within it.
fn bit_of(place: u16) -> (usize, u64) {
    (usize::from(place >> 6), 1 << (place & 63))
}

/// Returns the places of the set bits of a word; `first` is the place of its lowest bit.
fn bits(first: u16, mut word: u64) -> impl Iterator<Item = u16> {
    std::iter::from_fn(move || {
        let place = u16::try_from(word.trailing_zeros()).ok().filter(|place| *place < 64)?;
        word &= word - 1;
        Some(first + place)
    })
}

/// Sets the bit of a place; returns whether it is new.
fn set(words: &mut Words, place: u16) -> bool {
    let (word, bit) = bit_of(place);
    let Some(word) = words.get_mut(word) else { return false };
    let is_new = *word & bit == 0;
    *word |= bit;
    is_new
}

/// Merges two sorted lists. The order of the inputs is effectively random, so the loop is branch-free: branch
/// prediction would fail.
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
    /// Returns whether it is new.
    fn insert(&mut self, place: u16) -> bool {
        match self {
            Self::Many(words) => set(words, place),
            Self::Few(list) => {
                // Most places arrive in order.
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

    /// Becomes a bitmap if it is too long for a list.
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

    /// Adds sorted places; returns how many are new.
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

    /// Adds those of the sorted places that are not in `seen`, to this page and to `seen`; returns their number. This
    /// page must be a subset of `seen`.
    fn add_unseen(&mut self, places: &[u16], seen: &mut Self) -> u64 {
        let unseen: Vec<u16> = match seen {
            Self::Many(seen) => places.iter().copied().filter(|place| set(seen, *place)).collect(),
            Self::Few(list) => {
                let mut before = list.iter().copied().peekable();
                let is_unseen = |place: &u16| {
                    while before.next_if(|seen| seen < place).is_some() {}
                    before.peek() != Some(place)
                };
                let unseen: Vec<u16> = places.iter().copied().filter(is_unseen).collect();
                seen.add_places(&unseen);
                unseen
            }
        };
        self.add_places(&unseen)
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
    /// Adds a person; returns whether the person is new.
    pub fn insert(&mut self, person: u64) -> bool {
        let (page, place) = place_of(person);
        let is_new = self.pages.entry(page).or_default().insert(place);
        self.counts(u64::from(is_new));
        is_new
    }

    fn counts(&mut self, added: u64) {
        self.count = self.count.map(|count| count + added);
    }

    /// Returns the number of people.
    #[must_use]
    pub fn len(&self) -> u64 {
        self.count.unwrap_or_else(|| self.pages.values().map(Page::len).sum())
    }

    /// Returns whether the set is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.count.unwrap_or_else(|| self.pages.values().map(Page::len).find(|count| *count > 0).unwrap_or(0)) == 0
    }

    /// Returns an iterator over all people, in order.
    pub fn iter(&self) -> impl Iterator<Item = u64> + '_ {
        self.pages
            .iter()
            .flat_map(|(page, places)| places.places().map(move |place| (page << PAGE_BITS) | u64::from(place)))
    }

    /// Adds everyone of another set.
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

    /// Removes everyone of another set.
    pub fn remove(&mut self, other: &Self) {
        for (number, page) in &mut self.pages {
            if let Some(other) = other.pages.get(number) {
                page.remove(other);
                self.count = None;
            }
        }
    }

    /// Adds an encoded set.
    ///
    /// # Errors
    /// Returns an error if the bytes are malformed.
    pub fn add_encoded(&mut self, written: EncodedPeople<'_>) -> Result<(), Malformed> {
        let mut added = 0;
        written.each_page(|number, places| added += self.pages.entry(number).or_default().add_places(places))?;
        self.counts(added);
        Ok(())
    }

    /// Adds the people of an encoded set that are not in `seen`, to this set and to `seen`.
    ///
    /// # Errors
    /// Returns an error if the bytes are malformed.
    pub fn add_unseen(&mut self, written: EncodedPeople<'_>, seen: &mut Self) -> Result<(), Malformed> {
        let mut unseen = 0;
        written.each_page(|number, places| {
            let seen = seen.pages.entry(number).or_default();
            unseen += self.pages.entry(number).or_default().add_unseen(places, seen);
        })?;
        self.counts(unseen);
        seen.counts(unseen);
        Ok(())
    }

    /// Returns the size of the intersection.
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

/// An encoded set: its size and the gaps between its numbers. The gaps are decoded only where the people themselves are
/// needed.
#[derive(Clone, Copy, Debug)]
pub struct EncodedPeople<'a> {
    count: u64,
    gaps: &'a [u8],
}

impl<'a> EncodedPeople<'a> {
    /// Reads the size and the bytes from the input.
    pub(crate) fn read(input: &mut Input<'a>) -> Result<Self, Malformed> {
        let count = input.number()?;
        let length = input.number()?;
        Ok(Self { count, gaps: input.bytes(length)? })
    }

    /// Returns the number of people.
    #[must_use]
    pub fn len(&self) -> u64 {
        self.count
    }

    /// Returns whether the set is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Calls `take` with each page's number and its sorted places.
    fn each_page(self, mut take: impl FnMut(u64, &[u16])) -> Result<(), Malformed> {
        let mut gaps = Input::of(self.gaps);
        // Each number takes at least one byte.
        if self.count > self.gaps.len() as u64 {
            return Err(Malformed);
        }
        let mut places = Vec::with_capacity(usize::try_from(self.count).unwrap_or(MAX_PLACES).min(MAX_PLACES));
        let (mut page, mut next) = (0, 0_u64);
        for _ in 0..self.count {
            let person = next.checked_add(gaps.number()?).ok_or(Malformed)?;
            next = person.checked_add(1).ok_or(Malformed)?;
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
        if gaps.is_empty() { Ok(()) } else { Err(Malformed) }
    }
}

/// Encodes a set.
pub(crate) fn put_people(out: &mut Vec<u8>, people: &People) {
    let mut gaps = Vec::new();
    let mut next = 0;
    for person in people.iter() {
        put(&mut gaps, person - next);
        next = person.saturating_add(1);
    }
    put(out, people.len());
    // The length lets a reader skip the set.
    put(out, gaps.len() as u64);
    out.append(&mut gaps);
}
