//! Display names of the fields of changed records, for files of the change log. The mapping of fields to text keys and
//! text groups is kept with the console's screen of the log, which uses the same files.

use kernel::exports::Texts;
use serde::Deserialize;
use std::{collections::HashMap, sync::LazyLock};
use uno_core::{contract::revisions::FieldChange, domain::access::Action};

/// Keys by resource and field.
type Keys = HashMap<String, HashMap<String, String>>;

#[derive(Default, Deserialize)]
struct FieldNames {
    /// Text keys of field names.
    names: Keys,
    /// Text groups of the codes that fields contain.
    words: Keys,
}

/// The text group of boolean fields.
const FLAG: &str = "flag";
/// The text group of permissions, whose texts are the column names of the group editor.
const PERMISSION: &str = "permission";

static FIELD_NAMES: LazyLock<FieldNames> = LazyLock::new(|| {
    // A test of the export reads names from both files.
    let read = |json| serde_json::from_str::<FieldNames>(json).unwrap_or_default();
    let mut all = read(include_str!("../../../frontend/src/features/logs/field-names.json"));
    let measurements = read(include_str!("../../../frontend/src/kernel/measurement/field-names.json"));
    all.names.extend(measurements.names);
    all.words.extend(measurements.words);
    all
});

fn known<'a>(keys: &'a Keys, resource: &str, field: &str) -> Option<&'a str> {
    keys.get(resource)?.get(field).map(String::as_str)
}

/// Formats a change as a line: the field and, if values are shown, the old and the new one.
pub(crate) fn line(texts: &Texts, resource: &str, change: &FieldChange) -> String {
    // For a list field, the changed entry is named: `allowedMenuItems[/history]`.
    let (field, entry) = match change.field.split_once('[') {
        Some((field, entry)) => (field, Some(entry.trim_end_matches(']'))),
        None => (change.field.as_str(), None),
    };
    let key = known(&FIELD_NAMES.names, resource, field);
    let name = key.map_or_else(|| texts.word("field.name", field), |key| texts.of(key));
    let name = match entry {
        Some(entry) => format!("{name} · {}", texts.word("menu", entry)),
        None => name.to_owned(),
    };
    let words = known(&FIELD_NAMES.words, resource, field);
    let displayed =
        |value: &Option<String>| value.as_deref().map_or_else(|| "–".into(), |value| displayed(texts, words, value));
    match (&change.before, &change.after) {
        (None, None) => name,
        (before, after) => format!("{name}: {} → {}", displayed(before), displayed(after)),
    }
}

fn displayed(texts: &Texts, words: Option<&str>, value: &str) -> String {
    let word = |word| match words {
        Some(FLAG) => match word {
            "true" => texts.of("field.yes"),
            "false" => texts.of("field.no"),
            other => other,
        },
        Some(PERMISSION) => texts.word(PERMISSION, permission(word)),
        Some(group) => texts.word(group, word),
        None => word,
    };
    value.split(", ").map(word).collect::<Vec<_>>().join(", ")
}

fn permission(word: &str) -> &str {
    match Action::parse(word) {
        Some(Action::Read) => "read",
        Some(Action::Create) => "create",
        Some(Action::Update) => "update",
        Some(Action::Delete) => "delete",
        None => word,
    }
}
