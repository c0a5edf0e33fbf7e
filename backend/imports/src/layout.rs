//! The layout of an import: its columns, and the rules for the fields of a row.

use crate::{reading::Cell, spelling::plain};
use kernel::{
    exports::{Texts, WrittenColumn},
    jobs,
};
use std::sync::OnceLock;
use uno_core::contract::{
    imports::{BLOOD_PRESSURE, Column, MEASURED_TIME},
    languages::Language,
    validation::{Form, Kind, camel_case},
};

/// The data in a column.
#[derive(Clone, Copy, Debug)]
pub enum Role {
    /// A field of a row.
    Field(Kind),
    /// Two fields: systolic and diastolic pressure.
    Pressure,
    /// The time of day of the field `measuredAt`.
    TimeOfDay,
    /// No field: a property of the member, which confirms that the number is meant.
    Confirms,
}

/// A known column.
#[derive(Clone, Debug)]
pub struct Known {
    /// The column with its names.
    pub column: Column,
    /// The data it holds.
    pub role: Role,
    /// All its names, normalised for comparison.
    pub names: Vec<String>,
}

impl Known {
    fn of(column: Column, role: Role) -> Self {
        Self { column, role, names: names(&column).map(plain).collect() }
    }
}

/// Synonyms of the values of fields.
pub type Words = &'static [(&'static str, &'static [&'static str])];

/// Parts of names that suggest a field.
pub type Hints = &'static [(&'static str, &'static [&'static str])];

/// The product's own export of the same data, whose files can be imported again.
#[derive(Debug)]
pub struct OwnExport {
    texts: jobs::Texts,
    count: usize,
    columns: fn(&Texts) -> Vec<WrittenColumn>,
    in_languages: OnceLock<Vec<InLanguage>>,
}

/// An export in one language.
#[derive(Debug)]
pub struct InLanguage {
    /// The console's texts.
    pub texts: Texts,
    /// Its columns.
    pub columns: Vec<WrittenColumn>,
    /// The names of the columns, normalised for comparison.
    names: Vec<String>,
}

impl OwnExport {
    /// Creates the export from the console's texts, its number of columns, and a function that returns them in a
    /// language.
    #[must_use]
    pub const fn of(texts: jobs::Texts, count: usize, columns: fn(&Texts) -> Vec<WrittenColumn>) -> Self {
        Self { texts, count, columns, in_languages: OnceLock::new() }
    }

    /// Returns the export whose columns these cells name, completely and in order. In such a file no name is matched by
    /// similarity. A file with a column removed or added is treated like any other file.
    #[must_use]
    pub fn named(&self, cells: &[Cell]) -> Option<&InLanguage> {
        // Spreadsheets may have empty cells after the last one.
        let count = cells.iter().rposition(|cell| !cell.is_blank()).map_or(0, |last| last + 1);
        // Most files are not exports; this avoids loading the texts of all languages for them.
        if count != self.count {
            return None;
        }
        let name = |cell: &Cell| if let Cell::Text(text) = cell { plain(text) } else { String::new() };
        let names: Vec<String> = cells.iter().take(count).map(name).collect();
        self.in_languages().iter().find(|known| known.names == names)
    }

    fn in_languages(&self) -> &[InLanguage] {
        self.in_languages.get_or_init(|| {
            let in_language = |&language: &Language| {
                let texts = Texts::read(language, (self.texts)(language)).ok()?;
                let columns = (self.columns)(&texts);
                let names = columns.iter().map(|column| plain(&column.title)).collect();
                Some(InLanguage { texts, columns, names })
            };
            Language::ALL.iter().filter_map(in_language).collect()
        })
    }
}

/// The layout of an import.
#[derive(Debug)]
pub struct Layout {
    /// The columns: first those of fields in the order of the sample file, then those with other data.
    pub known: Vec<Known>,
    /// Number of leading columns that a file must have.
    pub required: usize,
    /// Synonyms of values.
    pub words: Words,
    /// Hints, more specific ones first.
    pub hints: Hints,
    /// The product's own export of the same data, if there is one.
    pub own: Option<OwnExport>,
}

/// Returns all names of a column.
pub(crate) fn names(column: &Column) -> impl Iterator<Item = &'static str> {
    std::iter::once(column.name).chain(column.aliases.iter().copied())
}

/// The timestamp field whose time of day may be in a separate column.
pub const MEASURED_AT: &str = "measuredAt";
/// The fields in a combined column of pressures.
pub const PRESSURES: [&str; 2] = ["systolic", "diastolic"];

impl Layout {
    /// Creates the layout for the fields of a form; the required columns come first.
    #[must_use]
    pub fn of(columns: &[Column], required: usize, form: &Form, words: Words, hints: Hints) -> Self {
        let kind = |name: &str| form.fields.iter().find(|field| camel_case(field.name) == name).map(|field| field.kind);
        let fields = columns.iter().filter_map(|column| Some((*column, kind(column.name)?)));
        let mut known: Vec<Known> = fields.map(|(column, kind)| Known::of(column, Role::Field(kind))).collect();
        let has = |name: &str| columns.iter().any(|column| column.name == name);
        if PRESSURES.into_iter().all(has) {
            known.push(Known::of(BLOOD_PRESSURE, Role::Pressure));
        }
        if has(MEASURED_AT) {
            known.push(Known::of(MEASURED_TIME, Role::TimeOfDay));
        }
        Self { known, required, words, hints, own: None }
    }

    /// Adds a column that confirms a property of the member.
    #[must_use]
    pub fn confirming(mut self, column: Column) -> Self {
        self.known.push(Known::of(column, Role::Confirms));
        self
    }

    /// Returns whether a column confirms a property of the member.
    #[must_use]
    pub fn is_confirming(&self, place: usize) -> bool {
        matches!(self.known.get(place).map(|known| known.role), Some(Role::Confirms))
    }

    /// Returns the index of a column by its name in the API.
    #[must_use]
    pub fn place(&self, name: &str) -> Option<usize> {
        self.known.iter().position(|known| known.column.name == name)
    }

    /// Returns the name of a column in the API.
    #[must_use]
    pub fn name(&self, place: usize) -> &'static str {
        self.known.get(place).map(|known| known.column.name).unwrap_or_default()
    }

    /// Returns the type of a field.
    #[must_use]
    pub fn kind(&self, field: &str) -> Option<Kind> {
        self.known.iter().find(|known| known.column.name == field).and_then(|known| match known.role {
            Role::Field(kind) => Some(kind),
            _ => None,
        })
    }

    /// Returns whether a column holds a visual acuity: only these are a decimal or a word.
    #[must_use]
    pub fn is_acuity(&self, place: usize) -> bool {
        let role = self.known.get(place).map(|known| known.role);
        matches!(role, Some(Role::Field(Kind::DecimalOrWord { .. })))
    }

    /// Returns what two columns would both provide: a column of both pressures provides each of them.
    #[must_use]
    pub fn shared(&self, place: usize, other: usize) -> Option<&'static str> {
        let fields = self.fields(other);
        let field = self.fields(place).into_iter().find(|field| fields.contains(field));
        field.or_else(|| (place == other).then(|| self.name(place)))
    }

    /// Returns the fields that a column provides.
    #[must_use]
    pub fn fields(&self, place: usize) -> Vec<&'static str> {
        match self.known.get(place).map(|known| known.role) {
            Some(Role::Pressure) => PRESSURES.to_vec(),
            Some(Role::Field(_)) => vec![self.name(place)],
            _ => Vec::new(),
        }
    }
}
