//! The languages of the product, and names in these languages.

use super::{
    input,
    validation::{Value, Violation, check_distinct},
    value_enum,
};

value_enum! {
    /// A supported language.
    pub enum Language {
        Ko = "ko", En = "en", Ja = "ja", ZhCn = "zh-CN", Vi = "vi", Th = "th", Id = "id",
        Hi = "hi", Ar = "ar", De = "de", Es = "es", Fr = "fr", Pt = "pt", Ru = "ru",
    }
}

/// Maximum number of names in addition to the Korean one.
pub const MAX_NAMES: usize = Language::WORDS.len();

input! {
    /// A name in one language.
    pub struct NameInLanguage {
        /// Language.
        language: Language => word(Language::WORDS),
        /// Name.
        name: String => text(1, 50),
    }
}

/// Reports languages that occur twice in the `names` of a form.
pub fn check_names(value: &Value, violations: &mut Vec<Violation>) {
    check_distinct(value, "names", "language", violations);
}

/// Returns the name in a language, if there is one.
#[must_use]
pub fn name_in(names: &[NameInLanguage], language: Option<Language>) -> Option<&str> {
    names.iter().find(|name| Some(name.language) == language).map(|name| name.name.as_str())
}
