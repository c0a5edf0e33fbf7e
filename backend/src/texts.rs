//! The console's text catalogues, for files written by the server.

use uno_core::contract::terms::Language;

/// Returns the catalogue of a language.
#[must_use]
pub fn catalogue(language: Language) -> &'static str {
    match language {
        Language::Ko => include_str!("../../frontend/src/locales/ko.json"),
        Language::En => include_str!("../../frontend/src/locales/en.json"),
        Language::Ja => include_str!("../../frontend/src/locales/ja.json"),
        Language::ZhCn => include_str!("../../frontend/src/locales/zh-CN.json"),
        Language::Vi => include_str!("../../frontend/src/locales/vi.json"),
        Language::Th => include_str!("../../frontend/src/locales/th.json"),
        Language::Id => include_str!("../../frontend/src/locales/id.json"),
        Language::Hi => include_str!("../../frontend/src/locales/hi.json"),
        Language::Ar => include_str!("../../frontend/src/locales/ar.json"),
        Language::De => include_str!("../../frontend/src/locales/de.json"),
        Language::Es => include_str!("../../frontend/src/locales/es.json"),
        Language::Fr => include_str!("../../frontend/src/locales/fr.json"),
        Language::Pt => include_str!("../../frontend/src/locales/pt.json"),
        Language::Ru => include_str!("../../frontend/src/locales/ru.json"),
    }
}
