//! Terms: what members agree to, by kind, edition and language. A draft is written and changed; what is
//! published stays as it is, for good.

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

/// Menu url of the screen that manages the terms.
pub const SCREEN: &str = "/system_management/terms_management";

/// Most characters of the HTML.
pub const MAX_CONTENT: usize = 60_000;

value_enum! {
    /// What is agreed to.
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
    /// Terms as written or changed. There is one edition of a kind in a language.
    pub struct TermsSave {
        /// What is agreed to.
        kind: TermsKind => word(TermsKind::WORDS),
        /// Edition, as people call it: `2.1`.
        edition: String => text(1, 20),
        /// Language.
        language: Language => word(Language::WORDS),
        /// Whether nobody can do without agreeing.
        is_required: bool => flag(),
        /// First day in force, in Seoul; not before the day of publishing.
        effective_from: Date => date(),
        /// `PUBLISHED` ends changing for good.
        status: TermsStatus => word(TermsStatus::WORDS),
    }
    alone {
        /// HTML; what is not harmless formatting is removed.
        content: String => lines(MAX_CONTENT),
    }
    shown {
        /// Whether it is what members are asked to agree to at present.
        pub is_in_force: bool,
        /// How many members agree to it; `null` in lists.
        pub consents: Option<i64>,
    }
}

value_enum! {
    /// Order of a list of terms.
    pub enum TermsSort {
        EffectiveLatest = "EFFECTIVE_LATEST",
        EffectiveEarliest = "EFFECTIVE_EARLIEST",
        Newest = "NEWEST",
        Oldest = "OLDEST",
    }
}

input! {
    /// Which terms.
    pub struct TermsFilter {
        /// Those of these kinds.
        kinds: Vec<TermsKind> => words(TermsKind::WORDS),
        /// Those in these languages.
        languages: Vec<Language> => words(Language::WORDS),
        /// Drafts, or what is published.
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
    /// Terms in force, as everybody may read them.
    pub struct CurrentTerms {
        /// Terms.
        pub terms_id: TermsId,
        /// What is agreed to.
        pub kind: TermsKind,
        /// Edition.
        pub edition: String,
        /// The language asked for, where these terms exist in it; otherwise Korean.
        pub language: Language,
        /// Sanitised HTML.
        pub content: String,
        /// Whether nobody can do without agreeing.
        pub is_required: bool,
        /// First day in force, in Seoul.
        pub effective_from: Date,
        /// Earlier editions in the same language, the latest first.
        pub earlier: Vec<EarlierTerms>,
    }
}

output! {
    /// An edition that is in force no more.
    pub struct EarlierTerms {
        /// Terms.
        pub terms_id: TermsId,
        /// Edition.
        pub edition: String,
        /// First day in force, in Seoul.
        pub effective_from: Date,
    }
}

input! {
    /// Which terms in force.
    #[derive(Default)]
    pub struct CurrentTermsFilter {
        /// Those of these kinds; all where absent.
        kinds: Vec<TermsKind> => words(TermsKind::WORDS),
        /// In this language where they exist in it.
        language: Option<Language> => word(Language::WORDS),
    }
}

record_calls! {
    Terms at "/api/v1/terms" "/{termsId}" by TermsPath on SCREEN,
    /// Lists the terms.
    list ListTerms(TermsFilter),
    /// Queues a job that writes the filtered terms to a file.
    export ExportTerms(TermsFilter),
    /// Writes a draft, or publishes at once.
    create CreateTerms(TermsSave) refuses [Taken],
    /// Answers terms with their content.
    show GetTerms,
    /// Changes or publishes a draft.
    update UpdateTerms(TermsSave) refuses [Taken],
    /// Removes a draft.
    delete DeleteTerms,
    /// Lists the changes of terms, the newest first.
    history ListTermsRevisions,
}

endpoint! {
    /// Answers the terms in force with the editions before them.
    pub ListCurrentTerms = Get "/api/v1/terms/current",
    auth: Public,
    query: CurrentTermsFilter,
    ok: Vec<CurrentTerms>
}

endpoint! {
    /// Answers terms that are or were in force.
    pub GetPublishedTerms = Get "/api/v1/terms/published/{termsId}",
    auth: Public,
    path: TermsPath,
    ok: CurrentTerms
}
