//! Measured quantities as exact hundredths or thousandths, so that no comparison uses floating point.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};
use std::fmt;

/// Declares a quantity with a fixed number of decimals, stored as an integer; a JSON number on the wire.
macro_rules! decimals {
    ($($(#[$doc:meta])+ $name:ident = $places:literal places of $parts:literal, $told:literal;)+) => { $(
        $(#[$doc])+
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify), tsify(type = "number"))]
        pub struct $name(pub i64);

        impl $name {
            /// Parses plain decimal text such as `174.19`. Returns `None` for too many decimals (trailing zeros do not
            /// count), more than nine digits before the point, exponents or signs.
            #[must_use]
            pub fn parse(text: &str) -> Option<Self> {
                parse(text, $places).map(Self)
            }

            /// Converts a JSON or spreadsheet number; `None` if it has too many decimals. It may be negative, as a
            /// refraction is.
            #[must_use]
            pub fn from_number(number: f64) -> Option<Self> {
                from_number(number, $parts).map(Self)
            }

            /// Formats the number with as few decimals as needed.
            #[must_use]
            pub fn text(self) -> String {
                text(self.0, $places)
            }

            /// Converts to floating point, for display and for JSON.
            #[must_use]
            #[allow(clippy::cast_precision_loss)]
            pub fn to_number(self) -> f64 {
                self.0 as f64 / $parts
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.text())
            }
        }

        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_f64(self.to_number())
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                Self::from_number(f64::deserialize(deserializer)?).ok_or_else(|| D::Error::custom($told))
            }
        }

        #[cfg(feature = "server")]
        impl utoipa::PartialSchema for $name {
            fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
                utoipa::openapi::ObjectBuilder::new()
                    .schema_type(utoipa::openapi::schema::Type::Number)
                    .description(Some($told))
                    .into()
            }
        }

        #[cfg(feature = "server")]
        impl utoipa::ToSchema for $name {}
    )+ };
}
decimals! {
    /// A quantity with at most two decimals, stored as hundredths; a JSON number on the wire.
    Hundredths = 2 places of 100.0, "a number with at most two decimals";
    /// A quantity with at most three decimals, such as an acuity, stored as thousandths; a JSON number on the wire.
    Thousandths = 3 places of 1000.0, "a number with at most three decimals";
}

impl From<Hundredths> for Thousandths {
    fn from(value: Hundredths) -> Self {
        Self(value.0.saturating_mul(10))
    }
}

/// Parses plain decimal text to an integer number of parts.
fn parse(text: &str, places: usize) -> Option<i64> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let fraction = fraction.trim_end_matches('0');
    let plain = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    if whole.is_empty() || whole.len() > 9 || fraction.len() > places || !plain(whole) || !plain(fraction) {
        return None;
    }
    // At most twelve digits, so this cannot overflow.
    let digits = whole.bytes().chain(fraction.bytes()).map(|byte| i64::from(byte - b'0'));
    let zeros = (fraction.len()..places).map(|_| 0);
    Some(digits.chain(zeros).fold(0, |parts, digit| parts * 10 + digit))
}

/// Converts a number to an integer number of parts; `None` if it is not one.
fn from_number(number: f64, parts: f64) -> Option<i64> {
    let scaled = number * parts;
    // The comparison is false for NaN.
    if !(-1e11 < scaled && scaled < 1e11) {
        return None;
    }
    let rounded = scaled.round();
    // A number with no more decimals than are stored differs from its parts by at most half a unit in the last place;
    // with one more decimal it differs by at least a tenth.
    ((scaled - rounded).abs() < 1e-4).then_some(rounded as i64)
}

/// Formats an integer number of parts.
fn text(parts: i64, places: usize) -> String {
    let mut place = (0..places).fold(1_u64, |place, _| place * 10);
    let (whole, mut rest) = (parts.unsigned_abs() / place, parts.unsigned_abs() % place);
    let mut text = String::from(if parts < 0 { "-" } else { "" });
    text.push_str(&whole.to_string());
    if rest > 0 {
        text.push('.');
    }
    while rest > 0 {
        place /= 10;
        text.push(char::from(b'0' + u8::try_from(rest / place).unwrap_or_default()));
        rest %= place;
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{Hundredths, Thousandths};
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
    fn a_third_decimal_is_one_of_thousandths() {
        for (text, expected) in
            [("0.125", Some(125)), ("0.8", Some(800)), ("0.80", Some(800)), ("1", Some(1_000)), ("0.0160", Some(16))]
        {
            assert_eq!(Thousandths::parse(text), expected.map(Thousandths), "{text}");
        }
        for text in ["", ".5", "0.1234", "-1", "1e3", "1,5", "20/40"] {
            assert_eq!(Thousandths::parse(text), None, "{text}");
        }
        for (thousandths, text) in [(-5, "-0.005"), (125, "0.125"), (800, "0.8"), (2_000, "2"), (10, "0.01"), (0, "0")]
        {
            assert_eq!(Thousandths(thousandths).text(), text);
        }
        assert_eq!(Thousandths::from(Hundredths(80)), Thousandths(800));
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
        fn every_thousandth_survives_text_and_number(thousandths in 0_i64..99_999_999_999) {
            let quantity = Thousandths(thousandths);
            prop_assert_eq!(Thousandths::parse(&quantity.to_string()), Some(quantity));
            prop_assert_eq!(Thousandths::from_number(quantity.to_number()), Some(quantity));
            prop_assert_eq!(Thousandths::from_number(-quantity.to_number()), Some(Thousandths(-thousandths)));
        }

        #[test]
        fn a_third_decimal_is_refused(thousandths in 0_i64..10_000_000) {
            #[allow(clippy::cast_precision_loss)]
            let number = thousandths as f64 / 1000.0;
            prop_assert_eq!(Hundredths::from_number(number).is_some(), thousandths % 10 == 0);
        }
    }
}
