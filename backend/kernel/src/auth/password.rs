//! Passwords: argon2id at OWASP's parameters, on threads of their own.
//!
//! A hash takes 19 MiB and tens of milliseconds. It runs on a dedicated thread of low priority, so that
//! people trying passwords slow down no list; whose turn it is, `turns` decides.

use crate::problem::Problem;
use argon2::{
    Algorithm, Argon2, Params, PasswordHash, PasswordHasher, PasswordVerifier, Version, password_hash::SaltString,
};
use std::sync::{
    LazyLock,
    mpsc::{Receiver, SyncSender, sync_channel},
};
use tokio::sync::oneshot;
use unicode_normalization::UnicodeNormalization;
use uno_core::contract::{error::ErrorCode, validation::Violation};
use zxcvbn::{Score, feedback::Warning, zxcvbn};

const MEMORY_KIB: u32 = 19 * 1024;
const PASSES: u32 = 2;
const LANES: u32 = 1;
/// How many hashes may wait.
const QUEUE: usize = 64;
/// Fewest characters of a new password.
pub const SHORTEST: usize = 10;

fn argon2() -> Argon2<'static> {
    let params = Params::new(MEMORY_KIB, PASSES, LANES, None).unwrap_or_default();
    Argon2::new(Algorithm::Argon2id, Version::V0x13, params)
}

/// Compared with when there is no such account, so that the answer takes as long.
static NOBODY: LazyLock<String> = LazyLock::new(|| hash_blocking("nobody has this password").unwrap_or_default());

type Task = Box<dyn FnOnce() + Send>;

static THREAD: LazyLock<SyncSender<Task>> = LazyLock::new(|| {
    let (sender, receiver): (SyncSender<Task>, Receiver<Task>) = sync_channel(QUEUE);
    let work = move || {
        // Linux applies niceness to the thread. Where that fails, hashing is merely less polite.
        let _ = rustix::process::nice(15);
        LazyLock::force(&NOBODY);
        while let Ok(task) = receiver.recv() {
            task();
        }
    };
    if std::thread::Builder::new().name("passwords".into()).spawn(work).is_err() {
        tracing::error!("no thread for passwords; nobody can sign in");
    }
    sender
});

async fn run<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, Problem> {
    let (answer, answered) = oneshot::channel();
    let task: Task = Box::new(move || {
        // Who asked may have gone away.
        let _ = answer.send(work());
    });
    THREAD.try_send(task).map_err(|_| Problem::overloaded())?;
    answered.await.map_err(Problem::internal)
}

/// Whether `password` is the one of `hash`; without a hash the answer is no and takes as long.
///
/// # Errors
/// "Busy" when too many wait.
pub async fn verify(password: String, hash: Option<String>) -> Result<bool, Problem> {
    run(move || {
        // An account that was given no password yet is answered like one that is not there.
        let hash = hash.filter(|hash| !hash.is_empty());
        let known = hash.is_some();
        let hash = hash.unwrap_or_else(|| NOBODY.clone());
        let matches =
            PasswordHash::new(&hash).is_ok_and(|hash| argon2().verify_password(password.as_bytes(), &hash).is_ok());
        matches && known
    })
    .await
}

/// The hash of a new password.
///
/// # Errors
/// "Busy" when too many wait.
pub async fn hash(password: String) -> Result<String, Problem> {
    run(move || hash_blocking(&password)).await?
}

/// The same on the calling thread; for the command line.
///
/// # Errors
/// When the system gives no random numbers.
pub fn hash_blocking(password: &str) -> Result<String, Problem> {
    let mut salt = [0_u8; 16];
    getrandom::fill(&mut salt).map_err(Problem::internal)?;
    let salt = SaltString::encode_b64(&salt).map_err(Problem::internal)?;
    Ok(argon2().hash_password(password.as_bytes(), &salt).map_err(Problem::internal)?.to_string())
}

/// Letters and digits of a password that is made: none that is mistaken for another.
const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";

/// A password that nobody guesses (80 bits), which can be read out.
///
/// # Errors
/// When the system gives no random numbers.
pub fn made() -> Result<String, Problem> {
    let mut bytes = [0_u8; 16];
    getrandom::fill(&mut bytes).map_err(Problem::internal)?;
    let letters = bytes.iter().map(|byte| char::from(LETTERS[usize::from(byte % 32)]));
    let mut password = String::with_capacity(19);
    for (at, letter) in letters.enumerate() {
        if at > 0 && at % 4 == 0 {
            password.push('-');
        }
        password.push(letter);
    }
    Ok(password)
}

/// Whose password it is to be: what an attacker would try first.
#[derive(Clone, Copy, Debug, Default)]
pub struct Owner<'a> {
    /// Sign-in id.
    pub login_id: &'a str,
    /// Name.
    pub name: &'a str,
    /// E-mail address.
    pub email: &'a str,
}

/// The same as [`check_new`] on the thread of passwords: estimating takes milliseconds.
///
/// # Errors
/// [`ErrorCode::PasswordRejected`] naming the field, or "busy".
pub async fn approve(password: String, owner: Owner<'_>, field: &'static str) -> Result<(), Problem> {
    let [login_id, name, email] = [owner.login_id, owner.name, owner.email].map(str::to_owned);
    run(move || check_new(&password, Owner { login_id: &login_id, name: &name, email: &email }, field)).await?
}

/// Whether a new password may be used: long enough, without the sign-in id, and hard to guess for who
/// knows its owner. Rules about kinds of characters only make people write it down.
///
/// # Errors
/// [`ErrorCode::PasswordRejected`] naming the field, with what makes the password weak.
pub fn check_new(password: &str, owner: Owner<'_>, field: &str) -> Result<(), Problem> {
    match weakness(password, owner) {
        None => Ok(()),
        Some(code) => {
            let violation = Violation::new(field, code);
            let violation = if code == "tooShort" { violation.with("min", SHORTEST) } else { violation };
            Err(Problem { code: ErrorCode::PasswordRejected, ..Problem::invalid(vec![violation]) })
        }
    }
}

fn weakness(password: &str, owner: Owner<'_>) -> Option<&'static str> {
    if password.chars().count() < SHORTEST {
        return Some("tooShort");
    }
    if holds(password, owner.login_id) {
        return Some("containsLoginId");
    }
    let mut known: Vec<&str> = vec!["uno", "cms", "uno cms", owner.login_id, owner.name, owner.email];
    known.extend(owner.name.split_whitespace());
    known.extend(owner.email.split(['@', '.']));
    known.extend(owner.login_id.split(['.', '_', '-', '@', ' ']));
    known.retain(|part| part.chars().count() > 1);
    let estimate = zxcvbn(password, &known);
    if estimate.score() >= Score::Three {
        return None;
    }
    Some(match estimate.feedback().and_then(|feedback| feedback.warning()) {
        Some(Warning::StraightRowsOfKeysAreEasyToGuess | Warning::ShortKeyboardPatternsAreEasyToGuess) => {
            "guessableKeys"
        }
        Some(Warning::RepeatsLikeAaaAreEasyToGuess | Warning::RepeatsLikeAbcAbcAreOnlySlightlyHarderToGuess) => {
            "guessableRepeat"
        }
        Some(Warning::SequencesLikeAbcAreEasyToGuess) => "guessableSequence",
        Some(Warning::RecentYearsAreEasyToGuess | Warning::DatesAreOftenEasyToGuess) => "guessableDate",
        Some(Warning::AWordByItselfIsEasyToGuess) => "guessableWord",
        Some(Warning::NamesAndSurnamesByThemselvesAreEasyToGuess | Warning::CommonNamesAndSurnamesAreEasyToGuess) => {
            "guessableName"
        }
        Some(
            Warning::ThisIsATop10Password
            | Warning::ThisIsATop100Password
            | Warning::ThisIsACommonPassword
            | Warning::ThisIsSimilarToACommonlyUsedPassword,
        ) => "guessableCommon",
        None => "guessable",
    })
}

/// Whether a sign-in id stands in a password, also in other letters, backwards, or spread by signs.
fn holds(password: &str, login_id: &str) -> bool {
    let (password, login_id) = (bare(password), bare(login_id));
    let backwards: String = login_id.chars().rev().collect();
    match login_id.chars().count() {
        0 => false,
        // So short an id is found anywhere by chance.
        1 | 2 => password == login_id,
        _ => password.contains(&login_id) || password.contains(&backwards),
    }
}

/// Letters and digits alone, with what is used for letters as the letter.
fn bare(text: &str) -> String {
    let letter = |character: char| match character {
        '0' => 'o',
        '1' | '!' | '|' | 'l' => 'i',
        '3' => 'e',
        '4' | '@' => 'a',
        '5' | '$' => 's',
        '7' => 't',
        other => other,
    };
    text.nfkc().flat_map(char::to_lowercase).map(letter).filter(|character| character.is_alphanumeric()).collect()
}

#[cfg(test)]
mod tests {
    use super::{Owner, hash_blocking, weakness};
    use argon2::PasswordHash;

    #[test]
    fn a_hash_is_argon2id_with_its_own_salt() {
        let hashes = [(); 2].map(|()| hash_blocking("Uno-demo-2026!").unwrap_or_default());
        assert_ne!(hashes[0], hashes[1]);
        let parsed = PasswordHash::new(&hashes[0]).map(|hash| hash.algorithm.to_string());
        assert_eq!(parsed.as_deref(), Ok("argon2id"));
        assert!(hashes[0].contains("m=19456,t=2,p=1"));
    }

    const OWNER: Owner<'_> =
        Owner { login_id: "jiwoo.yun", name: "Margarethe Lindqvist", email: "m.lindqvist@a.example" };

    #[test]
    fn a_password_that_is_easy_to_guess_is_refused_with_what_makes_it_so() {
        for (password, code) in [
            ("short", "tooShort"),
            ("aaaaaaaaaaaa", "guessableRepeat"),
            ("abcabcabcabc", "guessableRepeat"),
            ("qwertyuiop", "guessableCommon"),
            ("password123", "guessableCommon"),
            ("P@ssw0rd2024", "guessableCommon"),
            ("asdfghjkl;'", "guessableKeys"),
            ("abcdefghijkl", "guessableSequence"),
            ("31.12.1999", "guessableDate"),
            ("lindqvist2020", "guessable"),
        ] {
            assert_eq!(weakness(password, OWNER), Some(code), "{password}");
        }
    }

    #[test]
    fn a_password_that_is_hard_to_guess_is_taken_whatever_its_characters() {
        for password in ["correct horse battery", "가나다라 마바사 쪽빛하늘", "vT9#qLm2xWp", "a new long password"]
        {
            assert_eq!(weakness(password, OWNER), None, "{password}");
        }
    }

    #[test]
    fn a_password_that_holds_the_sign_in_id_is_refused_however_it_is_written() {
        for password in [
            "xx-jiwoo.yun-xx kettle",
            "kettle JIWOO.YUN drum",
            "kettle j1w00yun drum",
            "kettle ji-woo-yun drum",
            "kettle nuy.oowij drum",
            "kettle ｊｉｗｏｏ.ｙｕｎ drum",
        ] {
            assert_eq!(weakness(password, OWNER), Some("containsLoginId"), "{password}");
        }
        let short = Owner { login_id: "a", ..Owner::default() };
        assert_eq!(weakness("correct horse battery", short), None, "an id of one letter stands in every password");
    }

    #[test]
    fn a_password_that_is_made_is_accepted_and_no_other_is_like_it() {
        let made = [(); 50].map(|()| super::made().unwrap_or_default());
        for password in &made {
            assert_eq!((password.len(), weakness(password, OWNER)), (19, None), "{password}");
        }
        let distinct: std::collections::BTreeSet<_> = made.iter().collect();
        assert_eq!(distinct.len(), made.len());
    }

    #[test]
    fn the_longest_password_is_estimated_in_no_time() {
        let started = std::time::Instant::now();
        for text in ["aA1!", "1", "qwerty", "2020-01-01", "password", "abcd"] {
            let _ = weakness(&text.repeat(200)[..200], OWNER);
        }
        assert!(started.elapsed() < std::time::Duration::from_secs(5), "{:?}", started.elapsed());
    }
}
