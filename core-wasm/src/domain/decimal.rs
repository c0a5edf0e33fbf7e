//! Measured quantities as exact hundredths, so that no comparison is made in floating point.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};
use std::fmt;

/// A quantity with at most two decimal places, kept as hundredths; on the wire a JSON number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify), tsify(type = "number"))]
pub struct Hundredths(pub i64);

impl Hundredths {
    /// Reads plain decimal text such as `174.19`; more than two decimals, exponents and signs are
    /// no measurement.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
        let fraction = fraction.trim_end_matches('0');
        let plain = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
        if whole.is_empty() || whole.len() > 9 || fraction.len() > 2 || !plain(whole) || !plain(fraction) {
            return None;
        }
        let whole: i64 = whole.parse().ok()?;
        let hundredths: i64 = if fraction.is_empty() { 0 } else { fraction.parse().ok()? };
        Some(Self(whole * 100 + if fraction.len() == 1 { hundredths * 10 } else { hundredths }))
    }

    /// The hundredths that a JSON or spreadsheet number stands for; `None` when it has more than
    /// two decimal places. It may be below zero: a refraction is.
    #[must_use]
    pub fn from_number(number: f64) -> Option<Self> {
        // A comparison that no number passes that is none.
        if !(-1e9 < number && number < 1e9) {
            return None;
        }
        let scaled = number * 100.0;
        let rounded = scaled.round();
        // A number with two decimals is at most half a unit in the last place away from its
        // hundredths; a third decimal is at least a tenth away.
        #[allow(clippy::cast_possible_truncation)]
        ((scaled - rounded).abs() < 1e-4).then_some(Self(rounded as i64))
    }

    /// The number as it is written, with as few decimals as it has.
    #[must_use]
    pub fn text(self) -> String {
        let (whole, fraction) = ((self.0 / 100).unsigned_abs().to_string(), (self.0 % 100).unsigned_abs());
        let sign = if self.0 < 0 { "-" } else { "" };
        match fraction {
            0 => [sign, &whole].concat(),
            fraction if fraction % 10 == 0 => [sign, &whole, ".", &(fraction / 10).to_string()].concat(),
            fraction => [sign, &whole, if fraction < 10 { ".0" } else { "." }, &fraction.to_string()].concat(),
        }
    }

    /// The number, for display and for JSON.
    #[must_use]
    #[allow(clippy::cast_precision_loss)]
    pub fn to_number(self) -> f64 {
        self.0 as f64 / 100.0
    }
}

impl fmt::Display for Hundredths {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text())
    }
}

impl Serialize for Hundredths {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_f64(self.to_number())
    }
}

impl<'de> Deserialize<'de> for Hundredths {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::from_number(f64::deserialize(deserializer)?)
            .ok_or_else(|| D::Error::custom("a number with at most two decimals"))
    }
}

#[cfg(feature = "server")]
impl utoipa::PartialSchema for Hundredths {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
        utoipa::openapi::ObjectBuilder::new()
            .schema_type(utoipa::openapi::schema::Type::Number)
            .description(Some("a number with at most two decimals"))
            .into()
    }
}

#[cfg(feature = "server")]
impl utoipa::ToSchema for Hundredths {}

#[cfg(test)]
mod tests {
    use super::Hundredths;
    use proptest::prelude::*;

    #[test]
    fn only_plain_decimals_with_two_places_are_read() {
        for (text, expected) in
            [("174.19", Some(17_419)), ("60", Some(6_000)), ("60.5", Some(6_050)), ("60.500", Some(6_050))]
        {
            assert_eq!(Hundredths::parse(text), expected.map(Hundredths), "{text}");
        }
        for text in ["", ".5", "1.234", "-1", "+1", "1e3", "1,5", "１７０", "9999999999", "NaN"] {
            assert_eq!(Hundredths::parse(text), None, "{text}");
        }
    }

    #[test]
    fn what_is_below_zero_is_written_with_its_sign() {
        for (hundredths, text) in [(-5, "-0.05"), (-50, "-0.5"), (-125, "-1.25"), (-3_000, "-30"), (0, "0")] {
            assert_eq!(Hundredths(hundredths).text(), text);
        }
        assert_eq!(Hundredths::from_number(f64::NAN), None);
    }

    proptest! {
        #[test]
        fn every_quantity_survives_text_and_number(hundredths in 0_i64..99_999_999_999) {
            let quantity = Hundredths(hundredths);
            prop_assert_eq!(Hundredths::parse(&quantity.to_string()), Some(quantity));
            prop_assert_eq!(Hundredths::from_number(quantity.to_number()), Some(quantity));
            prop_assert_eq!(Hundredths::from_number(-quantity.to_number()), Some(Hundredths(-hundredths)));
        }

        #[test]
        fn a_third_decimal_is_refused(thousandths in 0_i64..10_000_000) {
            #[allow(clippy::cast_precision_loss)]
            let number = thousandths as f64 / 1000.0;
            prop_assert_eq!(Hundredths::from_number(number).is_some(), thousandths % 10 == 0);
        }
    }
}
