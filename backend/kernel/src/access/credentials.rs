//! Company systems as callers: what their credentials permit, and how many people they may read. The number in a
//! credential finds its row; its secret is compared as a keyed hash in constant time. A loaded credential is cached for
//! half a second, so that revoking it takes effect within a second on every instance, without a query per request.
//!
//! A credential does what its issuer may do: with the issuer's account or right it ends.

use super::{
    caller::{self, Caller},
    limits,
    scope::{Scope, Scoped},
};
use crate::{
    auth::tokens::{self, Keys},
    clock,
    db::{
        Database, DatabaseConnection,
        schema::{company, company_credential, credential_reading},
    },
    on_backend,
    problem::Problem,
};
use diesel::{BoolExpressionMethods, ExpressionMethods, OptionalExtension, QueryDsl, RunQueryDsl};
use parking_lot::Mutex;
use std::{
    collections::HashMap,
    sync::Arc,
    time::{Duration, Instant},
};
use uno_core::{
    contract::{
        companies::{CompanyId, CompanyType},
        company_credentials::{CredentialScope, SECRET_START},
        dementia_screenings,
        error::ErrorCode,
        heart_rate_measurements, members, physical_measurements, psychological_tests, stress_measurements,
        vision_measurements,
    },
    domain::{access::Action, time::Timestamp},
};

const CACHE_TIME: Duration = Duration::from_millis(500);
const MAX_CACHED: usize = 10_000;
/// Maximum number of requests by a credential on one instance per window, and the window.
const MAX_USES: u32 = 600;
const USES_WINDOW: Duration = Duration::from_secs(60);
/// Precision of a credential's time of last use, in milliseconds.
const USE_NOTED_EVERY: i64 = 60_000;

/// A company's system as a caller.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CompanySystem {
    /// Id of its credential.
    pub company_credential_id: i64,
    /// The rows it may access: those of the company and of the companies below it.
    pub scope: Scope,
    /// What its credential may be used for.
    pub scopes: Vec<CredentialScope>,
    /// How many people it may read in a day.
    pub persons_per_day: i64,
}

/// The screens of all kinds of measurement: a system sends them, and reads them as FHIR.
const MEASURED: [&str; 6] = [
    physical_measurements::SCREEN,
    stress_measurements::SCREEN,
    vision_measurements::SCREEN,
    heart_rate_measurements::SCREEN,
    dementia_screenings::SCREEN,
    psychological_tests::SCREEN,
];

/// Returns whether an account may do what a credential of a company of this tier permits: for companies, read the
/// screens of these tiers; for sending measurements, register all kinds; for FHIR, read members and all kinds.
#[must_use]
pub fn holds(caller: &Caller, tier: CompanyType, scope: CredentialScope) -> bool {
    let measured = |action| MEASURED.iter().all(|screen| caller.may(screen, action));
    match scope {
        CredentialScope::CompaniesRead => CompanyType::ALL
            .iter()
            .filter(|below| **below >= tier)
            .all(|below| caller.may(below.screen(), Action::Read)),
        CredentialScope::MeasurementsWrite => measured(Action::Create),
        CredentialScope::FhirRead => caller.may(members::SCREEN, Action::Read) && measured(Action::Read),
    }
}

/// Returns whether an account may issue a credential, and so keep one: it changes the company and holds what the
/// credential permits.
///
/// # Errors
/// Returns an error if the database fails.
pub fn may_issue(
    connection: &mut DatabaseConnection,
    caller: &Caller,
    company_id: i64,
    scopes: &[CredentialScope],
) -> Result<bool, Problem> {
    let reached = company::table.in_scope(caller.scope).filter(company::company_id.eq(company_id));
    let Some(tier) = reached.select(company::kind).first::<CompanyType>(connection).optional()? else {
        return Ok(false);
    };
    Ok(caller.may(tier.screen(), Action::Update) && scopes.iter().all(|scope| holds(caller, tier, *scope)))
}

/// Makes the requests of a system that count take turns.
///
/// # Errors
/// Returns an error if the database fails.
pub fn hold(connection: &mut DatabaseConnection, system: &CompanySystem) -> Result<(), Problem> {
    if let DatabaseConnection::Postgres(connection) = connection {
        let row = company_credential::table.find(system.company_credential_id);
        row.select(company_credential::company_credential_id)
            .for_no_key_update()
            .first::<i64>(connection)
            .optional()?;
    }
    Ok(())
}

/// Counts people whom a system reads in full: each once a day, as days are in Seoul. Requests with one credential take
/// turns, so that they count together on every instance.
///
/// # Errors
/// Returns "too many" with the seconds to the end of the day; rolling back the transaction takes the count back.
pub fn count_persons(
    connection: &mut DatabaseConnection,
    system: &CompanySystem,
    member_ids: &[i64],
    now: Timestamp,
) -> Result<(), Problem> {
    if member_ids.is_empty() {
        return Ok(());
    }
    let id = system.company_credential_id;
    hold(connection, system)?;
    let (day, rest) = limits::day_of(now);
    let rows: Vec<_> = member_ids
        .iter()
        .map(|member_id| {
            (
                credential_reading::company_credential_id.eq(id),
                credential_reading::day.eq(day),
                credential_reading::member_id.eq(*member_id),
            )
        })
        .collect();
    on_backend!(connection, |inner| {
        diesel::insert_into(credential_reading::table).values(rows).on_conflict_do_nothing().execute(inner)
    })?;
    let persons = credential_reading::table
        .filter(credential_reading::company_credential_id.eq(id))
        .filter(credential_reading::day.eq(day))
        .count()
        .get_result::<i64>(connection)?;
    if persons > system.persons_per_day {
        tracing::warn!(credential = id, most = system.persons_per_day, "a credential reads too many people");
        return Err(Problem::too_many(rest));
    }
    Ok(())
}

/// Deletes what was counted on days that are over.
///
/// # Errors
/// Returns an error if the database fails.
pub fn delete_old(connection: &mut DatabaseConnection, now: Timestamp) -> Result<(), Problem> {
    diesel::delete(credential_reading::table.filter(credential_reading::day.lt(limits::day_of(now).0)))
        .execute(connection)?;
    Ok(())
}

/// Joins scopes into the text of a column.
#[must_use]
pub fn scopes_text(scopes: &[CredentialScope]) -> String {
    scopes.iter().map(|scope| scope.as_str()).collect::<Vec<_>>().join(",")
}

/// Splits the text of a column into scopes; unknown words are ignored.
#[must_use]
pub fn scopes_of(text: &str) -> Vec<CredentialScope> {
    text.split(',').filter_map(CredentialScope::parse).collect()
}

/// Returns the start of a credential's secret.
#[must_use]
pub fn secret_start(credential_id: i64) -> String {
    format!("{SECRET_START}{credential_id}_")
}

/// Creates a new secret for the credential of this number.
///
/// # Errors
/// Returns an error if the system provides no random numbers.
pub fn new_secret(credential_id: i64) -> Result<String, Problem> {
    Ok(secret_start(credential_id) + &tokens::random_token()?)
}

/// Returns whether a token looks like the secret of a credential, valid or not.
#[must_use]
pub fn is_secret(token: &str) -> bool {
    token.starts_with(SECRET_START)
}

/// Returns the credential number in a secret; `None` if the text is not a secret. Only the canonical form of a
/// number is accepted.
fn credential_of(secret: &str) -> Option<i64> {
    let (number, random) = secret.strip_prefix(SECRET_START)?.split_once('_')?;
    let id = number.parse::<i64>().ok().filter(|id| *id > 0 && id.to_string() == number)?;
    (random.len() == tokens::TOKEN_CHARACTERS).then_some(id)
}

/// A cached credential, and the number of its uses.
struct Known {
    loaded: Instant,
    secret_hash: String,
    expires_at: i64,
    system: Arc<CompanySystem>,
    window_began: Instant,
    uses: u32,
}

/// A cache of credentials by number.
#[derive(Default)]
pub struct Credentials {
    known: Mutex<HashMap<i64, Known>>,
}

impl Credentials {
    /// Admits the system that presents this secret.
    ///
    /// # Errors
    /// Returns [`ErrorCode::Unauthenticated`] if it is not a valid credential, [`ErrorCode::Forbidden`] if the
    /// credential lacks the scope, or "too many" if it is used too often.
    pub async fn admit(
        &self,
        database: &Database,
        keys: &Arc<Keys>,
        secret: &str,
        scope: CredentialScope,
    ) -> Result<Arc<CompanySystem>, Problem> {
        let unauthenticated = || Problem::new(ErrorCode::Unauthenticated);
        let id = credential_of(secret).ok_or_else(unauthenticated)?;
        let system = match self.known(id, keys, secret) {
            Some(known) => known?,
            None => {
                let row = database.quick(move |connection| load(connection, id)).await?.ok_or_else(unauthenticated)?;
                if !keys.is_stored(secret, &row.secret_hash) || row.expires_at <= clock::now().0 {
                    return Err(unauthenticated());
                }
                note_use(database, id, row.last_used_at);
                self.keep(id, row)
            }
        };
        self.count(id)?;
        if system.scopes.contains(&scope) { Ok(system) } else { Err(Problem::new(ErrorCode::Forbidden)) }
    }

    /// Returns the cached system of a credential, or an error if the secret does not match or the credential has
    /// expired. Returns `None` if the credential is not cached.
    fn known(&self, id: i64, keys: &Keys, secret: &str) -> Option<Result<Arc<CompanySystem>, Problem>> {
        let known = self.known.lock();
        let found = known.get(&id).filter(|found| found.loaded.elapsed() < CACHE_TIME)?;
        let is_good = keys.is_stored(secret, &found.secret_hash) && found.expires_at > clock::now().0;
        Some(if is_good { Ok(Arc::clone(&found.system)) } else { Err(Problem::new(ErrorCode::Unauthenticated)) })
    }

    fn keep(&self, id: i64, row: Row) -> Arc<CompanySystem> {
        let mut known = self.known.lock();
        if known.len() >= MAX_CACHED {
            known.retain(|_, found| found.window_began.elapsed() < USES_WINDOW);
        }
        let now = Instant::now();
        let (window_began, uses) = known.get(&id).map_or((now, 0), |found| (found.window_began, found.uses));
        let system = Arc::new(row.system);
        let kept = Known {
            loaded: now,
            secret_hash: row.secret_hash,
            expires_at: row.expires_at,
            system: Arc::clone(&system),
            window_began,
            uses,
        };
        known.insert(id, kept);
        system
    }

    /// Counts a use; refuses it if there were too many.
    fn count(&self, id: i64) -> Result<(), Problem> {
        let mut known = self.known.lock();
        let Some(found) = known.get_mut(&id) else { return Ok(()) };
        let past = found.window_began.elapsed();
        if past >= USES_WINDOW {
            (found.window_began, found.uses) = (Instant::now(), 0);
        } else if found.uses >= MAX_USES {
            let wait = (USES_WINDOW - past).as_secs() + 1;
            return Err(Problem::too_many(i64::try_from(wait).unwrap_or(i64::MAX)));
        }
        found.uses += 1;
        Ok(())
    }

    /// Invalidates a cached credential that was revoked on this instance; its number of uses remains.
    pub fn forget(&self, id: i64) {
        if let Some(found) = self.known.lock().get_mut(&id) {
            found.secret_hash.clear();
        }
    }
}

/// A credential that may be used.
struct Row {
    system: CompanySystem,
    secret_hash: String,
    expires_at: i64,
    last_used_at: Option<i64>,
}

/// Loads a credential that is approved and not revoked, and whose issuer still may do what it permits.
fn load(connection: &mut DatabaseConnection, id: i64) -> Result<Option<Row>, Problem> {
    type Found = ((i64, CompanyType), (String, String, i64, Option<i64>, Option<i64>, i64));
    let found = company_credential::table
        .inner_join(company::table)
        .filter(company_credential::company_credential_id.eq(id))
        .filter(company_credential::revoked_at.is_null())
        .filter(company_credential::approved_at.is_not_null())
        .select((
            (company::company_id, company::kind),
            (
                company_credential::secret_hash,
                company_credential::scopes,
                company_credential::expires_at,
                company_credential::last_used_at,
                company_credential::account_id,
                company_credential::persons_per_day,
            ),
        ))
        .first::<Found>(connection)
        .optional()?;
    let Some(((company_id, tier), (secret_hash, scopes, expires_at, last_used_at, issuer, persons_per_day))) = found
    else {
        return Ok(None);
    };
    let scopes = scopes_of(&scopes);
    // Issuers of before they were kept are not known.
    if let Some(issuer) = issuer {
        let issuer = caller::of_account(connection, issuer)?;
        let may = match issuer {
            Some(issuer) => may_issue(connection, &issuer, company_id, &scopes)?,
            None => false,
        };
        if !may {
            return Ok(None);
        }
    }
    let scope = Scope::Company { company_id: CompanyId(company_id), tier };
    let system = CompanySystem { company_credential_id: id, scope, scopes, persons_per_day };
    Ok(Some(Row { system, secret_hash, expires_at, last_used_at }))
}

/// Records the use of a credential in the background, at most once a minute.
fn note_use(database: &Database, id: i64, last_used_at: Option<i64>) {
    let now = clock::now();
    let earlier = now.0 - USE_NOTED_EVERY;
    if last_used_at.is_some_and(|last| last > earlier) {
        return;
    }
    let database = database.clone();
    drop(actix_web::rt::spawn(async move {
        if let Err(problem) = database.write(move |connection| noted(connection, id, now, earlier)).await {
            tracing::warn!(cause = %problem, "the use of a credential was not noted");
        }
    }));
}

/// Another instance may have recorded it meanwhile.
fn noted(connection: &mut DatabaseConnection, id: i64, now: Timestamp, earlier: i64) -> Result<(), Problem> {
    use company_credential::last_used_at;
    diesel::update(company_credential::table.find(id))
        .filter(last_used_at.is_null().or(last_used_at.le(earlier)))
        .set(last_used_at.eq(now.0))
        .execute(connection)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{credential_of, new_secret, scopes_of, scopes_text};
    use uno_core::contract::company_credentials::CredentialScope;

    #[test]
    fn a_secret_names_its_credential_in_one_way_only() {
        let secret = new_secret(17).unwrap_or_default();
        assert_eq!(credential_of(&secret), Some(17));
        assert_ne!(Some(secret.clone()), new_secret(17).ok(), "each is another");
        let random = secret.trim_start_matches("uno_17_");
        for (start, end) in [("uno_017_", ""), ("uno_+17_", ""), ("uno_-17_", ""), ("uno_0_", ""), ("uno__", "")] {
            assert_eq!(credential_of(&format!("{start}{random}{end}")), None, "{start}");
        }
        for other in ["", "uno_", "uno_17", "uno_17_", "uno_17_abc", "UNO_17_x", "uno_99999999999999999999_x"] {
            assert_eq!(credential_of(other), None, "{other}");
        }
        assert_eq!(credential_of(&format!("{secret}x")), None);
        assert_eq!(credential_of(&format!(" {secret}")), None);
    }

    #[test]
    fn scopes_come_back_as_they_were_kept() {
        for scopes in [CredentialScope::ALL, &CredentialScope::ALL[1..], &[]] {
            assert_eq!(scopes_of(&scopes_text(scopes)), scopes);
        }
        assert_eq!(scopes_of("EVERYTHING"), []);
    }
}
