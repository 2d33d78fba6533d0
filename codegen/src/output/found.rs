//! What stands at a path before anything is written: looked at, never followed.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use super::lock::hash;
use crate::diagnostic::Diagnostic;

/// What stands where a file is wanted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Found {
    /// Nothing; the folders above may be missing too.
    Nothing,
    /// A file.
    File {
        /// Its hash, line ends apart.
        hash: String,
        /// Whether it is marked as not to be written.
        read_only: bool,
    },
}

/// Looks at a relative path below `root`.
///
/// A link or a folder in the place of the file, or anything but a folder in the place of a folder,
/// is an error: writing there would end up elsewhere, or take away what somebody put there.
pub(super) fn look(root: &Path, path: &str) -> Result<Found, Box<Diagnostic>> {
    let mut at = root.to_path_buf();
    let mut parts = path.split('/').peekable();
    while let Some(part) = parts.next() {
        at.push(part);
        let meta = match fs::symlink_metadata(&at) {
            Ok(meta) => meta,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Found::Nothing),
            Err(error) => return Err(unreadable(&at, &error).into()),
        };
        let is_last = parts.peek().is_none();
        if meta.is_symlink() {
            return Err(in_the_way(&at, "a symbolic link").into());
        } else if meta.is_dir() && is_last {
            return Err(in_the_way(&at, "a folder").into());
        } else if !meta.is_dir() && !is_last {
            return Err(in_the_way(&at, "a file").into());
        } else if !meta.is_dir() && !meta.is_file() {
            return Err(in_the_way(&at, "neither a file nor a folder").into());
        } else if is_last {
            let bytes = fs::read(&at).map_err(|error| unreadable(&at, &error))?;
            return Ok(Found::File { hash: hash(&bytes), read_only: meta.permissions().readonly() });
        }
    }
    Ok(Found::Nothing)
}

pub(super) fn unreadable(path: &Path, error: &std::io::Error) -> Diagnostic {
    Diagnostic::error("OUT-06", None, format!("{} cannot be read: {error}", path.display()))
}

fn in_the_way(path: &Path, what: &str) -> Diagnostic {
    Diagnostic::error("OUT-02", None, format!("{} is {what}, where a generated path has to go", path.display()))
        .help("move it away, then run the command again; generated paths are never written through links")
}
