//! Consents: what members have agreed to, when and from where.
//!
//! A member agrees to published terms, whose text never changes. Consent given in one language applies to all
//! languages, until a newer edition of the same kind is in force.

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
        /// Id of the terms that the caller agreed to, or of the terms to agree to if there is no current consent.
        pub terms_id: TermsId,
        /// Kind of terms.
        pub kind: TermsKind,
        /// Edition.
        pub edition: String,
        /// Language of the text: the requested one if available, otherwise Korean.
        pub language: Language,
        /// Whether consent is mandatory.
        pub is_required: bool,
        /// First day in force, in Seoul.
        pub effective_from: Date,
        /// When the caller agreed; `null` if there is no consent.
        pub agreed_at: Option<Timestamp>,
    }
}

input! {
    /// Language in which to return terms.
    pub struct OwnConsentFilter {
        /// Preferred language, used if the terms exist in it.
        language: Option<Language> => word(Language::WORDS),
    }
}

input! {
    /// Terms to agree to.
    pub struct ConsentSave {
        /// Ids of terms in force.
        terms_ids: Vec<TermsId> => ids(),
    }
}

endpoint! {
    /// Lists the terms in force with the caller's consents, required ones first.
    pub ListOwnConsents = Get "/api/v1/users/me/consents",
    auth: EvenBeforeConsents,
    query: OwnConsentFilter,
    ok: Vec<OwnConsent>
}

endpoint! {
    /// Agrees to terms in force; existing consents stay unchanged.
    pub GiveConsents = Post "/api/v1/users/me/consents",
    auth: EvenBeforeConsents,
    body: ConsentSave,
    keyless: "Agreeing again to what is agreed adds nothing.",
    ok: Done
}

endpoint! {
    /// Withdraws an optional consent, with the consents to its other languages and to earlier editions of its kind.
    ///
    /// Consent to required terms cannot be withdrawn and is rejected with an error at `termsId`; the member can delete
    /// the account instead.
    pub WithdrawConsent = Delete "/api/v1/users/me/consents/{termsId}",
    auth: Member,
    path: TermsPath,
    ok: Done
}

output! {
    /// A consent as staff see it.
    pub struct UserConsent {
        /// Terms id.
        pub terms_id: TermsId,
        /// Kind of terms.
        pub kind: TermsKind,
        /// Edition.
        pub edition: String,
        /// Language in which it was read.
        pub language: Language,
        /// Whether consent is mandatory.
        pub is_required: bool,
        /// Whether this edition is the one in force.
        pub is_in_force: bool,
        /// When consent was given.
        pub agreed_at: Timestamp,
        /// Network address from which consent was given; `***` for companies if the user is dormant.
        pub agreed_from: String,
        /// When it was withdrawn.
        pub withdrawn_at: Option<Timestamp>,
        /// Network address from which it was withdrawn.
        pub withdrawn_from: Option<String>,
    }
}

endpoint! {
    /// Lists a user's last 200 consents, latest first; the read is recorded in the access log.
    pub ListUserConsents = Get "/api/v1/users/{userId}/consents",
    auth: Staff { screen: SCREENS, action: Read },
    path: UserPath,
    reads: Reading::BY_HANDLER,
    ok: Vec<UserConsent>
}
