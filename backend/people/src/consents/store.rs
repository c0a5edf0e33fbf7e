//! Consents: storage. Only members themselves give and withdraw their consents.

use diesel::{ExpressionMethods, NullableExpressionMethods, OptionalExtension, QueryDsl, RunQueryDsl};
use kernel::{
    access::{
        agreements::{self, TermsInForce},
        caller::Caller,
    },
    clock,
    db::{
        DatabaseConnection,
        schema::{consent, terms, user_profile},
    },
    on_backend,
    problem::Problem,
};
use std::collections::HashMap;
use uno_core::{
    contract::{
        consents::{OwnConsent, UserConsent},
        terms::{Language, TermsId, TermsKind},
        users::UserId,
        validation::{Violation, path_in},
    },
    domain::time::Timestamp,
};

/// The maximum number of a user's consents that staff see.
const MAX_CONSENTS: i64 = 200;
/// Replaces a masked IP address.
const MASK: &str = "***";

/// Returns the terms in force with the caller's consents, the required ones first.
///
/// # Errors
/// Returns an error if the database fails.
pub fn own(
    connection: &mut DatabaseConnection,
    caller: &Caller,
    language: Option<Language>,
) -> Result<Vec<OwnConsent>, Problem> {
    let agreed: HashMap<TermsId, Timestamp> = consent::table
        .filter(consent::account_id.eq(caller.account_id))
        .filter(consent::withdrawn_at.is_null())
        .select((consent::terms_id, consent::agreed_at))
        .load::<(TermsId, Timestamp)>(connection)?
        .into_iter()
        .collect();
    let mut found: Vec<OwnConsent> = agreements::in_force(connection)?
        .iter()
        .map(|terms| {
            let active = terms.editions().find(|edition| agreed.contains_key(&edition.terms_id));
            let shown = active.unwrap_or_else(|| terms.read_in(language));
            OwnConsent {
                terms_id: shown.terms_id,
                kind: shown.kind,
                edition: shown.edition.clone(),
                language: shown.language,
                is_required: terms.deciding.is_required,
                effective_from: shown.effective_from,
                agreed_at: agreed.get(&shown.terms_id).copied(),
            }
        })
        .collect();
    found.sort_by_key(|consent| !consent.is_required);
    Ok(found)
}

/// Checks that all of these are terms in force.
///
/// # Errors
/// Returns a violation for each that is not, by its position in the field.
pub fn check_in_force(
    connection: &mut DatabaseConnection,
    field: &str,
    terms_ids: &[TermsId],
) -> Result<Vec<TermsInForce>, Problem> {
    let in_force = agreements::in_force(connection)?;
    let is_known = |id: TermsId| in_force.iter().any(|terms| terms.has(id));
    let unknown = terms_ids.iter().enumerate().filter(|(_, id)| !is_known(**id));
    let violations: Vec<_> =
        unknown.map(|(place, _)| Violation::new(&path_in(field, place, ""), "notInForce")).collect();
    if violations.is_empty() { Ok(in_force) } else { Err(Problem::invalid(violations)) }
}

/// Checks that these include all required terms. An empty list is accepted.
///
/// # Errors
/// Returns "required" if some are missing, or the violations of [`check_in_force`].
pub fn check_complete(connection: &mut DatabaseConnection, field: &str, terms_ids: &[TermsId]) -> Result<(), Problem> {
    if terms_ids.is_empty() {
        return Ok(());
    }
    let agreed = terms_ids.iter().copied().collect();
    let in_force = check_in_force(connection, field, terms_ids)?;
    if in_force.iter().any(|terms| terms.is_outstanding(&agreed)) {
        return Err(Problem::invalid_field(field, "required"));
    }
    Ok(())
}

/// Records an account's consent to terms, with the IP address. Existing consents stay unchanged.
///
/// # Errors
/// Returns an error if the database fails.
pub fn give(
    connection: &mut DatabaseConnection,
    account_id: i64,
    terms_ids: &[TermsId],
    address: &str,
) -> Result<(), Problem> {
    let now = clock::now();
    for terms_id in terms_ids {
        insert(connection, account_id, *terms_id, (now, address))?;
    }
    Ok(())
}

/// Inserts one consent, unless it exists.
///
/// # Errors
/// Returns an error if the database fails.
pub fn insert(
    connection: &mut DatabaseConnection,
    account_id: i64,
    terms_id: TermsId,
    (at, address): (Timestamp, &str),
) -> Result<(), Problem> {
    let new = (
        consent::account_id.eq(account_id),
        consent::terms_id.eq(terms_id),
        consent::agreed_at.eq(at),
        consent::agreed_from.eq(address),
    );
    on_backend!(connection, |inner| {
        diesel::insert_into(consent::table).values(new).on_conflict_do_nothing().execute(inner)
    })?;
    Ok(())
}

/// Withdraws a consent, including consents to all other texts of the same kind (other languages, earlier editions):
/// they express the same agreement. Consents to required terms in force of that kind stay.
///
/// # Errors
/// Returns "not found" if the account has no consent to these terms, or "required" if they are in force and required.
pub fn withdraw(
    connection: &mut DatabaseConnection,
    account_id: i64,
    terms_id: TermsId,
    address: &str,
) -> Result<(), Problem> {
    let active = || consent::table.filter(consent::account_id.eq(account_id)).filter(consent::withdrawn_at.is_null());
    let kind = active()
        .inner_join(terms::table)
        .filter(consent::terms_id.eq(terms_id))
        .select(terms::kind)
        .first::<TermsKind>(connection)
        .optional()?
        .ok_or_else(Problem::not_found)?;
    let in_force = agreements::in_force(connection)?;
    let required = in_force.iter().find(|terms| terms.deciding.is_required && terms.deciding.kind == kind);
    if required.is_some_and(|terms| terms.has(terms_id)) {
        return Err(Problem::invalid_field("termsId", "required"));
    }
    let kept: Vec<TermsId> = required.iter().flat_map(|terms| terms.editions()).map(|one| one.terms_id).collect();
    let of_kind = terms::table.filter(terms::kind.eq(kind)).select(terms::terms_id);
    diesel::update(active().filter(consent::terms_id.eq_any(of_kind)).filter(consent::terms_id.ne_all(kept)))
        .set((consent::withdrawn_at.eq(clock::now()), consent::withdrawn_from.eq(address)))
        .execute(connection)?;
    Ok(())
}

/// Returns a user's consents, latest first. The caller has checked access to the user. For a masked user, the IP
/// addresses are masked.
///
/// # Errors
/// Returns an error if the database fails.
pub fn of_user(
    connection: &mut DatabaseConnection,
    user_id: UserId,
    is_masked: bool,
) -> Result<Vec<UserConsent>, Problem> {
    let masked = |address: String| if is_masked { MASK.to_owned() } else { address };
    type Terms = (TermsId, TermsKind, String, Language, bool);
    type Times = (Timestamp, String, Option<Timestamp>, Option<String>);
    let accounts = user_profile::table.filter(user_profile::user_id.eq(user_id)).select(user_profile::account_id);
    let rows = consent::table
        .inner_join(terms::table)
        .filter(consent::account_id.nullable().eq_any(accounts.nullable()))
        .order(consent::consent_id.desc())
        .limit(MAX_CONSENTS)
        .select((
            (terms::terms_id, terms::kind, terms::edition, terms::language, terms::is_required),
            (consent::agreed_at, consent::agreed_from, consent::withdrawn_at, consent::withdrawn_from),
        ))
        .load::<(Terms, Times)>(connection)?;
    let in_force = agreements::in_force(connection)?;
    let consent = |((terms_id, kind, edition, language, is_required), times): (Terms, Times)| {
        let (agreed_at, agreed_from, withdrawn_at, withdrawn_from) = times;
        UserConsent {
            terms_id,
            kind,
            edition,
            language,
            is_required,
            is_in_force: in_force.iter().any(|terms| terms.has(terms_id)),
            agreed_at,
            agreed_from: masked(agreed_from),
            withdrawn_at,
            withdrawn_from: withdrawn_from.map(masked),
        }
    };
    Ok(rows.into_iter().map(consent).collect())
}
