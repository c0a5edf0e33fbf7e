//! Terms that members agree to, by kind, edition and language. A draft can be edited; published terms never change.

pub use super::languages::Language;
use super::{
    endpoint, id_type, input, output, path_type, record, record_calls,
    validation::{Value, Violation, check_period},
    value_enum,
};
use crate::domain::time::{Bound, Date};

id_type! {
    /// Terms.
    TermsId
}

path_type! { TermsPath { terms_id: TermsId } }

/// Menu URL of the screen that manages the terms.
pub const SCREEN: &str = "/system_management/terms_management";

/// Maximum length of the HTML.
pub const MAX_CONTENT: usize = 60_000;

value_enum! {
    /// Kind of terms.
    pub enum TermsKind {
        Service = "SERVICE",
        Privacy = "PRIVACY",
        Sensitive = "SENSITIVE",
        Marketing = "MARKETING",
        Location = "LOCATION",
    }
}

value_enum! {
    /// Whether terms can still be changed.
    pub enum TermsStatus { Draft = "DRAFT", Published = "PUBLISHED" }
}

record! {
    /// Terms.
    pub struct Terms { terms_id: TermsId }
    /// Fields to create or change terms. An edition of a kind is unique within a language.
    pub struct TermsSave {
        /// Kind of terms.
        kind: TermsKind => word(TermsKind::WORDS),
        /// Edition label, such as `2.1`.
        edition: String => text(1, 20),
        /// Language.
        language: Language => word(Language::WORDS),
        /// Whether consent is mandatory.
        is_required: bool => flag(),
        /// First day in force, in Seoul; not before the day of publication.
        effective_from: Date => date(),
        /// `PUBLISHED` makes the terms immutable.
        status: TermsStatus => word(TermsStatus::WORDS),
    }
    alone {
        /// HTML; everything except harmless formatting is removed.
        content: String => lines(MAX_CONTENT),
    }
    shown {
        /// Whether members are currently asked to agree to these terms.
        pub is_in_force: bool,
        /// Number of members who agree to them; `null` in lists.
        pub consents: Option<i64>,
    }
}

value_enum! {
    /// Sort order of a list of terms.
    pub enum TermsSort {
        EffectiveLatest = "EFFECTIVE_LATEST",
        EffectiveEarliest = "EFFECTIVE_EARLIEST",
        Newest = "NEWEST",
        Oldest = "OLDEST",
    }
}

input! {
    /// Filter of the terms list.
    pub struct TermsFilter {
        /// Terms of these kinds.
        kinds: Vec<TermsKind> => words(TermsKind::WORDS),
        /// Terms in these languages.
        languages: Vec<Language> => words(Language::WORDS),
        /// Terms with one of these statuses.
        statuses: Vec<TermsStatus> => words(TermsStatus::WORDS),
        /// In force from this day or later.
        start_effective_from: Option<Bound> => bound(),
        /// In force from this day or earlier.
        end_effective_from: Option<Bound> => bound(),
    } list TermsSort also filter_period
}

fn filter_period(value: &Value, violations: &mut Vec<Violation>) {
    check_period(value, "startEffectiveFrom", "endEffectiveFrom", violations);
}

output! {
    /// Terms in force, as anyone may read them.
    pub struct CurrentTerms {
        /// Terms id.
        pub terms_id: TermsId,
        /// Kind of terms.
        pub kind: TermsKind,
        /// Edition.
        pub edition: String,
        /// Requested language if these terms exist in it, otherwise Korean.
        pub language: Language,
        /// Sanitised HTML.
        pub content: String,
        /// Whether consent is mandatory.
        pub is_required: bool,
        /// First day in force, in Seoul.
        pub effective_from: Date,
        /// Earlier editions in the same language, latest first.
        pub earlier: Vec<EarlierTerms>,
    }
}

output! {
    /// An edition that is no longer in force.
    pub struct EarlierTerms {
        /// Terms id.
        pub terms_id: TermsId,
        /// Edition.
        pub edition: String,
        /// First day in force, in Seoul.
        pub effective_from: Date,
    }
}

input! {
    /// Filter of the terms in force.
    #[derive(Default)]
    pub struct CurrentTermsFilter {
        /// Terms of these kinds; all by default.
        kinds: Vec<TermsKind> => words(TermsKind::WORDS),
        /// Preferred language, used if the terms exist in it.
        language: Option<Language> => word(Language::WORDS),
    }
}

record_calls! {
    Terms at "/api/v1/terms" "/{termsId}" by TermsPath on SCREEN,
    /// Lists the terms.
    list ListTerms(TermsFilter),
    /// Queues a job that exports the filtered terms to a file.
    export ExportTerms(TermsFilter),
    /// Creates a draft, or publishes terms immediately.
    create CreateTerms(TermsSave) refuses [Taken],
    /// Returns terms with their content.
    show GetTerms,
    /// Changes or publishes a draft.
    update UpdateTerms(TermsSave) refuses [Taken],
    /// Deletes a draft.
    delete DeleteTerms,
    /// Lists the changes of terms, newest first.
    history ListTermsRevisions,
}

endpoint! {
    /// Returns the terms in force with their earlier editions.
    pub ListCurrentTerms = Get "/api/v1/terms/current",
    auth: Public,
    query: CurrentTermsFilter,
    ok: Vec<CurrentTerms>
}

endpoint! {
    /// Returns terms that are or were in force.
    pub GetPublishedTerms = Get "/api/v1/terms/published/{termsId}",
    auth: Public,
    path: TermsPath,
    ok: CurrentTerms
}
