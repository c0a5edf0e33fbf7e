//! Writes a consistent copy of the database, even while it is being served, and decrypts an encrypted one.
//!
//! A copy is personal data in a single file. Only its owner can read it (mode 0600), it gets its name only when it is
//! complete, and it can be encrypted to public keys, so that whoever stores it cannot read it.

use age::{Decryptor, Encryptor, Identity, IdentityFile, Recipient, x25519};
use diesel::{RunQueryDsl, sql_types::Text};
use kernel::{
    db::{Backend, Database},
    private_files,
    problem::Problem,
};
use std::{
    fs::File,
    io::{self, BufReader, BufWriter, Read, Write},
    path::Path,
    process::{Command, Stdio},
};
use tempfile::NamedTempFile;

/// Parses a public key that backups can be encrypted to.
///
/// # Errors
/// Returns a sentence that says why the text is not a public key.
pub fn recipient(text: &str) -> Result<x25519::Recipient, String> {
    text.parse().map_err(|reason| format!("not a public key of age (age1…): {reason}"))
}

/// Writes the copy: an SQLite database, or an archive for `pg_restore`; encrypted if there are recipients.
///
/// # Errors
/// Returns an error if the file exists or cannot be written, or if `pg_dump` is missing or fails.
pub fn write(database: &Database, file: &Path, recipients: &[x25519::Recipient]) -> Result<(), Problem> {
    let mut copy = create_temporary(file)?;
    if recipients.is_empty() {
        match database.backend() {
            Backend::Sqlite => copy_sqlite(database, copy.path())?,
            Backend::Postgres => dump(database.target(), copy.as_file_mut())?,
        }
    } else {
        let to = recipients.iter().map(|recipient| recipient as &dyn Recipient);
        let encryptor = Encryptor::with_recipients(to).map_err(Problem::internal)?;
        let mut sealed = encryptor.wrap_output(BufWriter::new(copy.as_file_mut()))?;
        match database.backend() {
            Backend::Sqlite => {
                // The unencrypted copy is in the directory of the unencrypted database, and is deleted afterwards.
                let plain = private_files::temporary_beside(Path::new(database.target()))?;
                copy_sqlite(database, plain.path())?;
                io::copy(&mut File::open(plain.path())?, &mut sealed)?;
            }
            Backend::Postgres => dump(database.target(), &mut sealed)?,
        }
        sealed.finish()?.flush()?;
    }
    finish(copy, file)
}

/// Decrypts a copy with a private key file created by `age-keygen`.
///
/// # Errors
/// Returns an error if a file cannot be read, or the copy was encrypted to another key or has been modified.
pub fn decrypt(copy: &Path, identity: &Path, file: &Path) -> Result<(), Problem> {
    let said = |path: &Path, reason: &dyn std::fmt::Display| Problem::internal(format!("{}: {reason}", path.display()));
    let keys = File::open(identity)
        .and_then(|keys| IdentityFile::from_buffer(BufReader::new(keys)))
        .map_err(|error| said(identity, &error))?
        .into_identities()
        .map_err(|error| said(identity, &error))?;
    let sealed = File::open(copy).map_err(|error| said(copy, &error))?;
    let mut opened = Decryptor::new(BufReader::new(sealed))
        .and_then(|sealed| sealed.decrypt(keys.iter().map(|key| &**key as &dyn Identity)))
        .map_err(|error| said(copy, &error))?;
    let mut plain = create_temporary(file)?;
    io::copy(&mut opened, plain.as_file_mut()).map_err(|error| said(copy, &error))?;
    finish(plain, file)
}

/// Creates a temporary file that gets this name when it is complete.
fn create_temporary(file: &Path) -> Result<NamedTempFile, Problem> {
    if file.exists() {
        return Err(Problem::internal(format!("{} exists already", file.display())));
    }
    private_files::temporary_beside(file)
}

fn finish(written: NamedTempFile, file: &Path) -> Result<(), Problem> {
    written.as_file().sync_all()?;
    written.persist_noclobber(file).map_err(|refused| refused.error)?;
    Ok(())
}

fn copy_sqlite(database: &Database, empty: &Path) -> Result<(), Problem> {
    let mut connection = database.connect()?;
    diesel::sql_query("VACUUM INTO ?").bind::<Text, _>(empty.display().to_string()).execute(&mut connection)?;
    Ok(())
}

fn dump(url: &str, output: &mut impl Write) -> Result<(), Problem> {
    // Every user of the machine can read a command line; the environment is readable by its owner only.
    let (url, password) = without_password(url)?;
    let mut command = Command::new("pg_dump");
    command.args(["--format=custom", "--no-password"]).arg(format!("--dbname={url}")).stdout(Stdio::piped());
    // The full address contains the password too.
    command.env_remove("DATABASE_URL");
    if let Some(password) = password {
        command.env("PGPASSWORD", password);
    }
    let mut child = command
        .spawn()
        .map_err(|error| Problem::internal(format!("pg_dump (of PostgreSQL's client package): {error}")))?;
    let copied = match child.stdout.take() {
        Some(mut archive) => copy_all(&mut archive, output),
        None => Ok(()),
    };
    // Its output is closed by now, so it exits in any case.
    let status = child.wait()?;
    copied?;
    if status.success() { Ok(()) } else { Err(Problem::internal(format!("pg_dump ended with {status}"))) }
}

fn copy_all(archive: &mut impl Read, output: &mut impl Write) -> io::Result<()> {
    io::copy(archive, output).map(|_| ())
}

/// Splits the address of a PostgreSQL database into the address without its password, and the password.
///
/// # Errors
/// Returns an error if the password is not percent-encoded UTF-8, or a password would remain in the address.
pub fn without_password(url: &str) -> Result<(String, Option<String>), Problem> {
    let (scheme, rest) = url.split_once("://").unwrap_or_default();
    let (place, query) = rest.split_once('?').map_or((rest, None), |(place, query)| (place, Some(query)));
    let mut password = None;
    // As libpq parses it: the user part ends at the first `@` before the first `/`.
    let authority_end = place.find('/').unwrap_or(place.len());
    let place = match place[..authority_end].find('@') {
        Some(at) => {
            let (user, given) =
                place[..at].split_once(':').map_or((&place[..at], None), |(user, given)| (user, Some(given)));
            password = given.filter(|given| !given.is_empty());
            format!("{user}{}", &place[at..])
        }
        None => place.to_owned(),
    };
    let mut kept = Vec::new();
    for pair in query.unwrap_or_default().split('&').filter(|pair| !pair.is_empty()) {
        match pair.split_once('=') {
            Some(("password", given)) => password = Some(given),
            Some(("sslpassword", _)) => {
                return Err(Problem::internal("--database-url: sslpassword would stand on pg_dump's command line"));
            }
            _ => kept.push(pair),
        }
    }
    let query = if kept.is_empty() { String::new() } else { format!("?{}", kept.join("&")) };
    Ok((format!("{scheme}://{place}{query}"), password.map(decoded).transpose()?))
}

fn decoded(text: &str) -> Result<String, Problem> {
    let wrong = || Problem::internal("--database-url: the password is not percent-encoded UTF-8");
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, behind @ ..] = rest {
        rest = behind;
        if *first != b'%' {
            bytes.push(*first);
            continue;
        }
        let digit = |index: usize| rest.get(index).and_then(|digit| char::from(*digit).to_digit(16));
        let value = digit(0).zip(digit(1)).and_then(|(high, low)| u8::try_from(high * 16 + low).ok());
        bytes.push(value.ok_or_else(wrong)?);
        rest = rest.get(2..).unwrap_or_default();
    }
    String::from_utf8(bytes).map_err(|_| wrong())
}
