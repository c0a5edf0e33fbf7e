//! A person's decisions about a file, and remembered decisions about columns in earlier imports.

use crate::layout::Layout;
use std::collections::HashMap;
use uno_core::contract::{
    imports::{CellCorrection, ColumnChoice},
    validation::{Violation, path_in},
};

/// A person's decisions about a file.
#[derive(Debug, Default)]
pub struct Decisions {
    /// By index of the column in the file: its index in the layout, or none.
    pub(crate) chosen: HashMap<usize, Option<usize>>,
    /// By normalised name of the column: its index in the layout, or none.
    pub(crate) remembered: HashMap<String, Option<usize>>,
    /// By line of the file: corrected values with the index of their column.
    pub(crate) corrections: HashMap<i64, Vec<(usize, String)>>,
}

/// Decisions about columns by name: the field, or none for columns that are left out.
pub type Remembered = Vec<(String, Option<String>)>;

impl Decisions {
    /// Combines current and remembered decisions.
    ///
    /// # Errors
    /// Returns the fields that do not exist, or that two columns would give.
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
                Some(Some(place))
                    if decisions.chosen.values().flatten().any(|known| layout.shared(place, *known).is_some()) =>
                {
                    violations.push(Violation::new(&path(), "repeated"));
                }
                place => {
                    decisions.chosen.insert(column, place.flatten());
                }
            }
        }
        for (name, field) in remembered {
            match field.as_deref().map(|field| layout.place(field)) {
                // A field that this version no longer has.
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
