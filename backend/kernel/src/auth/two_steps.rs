//! The second factor of signing in: codes of an authenticator app (RFC 6238), each accepted once, and recovery
//! codes.
//!
//! Seeds are sealed and recovery codes are stored as keyed hashes, with keys derived from the server's secret: a
//! copy of the database opens no account. After a change of the secret no code is valid any more, and second
//! factors must be removed for the affected accounts.

use super::{
    attempts::{self, Attempt},
    known_devices,
    tokens::{Keys, keyed_hash},
};
use crate::{
    db::{
        DatabaseConnection,
        schema::{recovery_code, two_step},
    },
    on_backend,
    problem::Problem,
    sealed::Seal,
};
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use diesel::{ExpressionMethods, OptionalExtension, QueryDsl, RunQueryDsl};
use totp_rs::{Builder, Totp};
use unicode_normalization::UnicodeNormalization;
use uno_core::domain::time::Timestamp;

/// Length of a seed in bytes, as RFC 4226 recommends.
const SEED: usize = 20;
/// Issuer that an authenticator app shows beside the account.
const ISSUER: &str = "UNO";
/// How long a new seed can be confirmed.
const CONFIRMED_WITHIN_MILLISECONDS: i64 = 10 * 60_000;
/// Number of recovery codes of an account.
const RECOVERY_CODES: usize = 10;
/// Length of a recovery code in characters: 60 bits.
const RECOVERY_CHARACTERS: usize = 12;
/// Letters and digits that are not easily confused (Crockford's base32).
const ALPHABET: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/// The outcome of a second factor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// The account has none.
    NotSetUp,
    /// It has one, and no code was sent.
    Needed,
    /// The code was wrong, or has been used before.
    Refused,
    /// The app's code was correct, and is now used.
    Passed,
    /// A recovery code was accepted instead, and is now used.
    Recovered,
}

/// Creates a generator of six digits every thirty seconds; the previous and the next code are accepted as well.
fn generator(seed: Vec<u8>) -> Result<Totp, Problem> {
    Builder::new().with_secret(seed).build().map_err(Problem::internal)
}

/// A new seed for an app: as the URI in a QR code, and in base32.
#[derive(Debug)]
pub struct NewSeed {
    /// `otpauth://totp/…`.
    pub uri: String,
    /// The seed.
    pub secret: String,
}

fn seal(keys: &Keys) -> Result<Seal, Problem> {
    Seal::of(&keys.derive("two-step seed"))
}

fn place(account_id: i64) -> String {
    format!("seed of account {account_id}")
}

/// Creates a seed for an account. It replaces any previous seed, so the caller must check that none is confirmed.
///
/// # Errors
/// Returns an error if the database fails.
pub fn begin(
    connection: &mut DatabaseConnection,
    keys: &Keys,
    (account_id, login_id): (i64, &str),
    now: Timestamp,
) -> Result<NewSeed, Problem> {
    let mut seed = [0_u8; SEED];
    getrandom::fill(&mut seed).map_err(Problem::internal)?;
    // In the URI a colon separates the issuer from the account.
    let name = login_id.replace(':', ".");
    let generator = Builder::new().with_secret(seed).with_issuer(Some(ISSUER)).with_account_name(name);
    let generator = generator.build().map_err(Problem::internal)?;
    let uri = generator.to_url().map_err(Problem::internal)?;
    diesel::delete(two_step::table.find(account_id)).execute(connection)?;
    diesel::insert_into(two_step::table)
        .values((
            two_step::account_id.eq(account_id),
            two_step::sealed_seed.eq(seal(keys)?.close(&place(account_id), &seed)?),
            two_step::begun_at.eq(now.0),
        ))
        .execute(connection)?;
    Ok(NewSeed { uri, secret: generator.secret().to_base32() })
}

/// Returns since when an account has a second factor.
///
/// # Errors
/// Returns an error if the database fails.
pub fn confirmed_at(connection: &mut DatabaseConnection, account_id: i64) -> Result<Option<Timestamp>, Problem> {
    let found = two_step::table.find(account_id).select(two_step::confirmed_at);
    Ok(found.first::<Option<i64>>(connection).optional()?.flatten().map(Timestamp))
}

/// Returns the number of an account's unused recovery codes.
///
/// # Errors
/// Returns an error if the database fails.
pub fn recovery_codes_left(connection: &mut DatabaseConnection, account_id: i64) -> Result<i64, Problem> {
    Ok(recovery_code::table.filter(recovery_code::account_id.eq(account_id)).count().get_result(connection)?)
}

/// Returns whether a seed is waiting to be confirmed.
///
/// # Errors
/// Returns an error if the database fails.
pub fn is_begun(connection: &mut DatabaseConnection, account_id: i64, now: Timestamp) -> Result<bool, Problem> {
    let waiting = two_step::table
        .find(account_id)
        .filter(two_step::confirmed_at.is_null())
        .filter(two_step::begun_at.gt(now.0 - CONFIRMED_WITHIN_MILLISECONDS));
    Ok(waiting.count().get_result::<i64>(connection)? == 1)
}

/// Confirms the seed of a locked account by a code of the app. A wrong code is counted in the same transaction, which
/// must therefore be committed; it is no error.
///
/// # Errors
/// Returns "too many" while codes are paused.
pub fn confirm(
    connection: &mut DatabaseConnection,
    keys: &Keys,
    account_id: i64,
    code: &str,
    now: Timestamp,
) -> Result<bool, Problem> {
    let counted = Attempt::at_code(keys, account_id, None).begin(connection, now)?;
    if !accepts_shown(connection, keys, account_id, &tidied(code), now)? {
        return Ok(false);
    }
    counted.succeed(connection)?;
    diesel::update(two_step::table.find(account_id)).set(two_step::confirmed_at.eq(now.0)).execute(connection)?;
    Ok(true)
}

/// Checks the second factor of a locked account, and marks a correct code as used. A wrong code is counted in the
/// same transaction, which must therefore be committed; it is no error.
///
/// # Errors
/// Returns "too many" while codes are paused.
pub fn pass(
    connection: &mut DatabaseConnection,
    keys: &Keys,
    (account_id, device): (i64, Option<&str>),
    code: Option<&str>,
    now: Timestamp,
) -> Result<Step, Problem> {
    let Some(confirmed_at) = confirmed_at(connection, account_id)? else { return Ok(Step::NotSetUp) };
    let code = tidied(code.unwrap_or_default());
    if code.is_empty() {
        return Ok(Step::Needed);
    }
    // Before the second factor was confirmed, the password alone made a device known. Somebody who knows the
    // password could have created any number of them, each with attempts of its own. An entry has a precision of
    // one second: one of the same second counts as later.
    let second = confirmed_at.0 - confirmed_at.0 % 1000;
    let device = device.filter(|entry| known_devices::issued_at(entry).0 >= second);
    let counted = Attempt::at_code(keys, account_id, device).begin(connection, now)?;
    let step = if accepts_shown(connection, keys, account_id, &code, now)? {
        Step::Passed
    } else if accepts_recovery(connection, keys, account_id, &code)? {
        Step::Recovered
    } else {
        return Ok(Step::Refused);
    };
    counted.succeed(connection)?;
    Ok(step)
}

/// Normalises a code for comparison: full-width digits become ASCII digits, separators are removed.
fn tidied(code: &str) -> String {
    code.nfkc().filter(|letter| letter.is_alphanumeric()).flat_map(char::to_uppercase).collect()
}

/// Returns whether the app shows this code, and no code of its step or a later one was used before.
fn accepts_shown(
    connection: &mut DatabaseConnection,
    keys: &Keys,
    account_id: i64,
    code: &str,
    now: Timestamp,
) -> Result<bool, Problem> {
    let sealed: Option<String> =
        two_step::table.find(account_id).select(two_step::sealed_seed).first(connection).optional()?;
    let Some(sealed) = sealed else { return Ok(false) };
    let Some(seed) = seal(keys)?.open(&place(account_id), &sealed) else {
        tracing::error!(account_id, "a second step was set up with another secret of the server: it fits no code");
        return Ok(false);
    };
    let seconds = u64::try_from(now.0 / 1000).map_err(Problem::internal)?;
    let Some(step) = generator(seed)?.check(code, seconds) else { return Ok(false) };
    let step = i64::try_from(step).map_err(Problem::internal)?;
    // If one code arrives twice at the same time, on any instance, the second update finds the step already used.
    let taken = diesel::update(two_step::table.find(account_id))
        .filter(two_step::last_step.lt(step))
        .set(two_step::last_step.eq(step))
        .execute(connection)?;
    Ok(taken == 1)
}

fn accepts_recovery(
    connection: &mut DatabaseConnection,
    keys: &Keys,
    account_id: i64,
    code: &str,
) -> Result<bool, Problem> {
    let found = recovery_code::table.find((account_id, kept(keys, account_id, code)));
    Ok(diesel::delete(found).execute(connection)? == 1)
}

/// Returns the stored form of a recovery code; letters typed in place of similar digits are corrected.
fn kept(keys: &Keys, account_id: i64, code: &str) -> String {
    let read: String = code
        .chars()
        .map(|letter| match letter {
            'O' => '0',
            'I' | 'L' => '1',
            other => other,
        })
        .collect();
    let text = format!("{account_id}\u{0}{read}");
    URL_SAFE_NO_PAD.encode(keyed_hash(&keys.derive("recovery code"), text.as_bytes()))
}

/// Creates the recovery codes of an account; previous ones are deleted.
///
/// # Errors
/// Returns an error if the database fails.
pub fn make_recovery_codes(
    connection: &mut DatabaseConnection,
    keys: &Keys,
    account_id: i64,
) -> Result<Vec<String>, Problem> {
    let codes: Vec<String> = (0..RECOVERY_CODES).map(|_| recovery_code()).collect::<Result<_, _>>()?;
    let rows: Vec<_> = codes
        .iter()
        .map(|code| {
            let hash = kept(keys, account_id, &tidied(code));
            (recovery_code::account_id.eq(account_id), recovery_code::code_hash.eq(hash))
        })
        .collect();
    diesel::delete(recovery_code::table.filter(recovery_code::account_id.eq(account_id))).execute(connection)?;
    on_backend!(connection, |connection| {
        diesel::insert_into(recovery_code::table).values(rows).execute(connection)
    })?;
    Ok(codes)
}

/// Returns a code such as `ABCD-EFGH-JKMN`.
fn recovery_code() -> Result<String, Problem> {
    let mut bytes = [0_u8; RECOVERY_CHARACTERS];
    getrandom::fill(&mut bytes).map_err(Problem::internal)?;
    // There are 32 letters, so the distribution is uniform.
    let letters = bytes.map(|byte| char::from(ALPHABET[usize::from(byte & 31)]));
    let groups: Vec<String> = letters.chunks(4).map(|group| group.iter().collect()).collect();
    Ok(groups.join("-"))
}

/// Removes the second factor of an account, and its attempt counters.
///
/// # Errors
/// Returns an error if the database fails.
pub fn end(connection: &mut DatabaseConnection, keys: &Keys, account_id: i64) -> Result<(), Problem> {
    diesel::delete(two_step::table.find(account_id)).execute(connection)?;
    diesel::delete(recovery_code::table.filter(recovery_code::account_id.eq(account_id))).execute(connection)?;
    attempts::forget_codes(connection, keys, account_id)
}

#[cfg(test)]
mod tests {
    use super::{RECOVERY_CHARACTERS, generator, kept, recovery_code, seal, tidied};
    use crate::auth::tokens::Keys;

    /// RFC 6238, appendix B; an app shows the last six digits.
    #[test]
    fn codes_are_those_of_the_standard() {
        let vectors = [
            (59, "94287082"),
            (1_111_111_109, "07081804"),
            (1_111_111_111, "14050471"),
            (1_234_567_890, "89005924"),
            (2_000_000_000, "69279037"),
            (20_000_000_000, "65353130"),
        ];
        for (seconds, code) in vectors {
            let made =
                generator(b"12345678901234567890".to_vec()).map(|generator| generator.generate(seconds).to_string());
            assert_eq!(made.ok().as_deref(), Some(&code[2..]), "{seconds}");
        }
    }

    #[test]
    fn a_code_is_taken_from_the_step_before_to_the_next_and_no_longer() {
        let Ok(generator) = generator(b"12345678901234567890".to_vec()) else { return };
        let code = generator.generate(1_000_000_010).to_string();
        let step = 1_000_000_010 / 30;
        let taken = |steps: i64| generator.check(&code, 1_000_000_010_u64.saturating_add_signed(steps * 30));
        assert_eq!([-2, -1, 0, 1, 2].map(taken), [None, Some(step), Some(step), Some(step), None]);
        for other in ["", "12345", "1234567", "abcdef", "+12345", "-12345"] {
            assert_eq!(generator.check(other, 1_000_000_010), None, "{other}");
        }
    }

    #[test]
    fn a_code_may_be_typed_in_groups_in_wide_digits_and_in_small_letters() {
        assert_eq!(tidied(" 123 456 "), "123456");
        assert_eq!(tidied("１２３４５６"), "123456");
        assert_eq!(tidied("abcd-efgh–jkmn"), "ABCDEFGHJKMN");
    }

    #[test]
    fn a_recovery_code_is_long_found_whatever_it_was_taken_for_and_of_its_account() {
        let keys = Keys::of(b"secret");
        let code = recovery_code().unwrap_or_default();
        assert_eq!(tidied(&code).len(), RECOVERY_CHARACTERS);
        assert_eq!(kept(&keys, 7, "O1L0"), kept(&keys, 7, "01I0"));
        assert_ne!(kept(&keys, 7, "ABCD"), kept(&keys, 8, "ABCD"));
        assert_ne!(kept(&keys, 7, "ABCD"), kept(&Keys::of(b"other"), 7, "ABCD"));
    }

    #[test]
    fn a_seed_is_opened_for_its_account_with_the_same_secret_only() {
        let (keys, other) = (Keys::of(b"secret"), Keys::of(b"other"));
        let (Ok(own), Ok(foreign)) = (seal(&keys), seal(&other)) else { return };
        let Ok(sealed) = own.close(&super::place(7), b"seed") else { return };
        assert_eq!(own.open(&super::place(7), &sealed).as_deref(), Some(&b"seed"[..]));
        assert_eq!((own.open(&super::place(8), &sealed), foreign.open(&super::place(7), &sealed)), (None, None));
    }
}
