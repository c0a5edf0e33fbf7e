//! What is understood of a file beyond its cells as written, collected while it is read: unusual spellings, each with its
//! first cell as an example, and values that are assumed.

use crate::{
    layout::{Layout, MEASURED_AT},
    records::{Record, shown},
    values,
};
use std::collections::{BTreeMap, btree_map::Entry};
use uno_core::contract::{
    imports::{AssumedValue, MEASURED_TIME, Spelling, UnderstoodCells},
    validation::Value,
};

/// The collected spellings, by column and kind.
#[derive(Default)]
pub struct SpellingSummary(BTreeMap<(usize, &'static str), UnderstoodCells>);

impl SpellingSummary {
    /// Adds the unusual spellings of a row that will be imported.
    pub fn note(&mut self, layout: &Layout, record: &Record<'_>) {
        for (index, spelling) in &record.spellings {
            match self.0.entry((*index, spelling.as_str())) {
                Entry::Occupied(mut known) => known.get_mut().rows += 1,
                Entry::Vacant(place) => {
                    place.insert(example(layout, record, *index, *spelling));
                }
            }
        }
    }

    /// Returns all spellings in the order of the file.
    #[must_use]
    pub fn into_cells(self) -> Vec<UnderstoodCells> {
        self.0.into_values().collect()
    }
}

/// The collected assumptions, by field and value.
#[derive(Default)]
pub struct AssumedSummary(BTreeMap<(&'static str, &'static str), i64>);

/// What is assumed of a row with a day and no time of day.
pub const ASSUMED_TIME: (&str, &str) = (MEASURED_TIME.name, "00:00");

impl AssumedSummary {
    /// Adds the value that a row gets for a field.
    pub fn note(&mut self, field: &'static str, value: &'static str) {
        *self.0.entry((field, value)).or_default() += 1;
    }

    /// Returns all assumptions.
    #[must_use]
    pub fn into_values(self) -> Vec<AssumedValue> {
        let told = |((field, value), rows): ((&str, &str), i64)| AssumedValue {
            field: field.to_owned(),
            value: value.to_owned(),
            rows,
        };
        self.0.into_iter().map(told).collect()
    }
}

fn example(layout: &Layout, record: &Record<'_>, index: usize, spelling: Spelling) -> UnderstoodCells {
    let place = record.header.readings.get(index).and_then(|reading| reading.place);
    let mut fields = place.map(|place| layout.fields(place)).unwrap_or_default();
    if fields.is_empty() {
        // A column without fields is the time of day of this one.
        fields.push(MEASURED_AT);
    }
    let written = |index: usize| shown(record.cells.get(index)).unwrap_or_default();
    let day = record.header.index_of(layout, MEASURED_AT);
    let written = match (spelling, day) {
        (Spelling::TwoColumns, Some(day)) => format!("{} + {}", written(day), written(index)),
        _ => written(index),
    };
    let read: Vec<String> = fields
        .into_iter()
        .map(|field| record.value.get(field))
        .filter(|value| **value != Value::Nothing)
        .map(values::read)
        .collect();
    UnderstoodCells {
        index: i64::try_from(index).unwrap_or(i64::MAX),
        name: record.header.columns.get(index).map(|column| column.name.clone()).unwrap_or_default(),
        spelling,
        written,
        read: read.join(" / "),
        rows: 1,
    }
}
