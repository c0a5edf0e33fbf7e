//! Search parameters that are evaluated on the finished resource: identifier, values, components, performer, device and
//! last update. No index covers them, so they filter what the indexed parameters have found.

use crate::{
    codes::{self, COMPANIES, Coding, DEVICES},
    grammar::{Quantity, Sought, Token, split},
    parameters::{Parameters, Period},
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
/// The resource type of companies in references.
pub const ORGANIZATION: &str = "Organization";
/// The resource that observations are derived from.
const RESPONSES: &str = "QuestionnaireResponse/";

/// The parsed parameters.
#[derive(Clone, Debug, Default)]
pub struct Contents {
    changed: Period,
    identifiers: Sought<Token>,
    components: Sought<Token>,
    quantities: Sought<Quantity>,
    component_quantities: Sought<Quantity>,
    combined_quantities: Sought<Quantity>,
    concepts: Sought<Token>,
    combined_concepts: Sought<Token>,
    strings: Sought<String>,
    coded: Sought<Coded>,
    coded_components: Sought<Coded>,
    coded_combined: Sought<Coded>,
    performers: Sought<Token>,
    prescribers: Sought<Token>,
    devices: Sought<Token>,
    methods: Sought<Token>,
    /// Ids of the responses, one of which the observation has to be derived from.
    responses: Option<Vec<String>>,
    is_asked: bool,
}

impl Contents {
    /// Parses the parameters.
    ///
    /// # Errors
    /// Returns an error that names the invalid parameter.
    pub fn of(parameters: &Parameters) -> Result<Self, Problem> {
        let coded = |name: &str| parameters.sought(name, Coded::read);
        let texts = |name: &str| {
            let groups = parameters.texts(name)?;
            let lower = groups.groups().iter().map(|group| group.iter().map(|text| text.to_lowercase()).collect());
            Ok::<_, Problem>(Sought::of(lower.collect()))
        };
        let mut own = OF_ALL.iter().chain(&OF_OBSERVATIONS).chain(&OF_PRESCRIPTIONS);
        Ok(Self {
            changed: parameters.period("_lastUpdated")?,
            identifiers: parameters.tokens("identifier")?,
            components: parameters.tokens("component-code")?,
            quantities: parameters.quantities("value-quantity")?,
            component_quantities: parameters.quantities("component-value-quantity")?,
            combined_quantities: parameters.quantities("combo-value-quantity")?,
            concepts: parameters.tokens("value-concept")?,
            combined_concepts: parameters.tokens("combo-value-concept")?,
            strings: texts("value-string")?,
            coded: coded("code-value-quantity")?,
            coded_components: coded("component-code-value-quantity")?,
            coded_combined: coded("combo-code-value-quantity")?,
            performers: parameters.identified("performer", ORGANIZATION, COMPANIES)?,
            prescribers: parameters.identified("prescriber", ORGANIZATION, COMPANIES)?,
            devices: parameters.identified("device", "Device", DEVICES)?,
            methods: parameters.tokens("method")?,
            responses: parameters.referred("derived-from", "QuestionnaireResponse")?.common(),
            is_asked: own.any(|name| parameters.has(name)),
        })
    }

    /// Returns whether a resource matches.
    #[must_use]
    pub fn fit(&self, resource: &Json) -> bool {
        let parts = || entries(&resource["component"]);
        let own = || std::iter::once(resource);
        self.is_changed(resource)
            && self.identifiers.is_met(|token| entries(&resource["identifier"]).any(|own| is_identified(token, own)))
            && self.components.is_met(|token| parts().any(|part| is_coded(token, &part["code"])))
            && self.quantities.is_met(|asked| own().any(|told| is_measured(asked, told)))
            && self.component_quantities.is_met(|asked| parts().any(|told| is_measured(asked, told)))
            && self.combined_quantities.is_met(|asked| own().chain(parts()).any(|told| is_measured(asked, told)))
            && self.concepts.is_met(|token| is_coded(token, &resource["valueCodeableConcept"]))
            && self
                .combined_concepts
                .is_met(|token| own().chain(parts()).any(|told| is_coded(token, &told["valueCodeableConcept"])))
            && self.strings.is_met(|start| begins(&resource["valueString"], start))
            && self.coded.is_met(|asked| asked.fits(resource))
            && self.coded_components.is_met(|asked| parts().any(|told| asked.fits(told)))
            && self.coded_combined.is_met(|asked| own().chain(parts()).any(|told| asked.fits(told)))
            && self
                .performers
                .is_met(|token| entries(&resource["performer"]).any(|own| is_identified(token, &own["identifier"])))
            && self.prescribers.is_met(|token| {
                entries(&resource["contained"]).any(|role| is_identified(token, &role["organization"]["identifier"]))
            })
            && self.devices.is_met(|token| is_identified(token, &resource["device"]["identifier"]))
            && self.methods.is_met(|token| is_coded(token, &resource["method"]))
            && self.responses.as_ref().is_none_or(|ids| {
                entries(&resource["derivedFrom"])
                    .filter_map(|own| word(&own["reference"]).strip_prefix(RESPONSES))
                    .any(|id| ids.iter().any(|asked| asked == id))
            })
    }

    /// Returns the ids of the responses the resource has to be derived from. They start with the measurement's id.
    #[must_use]
    pub fn responses(&self) -> Option<&[String]> {
        self.responses.as_deref()
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
            && self.components.is_met(|token| is_among(token, parts))
            && self.coded.is_met(|asked| is_among(&asked.code, own))
            && self.coded_components.is_met(|asked| is_among(&asked.code, parts))
            && self.coded_combined.is_met(|asked| is_among(&asked.code, own) || is_among(&asked.code, parts))
            && self.methods.is_met(|token| is_among(token, codes::methods_of(kind)))
    }

    fn is_changed(&self, resource: &Json) -> bool {
        if self.changed == Period::default() {
            return true;
        }
        let told = resource["meta"]["lastUpdated"].as_str().and_then(Timestamp::parse);
        told.is_some_and(|changed| self.changed.has(changed.0))
    }
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
        match split(value, '$').as_slice() {
            [code, quantity] => Some(Self { code: Token::read(code)?, quantity: Quantity::read(quantity)? }),
            _ => None,
        }
    }

    /// Returns whether an element has the code and the value.
    fn fits(&self, told: &Json) -> bool {
        is_coded(&self.code, &told["code"]) && is_measured(&self.quantity, told)
    }
}

/// Returns whether an element has a matching value.
fn is_measured(asked: &Quantity, told: &Json) -> bool {
    let quantity = &told["valueQuantity"];
    let Json::Number(number) = &quantity["value"] else { return false };
    asked.fits(&number.to_string(), word(&quantity["system"]), [word(&quantity["code"]), word(&quantity["unit"])])
}

#[cfg(test)]
mod tests {
    use super::Contents;
    use crate::parameters::Parameters;
    use serde_json::json;

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
