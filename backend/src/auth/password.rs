//! Passwords: argon2id at OWASP's parameters, on threads of their own.
//!
//! A hash takes 19 MiB and tens of milliseconds. It runs on dedicated threads of low priority with a
//! bounded queue, so that people trying passwords slow down nobody but themselves.

use crate::problem::Problem;
use argon2::{
    Algorithm, Argon2, Params, PasswordHash, PasswordHasher, PasswordVerifier, Version, password_hash::SaltString,
};
use std::sync::{
    LazyLock,
    mpsc::{Receiver, SyncSender, sync_channel},
};
use tokio::sync::oneshot;
use uno_core::contract::error::ErrorCode;

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

/// Whether a new password may be used: long enough, not the sign-in id, not one and the same
/// character. Length is what counts; rules about kinds of characters only make people write it down.
///
/// # Errors
/// [`ErrorCode::PasswordRejected`] naming the field.
pub fn check_new(password: &str, login_id: &str, field: &str) -> Result<(), Problem> {
    let reject = |code: &str| {
        let mut problem = Problem::invalid_field(field, code);
        problem.code = ErrorCode::PasswordRejected;
        Err(problem)
    };
    if password.chars().count() < SHORTEST {
        return reject("tooShort");
    }
    let first = password.chars().next();
    if password.chars().all(|character| Some(character) == first) {
        return reject("tooSimple");
    }
    if password.to_lowercase().contains(&login_id.to_lowercase()) && !login_id.is_empty() {
        return reject("containsLoginId");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{check_new, hash_blocking};
    use argon2::PasswordHash;

    #[test]
    fn a_hash_is_argon2id_with_its_own_salt() {
        let hashes = [(); 2].map(|()| hash_blocking("Uno-demo-2026!").unwrap_or_default());
        assert_ne!(hashes[0], hashes[1]);
        let parsed = PasswordHash::new(&hashes[0]).map(|hash| hash.algorithm.to_string());
        assert_eq!(parsed.as_deref(), Ok("argon2id"));
        assert!(hashes[0].contains("m=19456,t=2,p=1"));
    }

    #[test]
    fn a_new_password_is_long_and_not_the_sign_in_id() {
        for (password, accepted) in
            [("short", false), ("aaaaaaaaaaaa", false), ("xx-Vendor-xx", false), ("correct horse", true)]
        {
            assert_eq!(check_new(password, "vendor", "newPassword").is_ok(), accepted, "{password}");
        }
    }
}
