//! Search parameters that are evaluated on the finished resource: identifier, values, components, performer, device and
//! last update. No index covers them, so they filter what the indexed parameters have found.

use crate::{
    codes::{self, Coding},
    parameters::{Parameters, Period, Token, wrong},
};
use kernel::problem::Problem;
use measurements::kind::MeasurementKind;
use serde_json::Value as Json;
use uno_core::domain::time::Timestamp;

/// Parameters of every resource type.
pub const OF_ALL: [&str; 2] = ["_lastUpdated", "identifier"];
/// Additional parameters of observations.
pub const OF_OBSERVATIONS: [&str; 16] = [
    "component-code",
    "value-quantity",
    "component-value-quantity",
    "combo-value-quantity",
    "value-concept",
    "combo-value-concept",
    "value-string",
    "code-value-quantity",
    "component-code-value-quantity",
    "combo-code-value-quantity",
    "performer",
    "performer:identifier",
    "device",
    "device:identifier",
    "derived-from",
    "method",
];
/// Additional parameters of vision prescriptions.
pub const OF_PRESCRIPTIONS: [&str; 2] = ["prescriber", "prescriber:identifier"];
/// The resource that observations are derived from.
const RESPONSES: &str = "QuestionnaireResponse/";

/// The parsed parameters.
#[derive(Clone, Debug, Default)]
pub struct Contents {
    changed: Period,
    identifiers: Vec<Token>,
    components: Vec<Token>,
    quantities: Vec<Quantity>,
    component_quantities: Vec<Quantity>,
    combined_quantities: Vec<Quantity>,
    concepts: Vec<Token>,
    combined_concepts: Vec<Token>,
    strings: Vec<String>,
    coded: Vec<Coded>,
    coded_components: Vec<Coded>,
    coded_combined: Vec<Coded>,
    performers: Vec<Token>,
    prescribers: Vec<Token>,
    devices: Vec<Token>,
    methods: Vec<Token>,
    /// Ids of the responses the observation is derived from.
    responses: Vec<String>,
    is_asked: bool,
}

impl Contents {
    /// Parses the parameters.
    ///
    /// # Errors
    /// Returns an error that names the invalid parameter.
    pub fn of(parameters: &Parameters) -> Result<Self, Problem> {
        let quantities = |name: &str| {
            let asked = parameters.any(name)?;
            let read = asked.iter().map(|value| Quantity::read(value).ok_or_else(|| wrong(name, "format")));
            read.collect::<Result<Vec<_>, _>>()
        };
        let coded = |name: &str| {
            let asked = parameters.any(name)?;
            let read = asked.iter().map(|value| Coded::read(value).ok_or_else(|| wrong(name, "format")));
            read.collect::<Result<Vec<_>, _>>()
        };
        let response = |reference: String| match reference.strip_prefix(RESPONSES) {
            Some(id) => id.to_owned(),
            None => reference,
        };
        let mut own = OF_ALL.iter().chain(&OF_OBSERVATIONS).chain(&OF_PRESCRIPTIONS);
        Ok(Self {
            changed: parameters.period("_lastUpdated")?,
            identifiers: parameters.tokens("identifier")?,
            components: parameters.tokens("component-code")?,
            quantities: quantities("value-quantity")?,
            component_quantities: quantities("component-value-quantity")?,
            combined_quantities: quantities("combo-value-quantity")?,
            concepts: parameters.tokens("value-concept")?,
            combined_concepts: parameters.tokens("combo-value-concept")?,
            strings: parameters.any("value-string")?.iter().map(|text| text.to_lowercase()).collect(),
            coded: coded("code-value-quantity")?,
            coded_components: coded("component-code-value-quantity")?,
            coded_combined: coded("combo-code-value-quantity")?,
            performers: parameters.identified("performer")?,
            prescribers: parameters.identified("prescriber")?,
            devices: parameters.identified("device")?,
            methods: parameters.tokens("method")?,
            responses: parameters.any("derived-from")?.into_iter().map(response).collect(),
            is_asked: own.any(|name| parameters.has(name)),
        })
    }

    /// Returns whether a resource matches.
    #[must_use]
    pub fn fit(&self, resource: &Json) -> bool {
        let parts = || entries(&resource["component"]);
        let own = || std::iter::once(resource);
        self.is_changed(resource)
            && any(&self.identifiers, |token| entries(&resource["identifier"]).any(|own| is_identified(token, own)))
            && any(&self.components, |token| parts().any(|part| is_coded(token, &part["code"])))
            && any(&self.quantities, |asked| own().any(|told| asked.fits(told)))
            && any(&self.component_quantities, |asked| parts().any(|told| asked.fits(told)))
            && any(&self.combined_quantities, |asked| own().chain(parts()).any(|told| asked.fits(told)))
            && any(&self.concepts, |token| is_coded(token, &resource["valueCodeableConcept"]))
            && any(&self.combined_concepts, |token| {
                own().chain(parts()).any(|told| is_coded(token, &told["valueCodeableConcept"]))
            })
            && any(&self.strings, |start| begins(&resource["valueString"], start))
            && any(&self.coded, |asked| asked.fits(resource))
            && any(&self.coded_components, |asked| parts().any(|told| asked.fits(told)))
            && any(&self.coded_combined, |asked| own().chain(parts()).any(|told| asked.fits(told)))
            && any(&self.performers, |token| {
                entries(&resource["performer"]).any(|own| is_identified(token, &own["identifier"]))
            })
            && any(&self.prescribers, |token| {
                entries(&resource["contained"]).any(|role| is_identified(token, &role["organization"]["identifier"]))
            })
            && any(&self.devices, |token| is_identified(token, &resource["device"]["identifier"]))
            && any(&self.methods, |token| is_coded(token, &resource["method"]))
            && any(&self.responses, |id| {
                entries(&resource["derivedFrom"])
                    .any(|own| word(&own["reference"]).strip_prefix(RESPONSES) == Some(id.as_str()))
            })
    }

    /// Returns the ids of the responses the resource has to be derived from. They start with the measurement's id.
    #[must_use]
    pub fn responses(&self) -> &[String] {
        &self.responses
    }

    /// Returns whether there are any such parameters. If so, the absence of a match reveals something too.
    #[must_use]
    pub fn is_used(&self) -> bool {
        self.is_asked
    }

    /// Returns whether measurements of a kind can have matching resources.
    #[must_use]
    pub fn may_fit(&self, kind: MeasurementKind) -> bool {
        let (own, parts) = (codes::of_kind(kind), codes::of_components(kind));
        let needs_parts = !self.component_quantities.is_empty();
        // Only visual acuities have string values.
        let is_in_words = self.strings.is_empty() || kind == MeasurementKind::Vision;
        (!needs_parts || !parts.is_empty())
            && is_in_words
            && any(&self.components, |token| is_among(token, parts))
            && any(&self.coded, |asked| is_among(&asked.code, own))
            && any(&self.coded_components, |asked| is_among(&asked.code, parts))
            && any(&self.coded_combined, |asked| is_among(&asked.code, own) || is_among(&asked.code, parts))
            && any(&self.methods, |token| is_among(token, codes::methods_of(kind)))
    }

    fn is_changed(&self, resource: &Json) -> bool {
        if self.changed == Period::default() {
            return true;
        }
        let told = resource["meta"]["lastUpdated"].as_str().and_then(Timestamp::parse);
        told.is_some_and(|changed| self.changed.has(changed.0))
    }
}

/// Returns whether a value matches any of the alternatives, or there are none.
fn any<T>(asked: &[T], is_met: impl Fn(&T) -> bool) -> bool {
    asked.is_empty() || asked.iter().any(is_met)
}

fn is_among(token: &Token, codings: &[Coding]) -> bool {
    codings.iter().any(|coding| token.fits(coding.system, coding.code))
}

/// Returns whether a text starts with a lower-case prefix, ignoring case.
fn begins(text: &Json, start: &str) -> bool {
    text.as_str().is_some_and(|text| text.to_lowercase().starts_with(start))
}

/// Returns the entries of an element that may be single or a list: an identifier is a list in most resource types.
fn entries(element: &Json) -> impl Iterator<Item = &Json> {
    let list = element.as_array().map(Vec::as_slice).unwrap_or_default();
    list.iter().chain((element.is_object()).then_some(element))
}

fn is_identified(token: &Token, identifier: &Json) -> bool {
    token.fits(word(&identifier["system"]), word(&identifier["value"]))
}

fn is_coded(token: &Token, concept: &Json) -> bool {
    entries(&concept["coding"]).any(|coding| token.fits(word(&coding["system"]), word(&coding["code"])))
}

fn word(element: &Json) -> &str {
    element.as_str().unwrap_or_default()
}

/// A composite of a code and a value within the same element: `8480-6$gt140`.
#[derive(Clone, Debug, PartialEq)]
struct Coded {
    code: Token,
    quantity: Quantity,
}

impl Coded {
    fn read(value: &str) -> Option<Self> {
        let (code, quantity) = value.split_once('$')?;
        Some(Self { code: Token::read(code), quantity: Quantity::read(quantity)? })
    }

    /// Returns whether an element has the code and the value.
    fn fits(&self, told: &Json) -> bool {
        is_coded(&self.code, &told["code"]) && self.quantity.fits(told)
    }
}

/// A quantity parameter: `gt25`, `118|http://unitsofmeasure.org|mm[Hg]`, `5.40||kg`.
#[derive(Clone, Debug, PartialEq)]
struct Quantity {
    /// Lower bound.
    low: Option<(f64, Edge)>,
    /// Upper bound.
    high: Option<(f64, Edge)>,
    /// Whether the range is negated.
    is_outside: bool,
    system: Option<String>,
    code: Option<String>,
}

/// Whether a bound is inclusive (`Within`) or exclusive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Edge {
    Within,
    Beyond,
}

impl Quantity {
    fn read(value: &str) -> Option<Self> {
        let mut parts = value.splitn(3, '|');
        let (number, system, code) = (parts.next()?, parts.next(), parts.next());
        let split = number.find(|letter: char| !letter.is_ascii_lowercase())?;
        let (prefix, digits) = number.split_at_checked(split)?;
        let number: f64 = digits.parse().ok().filter(|number: &f64| number.is_finite())?;
        let half = half_of_last_digit(digits)?;
        // A number matches all values that round to its precision. Halves round up, so the upper bound is exclusive.
        let upper = if half > 0.0 { Edge::Beyond } else { Edge::Within };
        let tenth = number.abs() / 10.0;
        let (low, high) = match prefix {
            "" | "eq" | "ne" => (Some((number - half, Edge::Within)), Some((number + half, upper))),
            "ap" => (Some((number - tenth, Edge::Within)), Some((number + tenth, Edge::Within))),
            "gt" | "sa" => (Some((number, Edge::Beyond)), None),
            "ge" => (Some((number, Edge::Within)), None),
            "lt" | "eb" => (None, Some((number, Edge::Beyond))),
            "le" => (None, Some((number, Edge::Within))),
            _ => return None,
        };
        let said = |part: Option<&str>| part.filter(|part| !part.is_empty()).map(str::to_owned);
        Some(Self { low, high, is_outside: prefix == "ne", system: said(system), code: said(code) })
    }

    /// Returns whether an element has a matching value.
    fn fits(&self, told: &Json) -> bool {
        let quantity = &told["valueQuantity"];
        let Some(value) = quantity["value"].as_f64() else { return false };
        let is_behind = self.low.is_none_or(|(low, edge)| value > low || (edge == Edge::Within && value >= low));
        let is_before = self.high.is_none_or(|(high, edge)| value < high || (edge == Edge::Within && value <= high));
        (is_behind && is_before) != self.is_outside
            && self.system.as_deref().is_none_or(|system| word(&quantity["system"]) == system)
            && self
                .code
                .as_deref()
                .is_none_or(|code| [word(&quantity["code"]), word(&quantity["unit"])].contains(&code))
    }
}

/// Returns half a unit in the last place of a number: 0.5 for "100", 0.005 for "5.40".
fn half_of_last_digit(digits: &str) -> Option<f64> {
    let (digits, exponent) = digits.split_once(['e', 'E']).unwrap_or((digits, "0"));
    let decimals = digits.split_once('.').map_or(0, |(_, decimals)| decimals.len());
    let exponent = exponent.parse::<i32>().ok()?.checked_sub(i32::try_from(decimals).ok()?)?;
    Some(10_f64.powi(exponent) / 2.0)
}

#[cfg(test)]
mod tests {
    use super::{Contents, Quantity};
    use crate::parameters::Parameters;
    use serde_json::json;

    fn fits(asked: &str, value: f64) -> Option<bool> {
        let told = json!({ "valueQuantity": {
            "value": value, "unit": "kg", "system": "http://unitsofmeasure.org", "code": "kg"
        } });
        Quantity::read(asked).map(|quantity| quantity.fits(&told))
    }

    #[test]
    fn a_value_is_asked_for_to_the_digits_that_are_said() {
        for (asked, value, expected) in [
            ("5.4", 5.36, true),
            ("5.4", 5.45, false),
            ("5.40", 5.36, false),
            ("100", 99.5, true),
            ("100", 100.5, false),
            ("1e2", 130.0, true),
            ("ne5.4", 5.4, false),
            ("ne5.4", 5.5, true),
            ("gt60", 60.0, false),
            ("ge60", 60.0, true),
            ("lt60", 59.9, true),
            ("le60", 60.1, false),
            ("ap60", 65.0, true),
            ("ap60", 67.0, false),
            ("ap0", 0.0, true),
            ("0e-2147483648", 0.0, true),
        ] {
            assert_eq!(fits(asked, value), Some(expected), "{asked} {value}");
        }
    }

    #[test]
    fn a_value_is_asked_for_in_a_unit() {
        assert_eq!(fits("60|http://unitsofmeasure.org|kg", 60.0), Some(true));
        assert_eq!(fits("60||kg", 60.0), Some(true));
        assert_eq!(fits("60||g", 60.0), Some(false));
        assert_eq!(fits("60|urn:other|kg", 60.0), Some(false));
        for wrong in ["", "kg", "xx60", "60kg", "NaN", "inf", "ge", "1e99999999999"] {
            assert_eq!(fits(wrong, 60.0), None, "{wrong}");
        }
    }

    #[test]
    fn values_of_parts_are_asked_for_apart_and_together() -> Result<(), Box<dyn std::error::Error>> {
        let pressure = json!({ "component": [
            { "code": { "coding": [{ "system": "http://loinc.org", "code": "8480-6" }] },
              "valueQuantity": { "value": 150, "code": "mm[Hg]" } },
            { "code": { "coding": [{ "system": "http://loinc.org", "code": "8462-4" }] },
              "valueQuantity": { "value": 90, "code": "mm[Hg]" } }
        ] });
        for (asked, expected) in [
            ("component-code=8480-6", true),
            ("component-code=8867-4", false),
            ("component-value-quantity=gt140", true),
            ("component-value-quantity=gt160", false),
            ("combo-value-quantity=90", true),
            ("value-quantity=gt0", false),
            ("component-code-value-quantity=8480-6$gt140", true),
            ("component-code-value-quantity=8462-4$gt140", false),
            ("component-code-value-quantity=8462-4$gt140,http://loinc.org|8462-4$90||mm[Hg]", true),
            ("combo-code-value-quantity=8480-6$gt140||mm[Hg]", true),
            ("combo-code-value-quantity=urn:other|8480-6$gt140", false),
            ("code-value-quantity=8480-6$gt140", false),
            ("method=screening", false),
            ("performer=7", false),
        ] {
            let parameters = Parameters::read(asked, &super::OF_OBSERVATIONS, false);
            let contents = parameters.and_then(|parameters| Contents::of(&parameters));
            assert_eq!(contents.map_err(|problem| problem.to_string())?.fit(&pressure), expected, "{asked}");
        }
        Ok(())
    }
}
