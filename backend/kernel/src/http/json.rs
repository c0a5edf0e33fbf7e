//! Strict parsing of JSON: an object with a duplicate name is refused. Other parsers would take the last value, and
//! a reader that has checked the first would be wrong.

use crate::problem::Problem;
use serde::de::{DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value as Json};
use std::fmt;
use uno_core::contract::{
    error::ErrorCode,
    validation::{MAX_VIOLATIONS, Violation},
};

/// Parses JSON.
///
/// # Errors
/// Returns [`ErrorCode::Malformed`] if it is not JSON, with the duplicate names.
pub(super) fn read(bytes: &[u8]) -> Result<Json, Problem> {
    let mut twice = Vec::new();
    let mut deserializer = serde_json::Deserializer::from_slice(bytes);
    let value = Place { within: Within::Whole, twice: &mut twice }.deserialize(&mut deserializer);
    let read = value.and_then(|value| deserializer.end().map(|()| value));
    match read {
        Ok(value) if twice.is_empty() => Ok(value),
        _ => Err(Problem { fields: twice, ..Problem::new(ErrorCode::Malformed) }),
    }
}

/// The path of a value, built as text only for an error.
#[derive(Clone, Copy)]
enum Within<'a> {
    Whole,
    Name(&'a Within<'a>, &'a str),
    Entry(&'a Within<'a>, usize),
}

impl Within<'_> {
    fn path(self) -> String {
        match self {
            Self::Whole => String::new(),
            Self::Name(Self::Whole, name) => name.to_owned(),
            Self::Name(within, name) => format!("{}.{name}", within.path()),
            Self::Entry(within, index) => format!("{}[{index}]", within.path()),
        }
    }
}

/// A value to be parsed, which collects the duplicate names.
struct Place<'a> {
    within: Within<'a>,
    twice: &'a mut Vec<Violation>,
}

impl<'de> DeserializeSeed<'de> for Place<'_> {
    type Value = Json;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Json, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Place<'_> {
    type Value = Json;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("JSON")
    }

    fn visit_unit<E>(self) -> Result<Json, E> {
        Ok(Json::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Json, E> {
        Ok(value.into())
    }

    fn visit_i64<E>(self, value: i64) -> Result<Json, E> {
        Ok(value.into())
    }

    fn visit_u64<E>(self, value: u64) -> Result<Json, E> {
        Ok(value.into())
    }

    fn visit_f64<E>(self, value: f64) -> Result<Json, E> {
        Ok(Number::from_f64(value).map_or(Json::Null, Json::Number))
    }

    fn visit_str<E>(self, value: &str) -> Result<Json, E> {
        Ok(value.into())
    }

    fn visit_string<E>(self, value: String) -> Result<Json, E> {
        Ok(value.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Json, A::Error> {
        let mut read = Vec::new();
        while let Some(item) =
            items.next_element_seed(Place { within: Within::Entry(&self.within, read.len()), twice: self.twice })?
        {
            read.push(item);
        }
        Ok(Json::Array(read))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Json, A::Error> {
        let mut read = Map::new();
        while let Some(name) = entries.next_key::<String>()? {
            let within = Within::Name(&self.within, &name);
            if read.contains_key(&name) && self.twice.len() < MAX_VIOLATIONS {
                self.twice.push(Violation::new(&within.path(), "twice"));
            }
            let value = entries.next_value_seed(Place { within, twice: self.twice })?;
            read.insert(name, value);
        }
        Ok(Json::Object(read))
    }
}

#[cfg(test)]
mod tests {
    use super::read;
    use uno_core::contract::error::ErrorCode;

    #[test]
    fn what_is_read_is_what_others_read() {
        let text = r#"{"a": [1, -2, 2.5, 1e2, null, true, "가"], "b": {"a": {}, "c": ""}}"#;
        assert_eq!(read(text.as_bytes()).ok(), serde_json::from_str(text).ok());
        for wrong in ["", "{", "{} {}", "{\"a\": 1,}", "nul"] {
            let refused = read(wrong.as_bytes()).err().map(|problem| problem.code);
            assert_eq!(refused, Some(ErrorCode::Malformed), "{wrong}");
        }
    }

    #[test]
    fn a_name_that_is_there_twice_is_refused_by_its_path() {
        let fields = |text: &str| {
            let refused = read(text.as_bytes()).err().map(|problem| problem.fields).unwrap_or_default();
            refused.into_iter().map(|field| (field.path, field.code)).collect::<Vec<_>>()
        };
        let said = |path: &str| vec![(path.to_owned(), "twice".into())];
        assert_eq!(fields(r#"{"name": "a", "name": "a"}"#), said("name"));
        assert_eq!(fields(r#"{"items": [{}, {"id": 1, "\u0069d": 2}]}"#), said("items[1].id"), "however it is written");
        assert!(read(br#"{"a": {"b": 1}, "b": {"b": 1}}"#).is_ok());
    }
}
