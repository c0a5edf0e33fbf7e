//! Names in histories: the names of records behind ids, and names in several languages, with one entry per language
//! that differs.

use crate::{db::DatabaseConnection, problem::Problem};
use diesel::QueryResult;
use std::collections::BTreeMap;
use uno_core::contract::{languages::NameInLanguage, revisions::FieldChange};

/// Replaces the ids in a field by names, under another field name; a record that is gone has no name.
///
/// # Errors
/// Returns an error if the database fails.
pub fn replace_ids_by_names(
    connection: &mut DatabaseConnection,
    changes: &mut [FieldChange],
    (field, told): (&str, &str),
    name: impl Fn(&mut DatabaseConnection, i64) -> QueryResult<Option<String>>,
) -> Result<(), Problem> {
    for change in changes.iter_mut().filter(|change| change.field == field) {
        change.field = told.into();
        for value in [&mut change.before, &mut change.after].into_iter().flatten() {
            let id = value.parse::<i64>().map_err(Problem::internal)?;
            *value = name(connection, id)?.unwrap_or_default();
        }
    }
    Ok(())
}

/// Splits a change of `names` into one per language that differs, such as `names[en]`.
///
/// # Errors
/// Returns an error if the stored names are corrupt.
pub fn describe_names(changes: Vec<FieldChange>) -> Result<Vec<FieldChange>, Problem> {
    let mut told = Vec::with_capacity(changes.len());
    for change in changes {
        if change.field != "names" {
            told.push(change);
            continue;
        }
        let (before, after) = (by_language(change.before.as_deref())?, by_language(change.after.as_deref())?);
        let mut languages: Vec<_> = before.keys().chain(after.keys()).copied().collect();
        languages.sort_unstable();
        languages.dedup();
        let name = |names: &BTreeMap<&str, String>, language: &str| names.get(language).cloned();
        told.extend(languages.into_iter().map(|language| FieldChange {
            field: format!("names[{language}]"),
            before: name(&before, language),
            after: name(&after, language),
        }));
    }
    told.retain(|change| !change.field.starts_with("names[") || change.before != change.after);
    Ok(told)
}

fn by_language(names: Option<&str>) -> Result<BTreeMap<&'static str, String>, Problem> {
    let Some(names) = names else { return Ok(BTreeMap::new()) };
    let names: Vec<NameInLanguage> = serde_json::from_str(names).map_err(Problem::internal)?;
    Ok(names.into_iter().map(|name| (name.language.as_str(), name.name)).collect())
}
