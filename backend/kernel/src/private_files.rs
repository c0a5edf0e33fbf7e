//! Files that hold personal data or secrets are their owner's alone.

use crate::problem::Problem;
use std::{
    fs::{File, OpenOptions, Permissions, set_permissions},
    io::ErrorKind,
    os::unix::fs::{MetadataExt as _, OpenOptionsExt as _, PermissionsExt as _},
    path::Path,
};
use tempfile::NamedTempFile;

/// What nobody but the owner may do.
const OTHERS: u32 = 0o077;
/// The same, where the group may read.
const OTHERS_BUT_GROUP_READS: u32 = 0o037;

/// A temporary file in the folder of a path, readable by its owner alone.
///
/// # Errors
/// When the folder cannot be written.
pub fn temporary_beside(path: &Path) -> Result<NamedTempFile, Problem> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    Ok(NamedTempFile::new_in(folder)?)
}

/// Makes an empty file where there is none; takes an existing one from the group and from others.
///
/// # Errors
/// When it cannot be made, or belongs to somebody else and can be read by others.
pub fn own(path: &Path) -> Result<(), Problem> {
    let made = OpenOptions::new().write(true).create_new(true).mode(0o600).open(path);
    match made {
        Ok(_) => Ok(()),
        Err(error) if error.kind() == ErrorKind::AlreadyExists => close(path),
        Err(error) => Err(Problem::internal(format!("{}: {error}", path.display()))),
    }
}

/// Takes an existing file from the group and from others.
///
/// # Errors
/// When it belongs to somebody else and can be read by others.
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

/// Whether a secret that somebody else has put there is out of the reach of others. It is not mended:
/// who could read it may have done so. Root's may be readable by the group, as secrets that are
/// mounted into a container are.
///
/// # Errors
/// The reason.
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
