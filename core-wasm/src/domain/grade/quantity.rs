//! Quantities as exact fractions, so that no value is compared in floating point.

use crate::domain::decimal::{Hundredths, Thousandths};
use std::{cmp::Ordering, num::NonZeroI64};

/// Upper bound of numerators from outside. With the bound below, no product in the engine overflows 64 bits.
const MAX_NUMERATOR: i64 = 1 << 54;
/// Upper bound of denominators from outside.
const MAX_DENOMINATOR: i64 = 1 << 48;

/// The largest cut-off, in hundredths: ten million units.
pub const MAX_CUT: i64 = 1 << 30;
/// The largest score, in hundredths.
pub const MAX_SCORE: i64 = 10_000;

/// Denominator of a remainder in quarters.
const QUARTERS: NonZeroI64 = match NonZeroI64::new(4) {
    Some(quarters) => quarters,
    None => NonZeroI64::MAX,
};

/// A quantity in the unit of its rules (kg/m², mmHg, %, points), as whole hundredths and the exact remainder.
/// All cut-offs are hundredths, so comparing needs no multiplication.
#[derive(Clone, Copy, Debug)]
pub struct Quantity {
    /// Whole hundredths, rounded down.
    hundredths: i64,
    /// Remainder as a fraction `rest / of` of a hundredth: not negative, and less than one.
    rest: i64,
    of: NonZeroI64,
}

impl Quantity {
    /// Creates the fraction `numerator / denominator`. Returns `None` if the denominator is not positive, or if either
    /// exceeds any measurement (2⁵⁴, 2⁴⁸).
    #[must_use]
    pub fn new(numerator: i64, denominator: i64) -> Option<Self> {
        if !(-MAX_NUMERATOR..=MAX_NUMERATOR).contains(&numerator) || !(1..=MAX_DENOMINATOR).contains(&denominator) {
            return None;
        }
        let hundredfold = numerator * 100;
        let (mut hundredths, mut rest) = (hundredfold / denominator, hundredfold % denominator);
        if rest < 0 {
            (hundredths, rest) = (hundredths - 1, rest + denominator);
        }
        Some(Self { hundredths, rest, of: NonZeroI64::new(denominator)? })
    }

    /// Creates a whole number of units.
    #[must_use]
    pub fn whole(value: u16) -> Self {
        Self { hundredths: i64::from(value) * 100, rest: 0, of: QUARTERS }
    }

    /// Creates a quantity from hundredths of its unit. Returns `None` outside the range of [`Quantity::new`].
    #[must_use]
    pub fn hundredths(value: Hundredths) -> Option<Self> {
        let sensible = (-MAX_NUMERATOR..=MAX_NUMERATOR).contains(&value.0);
        sensible.then_some(Self { hundredths: value.0, rest: 0, of: QUARTERS })
    }

    /// Creates a quantity from thousandths of its unit. Returns `None` outside the range of [`Quantity::new`].
    #[must_use]
    pub fn thousandths(value: Thousandths) -> Option<Self> {
        Self::new(value.0, 1_000)
    }

    /// Creates a quantity from a number with any number of decimals. A number that differs from whole hundredths by no
    /// more than arithmetic in floating point does is those hundredths. Returns `None` for what is no measurement.
    #[must_use]
    pub fn of_number(number: f64) -> Option<Self> {
        /// Parts of a hundredth that are kept.
        const PARTS: NonZeroI64 = match NonZeroI64::new(1 << 30) {
            Some(parts) => parts,
            None => NonZeroI64::MAX,
        };
        let scaled = number * 100.0;
        // The comparison is false for NaN.
        if !(-1e11 < scaled && scaled < 1e11) {
            return None;
        }
        let nearest = scaled.round();
        if (scaled - nearest).abs() <= scaled.abs() * f64::EPSILON * 8.0 {
            return Some(Self { hundredths: nearest as i64, rest: 0, of: QUARTERS });
        }
        let below = scaled.floor();
        let rest = (((scaled - below) * PARTS.get() as f64) as i64).clamp(1, PARTS.get() - 1);
        Some(Self { hundredths: below as i64, rest, of: PARTS })
    }

    /// Returns whether the quantity is a whole number of units.
    #[must_use]
    pub fn is_whole(self) -> bool {
        self.rest == 0 && self.hundredths % 100 == 0
    }

    /// Compares this quantity with a cut-off in hundredths of the unit.
    #[must_use]
    pub fn compare(self, cut: Hundredths) -> Ordering {
        self.hundredths.cmp(&cut.0).then(self.rest.cmp(&0))
    }

    /// Interpolates the score at this quantity on the line through two anchors, each a pair of hundredths. The
    /// remainder beyond hundredths is kept only as precisely as comparing and rounding need: zero, less than a half, a
    /// half or more, in quarters.
    pub(super) fn on_line(self, from: (Hundredths, Hundredths), to: (Hundredths, Hundredths)) -> Option<Self> {
        let (x, y) = (bounded(from.0), from.1.0.clamp(0, MAX_SCORE));
        let (width, height) = (bounded(to.0) - x, to.1.0.clamp(0, MAX_SCORE) - y);
        if width <= 0 || height < 0 || self.compare(from.0).is_lt() {
            return None;
        }
        // The score exceeds y by (along + rest / of) · height / width hundredths; computed here in halves.
        let along = bounded(Hundredths(self.hundredths)) - x;
        let of = self.of.get();
        let product = self.rest * height * 2;
        let whole = along * height * 2 + product / of;
        let is_more = whole % width != 0 || product % of != 0;
        let halves = whole / width;
        let (hundredths, quarters) = (y + halves / 2, halves % 2 * 2 + i64::from(is_more));
        Some(Self { hundredths, rest: quarters, of: QUARTERS })
    }

    /// Returns whether this quantity is less than another.
    #[must_use]
    pub fn is_less(self, other: Self) -> bool {
        self.hundredths < other.hundredths || (self.hundredths == other.hundredths && self.rests(other).is_lt())
    }

    fn rests(self, other: Self) -> Ordering {
        (i128::from(self.rest) * i128::from(other.of.get())).cmp(&(i128::from(other.rest) * i128::from(self.of.get())))
    }

    /// Converts to floating point, for functions without an exact result.
    #[must_use]
    pub fn to_number(self) -> f64 {
        (self.hundredths as f64 + self.rest as f64 / self.of.get() as f64) / 100.0
    }

    /// Returns the quantity in tenths, rounded half-up, for display only.
    #[must_use]
    pub fn tenths_half_up(self) -> i64 {
        (self.hundredths + 5).div_euclid(10)
    }

    /// Rounds half-up to two decimals, for display only.
    #[must_use]
    pub fn hundredths_half_up(self) -> Hundredths {
        Hundredths(self.hundredths + i64::from(self.rest * 2 >= self.of.get()))
    }

    /// Rounds half-up to three decimals, for display only.
    #[must_use]
    pub fn thousandths_half_up(self) -> Thousandths {
        let of = self.of.get();
        Thousandths(self.hundredths * 10 + (self.rest * 20 + of) / (of * 2))
    }
}

fn bounded(cut: Hundredths) -> i64 {
    cut.0.clamp(-MAX_CUT, MAX_CUT)
}

impl PartialEq for Quantity {
    /// Returns whether both are the same number.
    fn eq(&self, other: &Self) -> bool {
        self.hundredths == other.hundredths && self.rests(*other).is_eq()
    }
}

/// Returns the square root of `numerator / denominator`, rounded half-up to hundredths, exactly: floating point only
/// gives the first guess, integers decide. For numerators up to 2⁶², denominators up to 2⁴⁷ and roots up to a million.
#[must_use]
pub fn root(numerator: i64, denominator: i64) -> Hundredths {
    const PARTS: i64 = 40_000;
    if numerator <= 0 || denominator <= 0 {
        return Hundredths(0);
    }
    let (whole, rest) = (numerator / denominator, numerator % denominator);
    // The result is the largest h (in hundredths) for which half a hundredth less does not exceed the root: (2h − 1)² ≤
    // 40,000 · numerator / denominator.
    let reaches = |hundredths: i64| {
        let edge = hundredths * 2 - 1;
        let beyond = edge * edge - whole * PARTS;
        beyond <= 0 || (beyond <= PARTS && beyond * denominator <= rest * PARTS)
    };
    let mut hundredths = ((numerator as f64 / denominator as f64).sqrt() * 100.0) as i64;
    while hundredths > 0 && !reaches(hundredths) {
        hundredths -= 1;
    }
    while reaches(hundredths + 1) {
        hundredths += 1;
    }
    Hundredths(hundredths)
}

#[cfg(test)]
mod tests {
    use super::{Quantity, root};
    use crate::domain::decimal::{Hundredths, Thousandths};
    use proptest::prelude::*;
    use std::cmp::Ordering;

    #[test]
    fn what_is_no_measurement_is_no_quantity() {
        assert_eq!(Quantity::new(1, 0), None);
        assert_eq!(Quantity::new(1, -1), None);
        assert_eq!(Quantity::new(i64::MAX, 1), None);
        assert_eq!(Quantity::new(i64::MIN, 1), None);
    }

    #[test]
    fn equal_numbers_are_equal_however_they_are_written() {
        assert_eq!(Quantity::new(1, 2), Quantity::new(50, 100));
        assert_ne!(Quantity::new(1, 2), Quantity::new(51, 100));
    }

    #[test]
    fn display_is_rounded_half_up() {
        for (numerator, denominator, tenths) in [(229_758, 10_000, 230), (2295, 100, 230), (-5, 100, 0), (-6, 100, -1)]
        {
            assert_eq!(Quantity::new(numerator, denominator).map(Quantity::tenths_half_up), Some(tenths));
        }
    }

    proptest! {
        #[test]
        fn no_quantity_and_no_cut_overflow(
            numerator in -(1_i64 << 54)..=1 << 54, denominator in 1_i64..=1 << 48, cut in any::<i64>(),
            anchors in any::<(i64, i64, i64, i64)>()
        ) {
            if let Some(quantity) = Quantity::new(numerator, denominator) {
                let _ = (quantity.compare(Hundredths(cut)), quantity.hundredths_half_up());
                let (a, b, c, d) = anchors;
                let to = (Hundredths(c), Hundredths(d % 10_000));
                if let Some(score) = quantity.on_line((Hundredths(a), Hundredths(b % 10_000)), to) {
                    let _ = (score.compare(Hundredths(cut)), score.hundredths_half_up());
                }
            }
        }

        #[test]
        fn a_root_is_rounded_exactly(hundredths in 0_i64..3_000_000) {
            // The boundary between two roots: a half rounds up, just below it rounds down.
            let edge = (hundredths * 2 + 1) * (hundredths * 2 + 1);
            prop_assert_eq!(root(edge, 40_000), Hundredths(hundredths + 1));
            prop_assert_eq!(root(edge - 1, 40_000), Hundredths(hundredths));
        }

        #[test]
        fn a_quantity_compares_as_its_hundredths(value in -1_000_000_i64..1_000_000, cut in -1_000_000_i64..1_000_000) {
            let order = Quantity::hundredths(Hundredths(value)).map(|quantity| quantity.compare(Hundredths(cut)));
            prop_assert_eq!(order, Some(value.cmp(&cut)));
            prop_assert_eq!(order == Some(Ordering::Equal), value == cut);
        }

        #[test]
        fn a_quantity_is_told_as_its_thousandths(value in -1_000_000_i64..1_000_000) {
            let told = Quantity::thousandths(Thousandths(value)).map(Quantity::thousandths_half_up);
            prop_assert_eq!(told, Some(Thousandths(value)));
            // A half between two thousandths rounds up.
            let between = |parts| Quantity::new(value * 10 + parts, 10_000).map(Quantity::thousandths_half_up);
            prop_assert_eq!((between(4), between(5)), (Some(Thousandths(value)), Some(Thousandths(value + 1))));
        }
    }
}
