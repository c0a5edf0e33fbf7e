//! The grades of a measurement as one number: four bits for each indicator of its kind, 0 where there is no
//! grade. So the entries of the lists' indexes hold all grades of any kind in a few bytes, and a rare
//! grade is sought among them, without the rows.

use diesel::sql_types::BigInt;

/// Bits of one indicator.
const BITS: u32 = 4;
const MASK: i64 = 0xF;

/// A grade of one indicator of a kind.
pub trait Grade: Copy + PartialEq + 'static {
    /// Which of the kind's indicators, from 0.
    const INDICATOR: u32;
    /// Every grade; each has its place here, from 1, as its number. A new one comes last.
    const NUMBERED: &'static [Self];
}

/// The grade as its bits.
#[must_use]
pub fn packed<G: Grade>(grade: Option<G>) -> i64 {
    let place = grade.and_then(|grade| G::NUMBERED.iter().position(|known| *known == grade));
    let number = place.and_then(|place| i64::try_from(place + 1).ok()).unwrap_or(0);
    number << (BITS * G::INDICATOR)
}

/// The grade in a measurement's grades.
#[must_use]
pub fn unpacked<G: Grade>(grades: i64) -> Option<G> {
    let number = usize::try_from((grades >> (BITS * G::INDICATOR)) & MASK).ok()?;
    G::NUMBERED.get(number.checked_sub(1)?).copied()
}

/// The number of the grade of one of the kind's indicators, from 1; `None` where there is none.
#[must_use]
pub fn number_of(grades: i64, indicator: u32) -> Option<u8> {
    let number = u8::try_from((grades >> (BITS * indicator)) & MASK).ok()?;
    (number > 0).then_some(number)
}

/// Grades of one indicator of which a measurement shall have one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sought {
    /// The indicator's bits.
    pub mask: i64,
    /// What may stand in them.
    pub among: Vec<i64>,
}

impl Sought {
    /// One of these grades; `None` where none is named.
    #[must_use]
    pub fn of<G: Grade>(grades: &[G]) -> Option<Self> {
        let among: Vec<i64> = grades.iter().map(|grade| packed(Some(*grade))).collect();
        (!among.is_empty()).then_some(Self { mask: MASK << (BITS * G::INDICATOR), among })
    }
}

diesel::infix_operator!(BitsOf, " & ", BigInt);
