//! The grades of a measurement packed into one number: four bits for each indicator of its kind, 0 for no grade. Index
//! entries thus hold all grades of any kind in a few bytes, and rare grades are found in the index without reading the
//! rows.

use diesel::sql_types::BigInt;
use uno_core::domain::grade::safety::{UrgentMark, UrgentSide};

/// Bits per indicator.
const BITS: u32 = 4;
const MASK: i64 = 0xF;

/// A grade of one indicator of a kind.
pub trait Grade: Copy + PartialEq + 'static {
    /// The position of the indicator within the kind, from 0.
    const INDICATOR: u32;
    /// All grades. The position in this list, from 1, is the stored number, so new grades are appended.
    const NUMBERED: &'static [Self];
}

/// Packs a grade into its bits.
#[must_use]
pub fn packed<G: Grade>(grade: Option<G>) -> i64 {
    let place = grade.and_then(|grade| G::NUMBERED.iter().position(|known| *known == grade));
    let number = place.and_then(|place| i64::try_from(place + 1).ok()).unwrap_or(0);
    number << (BITS * G::INDICATOR)
}

/// Unpacks a grade from a measurement's grades.
#[must_use]
pub fn unpacked<G: Grade>(grades: i64) -> Option<G> {
    let number = usize::try_from((grades >> (BITS * G::INDICATOR)) & MASK).ok()?;
    G::NUMBERED.get(number.checked_sub(1)?).copied()
}

/// Returns the grade number of an indicator, from 1; `None` if there is no grade.
#[must_use]
pub fn number_of(grades: i64, indicator: u32) -> Option<u8> {
    let number = u8::try_from((grades >> (BITS * indicator)) & MASK).ok()?;
    (number > 0).then_some(number)
}

/// A filter on the grades of one indicator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GradeFilter {
    /// The mask of the indicator's bits.
    pub mask: i64,
    /// The accepted values of these bits.
    pub among: Vec<i64>,
}

impl GradeFilter {
    /// Matches measurements with, or without, any grade of an indicator.
    #[must_use]
    pub fn present<G: Grade>(is_present: bool) -> Self {
        let all = G::NUMBERED.iter().map(|grade| packed(Some(*grade)));
        Self { mask: MASK << (BITS * G::INDICATOR), among: if is_present { all.collect() } else { vec![0] } }
    }

    /// Matches any of these grades; `None` if the list is empty.
    #[must_use]
    pub fn of<G: Grade>(grades: &[G]) -> Option<Self> {
        let among: Vec<i64> = grades.iter().map(|grade| packed(Some(*grade))).collect();
        (!among.is_empty()).then_some(Self { mask: MASK << (BITS * G::INDICATOR), among })
    }
}

/// The sides on which values of a measurement are urgent, packed with the grades of every kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UrgentSides {
    /// At least one value is urgently low.
    Low,
    /// At least one value is urgently high.
    High,
    /// Both.
    Both,
}

impl Grade for UrgentSides {
    const INDICATOR: u32 = 12;
    const NUMBERED: &'static [Self] = &[Self::Low, Self::High, Self::Both];
}

impl UrgentSides {
    /// Returns the sides of marks; `None` without marks.
    #[must_use]
    pub fn of(marks: &[UrgentMark]) -> Option<Self> {
        let has = |side| marks.iter().any(|mark| mark.side == side);
        match (has(UrgentSide::Low), has(UrgentSide::High)) {
            (false, false) => None,
            (true, false) => Some(Self::Low),
            (false, true) => Some(Self::High),
            (true, true) => Some(Self::Both),
        }
    }

    /// Returns the sides one by one.
    #[must_use]
    pub fn each(self) -> Vec<UrgentSide> {
        match self {
            Self::Low => vec![UrgentSide::Low],
            Self::High => vec![UrgentSide::High],
            Self::Both => UrgentSide::ALL.to_vec(),
        }
    }
}

/// That two instruments of stress disagree, packed with the grades of stress measurements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Disagreement;

impl Grade for Disagreement {
    const INDICATOR: u32 = 13;
    const NUMBERED: &'static [Self] = &[Self];
}

/// The condition of the partial indexes `measurement_urgent…`, in their words: the four bits of [`UrgentSides`].
pub const IS_URGENT: &str = "(measurement.grades & 4222124650659840) <> 0";
/// The opposite.
pub const IS_NOT_URGENT: &str = "(measurement.grades & 4222124650659840) = 0";

/// Returns whether packed grades have an urgent value.
#[must_use]
pub fn is_urgent(grades: i64) -> bool {
    unpacked::<UrgentSides>(grades).is_some()
}

diesel::infix_operator!(BitsOf, " & ", BigInt);
