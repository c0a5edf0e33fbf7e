//! The texts of a language, as the console's catalogue has them.

use crate::problem::Problem;
use std::collections::HashMap;
use uno_core::contract::languages::Language;

/// Texts by their keys.
#[derive(Debug)]
pub struct Texts {
    language: Language,
    groups: HashMap<String, HashMap<String, String>>,
}

impl Texts {
    /// Of the catalogue of a language: an object of keys and texts.
    ///
    /// # Errors
    /// When it is no catalogue.
    pub fn read(language: Language, catalogue: &str) -> Result<Self, Problem> {
        let all: HashMap<String, String> = serde_json::from_str(catalogue).map_err(Problem::internal)?;
        let mut groups: HashMap<String, HashMap<String, String>> = HashMap::new();
        for (key, text) in all {
            let (group, word) = key.rsplit_once('.').unwrap_or(("", &key));
            groups.entry(group.to_owned()).or_default().insert(word.to_owned(), text);
        }
        Ok(Self { language, groups })
    }

    /// The language, for what has names of its own.
    #[must_use]
    pub const fn language(&self) -> Language {
        self.language
    }

    /// The text of a key; the key itself where there is none.
    #[must_use]
    pub fn of<'a>(&'a self, key: &'a str) -> &'a str {
        let (group, word) = key.rsplit_once('.').unwrap_or(("", key));
        self.known(group, word).unwrap_or(key)
    }

    /// The text of one of a group of words; the word itself where there is none.
    #[must_use]
    pub fn word<'a>(&'a self, group: &str, word: &'a str) -> &'a str {
        self.known(group, word).unwrap_or(word)
    }

    /// The text of one of a group of words, if there is one.
    #[must_use]
    pub fn known(&self, group: &str, word: &str) -> Option<&str> {
        self.groups.get(group)?.get(word).map(String::as_str)
    }
}
