//! Passwords: argon2id with OWASP's parameters, on a dedicated thread.
//!
//! A hash takes 19 MiB and tens of milliseconds. The thread has a low priority, so that password attempts do not
//! slow down other requests; `turns` decides their order.

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
/// Maximum number of queued hashes.
const QUEUE: usize = 64;
/// Minimum number of characters of a new password.
pub const MIN_CHARACTERS: usize = 10;

fn argon2() -> Argon2<'static> {
    let params = Params::new(MEMORY_KIB, PASSES, LANES, None).unwrap_or_default();
    Argon2::new(Algorithm::Argon2id, Version::V0x13, params)
}

/// Compared with if the account does not exist, so that the response takes equally long.
static NOBODY: LazyLock<String> = LazyLock::new(|| hash_blocking("nobody has this password").unwrap_or_default());

type Task = Box<dyn FnOnce() + Send>;

static THREAD: LazyLock<SyncSender<Task>> = LazyLock::new(|| {
    let (sender, receiver): (SyncSender<Task>, Receiver<Task>) = sync_channel(QUEUE);
    let work = move || {
        // On Linux niceness applies to the thread. If this fails, hashing merely keeps its normal priority.
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
        // The caller may be gone.
        let _ = answer.send(work());
    });
    THREAD.try_send(task).map_err(|_| Problem::overloaded())?;
    answered.await.map_err(Problem::internal)
}

/// Returns whether `password` matches `hash`. Without a hash the result is `false` and takes equally long.
///
/// # Errors
/// Returns "busy" if too many requests are waiting.
pub async fn verify(password: String, hash: Option<String>) -> Result<bool, Problem> {
    run(move || {
        // An account without a password is treated like one that does not exist.
        let hash = hash.filter(|hash| !hash.is_empty());
        let known = hash.is_some();
        let hash = hash.unwrap_or_else(|| NOBODY.clone());
        let matches =
            PasswordHash::new(&hash).is_ok_and(|hash| argon2().verify_password(password.as_bytes(), &hash).is_ok());
        matches && known
    })
    .await
}

/// Hashes a new password.
///
/// # Errors
/// Returns "busy" if too many requests are waiting.
pub async fn hash(password: String) -> Result<String, Problem> {
    run(move || hash_blocking(&password)).await?
}

/// Hashes a new password on the calling thread; for the command line.
///
/// # Errors
/// Returns an error if the system provides no random numbers.
pub fn hash_blocking(password: &str) -> Result<String, Problem> {
    let mut salt = [0_u8; 16];
    getrandom::fill(&mut salt).map_err(Problem::internal)?;
    let salt = SaltString::encode_b64(&salt).map_err(Problem::internal)?;
    Ok(argon2().hash_password(password.as_bytes(), &salt).map_err(Problem::internal)?.to_string())
}

/// Letters and digits of generated passwords, without those that are easily confused.
const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";

/// Generates a password of 80 bits that can be read aloud.
///
/// # Errors
/// Returns an error if the system provides no random numbers.
pub fn generated() -> Result<String, Problem> {
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

/// The owner of a password: the data that an attacker would try first.
#[derive(Clone, Copy, Debug, Default)]
pub struct Owner<'a> {
    /// Sign-in id.
    pub login_id: &'a str,
    /// Name.
    pub name: &'a str,
    /// E-mail address.
    pub email: &'a str,
}

/// Runs [`check_new`] on the password thread, because estimating the strength takes milliseconds.
///
/// # Errors
/// Returns [`ErrorCode::PasswordRejected`] naming the field, or "busy".
pub async fn approve(password: String, owner: Owner<'_>, field: &'static str) -> Result<(), Problem> {
    let [login_id, name, email] = [owner.login_id, owner.name, owner.email].map(str::to_owned);
    run(move || check_new(&password, Owner { login_id: &login_id, name: &name, email: &email }, field)).await?
}

/// Checks a new password: long enough, without the sign-in id, and hard to guess even for somebody who knows the
/// owner. There are no rules about kinds of characters, which only make people write passwords down.
///
/// # Errors
/// Returns [`ErrorCode::PasswordRejected`] naming the field, with the reason.
pub fn check_new(password: &str, owner: Owner<'_>, field: &str) -> Result<(), Problem> {
    match weakness(password, owner) {
        None => Ok(()),
        Some(code) => {
            let violation = Violation::new(field, code);
            let violation = if code == "tooShort" { violation.with("min", MIN_CHARACTERS) } else { violation };
            Err(Problem { code: ErrorCode::PasswordRejected, ..Problem::invalid(vec![violation]) })
        }
    }
}

fn weakness(password: &str, owner: Owner<'_>) -> Option<&'static str> {
    if password.chars().count() < MIN_CHARACTERS {
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

/// Returns whether a password contains the sign-in id, including with substituted letters, reversed, or split by
/// symbols.
fn holds(password: &str, login_id: &str) -> bool {
    let (password, login_id) = (bare(password), bare(login_id));
    let backwards: String = login_id.chars().rev().collect();
    match login_id.chars().count() {
        0 => false,
        // Such a short id occurs in any password by chance.
        1 | 2 => password == login_id,
        _ => password.contains(&login_id) || password.contains(&backwards),
    }
}

/// Reduces a text to letters and digits, with look-alike characters replaced by letters.
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
        let generated = [(); 50].map(|()| super::generated().unwrap_or_default());
        for password in &generated {
            assert_eq!((password.len(), weakness(password, OWNER)), (19, None), "{password}");
        }
        let distinct: std::collections::BTreeSet<_> = generated.iter().collect();
        assert_eq!(distinct.len(), generated.len());
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
