//! Files with personal data or secrets, which only their owner may access.

use crate::problem::Problem;
use std::{
    fs::{File, OpenOptions, Permissions, set_permissions},
    io::ErrorKind,
    os::unix::fs::{MetadataExt as _, OpenOptionsExt as _, PermissionsExt as _},
    path::Path,
};
use tempfile::NamedTempFile;

/// Permission bits that must not be set for group and others.
const OTHERS: u32 = 0o077;
/// Permission bits that must not be set if the group may read.
const OTHERS_BUT_GROUP_READS: u32 = 0o037;

/// Creates a temporary file in the folder of a path, readable only by its owner.
///
/// # Errors
/// Returns an error if the folder cannot be written.
pub fn temporary_beside(path: &Path) -> Result<NamedTempFile, Problem> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    Ok(NamedTempFile::new_in(folder)?)
}

/// Creates an empty file if there is none; removes the access of group and others from an existing one.
///
/// # Errors
/// Returns an error if the file cannot be created, or if it belongs to another user and others can read it.
pub fn own(path: &Path) -> Result<(), Problem> {
    let made = OpenOptions::new().write(true).create_new(true).mode(0o600).open(path);
    match made {
        Ok(_) => Ok(()),
        Err(error) if error.kind() == ErrorKind::AlreadyExists => close(path),
        Err(error) => Err(Problem::internal(format!("{}: {error}", path.display()))),
    }
}

/// Removes the access of group and others from an existing file.
///
/// # Errors
/// Returns an error if the file belongs to another user and others can read it.
pub fn close(path: &Path) -> Result<(), Problem> {
    let Ok(known) = path.metadata() else { return Ok(()) };
    let mode = known.permissions().mode();
    if mode & OTHERS == 0 {
        return Ok(());
    }
    set_permissions(path, Permissions::from_mode(mode & 0o777 & !OTHERS)).map_err(|error| {
        Problem::internal(format!("{} can be read by others (mode {:o}): {error}", path.display(), mode & 0o777))
    })
}

/// Checks that a secret placed by somebody else is not readable by others. The permissions are not corrected,
/// because the secret may already have been read. A file of root may be readable by the group, as secrets mounted
/// into a container are.
///
/// # Errors
/// Returns the reason.
pub fn check(file: &File) -> Result<(), String> {
    let known = file.metadata().map_err(|error| error.to_string())?;
    if !known.is_file() {
        return Err("it is no file".into());
    }
    let of_root = known.uid() == 0 && !rustix::process::geteuid().is_root();
    let refused = if of_root { OTHERS_BUT_GROUP_READS } else { OTHERS };
    match known.permissions().mode() & 0o777 {
        mode if mode & refused == 0 => Ok(()),
        mode => Err(format!("others can read it (mode {mode:o}): make a new one, and chmod 600")),
    }
}
