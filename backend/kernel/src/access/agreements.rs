//! Terms that members must accept: the terms in force, and whether an account has accepted the required ones. This
//! lives here and not with the terms, because it is checked for every caller that is a member.

use crate::{
    clock,
    db::{
        DatabaseConnection,
        schema::{consent, terms},
    },
    problem::Problem,
};
use diesel::{ExpressionMethods, QueryDsl, Queryable, RunQueryDsl, Selectable, SelectableHelper};
use std::collections::HashSet;
use uno_core::{
    contract::terms::{Language, TermsId, TermsKind, TermsStatus},
    domain::time::Date,
};

/// Published terms that have taken effect, without their text.
#[derive(Clone, Debug, Queryable, Selectable)]
#[diesel(table_name = terms)]
pub struct Edition {
    /// Id of the terms.
    pub terms_id: TermsId,
    /// Kind of the terms.
    pub kind: TermsKind,
    /// Edition as shown to people.
    pub edition: String,
    /// Language.
    pub language: Language,
    /// Whether acceptance is required.
    pub is_required: bool,
    /// First day in force, in Seoul.
    pub effective_from: Date,
}

/// The terms of one kind in force: the deciding text, and its versions in other languages.
#[derive(Clone, Debug)]
pub struct TermsInForce {
    /// The Korean text if there is one, otherwise the latest. It decides whether the kind is required.
    pub deciding: Edition,
    others: Vec<Edition>,
}

impl TermsInForce {
    /// Returns the text in a language, or else the deciding one.
    #[must_use]
    pub fn read_in(&self, language: Option<Language>) -> &Edition {
        self.others.iter().find(|edition| Some(edition.language) == language).unwrap_or(&self.deciding)
    }

    /// Iterates over all texts in force.
    pub fn editions(&self) -> impl Iterator<Item = &Edition> {
        std::iter::once(&self.deciding).chain(&self.others)
    }

    /// Returns whether the terms are one of the texts.
    #[must_use]
    pub fn has(&self, terms_id: TermsId) -> bool {
        self.editions().any(|edition| edition.terms_id == terms_id)
    }

    /// Returns whether this kind must still be accepted, given the accepted terms.
    #[must_use]
    pub fn is_outstanding(&self, agreed: &HashSet<TermsId>) -> bool {
        self.deciding.is_required && !self.editions().any(|edition| agreed.contains(&edition.terms_id))
    }
}

/// Loads the terms in force of each kind.
///
/// # Errors
/// Returns an error if the database fails.
pub fn in_force(connection: &mut DatabaseConnection) -> Result<Vec<TermsInForce>, Problem> {
    // Latest first. Among those of one day the last published one comes first: published terms never change, so
    // `updated_at` is the time of publication.
    let published = terms::table
        .filter(terms::status.eq(TermsStatus::Published))
        .filter(terms::effective_from.le(clock::today()))
        .order((terms::effective_from.desc(), terms::updated_at.desc(), terms::terms_id.desc()))
        .select(Edition::as_select())
        .load::<Edition>(connection)?;
    Ok(TermsKind::ALL
        .iter()
        .filter_map(|kind| of_kind(published.iter().filter(|edition| edition.kind == *kind)))
        .collect())
}

fn of_kind<'a>(published: impl Iterator<Item = &'a Edition>) -> Option<TermsInForce> {
    let mut latest: Vec<Edition> = Vec::new();
    for edition in published {
        if !latest.iter().any(|known| known.language == edition.language) {
            latest.push(edition.clone());
        }
    }
    let place = latest.iter().position(|edition| edition.language == Language::Ko).unwrap_or_default();
    if latest.is_empty() {
        return None;
    }
    let deciding = latest.swap_remove(place);
    // An outdated translation is no longer in force: nobody is asked to accept terms that no longer apply.
    latest.retain(|one| one.edition == deciding.edition || one.effective_from >= deciding.effective_from);
    Some(TermsInForce { deciding, others: latest })
}

/// Returns the terms that an account has accepted.
///
/// # Errors
/// Returns an error if the database fails.
pub fn agreed(connection: &mut DatabaseConnection, account_id: i64) -> Result<HashSet<TermsId>, Problem> {
    let active_consents =
        consent::table.filter(consent::account_id.eq(account_id)).filter(consent::withdrawn_at.is_null());
    Ok(active_consents.select(consent::terms_id).load::<TermsId>(connection)?.into_iter().collect())
}

/// Returns whether an account must still accept terms.
///
/// # Errors
/// Returns an error if the database fails.
pub fn is_outstanding(connection: &mut DatabaseConnection, account_id: i64) -> Result<bool, Problem> {
    let in_force = in_force(connection)?;
    if !in_force.iter().any(|terms| terms.deciding.is_required) {
        return Ok(false);
    }
    let agreed = agreed(connection, account_id)?;
    Ok(in_force.iter().any(|terms| terms.is_outstanding(&agreed)))
}

#[cfg(test)]
mod tests {
    use super::{Edition, of_kind};
    use std::collections::HashSet;
    use uno_core::{
        contract::terms::{Language, TermsId, TermsKind},
        domain::time::Date,
    };

    /// Builds editions from days of one month.
    fn editions<const N: usize>(written: [(i64, &str, Language, u32); N]) -> Vec<Edition> {
        let edition = |(number, edition, language, day): (i64, &str, Language, u32)| {
            Some(Edition {
                terms_id: TermsId(number),
                kind: TermsKind::Privacy,
                edition: edition.into(),
                language,
                is_required: true,
                effective_from: Date::new(2026, 1, day)?,
            })
        };
        written.into_iter().filter_map(edition).collect()
    }

    /// Returns the deciding text, and those read in English and in Japanese.
    fn found(published: &[Edition]) -> Option<[i64; 3]> {
        let found = of_kind(published.iter())?;
        let read_in = |language| found.read_in(Some(language)).terms_id.0;
        Some([found.deciding.terms_id.0, read_in(Language::En), read_in(Language::Ja)])
    }

    #[test]
    fn the_korean_text_decides_and_a_translation_that_lags_behind_stands_for_nothing() {
        let published = editions([
            (4, "2.0", Language::Ko, 20),
            (3, "2.0", Language::En, 18),
            (2, "1.0", Language::Ja, 10),
            (1, "1.0", Language::Ko, 10),
        ]);
        assert_eq!(found(&published), Some([4, 3, 4]));
        let outstanding = |agreed: &[i64]| {
            let agreed: HashSet<TermsId> = agreed.iter().copied().map(TermsId).collect();
            of_kind(published.iter()).map(|found| found.is_outstanding(&agreed))
        };
        assert_eq!(outstanding(&[1, 2]), Some(true));
        assert_eq!(outstanding(&[3]), Some(false));
    }

    #[test]
    fn without_a_korean_text_the_latest_decides() {
        let published = editions([(2, "1.1", Language::De, 12), (1, "1.0", Language::En, 10)]);
        assert_eq!(found(&published), Some([2, 2, 2]));
    }
}
