//! The columns of an export: their titles, their widths, and what a row has in them.

use super::texts::Texts;
use crate::reports::sheet::Cell;
use uno_core::{
    contract::languages::{NameInLanguage, name_in},
    domain::{
        decimal::{Hundredths, Thousandths},
        time::{Date, Timestamp},
    },
};

/// The zone in which files tell instants.
const SEOUL: &str = "UTC+09:00";

/// A column.
pub struct Column<Row> {
    /// Key of the title.
    title: &'static str,
    /// Key of the unit behind it.
    unit: Option<&'static str>,
    /// Number behind the title, of columns for the entries of a list.
    number: Option<usize>,
    /// Whether its instants are told to the second, with their zone in the title.
    to_the_second: bool,
    /// The field that its cells say, as what is imported names it, and the group of its words.
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

    /// A column whose title is the text of a key, so many characters wide, with what a row has in it.
    pub const fn new(title: &'static str, width: f64, value: fn(&Row) -> Value<'_>) -> Self {
        Self::of(title, width, Content::Value(value))
    }

    /// A column whose text is written from several texts of the language.
    pub const fn written(title: &'static str, width: f64, text: fn(&Row, &Texts) -> String) -> Self {
        Self::of(title, width, Content::Written(text))
    }

    /// The same with a unit behind its title: the key of a text such as `{value} cm`.
    pub const fn in_unit(title: &'static str, unit: &'static str, width: f64, value: fn(&Row) -> Value<'_>) -> Self {
        Self { unit: Some(unit), ..Self::new(title, width, value) }
    }

    /// One of several columns of the same title, for the entries of a list, told apart by their numbers.
    pub const fn numbered(title: &'static str, number: usize, width: f64, value: fn(&Row) -> Value<'_>) -> Self {
        Self { number: Some(number), ..Self::new(title, width, value) }
    }

    /// A column of instants that prove something: to the second, and with their zone in the title.
    pub const fn to_the_second(title: &'static str, width: f64, value: fn(&Row) -> Value<'_>) -> Self {
        Self { to_the_second: true, ..Self::new(title, width, value) }
    }

    /// The same where its cells are what somebody has sent, as a field of what is imported: a file that comes back is
    /// read by it. What has no field follows from other columns, or is known without the file.
    #[must_use]
    pub const fn read_as(mut self, field: &'static str) -> Self {
        self.field = Some(field);
        self
    }

    /// The same with the group of the words that stand in its cells.
    #[must_use]
    pub const fn in_words(mut self, group: &'static str) -> Self {
        self.words = Some(group);
        self
    }

    pub(super) fn told(&self, texts: &Texts) -> Told {
        Told { title: self.title(texts), field: self.field, entry: self.number, words: self.words }
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

    /// What it has of a row; a text that is made for it is put into `written`.
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

/// A column as a file has it.
#[derive(Clone, Debug)]
pub struct Told {
    /// Its title.
    pub title: String,
    /// The field that its cells say, if one could send it.
    pub field: Option<&'static str>,
    /// Of which entry of the field, from 1, where each has a column.
    pub entry: Option<usize>,
    /// The group of the words in its cells.
    pub words: Option<&'static str>,
}

/// What a row has in a column.
#[derive(Clone, Copy, Debug)]
pub enum Value<'a> {
    /// What is the same in every language.
    Cell(Cell<'a>),
    /// One of a group of words, whose text has the key `group.word`.
    Word(&'static str, &'a str),
    /// The text of a key.
    Text(&'a str),
    /// What an installation has named: the Korean name, and those in other languages.
    Named(&'a str, &'a [NameInLanguage]),
    /// Yes, or nothing.
    Flag(bool),
}

impl<'a> Value<'a> {
    /// Nothing.
    pub const NOTHING: Self = Self::Cell(Cell::Empty);

    /// One of a group of words, if there is one.
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
