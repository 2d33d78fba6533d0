//! The Rust files of the repository.

use std::fs;
use std::path::Path;

/// A file: its path from the root of the repository, with `/`, and its text.
pub struct Source {
    pub path: String,
    pub text: String,
}

/// All Rust files below a folder, in order. Fails when there is none: a moved folder must not
/// switch a test off.
pub fn below(folder: &str) -> Vec<Source> {
    with_extension(folder, "rs")
}

/// All files of an extension below a folder, as [`below`].
pub fn with_extension(folder: &str, wanted: &str) -> Vec<Source> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = Vec::new();
    let mut due = vec![root.join(folder)];
    while let Some(folder) = due.pop() {
        for entry in fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display())) {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_str().unwrap();
            if path.is_dir() && name != "target" {
                due.push(path);
            } else if path.extension().is_some_and(|extension| extension == wanted) {
                let text = fs::read_to_string(&path).unwrap();
                let path = path.strip_prefix(root).unwrap().to_str().unwrap().replace('\\', "/");
                found.push(Source { path, text });
            }
        }
    }
    found.sort_by(|a, b| a.path.cmp(&b.path));
    assert!(!found.is_empty(), "{folder} has no .{wanted} files");
    found
}
