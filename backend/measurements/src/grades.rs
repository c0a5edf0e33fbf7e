//! The grades of a measurement packed into one number: four bits for each indicator of its kind, 0 for no grade. Index
//! entries thus hold all grades of any kind in a few bytes, and rare grades are found in the index without reading the
//! rows.

use diesel::sql_types::BigInt;

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
    /// Matches any of these grades; `None` if the list is empty.
    #[must_use]
    pub fn of<G: Grade>(grades: &[G]) -> Option<Self> {
        let among: Vec<i64> = grades.iter().map(|grade| packed(Some(*grade))).collect();
        (!among.is_empty()).then_some(Self { mask: MASK << (BITS * G::INDICATOR), among })
    }
}

diesel::infix_operator!(BitsOf, " & ", BigInt);
