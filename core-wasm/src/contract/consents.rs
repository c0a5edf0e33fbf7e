//! Consents: what members have agreed to, when and from where.
//!
//! A member agrees to published terms, whose text never changes. What was agreed to in one language holds in all, until
//! a newer edition of the kind is in force.

use super::{
    endpoint, input,
    languages::Language,
    managed_users::{SCREENS, UserPath},
    output,
    page::Done,
    terms::{TermsId, TermsKind, TermsPath},
};
use crate::domain::time::{Date, Timestamp};

output! {
    /// Terms in force, and whether the caller has agreed to them.
    pub struct OwnConsent {
        /// What the caller has agreed to; where that is nothing in force, what there is to agree to.
        pub terms_id: TermsId,
        /// What is agreed to.
        pub kind: TermsKind,
        /// Edition.
        pub edition: String,
        /// Language of the text: the one asked for where there is one, otherwise Korean.
        pub language: Language,
        /// Whether nobody can do without agreeing.
        pub is_required: bool,
        /// First day in force, in Seoul.
        pub effective_from: Date,
        /// Since when the caller agrees; `null` where the caller does not.
        pub agreed_at: Option<Timestamp>,
    }
}

input! {
    /// In which language the caller would read terms.
    pub struct OwnConsentFilter {
        /// This one, where the terms exist in it.
        language: Option<Language> => word(Language::WORDS),
    }
}

input! {
    /// What the caller agrees to.
    pub struct ConsentSave {
        /// Terms in force.
        terms_ids: Vec<TermsId> => ids(),
    }
}

endpoint! {
    /// Lists the terms in force with what the caller has agreed to, the required ones first.
    pub ListOwnConsents = Get "/api/v1/users/me/consents",
    auth: EvenBeforeConsents,
    query: OwnConsentFilter,
    ok: Vec<OwnConsent>
}

endpoint! {
    /// Agrees to terms in force; what the caller has agreed to already stays as it is.
    pub GiveConsents = Post "/api/v1/users/me/consents",
    auth: EvenBeforeConsents,
    body: ConsentSave,
    ok: Done
}

endpoint! {
    /// Withdraws a consent that nobody has to give, with those to its other languages and to earlier editions of its kind.
    ///
    /// Who no longer agrees to what is required removes the own account instead; it is refused at `termsId`.
    pub WithdrawConsent = Delete "/api/v1/users/me/consents/{termsId}",
    auth: Member,
    path: TermsPath,
    ok: Done
}

output! {
    /// A consent as staff see it.
    pub struct UserConsent {
        /// Terms.
        pub terms_id: TermsId,
        /// What was agreed to.
        pub kind: TermsKind,
        /// Edition.
        pub edition: String,
        /// The language in which it was read.
        pub language: Language,
        /// Whether nobody can do without agreeing.
        pub is_required: bool,
        /// Whether this edition is the one in force.
        pub is_in_force: bool,
        /// When it was agreed to.
        pub agreed_at: Timestamp,
        /// From which network address; `***` for a company where the user is dormant.
        pub agreed_from: String,
        /// When it was withdrawn.
        pub withdrawn_at: Option<Timestamp>,
        /// From which network address.
        pub withdrawn_from: Option<String>,
    }
}

endpoint! {
    /// Lists a user's last 200 consents, the latest first. That they were read is logged.
    pub ListUserConsents = Get "/api/v1/users/{userId}/consents",
    auth: Staff { screen: SCREENS, action: Read },
    path: UserPath,
    ok: Vec<UserConsent>
}
