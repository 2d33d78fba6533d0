//! One file whose path the user gave: written whole or not at all, and only if its bytes differ.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use super::disk::Disk;
use super::lock::{LOCK_FILE, Lock, hash};
use crate::diagnostic::{Diagnostic, Diagnostics};

/// Writes a file by way of a new one beside it. A link is followed, as the user named it; what is
/// no regular file (`/dev/null`) is written to as it is.
///
/// # Errors
/// When a file stands there that `may_replace` does not want to lose (it is given its bytes), and
/// when the disk refuses; nothing has changed then.
pub fn write_file(
    path: &Path,
    bytes: &[u8],
    may_replace: impl Fn(&[u8]) -> bool,
    disk: &mut dyn Disk,
) -> Result<(), Diagnostics> {
    let refused =
        |error: &io::Error| one("OUT-06", format!("cannot write {}: {error}", path.display()), "nothing was changed");
    // What a link leads to is replaced, not the link.
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
    match fs::metadata(&target) {
        Err(error) if error.kind() == ErrorKind::NotFound => {}
        Err(error) => return Err(refused(&error)),
        Ok(meta) if meta.is_dir() => {
            return Err(one("OUT-02", format!("{} is a folder", path.display()), "name a file"));
        }
        Ok(meta) if !meta.is_file() => return fs::write(&target, bytes).map_err(|error| refused(&error)),
        Ok(meta) => {
            let old = fs::read(&target).map_err(|error| refused(&error))?;
            if hash(&old) == hash(bytes) {
                return Ok(());
            }
            if !old.is_empty() && !may_replace(&old) {
                let message = format!("{} was not written by this command, and would be lost", path.display());
                return Err(one("OUT-01", message, "name another file, or throw it away with --force"));
            }
            if meta.permissions().readonly() {
                return Err(one("OUT-03", format!("{} is read-only", path.display()), "make it writable"));
            }
        }
    }
    let staged = beside(&target);
    if let Some(parent) = target.parent().filter(|parent| !parent.as_os_str().is_empty()) {
        fs::create_dir_all(parent).map_err(|error| refused(&error))?;
    }
    disk.create_file(&staged, bytes).map_err(|error| refused(&error))?;
    disk.rename(&staged, &target).map_err(|error| {
        let _ = disk.remove_file(&staged);
        refused(&error)
    })
}

/// Whether the lock of a crate that the file is in lists it: `generate` wrote it, and would miss it.
#[must_use]
pub fn is_listed(path: &Path) -> bool {
    let Ok(target) = fs::canonicalize(path) else { return false };
    target.ancestors().skip(1).any(|folder| {
        let lock = fs::read_to_string(folder.join(LOCK_FILE)).ok().and_then(|text| Lock::parse(&text).ok());
        let below = target.strip_prefix(folder).ok().and_then(Path::to_str).map(|below| below.replace('\\', "/"));
        lock.zip(below).is_some_and(|(lock, below)| lock.files.contains_key(&below))
    })
}

/// A name in the same folder that no other run has.
fn beside(target: &Path) -> PathBuf {
    let mut name = std::ffi::OsString::from(".");
    name.push(target.file_name().unwrap_or_default());
    name.push(format!(".{}.tmp", std::process::id()));
    target.with_file_name(name)
}

fn one(rule: &'static str, message: String, help: &str) -> Diagnostics {
    let mut findings = Diagnostics::default();
    findings.push(Diagnostic::error(rule, None, message).help(help));
    findings
}
