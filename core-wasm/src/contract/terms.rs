//! Terms: what members agree to, by kind, edition and language. A draft is written and changed; what is
//! published stays as it is, for good.

use super::{
    endpoint, id_type, input, output,
    page::{Can, Done, Page},
    path_type,
    revisions::{Revision, RevisionFilter},
    validation::{Value, Violation, check_period},
    value_enum,
};
use crate::domain::time::{Bound, Date, Timestamp};
use serde::{Deserialize, Serialize};

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

value_enum! {
    /// A language of the product.
    pub enum Language {
        Ko = "ko", En = "en", Ja = "ja", ZhCn = "zh-CN", Vi = "vi", Th = "th", Id = "id",
        Hi = "hi", Ar = "ar", De = "de", Es = "es", Fr = "fr", Pt = "pt", Ru = "ru",
    }
}

output! {
    /// Terms; in lists without their content.
    pub struct Terms {
        /// Terms.
        pub terms_id: TermsId,
        /// What is agreed to.
        pub kind: TermsKind,
        /// Edition, as people call it: `2.1`.
        pub edition: String,
        /// Language.
        pub language: Language,
        /// Sanitised HTML; `null` in lists.
        pub content: Option<String>,
        /// Whether nobody can do without agreeing.
        pub is_required: bool,
        /// First day in force, in Seoul.
        pub effective_from: Date,
        /// Whether they can still be changed.
        pub status: TermsStatus,
        /// When they were written.
        pub created_at: Timestamp,
        /// When they were changed last.
        pub updated_at: Timestamp,
        /// Counts changes; sent back with an update.
        pub version: i64,
        /// What the caller may do with them.
        pub can: Can,
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
    #[derive(Default)]
    pub struct TermsFilter {
        /// Those of these kinds.
        #[serde(default)]
        kinds: Vec<TermsKind> => words(TermsKind::WORDS),
        /// Those in these languages.
        #[serde(default)]
        languages: Vec<Language> => words(Language::WORDS),
        /// Drafts, or what is published.
        #[serde(default)]
        statuses: Vec<TermsStatus> => words(TermsStatus::WORDS),
        /// In force from this day or later.
        #[serde(default)]
        start_effective_from: Option<Bound> => bound(),
        /// In force from this day or earlier.
        #[serde(default)]
        end_effective_from: Option<Bound> => bound(),
    } list TermsSort also filter_period
}

fn filter_period(value: &Value, violations: &mut Vec<Violation>) {
    check_period(value, "startEffectiveFrom", "endEffectiveFrom", violations);
}

input! {
    /// Terms as written or changed. There is one edition of a kind in a language.
    pub struct TermsSave {
        /// What is agreed to.
        kind: TermsKind => word(TermsKind::WORDS),
        /// Edition.
        edition: String => text(1, 20),
        /// Language.
        language: Language => word(Language::WORDS),
        /// HTML; what is not harmless formatting is removed.
        content: String => lines(MAX_CONTENT),
        /// Whether nobody can do without agreeing.
        is_required: bool => flag(),
        /// First day in force, in Seoul; not before the day of publishing.
        effective_from: Date => date(),
        /// `PUBLISHED` ends changing for good.
        status: TermsStatus => word(TermsStatus::WORDS),
        /// The version that was read; who sends it does not overwrite what somebody else has changed.
        #[serde(default)]
        version: Option<i64> => integer(1, 9_007_199_254_740_991),
    }
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
        #[serde(default)]
        kinds: Vec<TermsKind> => words(TermsKind::WORDS),
        /// In this language where they exist in it.
        #[serde(default)]
        language: Option<Language> => word(Language::WORDS),
    }
}

endpoint! {
    /// Lists the terms.
    pub ListTerms = Get "/api/v1/terms",
    auth: Staff { screen: SCREEN, action: Read },
    query: TermsFilter,
    ok: Page<Terms>
}

endpoint! {
    /// Writes a draft, or publishes at once.
    pub CreateTerms = Post "/api/v1/terms",
    auth: Staff { screen: SCREEN, action: Create },
    body: TermsSave,
    refuses: [Taken],
    ok: Terms
}

endpoint! {
    /// Answers terms with their content.
    pub GetTerms = Get "/api/v1/terms/{termsId}",
    auth: Staff { screen: SCREEN, action: Read },
    path: TermsPath,
    ok: Terms
}

endpoint! {
    /// Changes or publishes a draft.
    pub UpdateTerms = Patch "/api/v1/terms/{termsId}",
    auth: Staff { screen: SCREEN, action: Update },
    path: TermsPath,
    patch: TermsSave,
    refuses: [Changed, Taken],
    ok: Terms
}

endpoint! {
    /// Removes a draft.
    pub DeleteTerms = Delete "/api/v1/terms/{termsId}",
    auth: Staff { screen: SCREEN, action: Delete },
    path: TermsPath,
    refuses: [HasDependents],
    ok: Done
}

endpoint! {
    /// Lists the changes of terms, the newest first.
    pub ListTermsRevisions = Get "/api/v1/terms/{termsId}/revisions",
    auth: Staff { screen: SCREEN, action: Read },
    path: TermsPath,
    query: RevisionFilter,
    ok: Page<Revision>
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
