//! Quantities as exact fractions, so that no value is compared in floating point.

use crate::domain::decimal::Hundredths;
use std::cmp::Ordering;

/// Numerators and denominators from outside stay below this, cuts below the square root of it: so no product of
/// the engine leaves 128 bits.
const MOST: i64 = 1 << 54;

/// The largest cut, in hundredths: ten million units.
pub const MOST_CUT: i64 = 1 << 30;

/// A quantity as an exact fraction in the unit of its rules (kg/m², mmHg, %, points).
#[derive(Clone, Copy, Debug)]
pub struct Quantity {
    numerator: i128,
    denominator: i128,
}

impl Quantity {
    /// The fraction `numerator / denominator`; `None` where the denominator is not positive, or either is beyond
    /// 2⁵⁴, which no measurement is.
    #[must_use]
    pub fn new(numerator: i64, denominator: i64) -> Option<Self> {
        let sensible = (-MOST..=MOST).contains(&numerator) && (1..=MOST).contains(&denominator);
        sensible.then_some(Self { numerator: numerator.into(), denominator: denominator.into() })
    }

    /// A whole number of units.
    #[must_use]
    pub fn whole(value: u16) -> Self {
        Self { numerator: value.into(), denominator: 1 }
    }

    /// A quantity in hundredths of its unit.
    #[must_use]
    pub fn hundredths(value: Hundredths) -> Option<Self> {
        Self::new(value.0, 100)
    }

    /// How this quantity compares with a cut given in hundredths of the unit.
    #[must_use]
    pub fn compare(self, cut: Hundredths) -> Ordering {
        (self.numerator * 100).cmp(&(bounded(cut) * self.denominator))
    }

    /// The point at this quantity on the line through two anchors, each a pair of hundredths.
    pub(super) fn on_line(self, from: (Hundredths, Hundredths), to: (Hundredths, Hundredths)) -> Option<Self> {
        let (x, y) = (bounded(from.0), bounded(from.1));
        let (width, height) = (bounded(to.0) - x, bounded(to.1) - y);
        let numerator = y * self.denominator * width + (self.numerator * 100 - x * self.denominator) * height;
        let denominator = self.denominator * width * 100;
        (denominator > 0).then_some(Self { numerator, denominator })
    }

    /// Whether this quantity is less than another.
    #[must_use]
    pub fn is_less(self, other: Self) -> bool {
        match (self.numerator.checked_mul(other.denominator), other.numerator.checked_mul(self.denominator)) {
            (Some(this), Some(that)) => this < that,
            _ => false,
        }
    }

    /// `dividend` divided by this; `None` for what is not positive.
    #[must_use]
    pub fn inverse(self, dividend: i64) -> Option<Self> {
        let (numerator, denominator) = (i64::try_from(self.numerator).ok()?, i64::try_from(self.denominator).ok()?);
        Self::new(denominator.checked_mul(dividend)?, numerator)
    }

    /// As a floating-point number, for functions that have no exact result.
    #[must_use]
    pub fn to_number(self) -> f64 {
        self.numerator as f64 / self.denominator as f64
    }

    /// Rounded half-up to whole `parts` of a unit, such as tenths, for display only.
    #[must_use]
    pub fn rounded(self, parts: u8) -> i64 {
        let (mut numerator, mut denominator) = (self.numerator, self.denominator);
        // Only a score can be longer; a display does not see what is cut off.
        while numerator.unsigned_abs() > MOST.unsigned_abs().into() || denominator > MOST.into() {
            (numerator, denominator) = (numerator >> 1, denominator >> 1);
        }
        let (Ok(numerator), Ok(denominator)) = (i64::try_from(numerator), i64::try_from(denominator)) else {
            return 0;
        };
        (numerator * 2 * i64::from(parts) + denominator).div_euclid((denominator * 2).max(1))
    }

    /// Rounded half-up to one decimal, in tenths, for display only.
    #[must_use]
    pub fn tenths_half_up(self) -> i64 {
        self.rounded(10)
    }

    /// Rounded half-up to two decimals, for display only.
    #[must_use]
    pub fn hundredths_half_up(self) -> Hundredths {
        Hundredths(self.rounded(100))
    }
}

fn bounded(cut: Hundredths) -> i128 {
    cut.0.clamp(-MOST_CUT, MOST_CUT).into()
}

impl PartialEq for Quantity {
    /// Whether both are the same number.
    fn eq(&self, other: &Self) -> bool {
        self.numerator.checked_mul(other.denominator) == other.numerator.checked_mul(self.denominator)
    }
}

/// The square root of `numerator / denominator`, rounded half-up to hundredths, exactly: floating point only guesses,
/// whole numbers decide.
#[must_use]
pub fn root(numerator: i64, denominator: i64) -> Hundredths {
    if numerator <= 0 || denominator <= 0 {
        return Hundredths(0);
    }
    let square = i128::from(numerator) * 40_000;
    // Rounded half-up, the root is the largest number of hundredths whose half a hundredth less is not beyond it.
    let reaches = |hundredths: i64| {
        let edge = i128::from(hundredths) * 2 - 1;
        edge * edge * i128::from(denominator) <= square
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
    use crate::domain::decimal::Hundredths;
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
            numerator in -(1_i64 << 54)..=1 << 54, denominator in 1_i64..=1 << 54, cut in any::<i64>(),
            anchors in any::<(i64, i64, i64, i64)>()
        ) {
            if let Some(quantity) = Quantity::new(numerator, denominator) {
                let _ = (quantity.compare(Hundredths(cut)), quantity.rounded(u8::MAX));
                let (a, b, c, d) = anchors;
                let to = (Hundredths(c), Hundredths(d % 10_000));
                if let Some(score) = quantity.on_line((Hundredths(a), Hundredths(b % 10_000)), to) {
                    let _ = (score.compare(Hundredths(cut)), score.rounded(100));
                }
            }
        }

        #[test]
        fn a_root_is_rounded_exactly(hundredths in 0_i64..3_000_000) {
            // The edge between two roots: at the half the upper one, just below it the lower one.
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
    }
}
