//! The columns of an export: titles, widths and values.

use super::texts::Texts;
use crate::reports::sheet::Cell;
use uno_core::{
    contract::languages::{NameInLanguage, name_in},
    domain::{
        decimal::{Hundredths, Thousandths},
        time::{Date, Timestamp},
    },
};

/// The time zone of instants in files.
const SEOUL: &str = "UTC+09:00";

/// A column.
pub struct Column<Row> {
    /// Text key of the title.
    title: &'static str,
    /// Text key of the unit after the title.
    unit: Option<&'static str>,
    /// Number after the title, for columns that hold the entries of a list.
    number: Option<usize>,
    /// Whether instants include seconds, with the time zone in the title.
    to_the_second: bool,
    /// The import field that the cells correspond to, and the group of its words.
    field: Option<&'static str>,
    words: Option<&'static str>,
    width: f64,
    content: Content<Row>,
}

enum Content<Row> {
    Value(fn(&Row) -> Value<'_>),
    Written(fn(&Row, &Texts) -> String),
}

impl<Row> Column<Row> {
    const fn of(title: &'static str, width: f64, content: Content<Row>) -> Self {
        Self { title, unit: None, number: None, to_the_second: false, field: None, words: None, width, content }
    }

    /// Creates a column from the text key of its title, a width in characters, and the value of a row.
    pub const fn new(title: &'static str, width: f64, value: fn(&Row) -> Value<'_>) -> Self {
        Self::of(title, width, Content::Value(value))
    }

    /// Creates a column whose text is composed of several texts of the language.
    pub const fn written(title: &'static str, width: f64, text: fn(&Row, &Texts) -> String) -> Self {
        Self::of(title, width, Content::Written(text))
    }

    /// Creates a column with a unit after its title: the key of a text such as `{value} cm`.
    pub const fn in_unit(title: &'static str, unit: &'static str, width: f64, value: fn(&Row) -> Value<'_>) -> Self {
        Self { unit: Some(unit), ..Self::new(title, width, value) }
    }

    /// Creates one of several numbered columns with the same title, for the entries of a list.
    pub const fn numbered(title: &'static str, number: usize, width: f64, value: fn(&Row) -> Value<'_>) -> Self {
        Self { number: Some(number), ..Self::new(title, width, value) }
    }

    /// Creates a column of instants that serve as evidence: with seconds, and with the time zone in the title.
    pub const fn to_the_second(title: &'static str, width: f64, value: fn(&Row) -> Value<'_>) -> Self {
        Self { to_the_second: true, ..Self::new(title, width, value) }
    }

    /// Maps the column to an import field, so that an exported file can be imported again. Columns without a field
    /// are derived from others, or known without the file.
    #[must_use]
    pub const fn read_as(mut self, field: &'static str) -> Self {
        self.field = Some(field);
        self
    }

    /// Sets the group of the words in the cells.
    #[must_use]
    pub const fn in_words(mut self, group: &'static str) -> Self {
        self.words = Some(group);
        self
    }

    pub(super) fn written_column(&self, texts: &Texts) -> WrittenColumn {
        WrittenColumn { title: self.title(texts), field: self.field, entry: self.number, words: self.words }
    }

    pub(super) fn width(&self) -> f64 {
        self.width
    }

    pub(super) fn title(&self, texts: &Texts) -> String {
        let title = texts.of(self.title);
        match self.unit {
            Some(unit) => format!("{title}({})", texts.of(unit).replace("{value}", "").trim()),
            None if self.to_the_second => format!("{title}({SEOUL})"),
            None => self.number.map_or_else(|| title.to_owned(), |number| format!("{title} {number}")),
        }
    }

    /// Returns the cell of a row; composed text is stored in `written`.
    pub(super) fn cell<'a>(&self, row: &'a Row, texts: &'a Texts, written: &'a mut String) -> Cell<'a> {
        let value = match self.content {
            Content::Value(value) => value(row),
            Content::Written(text) => {
                *written = text(row, texts);
                return Cell::Text(written);
            }
        };
        match value {
            Value::Cell(Cell::Instant(at)) if self.to_the_second => Cell::Second(at),
            Value::Cell(cell) => cell,
            Value::Word(group, word) => Cell::Text(texts.word(group, word)),
            Value::Text(key) => Cell::Text(texts.of(key)),
            Value::Named(name, names) => Cell::Text(name_in(names, Some(texts.language())).unwrap_or(name)),
            Value::Flag(true) => Cell::Text(texts.of("field.yes")),
            Value::Flag(false) => Cell::Empty,
        }
    }
}

/// A column as it appears in a file.
#[derive(Clone, Debug)]
pub struct WrittenColumn {
    /// Title of the column.
    pub title: String,
    /// The import field that the cells correspond to, if any.
    pub field: Option<&'static str>,
    /// Number of the field's entry, from 1, if each entry has a column.
    pub entry: Option<usize>,
    /// The group of the words in the cells.
    pub words: Option<&'static str>,
}

/// The value of a row in a column.
#[derive(Clone, Copy, Debug)]
pub enum Value<'a> {
    /// A value that is the same in every language.
    Cell(Cell<'a>),
    /// One of a group of words, whose text has the key `group.word`.
    Word(&'static str, &'a str),
    /// The text of a key.
    Text(&'a str),
    /// A name given by the installation: in Korean, and in other languages.
    Named(&'a str, &'a [NameInLanguage]),
    /// Yes, or an empty cell.
    Flag(bool),
}

impl<'a> Value<'a> {
    /// An empty cell.
    pub const NOTHING: Self = Self::Cell(Cell::Empty);

    /// Returns one of a group of words, or an empty cell.
    #[must_use]
    pub fn word(group: &'static str, word: Option<&'a str>) -> Self {
        word.map_or(Self::NOTHING, |word| Self::Word(group, word))
    }
}

macro_rules! values {
    ($($type:ty: $value:ident => $cell:expr;)+) => { $(
        impl<'a> From<$type> for Value<'a> {
            fn from($value: $type) -> Self {
                Self::Cell($cell)
            }
        }

        impl<'a> From<Option<$type>> for Value<'a> {
            fn from(value: Option<$type>) -> Self {
                value.map_or(Self::NOTHING, Self::from)
            }
        }
    )+ };
}
values! {
    &'a str: text => Cell::Text(text);
    &'a String: text => Cell::Text(text);
    i64: number => Cell::Whole(number);
    u16: number => Cell::Whole(number.into());
    Hundredths: number => Cell::Decimal(number.into());
    Thousandths: number => Cell::Decimal(number);
    f64: number => Cell::Thousandths(number);
    Timestamp: at => Cell::Instant(at);
    Date: day => Cell::Day(day);
}

impl<'a> From<&'a Option<String>> for Value<'a> {
    fn from(text: &'a Option<String>) -> Self {
        text.as_deref().into()
    }
}

impl From<bool> for Value<'_> {
    fn from(is_so: bool) -> Self {
        Self::Flag(is_so)
    }
}

impl From<Option<bool>> for Value<'_> {
    fn from(is_so: Option<bool>) -> Self {
        is_so.map_or(Self::NOTHING, Self::Flag)
    }
}
