//! The texts of a language, from the console's catalogue.

use crate::problem::Problem;
use std::collections::HashMap;
use uno_core::contract::languages::Language;

/// Texts by key.
#[derive(Debug)]
pub struct Texts {
    language: Language,
    groups: HashMap<String, HashMap<String, String>>,
}

impl Texts {
    /// Reads the catalogue of a language: an object of keys and texts.
    ///
    /// # Errors
    /// Returns an error if it is not a catalogue.
    pub fn read(language: Language, catalogue: &str) -> Result<Self, Problem> {
        let all: HashMap<String, String> = serde_json::from_str(catalogue).map_err(Problem::internal)?;
        let mut groups: HashMap<String, HashMap<String, String>> = HashMap::new();
        for (key, text) in all {
            let (group, word) = key.rsplit_once('.').unwrap_or(("", &key));
            groups.entry(group.to_owned()).or_default().insert(word.to_owned(), text);
        }
        Ok(Self { language, groups })
    }

    /// Returns the language, for data with names in several languages.
    #[must_use]
    pub const fn language(&self) -> Language {
        self.language
    }

    /// Returns the text of a key, or the key itself if there is none.
    #[must_use]
    pub fn of<'a>(&'a self, key: &'a str) -> &'a str {
        let (group, word) = key.rsplit_once('.').unwrap_or(("", key));
        self.known(group, word).unwrap_or(key)
    }

    /// Returns the text of a word in a group, or the word itself if there is none.
    #[must_use]
    pub fn word<'a>(&'a self, group: &str, word: &'a str) -> &'a str {
        self.known(group, word).unwrap_or(word)
    }

    /// Returns the text of a word in a group, if there is one.
    #[must_use]
    pub fn known(&self, group: &str, word: &str) -> Option<&str> {
        self.groups.get(group)?.get(word).map(String::as_str)
    }
}
