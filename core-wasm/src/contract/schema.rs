//! The rules of forms as JSON Schema, for the OpenAPI document.
//!
//! Generated from the same tables that [`Form::violations`] uses. Rules that a schema cannot express, such as a birth
//! date not in the future or rules across fields, are left to the descriptions.

use super::{
    page::DEFAULT_PAGE_SIZE,
    validation::{Field, Form, Kind, MAX_EMAIL, MAX_ENTRIES, MAX_PHONE, MAX_SAFE_INTEGER, camel_case},
};
use crate::domain::decimal::{Hundredths, Thousandths};
use serde_json::{Map, Value as Json, json};

/// Characters that are trimmed from a text, as a regular expression class.
const SPACE: &str = r"\u0009-\u000D \u0085\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000";
/// Characters that are not allowed in any text.
const CONTROL: &str = r"\u0000-\u001F\u007F-\u009F\uFFFD";
/// The same for multi-line text.
const CONTROL_IN_LINES: &str = r"\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\uFFFD";
/// Characters that are not allowed in a domain label: ASCII except letters, digits and `-`, and spaces.
const NOT_IN_DOMAINS: &str = r"\u0000-,.\/:-@\[-`{-\u009F\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000";

/// The accepted timestamp format: RFC 3339 without leap seconds, without lower-case letters, and without UTC offsets of
/// 15 hours or more, which are not in use anywhere.
const INSTANT: &str =
    r"^[0-9-]{10}T[0-9]{2}:[0-9]{2}:[0-5][0-9](?:\.[0-9]{1,9})?(?:Z|[+-](?:0[0-9]|1[0-4]):[0-5][0-9])$";

/// Returns the schema of an identifier.
#[must_use]
pub fn id(description: &str) -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
    utoipa::openapi::ObjectBuilder::new()
        .schema_type(utoipa::openapi::schema::Type::Integer)
        .format(Some(utoipa::openapi::SchemaFormat::KnownFormat(utoipa::openapi::KnownFormat::Int64)))
        .description(Some(description.trim()))
        .minimum(Some(1))
        .maximum(Some(MAX_SAFE_INTEGER))
        .into()
}

/// The location of a value in a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// In the query, which has no `null`.
    Query,
    /// In a JSON body.
    Body,
}

impl Form {
    /// Returns the schema of a body with this form. `described` returns the descriptions of the fields.
    #[must_use]
    pub fn json_schema(&self, description: &str, described: impl Fn(&str) -> String) -> Json {
        let mut properties = Map::new();
        for field in self.fields {
            let name = camel_case(field.name);
            let mut schema = field.json_schema(Place::Body);
            schema["description"] = described(&name).into();
            properties.insert(name, schema);
        }
        let required: Vec<_> =
            self.fields.iter().filter(|field| field.required).map(|field| camel_case(field.name)).collect();
        let mut schema = json!({
            "type": "object",
            "description": description,
            "properties": properties,
            "required": required,
            "additionalProperties": false,
        });
        if self.also.is_some() {
            schema["x-rules-between-fields"] = true.into();
        }
        schema
    }
}

impl Field {
    /// Returns the schema of the field.
    #[must_use]
    pub fn json_schema(&self, place: Place) -> Json {
        let mut schema = self.kind.json_schema(self.required, place);
        match self.name {
            "page" => schema["default"] = 0.into(),
            "page_size" => schema["default"] = DEFAULT_PAGE_SIZE.into(),
            _ => {}
        }
        if !self.required && place == Place::Body && !self.kind.is_list() {
            allow_null(&mut schema);
        }
        schema
    }
}

/// Allows `null`, which means the same as absent.
fn allow_null(schema: &mut Json) {
    if let Some(choices) = schema.get_mut("anyOf").and_then(Json::as_array_mut) {
        choices.push(json!({ "type": "null" }));
        return;
    }
    schema["type"] = json!([schema["type"], "null"]);
    if let Some(words) = schema.get_mut("enum").and_then(Json::as_array_mut) {
        words.push(Json::Null);
    }
}

impl Kind {
    /// Returns the schema of a required value, or of one that may be blank. For query parameters, `allowEmptyValue`
    /// expresses that.
    fn json_schema(self, required: bool, place: Place) -> Json {
        // Pattern of a text, which is optional as a whole unless the text is required.
        let spaced = |inner: &str| {
            let inner = if required { inner.to_owned() } else { format!("(?:{inner})?") };
            format!("^[{SPACE}]*{inner}[{SPACE}]*$")
        };
        // A blank value of another type also means absent.
        let may_be_blank = !required && place == Place::Body;
        let blank_or = |mut choices: Vec<Json>| {
            if may_be_blank {
                choices.push(json!({ "type": "string", "const": "" }));
            }
            match choices.len() {
                1 => choices.remove(0),
                _ => json!({ "anyOf": choices }),
            }
        };
        match self {
            Self::Text { min, max, lines } => {
                let control = if lines { CONTROL_IN_LINES } else { CONTROL };
                let (any, seen) = (format!("[^{control}]"), format!("[^{control}{SPACE}]"));
                let pattern = match min {
                    0 | 1 if !required => format!("^[{SPACE}]*{any}*[{SPACE}]*$"),
                    0 | 1 => spaced(&format!("{seen}{any}*")),
                    _ => spaced(&format!("{seen}{any}{{{},}}{seen}", min - 2)),
                };
                let mut schema = json!({ "type": "string", "maxLength": max, "pattern": pattern });
                if required {
                    schema["minLength"] = min.max(1).into();
                }
                schema
            }
            // Full-width and other equivalent characters are normalised to these.
            Self::LoginId => {
                let (fewest, most) = super::validation::LOGIN_ID_LENGTHS;
                json!({ "type": "string", "pattern": spaced(&format!("[A-Za-z0-9._-]{{{fewest},{most}}}")) })
            }
            Self::Secret { max } if required => json!({ "type": "string", "minLength": 1, "maxLength": max }),
            Self::Secret { max } => json!({ "type": "string", "maxLength": max }),
            Self::Email => {
                let label = format!("[^{NOT_IN_DOMAINS}]+");
                let inner = format!(r#"[^{SPACE}\u0000-\u001F\u007F-\u009F<>",@]+@{label}(?:\.{label})+"#);
                json!({ "type": "string", "maxLength": MAX_EMAIL, "pattern": spaced(&inner) })
            }
            Self::Phone => {
                json!({ "type": "string", "maxLength": MAX_PHONE, "pattern": spaced(r"[+\-() ]*(?:[0-9][+\-() ]*){3,15}") })
            }
            Self::PastDate => blank_or(vec![json!({ "type": "string", "format": "date" })]),
            Self::Date => {
                blank_or(vec![json!({ "type": "string", "format": "date", "pattern": "^(?:19|2[0-9])[0-9]{2}-" })])
            }
            Self::Bound => blank_or(vec![
                json!({ "type": "string", "format": "date" }),
                json!({ "type": "string", "format": "date-time", "pattern": INSTANT }),
            ]),
            Self::Instant => blank_or(vec![json!({ "type": "string", "format": "date-time", "pattern": INSTANT })]),
            Self::Integer { min, max } => json!({ "type": "integer", "minimum": min, "maximum": max }),
            Self::Decimal { min, max } => decimal(Hundredths(min).into(), Hundredths(max).into(), 0.01),
            Self::DecimalOrWord { min, max, words } => {
                let word = Self::Word(words).json_schema(required, place);
                json!({ "anyOf": [decimal(Thousandths(min), Thousandths(max), 0.001), word] })
            }
            Self::Word(words) if !may_be_blank => json!({ "type": "string", "enum": words }),
            Self::Word(words) => {
                let mut words = words.to_vec();
                words.push("");
                json!({ "type": "string", "enum": words })
            }
            Self::Id => json!({ "type": "integer", "minimum": 0, "maximum": MAX_SAFE_INTEGER }),
            Self::Flag => json!({ "type": "boolean" }),
            Self::Words(words) => list(&Self::Word(words), MAX_ENTRIES),
            Self::Ids => list(&Self::Id, MAX_ENTRIES),
            Self::Integers { min, max, most } => list(&Self::Integer { min, max }, most),
            Self::Forms { form, max } => {
                json!({ "type": "array", "items": form.json_schema("", |_| String::new()), "maxItems": max })
            }
        }
    }
}

fn list(entry: &Kind, most: usize) -> Json {
    json!({ "type": "array", "items": entry.json_schema(true, Place::Body), "maxItems": most })
}

fn decimal(min: Thousandths, max: Thousandths, step: f64) -> Json {
    json!({ "type": "number", "minimum": min.to_number(), "maximum": max.to_number(), "multipleOf": step })
}
