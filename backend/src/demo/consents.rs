//! Consents of the demonstration's users: to the terms in force at sign-up, and to newer ones when they took effect.
//! The last user signed up through an app that did not ask, and is asked at the next sign-in.

use ::people::consents::store as consents;
use diesel::{ExpressionMethods, QueryDsl, RunQueryDsl};
use kernel::{
    clock,
    db::{
        DatabaseConnection,
        schema::{consent, terms, user_profile},
    },
    problem::Problem,
};
use uno_core::{
    contract::terms::{Language, TermsId, TermsKind, TermsStatus},
    domain::time::{DAY_MILLISECONDS as DAY, Date, Timestamp},
};

const MINUTE: i64 = 60_000;

/// Published terms: id, kind, whether required, effective date.
type Published = (TermsId, TermsKind, bool, Date);

/// Creates the consents.
pub fn fill(connection: &mut DatabaseConnection) -> Result<(), Problem> {
    let published = terms::table
        .filter(terms::status.eq(TermsStatus::Published))
        .filter(terms::language.eq(Language::Ko))
        .order((terms::effective_from, terms::terms_id))
        .select((terms::terms_id, terms::kind, terms::is_required, terms::effective_from))
        .load::<Published>(connection)?;
    let users = user_profile::table
        .filter(user_profile::is_online.eq(true))
        .order(user_profile::user_id)
        .select((user_profile::account_id, user_profile::created_at))
        .load::<(i64, Timestamp)>(connection)?;
    // If there is only one user, that one was asked.
    let asked = users.len() - usize::from(users.len() > 1);
    for (number, (account_id, registered_at)) in (0..).zip(users.iter().take(asked)) {
        let address = format!("203.0.113.{}", 20 + number);
        for kind in TermsKind::ALL {
            let of_kind = || published.iter().filter(|(_, of, ..)| of == kind);
            let then = registered_at.date_in_seoul();
            let first = of_kind().rev().find(|(.., day)| *day <= then);
            let later = of_kind().filter(|(.., day)| *day > then);
            for (id, _, is_required, day) in first.into_iter().chain(later) {
                // Every third user declines optional terms.
                if !is_required && number % 3 == 2 {
                    continue;
                }
                let at = if *day <= then {
                    registered_at.plus_milliseconds(3 * MINUTE)
                } else {
                    Timestamp::start_of_day_in_seoul(*day).plus_milliseconds((number + 2) * DAY + 550 * MINUTE)
                };
                consents::insert(connection, *account_id, *id, (at.min(clock::now()), &address))?;
                if !is_required && number == 3 {
                    let withdrawn = at.plus_milliseconds(21 * DAY).min(clock::now());
                    let given = consent::table.filter(consent::account_id.eq(account_id));
                    diesel::update(given.filter(consent::terms_id.eq(id)))
                        .set((consent::withdrawn_at.eq(withdrawn), consent::withdrawn_from.eq(&address)))
                        .execute(connection)?;
                }
            }
        }
    }
    Ok(())
}
