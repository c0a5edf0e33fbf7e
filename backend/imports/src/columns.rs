//! Matching the columns of a file to fields.
//!
//! A name is recognised, or it resembles a known one and a person must confirm that the column is left out, or it
//! is ignored. A column in a foreign unit is refused, since its values would be misread. A hidden column is never
//! read: a person must confirm that it is left out, or unhide it.

use crate::{
    decisions::Decisions,
    layout::{InLanguage, Known, Layout, MEASURED_AT, PRESSURES, Role, names},
    reading::{Cell, FILE, Span},
    spelling::plain,
    values::FOREIGN_UNITS,
};
use kernel::exports::WrittenColumn;
use std::collections::{HashMap, HashSet};
use unicode_normalization::UnicodeNormalization;
use uno_core::contract::{
    imports::{Column, ColumnReason, DoubtfulColumn, FileColumn, MAX_COLUMNS, TIMES_OF_DAY},
    validation::{Kind, Violation},
};

/// Maximum number of characters of a name that are compared; the cost of comparing grows with the length.
const MAX_NAME: usize = 200;
/// Maximum number of characters of a name that are shown.
const MAX_SHOWN: usize = 60;
/// Similarity from which one name counts as a misspelling of another.
const ALIKE: f64 = 0.88;

/// Hints that only match whole names: `dia` must not match `diameter`, nor `ht` `weight`.
const ABBREVIATIONS: [&str; 13] = ["dia", "hp", "hr", "ht", "sys", "wt", "bfp", "hf", "lf", "tp", "si", "nni", "rri"];

/// Part of the name of a column with logMAR values.
const LOG_MAR: &str = "logmar";

/// Remarks that may follow any name in brackets.
const REMARKS: &[&str] = &["필수", "필수입력", "필수항목", "선택", "선택입력", "선택항목", "required", "optional"];

/// How the cells of a column are read.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Reading {
    /// Index of the column in the layout; `None` if the column is ignored.
    pub place: Option<usize>,
    /// Whether it has a name; the cells of an unnamed column must be empty.
    pub is_named: bool,
    /// Whether its name says that its numbers are logMAR values.
    pub is_log_mar: bool,
    /// Number of the list entry that it holds, from 1, if the field's entries have a column each.
    pub entry: Option<usize>,
    /// The words of the product's own export in its language, with the values they stand for.
    pub words: Vec<(String, &'static str)>,
    /// The property of the member that a column of the product's own export confirms, if it is no column of the
    /// layout; it is compared with the member instead of being imported.
    pub confirms: Option<&'static str>,
}

/// The columns of a file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Header {
    /// Number of the header line.
    pub line: i64,
    /// How each column of the file is read.
    pub readings: Vec<Reading>,
    /// Every column with its interpretation.
    pub columns: Vec<FileColumn>,
    /// Names of the ignored columns.
    pub ignored: Vec<String>,
    /// Columns that a person must confirm to be left out.
    pub doubtful: Vec<DoubtfulColumn>,
    /// Required fields that the file lacks.
    pub missing: Vec<&'static str>,
    /// The decisions about columns made now, by normalised name.
    pub learnt: Vec<(String, Option<String>)>,
    /// The remembered decisions that were applied.
    pub remembered: Vec<(String, Option<String>)>,
}

/// A column as interpreted by its name and the decisions about it.
struct Draft {
    name: String,
    is_hidden: bool,
    meaning: Meaning,
    reason: ColumnReason,
    /// How it is read if it is a column of the product's own export.
    own: Reading,
}

impl Draft {
    /// Returns the field that it is read as, unless it is hidden.
    fn place(&self) -> Option<usize> {
        match self.meaning {
            Meaning::Known(place) if !self.is_hidden => Some(place),
            _ => None,
        }
    }

    /// Returns whether it is read as one of the columns for the entries of a list, which share its field.
    fn is_own_entry(&self) -> bool {
        self.own.entry.is_some() && self.place().is_some_and(|place| self.own.place == Some(place))
    }
}

/// Returns how many columns of a line are known by name, and whether all required ones are among them. Similar
/// names are not searched, since this runs for many lines.
#[must_use]
pub fn recognised(layout: &Layout, decisions: &Decisions, cells: &[Cell]) -> (usize, bool) {
    let mut known: HashSet<usize> = HashSet::new();
    for cell in cells.iter().take(MAX_COLUMNS) {
        let Cell::Text(text) = cell else { continue };
        let name: String = text.trim().chars().take(MAX_NAME).collect();
        let name = Name::of(&name);
        let by_name = || if let Some(Meaning::Known(place)) = named(layout, &name) { Some(place) } else { None };
        let place = decisions.remembered.get(&name.whole).copied().unwrap_or_else(by_name);
        // A name says less of a line than a field does.
        known.extend(place.filter(|place| !layout.is_confirming(*place)));
    }
    (known.len(), (0..layout.required).all(|place| known.contains(&place)))
}

impl Header {
    /// Interprets the cells of a header line, with `hidden` as the hidden columns. Each field may occur only once.
    ///
    /// # Errors
    /// Returns why they are not the columns of the layout.
    pub fn of(
        layout: &Layout,
        decisions: &Decisions,
        line: i64,
        cells: Option<&[Cell]>,
        hidden: &[Span],
    ) -> Result<Self, Vec<Violation>> {
        let wrong = |code| vec![Violation::new(FILE, code)];
        let Some(cells) = cells else { return Err(wrong("notText")) };
        if cells.len() > MAX_COLUMNS {
            return Err(vec![Violation::new(FILE, "tooManyColumns").with("max", MAX_COLUMNS)]);
        }
        let mut header = Self { line, ..Self::default() };
        let own = own(layout, cells);
        let mut names = Vec::with_capacity(cells.len());
        for (index, cell) in cells.iter().enumerate() {
            let name = match cell {
                Cell::Text(text) if text.chars().any(|c| c.is_control() && !c.is_whitespace()) => {
                    return Err(wrong("notText"));
                }
                Cell::Text(text) => text.trim(),
                _ => "",
            };
            let name: String = name.chars().take(MAX_NAME).collect();
            let is_hidden = hidden.iter().any(|span| span.contains(&index));
            names.push((name, is_hidden));
        }
        let mut columns_named: HashMap<String, usize> = HashMap::new();
        for (name, _) in &names {
            *columns_named.entry(plain(name)).or_default() += 1;
        }
        let mut drafts = Vec::with_capacity(names.len());
        for (index, (name, is_hidden)) in names.into_iter().enumerate() {
            let own = own.as_ref().and_then(|readings| readings.get(index));
            let is_alone = columns_named.get(&plain(&name)) == Some(&1);
            drafts.push(header.draft(layout, decisions, (index, is_alone), (name, is_hidden), own));
        }
        settle(layout, &mut drafts);
        let mut violations = header.take(layout, drafts);
        // Trailing columns without a name are dropped; values in them are noticed row by row.
        while header.readings.last().is_some_and(|last| last.place.is_none() && !last.is_named) {
            header.readings.pop();
            header.columns.pop();
        }
        if violations.is_empty() {
            let is_read = |place: usize| header.readings.iter().any(|reading| reading.place == Some(place));
            let missing = (0..layout.required).filter(|place| !is_read(*place));
            header.missing = missing.map(|place| layout.name(place)).collect();
            // A visible column that resembles it can be mapped.
            let resembles = |name: &str, is_hidden: bool| {
                header.doubtful.iter().any(|column| column.is_hidden == is_hidden && column.resembles == name)
            };
            let is_hidden = |name: &str| resembles(name, true) && !resembles(name, false);
            // A person can map columns of any name, but a text without as many columns as are needed is no such table.
            let named = header.readings.iter().filter(|reading| reading.is_named).count();
            let is_strange = named < layout.required && header.readings.iter().all(|reading| reading.place.is_none());
            let refused = header.missing.iter().filter(|name| is_strange || is_hidden(name));
            let code = |name| if is_hidden(name) { "hiddenColumn" } else { "missingColumn" };
            violations = refused.map(|name| Violation::new(FILE, code(name)).with("column", name)).collect();
        }
        if violations.is_empty() { Ok(header) } else { Err(violations) }
    }

    /// Interprets a column by the decision about it, or else by its name. A hidden column can only be left out.
    /// Columns of the product's own export are known, regardless of remembered decisions about columns with the
    /// same name. Decisions are remembered by name, so only those about columns that are alone with theirs.
    fn draft(
        &mut self,
        layout: &Layout,
        decisions: &Decisions,
        (index, is_alone): (usize, bool),
        (name, is_hidden): (String, bool),
        own: Option<&Reading>,
    ) -> Draft {
        let key = plain(&name);
        let by_name = match own {
            Some(reading) => reading.place.map_or(Meaning::None, Meaning::Known),
            None => meaning(layout, &name),
        };
        let chosen = decisions.chosen.get(&index).filter(|place| place.is_none() || !is_hidden);
        if let Some(place) = chosen
            && is_alone
            && !key.is_empty()
        {
            self.learnt.push((key.clone(), place.map(|place| layout.name(place).to_owned())));
        }
        let remembered = decisions.remembered.get(&key).filter(|place| place.is_none() || !is_hidden);
        let remembered = remembered.filter(|_| own.is_none() && is_alone);
        if let Some(place) = remembered {
            self.remembered.push((key, place.map(|place| layout.name(place).to_owned())));
        }
        let decided = chosen.map(|place| (*place, ColumnReason::Chosen));
        let decided = decided.or_else(|| remembered.map(|place| (*place, ColumnReason::Remembered)));
        let (meaning, reason) = match decided {
            Some((Some(place), reason)) => (assigned_meaning(layout, &name, place), reason),
            Some((None, reason)) => (Meaning::None, reason),
            None => (by_name, ColumnReason::Name),
        };
        Draft { name, is_hidden, meaning, reason, own: own.cloned().unwrap_or_default() }
    }

    /// Adopts the settled columns; returns the violations.
    fn take(&mut self, layout: &Layout, drafts: Vec<Draft>) -> Vec<Violation> {
        let mut violations = Vec::new();
        let mut names: Vec<(usize, String)> = Vec::new();
        for (index, draft) in drafts.into_iter().enumerate() {
            let shown: String = draft.name.chars().take(MAX_SHOWN).collect();
            let mut reason = draft.reason;
            let place = match draft.meaning {
                Meaning::Known(place) | Meaning::Foreign(place) if draft.is_hidden => {
                    reason = ColumnReason::Doubtful;
                    self.add_doubtful(index, shown.clone(), layout.name(place), true);
                    None
                }
                Meaning::Known(place) => {
                    // Columns for the entries of one field hold a different entry each.
                    let is_entry = draft.is_own_entry();
                    match names.iter().find(|(known, _)| *known == place && !is_entry) {
                        Some((_, first)) => violations
                            .push(Violation::new(FILE, "duplicateColumn").with("column", format!("{first}, {shown}"))),
                        None => names.push((place, shown.clone())),
                    }
                    if reason == ColumnReason::Name && layout.is_confirming(place) {
                        reason = ColumnReason::Confirms;
                    }
                    Some(place)
                }
                Meaning::Foreign(place) => {
                    let column = layout.known.get(place).map(|known| known.column);
                    let unit = column.and_then(|column| column.units.first()).copied().unwrap_or_default();
                    let violation = Violation::new(FILE, "foreignUnit").with("column", &shown).with("unit", unit);
                    violations.push(violation);
                    None
                }
                Meaning::Doubtful(resembles) => {
                    reason = ColumnReason::Doubtful;
                    self.add_doubtful(index, shown.clone(), resembles, draft.is_hidden);
                    None
                }
                Meaning::None => {
                    if reason == ColumnReason::Name {
                        let confirms = draft.own.confirms.is_some() && !draft.is_hidden;
                        reason = if confirms { ColumnReason::Confirms } else { ColumnReason::Unknown };
                    }
                    if !draft.name.is_empty() && reason != ColumnReason::Confirms {
                        self.ignored.push(shown.clone());
                    }
                    None
                }
            };
            // A column that is hidden, or that a person has assigned to another field or to none, is not read as in
            // the export.
            let is_meant = place.is_some() || (!draft.is_hidden && reason != ColumnReason::Chosen);
            let own = if is_meant && draft.own.place == place { draft.own } else { Reading::default() };
            self.readings.push(Reading {
                place,
                is_named: !draft.name.is_empty(),
                is_log_mar: place.is_some_and(|place| layout.is_acuity(place)) && is_log_mar(&draft.name),
                ..own
            });
            self.columns.push(FileColumn {
                index: i64::try_from(index).unwrap_or(i64::MAX),
                name: shown,
                field: place.map(|place| layout.name(place).to_owned()),
                reason,
                is_hidden: draft.is_hidden,
            });
        }
        violations
    }

    fn add_doubtful(&mut self, index: usize, name: String, resembles: &str, is_hidden: bool) {
        let index = i64::try_from(index).unwrap_or(i64::MAX);
        self.doubtful.push(DoubtfulColumn { index, name, resembles: resembles.to_owned(), is_hidden });
    }

    /// Returns the imported fields in the order of the file, each once.
    #[must_use]
    pub fn fields(&self, layout: &Layout) -> Vec<&'static str> {
        let mut fields: Vec<&'static str> = self.places().flatten().flat_map(|place| layout.fields(place)).collect();
        fields.dedup();
        fields
    }

    /// Returns the column of a path in a row: an entry of a list may have a separate column.
    #[must_use]
    pub fn index_at(&self, layout: &Layout, path: &str) -> Option<usize> {
        let (field, rest) = path.split_once(['[', '.']).unwrap_or((path, ""));
        let entry = rest.split(']').next().and_then(|number| number.parse::<usize>().ok());
        let is_of = |reading: &Reading| reading.place.is_some_and(|place| layout.name(place) == field);
        let of_entry = entry.and_then(|entry| {
            self.readings.iter().position(|reading| reading.entry == Some(entry + 1) && is_of(reading))
        });
        of_entry.or_else(|| self.index_of(layout, field))
    }

    /// Returns the column of a field in a row.
    #[must_use]
    pub fn index_of(&self, layout: &Layout, field: &str) -> Option<usize> {
        let gives = |place: usize| layout.name(place) == field || layout.fields(place).contains(&field);
        self.places().position(|place| place.is_some_and(gives))
    }

    /// Iterates over the layout index of each column.
    fn places(&self) -> impl Iterator<Item = Option<usize>> {
        self.readings.iter().map(|reading| reading.place)
    }
}

/// Returns how the columns are read if they are those of the product's own export: as a field each, or ignored if
/// they are derived from others.
fn own(layout: &Layout, cells: &[Cell]) -> Option<Vec<Reading>> {
    let InLanguage { texts, columns, .. } = layout.own.as_ref()?.named(cells)?;
    let reading = |column: &WrittenColumn| {
        let Some(field) = column.field else { return Reading::default() };
        let words = match (column.words, layout.kind(field)) {
            (Some(group), Some(Kind::Word(words) | Kind::DecimalOrWord { words, .. })) => {
                words.iter().map(|word| (texts.word(group, word).to_owned(), *word)).collect()
            }
            _ => Vec::new(),
        };
        let place = layout.place(field);
        let confirms = place.is_none().then_some(field);
        Reading { place, entry: column.entry, words, confirms, ..Reading::default() }
    };
    Some(columns.iter().map(reading).collect())
}

/// Resolves what depends on several columns. A column is the time of day if another is the day. A column with both
/// pressures is doubtful if they also have separate columns. A logMAR column is doubtful if the same acuity also
/// has a decimal column. Several columns with the name of one field are all doubtful. Decisions take precedence over
/// names.
fn settle(layout: &Layout, drafts: &mut [Draft]) {
    let is_at = |draft: &Draft, name: &str| draft.place().is_some_and(|place| layout.name(place) == name);
    let is_decided = |draft: &Draft| draft.reason != ColumnReason::Name;
    let of_day = |draft: &Draft| TIMES_OF_DAY.iter().any(|known| plain(known) == plain(&draft.name));
    let has_day = drafts.iter().any(|draft| is_at(draft, MEASURED_AT) && !of_day(draft));
    let time = layout.known.iter().position(|known| matches!(known.role, Role::TimeOfDay));
    for draft in drafts.iter_mut() {
        match time {
            Some(time) if has_day && is_at(draft, MEASURED_AT) && of_day(draft) && !is_decided(draft) => {
                draft.meaning = Meaning::Known(time);
            }
            Some(time) if !has_day && draft.meaning == Meaning::Known(time) && !is_decided(draft) => {
                draft.meaning = Meaning::Doubtful(MEASURED_AT);
            }
            _ => {}
        }
    }
    // A field that a person has assigned to one column is not read from another by an earlier decision or by name. Of
    // earlier decisions about several columns none goes before another.
    let mut decided: Vec<usize> = Vec::new();
    for reason in [ColumnReason::Chosen, ColumnReason::Remembered, ColumnReason::Name] {
        let of_reason = |draft: &Draft| draft.place().filter(|_| draft.reason == reason);
        let equals: Vec<usize> = drafts.iter().filter(|draft| !draft.is_own_entry()).filter_map(of_reason).collect();
        for draft in drafts.iter_mut() {
            let Some(place) = of_reason(draft) else { continue };
            let mut others = equals.iter().filter(|other| layout.shared(place, **other).is_some());
            let is_one_of_many = reason == ColumnReason::Remembered && others.nth(1).is_some();
            let taken = decided.iter().find_map(|known| layout.shared(place, *known));
            if let Some(field) = taken.or_else(|| layout.shared(place, place).filter(|_| is_one_of_many)) {
                draft.meaning = Meaning::Doubtful(field);
            }
        }
        if reason != ColumnReason::Name {
            decided.extend(equals);
        }
    }
    // If the column of one entry of a list is not read, the whole list is ignored: the missing entry would
    // otherwise count as an unanswered question.
    let is_gap = |draft: &&Draft| draft.own.entry.is_some() && !draft.is_own_entry();
    let gaps: Vec<Option<usize>> = drafts.iter().filter(is_gap).map(|draft| draft.own.place).collect();
    for draft in drafts.iter_mut().filter(|draft| draft.is_own_entry() && gaps.contains(&draft.own.place)) {
        draft.meaning = Meaning::None;
    }
    let decimals: Vec<usize> =
        drafts.iter().filter(|draft| !is_log_mar(&draft.name)).filter_map(Draft::place).collect();
    for draft in drafts.iter_mut().filter(|draft| !is_decided(draft) && is_log_mar(&draft.name)) {
        if let Meaning::Known(place) = draft.meaning
            && decimals.contains(&place)
        {
            draft.meaning = Meaning::Doubtful(layout.name(place));
        }
    }
    let has_single = PRESSURES.iter().any(|name| drafts.iter().any(|draft| is_at(draft, name)));
    for draft in drafts.iter_mut().filter(|draft| has_single && !is_decided(draft)) {
        if let Meaning::Known(place) = draft.meaning
            && matches!(layout.known.get(place).map(|known| known.role), Some(Role::Pressure))
        {
            draft.meaning = Meaning::Doubtful("systolic");
        }
    }
    let by_name = |draft: &Draft| draft.place().filter(|_| !is_decided(draft) && !draft.is_own_entry());
    let named: Vec<usize> = drafts.iter().filter_map(by_name).collect();
    for draft in drafts.iter_mut() {
        if let Some(place) = by_name(draft)
            && named.iter().filter(|other| **other == place).count() > 1
        {
            draft.meaning = Meaning::Doubtful(layout.name(place));
        }
    }
}

/// Returns whether a name says that the column's numbers are logMAR values.
fn is_log_mar(name: &str) -> bool {
    plain(name).contains(LOG_MAR)
}

/// Returns the meaning of a column that is assigned to a field by decision, unless its name has a foreign unit.
fn assigned_meaning(layout: &Layout, name: &str, place: usize) -> Meaning {
    let Some(column) = layout.known.get(place).map(|known| known.column) else { return Meaning::None };
    let (outside, inside) = split(name);
    let last = outside.split(['_', ' ']).next_back().unwrap_or_default();
    let foreign = inside.iter().map(String::as_str).chain([last]).any(|remark| is_foreign(&column, remark));
    if foreign { Meaning::Foreign(place) } else { Meaning::Known(place) }
}

/// The meaning of a name.
#[derive(Debug, PartialEq)]
pub enum Meaning {
    /// The column at this index of the layout.
    Known(usize),
    /// The column at this index of the layout, in a foreign unit.
    Foreign(usize),
    /// Possibly this field.
    Doubtful(&'static str),
    /// No field.
    None,
}

/// Splits a name into the text outside and inside brackets.
fn split(name: &str) -> (String, Vec<String>) {
    let name: String = name.nfkc().collect();
    let (mut outside, mut inside) = (String::new(), Vec::new());
    let mut rest = name.as_str();
    while let Some(open) = rest.find(['(', '[', '{', '<']) {
        let (before, after) = rest.split_at(open);
        outside.push_str(before);
        let after = after.get(1..).unwrap_or_default();
        let close = after.find([')', ']', '}', '>']).unwrap_or(after.len());
        inside.push(after.get(..close).unwrap_or_default().to_owned());
        rest = after.get(close..).unwrap_or_default();
        rest = rest.get(1..).unwrap_or_default();
    }
    outside.push_str(rest);
    (outside, inside)
}

/// A name as written, normalised as a whole, and split into the text outside and inside brackets.
struct Name<'a> {
    written: &'a str,
    whole: String,
    outside: String,
    inside: Vec<String>,
}

impl<'a> Name<'a> {
    fn of(written: &'a str) -> Self {
        let (outside, inside) = split(written);
        Self { written, whole: plain(written), outside: plain(&outside), inside }
    }
}

/// Returns the meaning of a name.
#[must_use]
pub fn meaning(layout: &Layout, name: &str) -> Meaning {
    let name = Name::of(name);
    if name.whole.is_empty() {
        return Meaning::None;
    }
    let doubtful = || resembled(layout, &name).map(Meaning::Doubtful);
    let meaning = named(layout, &name).or_else(doubtful).unwrap_or(Meaning::None);
    let resembles = |field: &str| layout.place(field).is_some_and(|place| layout.is_confirming(place));
    // Whatever only resembles what confirms a member is left out without a question.
    if matches!(meaning, Meaning::Doubtful(field) if resembles(field)) { Meaning::None } else { meaning }
}

/// Returns the column with this name, which may be followed by known remarks about the column.
fn named(layout: &Layout, name: &Name<'_>) -> Option<Meaning> {
    let Name { written, whole, outside, inside } = name;
    let mut with_remarks = None;
    for (place, Known { column, names: all, .. }) in layout.known.iter().enumerate() {
        for (called, known) in names(column).zip(all) {
            if known == whole {
                // `stressIndex` is the field; a column named "stress index" may hold a device's proprietary score.
                let is_field = called != column.name || !written.trim().contains(char::is_whitespace);
                let is_hint = |(_, hints): &(&str, &'static [&'static str])| hints.contains(&whole.as_str());
                if is_field || !layout.hints.iter().any(is_hint) {
                    return Some(Meaning::Known(place));
                }
                continue;
            }
            // A match of the whole name takes precedence over a part with remarks: after a time, "seconds" is a
            // unit, not a remark.
            if with_remarks.is_none()
                && let Some(behind) = outside.strip_prefix(known.as_str())
            {
                with_remarks = remarked(layout, place, column, inside, behind);
            }
        }
    }
    with_remarks
}

/// Returns the meaning of a column's name followed by other text or by text in brackets.
fn remarked(layout: &Layout, place: usize, column: &Column, inside: &[String], behind: &str) -> Option<Meaning> {
    let mut remarks = inside.iter().map(String::as_str).chain([behind]).filter(|remark| !plain(remark).is_empty());
    if remarks.clone().any(|remark| is_foreign(column, remark)) {
        return Some(Meaning::Foreign(place));
    }
    let is_scale = |remark: &str| layout.is_acuity(place) && plain(remark) == LOG_MAR;
    remarks.all(|remark| is_scale(remark) || is_remark(layout, column, remark)).then_some(Meaning::Known(place))
}

/// Returns whether a remark is a unit, but not one of this column's: a unit foreign to most columns may belong to
/// some.
fn is_foreign(column: &Column, remark: &str) -> bool {
    let unit = plain(remark);
    !column.units.is_empty()
        && FOREIGN_UNITS.contains(&unit.as_str())
        && !column.units.iter().any(|known| plain(known) == unit)
}

/// Returns whether a remark only repeats what is known of the column.
fn is_remark(layout: &Layout, column: &Column, remark: &str) -> bool {
    let is_called = |known: &&str| plain(known) == plain(remark);
    if REMARKS.iter().any(&is_called) || column.units.iter().any(is_called) {
        return true;
    }
    let parts = || remark.split(['/', ',', '·', ' ', ':']).filter(|part| !plain(part).is_empty());
    match column.name {
        // The format of dates: values in another format are refused cell by cell.
        "birthDate" | "measuredAt" => plain(remark)
            .chars()
            .all(|c| matches!(c, 'y' | 'm' | 'd' | 'h' | 's' | '년' | '월' | '일' | '시' | '분' | '초' | 't')),
        "sex" | "setting" | "arm" | "posture" => parts().all(|part| {
            let is_word = |word: &&str| plain(word) == plain(part);
            layout.words.iter().any(|(word, synonyms)| is_word(word) || synonyms.iter().any(is_word))
        }),
        "memberName" => ["한글", "국문", "실명", "회원", "본인"].contains(&plain(remark).as_str()),
        _ => false,
    }
}

/// Returns the field that a name resembles.
fn resembled(layout: &Layout, Name { whole, outside, .. }: &Name<'_>) -> Option<&'static str> {
    let hinted = |(field, hints): &(&'static str, &'static [&'static str])| {
        // Short words occur in many others: `키` in `키트`, `bp` in names with another meaning.
        let is_hint = |hint: &&str| {
            if hint.chars().count() == 1 {
                outside.starts_with(*hint) && outside.chars().count() <= 3
            } else if ABBREVIATIONS.contains(hint) {
                outside == *hint
            } else {
                whole.contains(*hint)
            }
        };
        hints.iter().any(is_hint).then_some(*field)
    };
    // A column's name followed by an unknown remark.
    let first = |is_it: &dyn Fn(&String) -> bool| {
        layout.known.iter().find(|known| known.names.iter().any(is_it)).map(|known| known.column.name)
    };
    let length = outside.chars().count();
    let is_alike = |known: &String| {
        let own = known.chars().count();
        // Names whose lengths differ by more than a factor of two and a half never reach this similarity, even with
        // a common prefix, and the cost of comparing grows with both lengths.
        own > 2 && 5 * own.min(length) >= 2 * own.max(length) && strsim::jaro_winkler(known, outside) >= ALIKE
    };
    let called = first(&|known| known == outside);
    called.or_else(|| layout.hints.iter().find_map(hinted)).or_else(|| first(&is_alike))
}
