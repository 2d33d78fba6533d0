//! Files in memory: what every emitter adds to, and what is written, compared or shown.
//!
//! Always holds: paths are relative, spelled with `/`, portable, distinct even on a disk that
//! ignores case, and in order; so the same files give the same set whatever order they came in.
//! Lines end in `\n`, even if this crate was built from a checkout with other line ends.

use std::collections::{BTreeMap, BTreeSet};

use super::lock::with_unix_line_ends;

/// An ordered set of files, by path.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FileSet {
    files: BTreeMap<String, Vec<u8>>,
    /// The same paths in lower case, to find collisions without walking all of them.
    folded: BTreeSet<String>,
}

impl FileSet {
    /// A set without files.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a file, such as `tools/get_weather.rs`.
    ///
    /// # Panics
    /// When the path is taken (upper or lower case), lies below another file, or is not
    /// [portable](is_portable_path): names are decided before emission, so that each of these is a
    /// fault of the emitter, never of the input.
    pub fn add(&mut self, path: impl Into<String>, bytes: impl Into<Vec<u8>>) {
        let path = path.into();
        assert!(is_portable_path(&path), "not a portable relative path: {path:?}");
        let folded = path.to_lowercase();
        assert!(!self.is_taken(&folded), "two files for one place: {path:?}");
        self.folded.insert(folded);
        self.files.insert(path, with_unix_line_ends(&bytes.into()));
    }

    /// Whether a file of that path can be added: no file is there, or above, or below, on a disk
    /// that ignores case.
    #[must_use]
    pub fn has_room_for(&self, path: &str) -> bool {
        !self.is_taken(&path.to_lowercase())
    }

    fn is_taken(&self, folded: &str) -> bool {
        let above = |(at, _): (usize, &str)| self.folded.contains(&folded[..at]);
        let below = format!("{folded}/");
        self.folded.contains(folded)
            || folded.match_indices('/').any(above)
            || self.folded.range(below.clone()..).next().is_some_and(|next| next.starts_with(&below))
    }

    /// Adds all files of another set.
    ///
    /// # Panics
    /// As [`FileSet::add`] does.
    pub fn extend(&mut self, other: FileSet) {
        for (path, bytes) in other.files {
            self.add(path, bytes);
        }
    }

    /// The same files below a folder: `mod.rs` under `src/mcp` is `src/mcp/mod.rs`.
    #[must_use]
    pub fn under(self, folder: &str) -> Self {
        let mut set = Self::new();
        for (path, bytes) in self.files {
            set.add(format!("{folder}/{path}"), bytes);
        }
        set
    }

    /// The bytes of a file.
    #[must_use]
    pub fn get(&self, path: &str) -> Option<&[u8]> {
        self.files.get(path).map(Vec::as_slice)
    }

    /// All files in the order of their paths.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&str, &[u8])> {
        self.files.iter().map(|(path, bytes)| (path.as_str(), bytes.as_slice()))
    }

    /// How many files there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.files.len()
    }

    /// Whether there is no file.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }
}

/// Whether a path stays below the folder that it is joined to and can be a file on every system:
/// relative, `/` between parts, no part empty, `.`, `..`, reserved on Windows (`con`, `aux`, …), ending
/// in a dot or space, or with a control character or one of `\ : * ? " < > |`.
#[must_use]
pub fn is_portable_path(path: &str) -> bool {
    path.split('/').all(is_portable_name)
}

fn is_portable_name(name: &str) -> bool {
    const RESERVED: [&str; 6] = ["con", "prn", "aux", "nul", "conin$", "conout$"];
    let stem = name.split('.').next().unwrap_or_default().trim_end().to_ascii_lowercase();
    let numbered = |prefix| stem.strip_prefix(prefix).is_some_and(|n: &str| matches!(n.as_bytes(), [b'1'..=b'9']));
    !(name.is_empty()
        || name.ends_with(['.', ' '])
        || name.chars().any(|c| c.is_control() || "\\:*?\"<>|".contains(c))
        || RESERVED.contains(&stem.as_str())
        || numbered("com")
        || numbered("lpt"))
}
