//! What a file is imported as: its columns, and what the fields of a row must be.

use crate::{reading::Cell, spelling::plain};
use kernel::{
    exports::{Texts, Told},
    jobs,
};
use std::sync::OnceLock;
use uno_core::contract::{
    imports::{BLOOD_PRESSURE, Column, MEASURED_TIME},
    languages::Language,
    validation::{Form, Kind, camel_case},
};

/// What a column gives.
#[derive(Clone, Copy, Debug)]
pub enum Role {
    /// A field of a row.
    Field(Kind),
    /// Two fields: the systolic and the diastolic pressure.
    Pressure,
    /// The time of day of the field `measuredAt`.
    TimeOfDay,
}

/// A column that is known.
#[derive(Clone, Debug)]
pub struct Known {
    /// How it is called.
    pub column: Column,
    /// What it gives.
    pub role: Role,
    /// All that it is called, as names are compared.
    pub names: Vec<String>,
}

impl Known {
    fn of(column: Column, role: Role) -> Self {
        Self { column, role, names: names(&column).map(plain).collect() }
    }
}

/// Words for the values of fields that have some.
pub type Words = &'static [(&'static str, &'static [&'static str])];

/// Parts of names by which a column could be meant for a field.
pub type Hints = &'static [(&'static str, &'static [&'static str])];

/// The export of what is imported: a file of it may come back.
#[derive(Debug)]
pub struct OwnExport {
    texts: jobs::Texts,
    count: usize,
    columns: fn(&Texts) -> Vec<Told>,
    in_languages: OnceLock<Vec<InLanguage>>,
}

/// An export in a language.
#[derive(Debug)]
pub struct InLanguage {
    /// The console's texts.
    pub texts: Texts,
    /// Its columns.
    pub columns: Vec<Told>,
    /// Their names, as they are compared.
    names: Vec<String>,
}

impl OwnExport {
    /// Of the console's texts, how many columns it has, and these in a language.
    #[must_use]
    pub const fn of(texts: jobs::Texts, count: usize, columns: fn(&Texts) -> Vec<Told>) -> Self {
        Self { texts, count, columns, in_languages: OnceLock::new() }
    }

    /// The export whose columns these cells name, all of them and in their order; then nothing of them resembles
    /// something else. Whoever has taken a column away, or has put one in, is asked as of any other file.
    #[must_use]
    pub fn named(&self, cells: &[Cell]) -> Option<&InLanguage> {
        // Spreadsheets leave empty cells behind the last one.
        let count = cells.iter().rposition(|cell| !cell.is_blank()).map_or(0, |last| last + 1);
        // Most files are others, and of none of them every language's texts are read for nothing.
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

/// What a file is imported as.
#[derive(Debug)]
pub struct Layout {
    /// The columns of fields, in the order in which samples have them, and those that give something else.
    pub known: Vec<Known>,
    /// How many of the first columns a file must have.
    pub required: usize,
    /// Words for values.
    pub words: Words,
    /// Hints, those that say more before others.
    pub hints: Hints,
    /// The export of the same, if there is one.
    pub own: Option<OwnExport>,
}

/// All that a column is called.
pub(crate) fn names(column: &Column) -> impl Iterator<Item = &'static str> {
    std::iter::once(column.name).chain(column.aliases.iter().copied())
}

/// The field of a day and time whose time of day may stand in a column of its own.
pub const MEASURED_AT: &str = "measuredAt";
/// The fields that stand together in a column of pressures.
pub const PRESSURES: [&str; 2] = ["systolic", "diastolic"];

impl Layout {
    /// Columns of the fields of a form; those without which a file cannot be read come first.
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

    /// The place of a column by its name on the wire.
    #[must_use]
    pub fn place(&self, name: &str) -> Option<usize> {
        self.known.iter().position(|known| known.column.name == name)
    }

    /// The name of a column on the wire.
    #[must_use]
    pub fn name(&self, place: usize) -> &'static str {
        self.known.get(place).map(|known| known.column.name).unwrap_or_default()
    }

    /// What a field must be.
    #[must_use]
    pub fn kind(&self, field: &str) -> Option<Kind> {
        self.known.iter().find(|known| known.column.name == field).and_then(|known| match known.role {
            Role::Field(kind) => Some(kind),
            _ => None,
        })
    }

    /// Whether a column gives an acuity: they alone are decimals or words.
    #[must_use]
    pub fn is_acuity(&self, place: usize) -> bool {
        let role = self.known.get(place).map(|known| known.role);
        matches!(role, Some(Role::Field(Kind::DecimalOrWord { .. })))
    }

    /// The fields that a column gives.
    #[must_use]
    pub fn fields(&self, place: usize) -> Vec<&'static str> {
        match self.known.get(place).map(|known| known.role) {
            Some(Role::Pressure) => PRESSURES.to_vec(),
            Some(Role::Field(_)) => vec![self.name(place)],
            _ => Vec::new(),
        }
    }
}
