//! What a person has said about a file: now, and of columns in earlier imports.

use crate::layout::Layout;
use std::collections::HashMap;
use uno_core::contract::{
    imports::{CellCorrection, ColumnChoice},
    validation::{Violation, path_in},
};

/// What a person has said about a file.
#[derive(Debug, Default)]
pub struct Decisions {
    /// By the place of the column in the file: which column of the layout it is, or none.
    pub(crate) chosen: HashMap<usize, Option<usize>>,
    /// By the name of the column as it is compared.
    pub(crate) remembered: HashMap<String, Option<usize>>,
    /// By the line of the file: what is to be read at which place.
    pub(crate) corrections: HashMap<i64, Vec<(usize, String)>>,
}

/// What was said of columns by their names: the field, or none for those that are left out.
pub type Remembered = Vec<(String, Option<String>)>;

impl Decisions {
    /// What was said now and earlier.
    ///
    /// # Errors
    /// Which field no column can be read as, or is said of two.
    pub fn of(
        layout: &Layout,
        choices: &[ColumnChoice],
        remembered: &Remembered,
        corrections: &[CellCorrection],
    ) -> Result<Self, Vec<Violation>> {
        let mut decisions = Self::default();
        let mut violations = Vec::new();
        for (index, choice) in choices.iter().enumerate() {
            let path = || path_in("columns", index, "field");
            let place = choice.field.as_deref().map(|field| layout.place(field));
            let Ok(column) = usize::try_from(choice.column) else { continue };
            match place {
                Some(None) => violations.push(Violation::new(&path(), "choice")),
                Some(Some(place)) if decisions.chosen.values().any(|known| *known == Some(place)) => {
                    violations.push(Violation::new(&path(), "repeated"));
                }
                place => {
                    decisions.chosen.insert(column, place.flatten());
                }
            }
        }
        for (name, field) in remembered {
            match field.as_deref().map(|field| layout.place(field)) {
                // A field that this version does not know any more.
                Some(None) => {}
                place => {
                    decisions.remembered.insert(name.clone(), place.flatten());
                }
            }
        }
        for correction in corrections {
            let Ok(column) = usize::try_from(correction.column) else { continue };
            let value = correction.value.clone().unwrap_or_default();
            decisions.corrections.entry(correction.line).or_default().push((column, value));
        }
        if violations.is_empty() { Ok(decisions) } else { Err(violations) }
    }
}
