//! Unusual spellings, collected while a file is read, each with its first cell as an example.

use crate::{
    layout::{Layout, MEASURED_AT},
    records::{Record, shown},
    values,
};
use std::collections::{BTreeMap, btree_map::Entry};
use uno_core::contract::{
    imports::{Spelling, UnderstoodCells},
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
