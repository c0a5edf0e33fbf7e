//! The secret from which all keys are derived. It is read from the file given by the setting, or from a file beside
//! the SQLite database that is created at the first start. It is never stored in the database, so neither a copy of
//! the database nor a backup is enough to forge or recognise a token.

use super::tokens::random_token;
use crate::{
    db::{Backend, Database},
    private_files,
    problem::Problem,
};
use std::{
    fs::File,
    io::{ErrorKind, Read as _, Write as _},
    path::{Path, PathBuf},
};

/// Name of the setting.
const SETTING: &str = "--token-secret-file";
/// Minimum length of the secret in bytes.
const SHORTEST: usize = 32;
/// Maximum length of the secret in bytes.
const LONGEST: u64 = 4096;

/// Loads the secret of a server with this database.
///
/// # Errors
/// Returns a message naming the setting or the file, if it is missing, unreadable, too short, too long, or readable by
/// others.
pub fn load(setting: Option<&Path>, database: &Database) -> Result<Vec<u8>, Problem> {
    match (setting, database.backend()) {
        (Some(path), _) => read(path).map_err(|reason| refusal(SETTING, path, &reason)),
        (None, Backend::Sqlite) => read_or_make(&default_path(database.target())),
        // With a file per machine, every instance would start, but end the sessions of the others.
        (None, Backend::Postgres) => Err(Problem::internal(format!(
            "{SETTING} is needed with PostgreSQL, the same for every instance: \
             (umask 077; head -c 32 /dev/urandom | base64 >token-secret)"
        ))),
    }
}

/// Returns the default location of the secret for an SQLite database.
#[must_use]
pub fn default_path(database: &str) -> PathBuf {
    PathBuf::from(format!("{database}.token-secret"))
}

/// Reads the secret from a file, and creates it if it is missing.
///
/// # Errors
/// Returns a message naming the file.
pub fn read_or_make(path: &Path) -> Result<Vec<u8>, Problem> {
    if !path.exists() {
        make(path)?;
    }
    read(path).map_err(|reason| refusal("the secret of tokens", path, &reason))
}

fn make(path: &Path) -> Result<(), Problem> {
    let mut file = private_files::temporary_beside(path)?;
    writeln!(file, "{}", random_token()?)?;
    file.as_file().sync_all()?;
    match file.persist_noclobber(path) {
        Ok(_) => Ok(()),
        // Another process was faster; its secret is used.
        Err(refused) if refused.error.kind() == ErrorKind::AlreadyExists => Ok(()),
        Err(refused) => Err(refused.error.into()),
    }
}

fn read(path: &Path) -> Result<Vec<u8>, String> {
    let file = File::open(path).map_err(|error| error.to_string())?;
    private_files::check(&file)?;
    let mut secret = Vec::new();
    file.take(LONGEST + 1).read_to_end(&mut secret).map_err(|error| error.to_string())?;
    let secret = secret.trim_ascii();
    if secret.len() < SHORTEST {
        return Err(format!("it has {} bytes and needs {SHORTEST}", secret.len()));
    }
    if secret.len() as u64 > LONGEST {
        return Err(format!("it has more than {LONGEST} bytes"));
    }
    Ok(secret.to_vec())
}

fn refusal(name: &str, path: &Path, reason: &str) -> Problem {
    Problem::internal(format!("{name}: {}: {reason}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::{read, read_or_make};
    use std::{
        fs::{Permissions, metadata, set_permissions, write},
        os::unix::fs::PermissionsExt as _,
        path::Path,
    };

    fn file(folder: &Path, content: &[u8], mode: u32) -> Result<Vec<u8>, String> {
        let path = folder.join("secret");
        write(&path, content)
            .and_then(|()| set_permissions(&path, Permissions::from_mode(mode)))
            .map_err(|error| error.to_string())?;
        read(&path)
    }

    #[test]
    fn a_secret_is_made_once_and_only_its_owner_reads_it() {
        let Ok(folder) = tempfile::tempdir() else { return };
        let path = folder.path().join("uno.db.token-secret");
        let all: Vec<_> = std::thread::scope(|scope| {
            let makers: Vec<_> = (0..8).map(|_| scope.spawn(|| read_or_make(&path).ok())).collect();
            makers.into_iter().filter_map(|maker| maker.join().ok().flatten()).collect()
        });
        assert_eq!(all.len(), 8);
        assert!(all.iter().all(|secret| *secret == all[0] && secret.len() == 43), "whoever was first counts");
        assert_eq!(metadata(&path).map(|file| file.permissions().mode() & 0o777).ok(), Some(0o600));
        let Ok(other) = tempfile::tempdir() else { return };
        assert_ne!(read_or_make(&other.path().join("secret")).ok(), all.first().cloned());
    }

    #[test]
    fn a_secret_that_is_short_long_missing_or_open_to_others_is_refused_with_the_reason() {
        let Ok(folder) = tempfile::tempdir() else { return };
        let good = [b'x'; 32];
        assert_eq!(file(folder.path(), &good, 0o600).as_deref(), Ok(&good[..]));
        assert_eq!(file(folder.path(), &[&good[..], b"\n"].concat(), 0o400).as_deref(), Ok(&good[..]));
        let refused = |content: &[u8], mode| file(folder.path(), content, mode).err().unwrap_or_default();
        assert!(refused(&good[1..], 0o600).contains("31 bytes"));
        assert!(refused(&[&good[1..], b"\n\n"].concat(), 0o600).contains("31 bytes"), "a line's end is no secret");
        assert!(refused(&[b'x'; 4097], 0o600).contains("more than"));
        for mode in [0o640, 0o604, 0o660, 0o644] {
            assert!(refused(&good, mode).contains("chmod 600"), "{mode:o}");
        }
        assert!(read(&folder.path().join("none")).is_err());
        assert!(read(folder.path()).is_err(), "a folder");
    }
}
