//! Folders on a disk, as values that can be compared, and a generator of random ones.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::time::SystemTime;

use mcp_codegen::output::FileSet;

/// Everything below a folder: files with their bytes and time of change, folders with nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tree(pub BTreeMap<String, Option<(Vec<u8>, SystemTime)>>);

impl Tree {
    pub fn of(root: &Path) -> Self {
        let mut found = BTreeMap::new();
        let mut due = vec![root.to_path_buf()];
        while let Some(folder) = due.pop() {
            for entry in fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                let name = path.strip_prefix(root).unwrap().to_str().unwrap().to_owned();
                if path.symlink_metadata().unwrap().is_dir() {
                    found.insert(name, None);
                    due.push(path);
                } else {
                    let time = path.symlink_metadata().unwrap().modified().unwrap();
                    found.insert(name, Some((fs::read(&path).unwrap_or_default(), time)));
                }
            }
        }
        Self(found)
    }

    /// The paths and texts of the files.
    pub fn texts(&self) -> BTreeMap<String, String> {
        let text = |(bytes, _): &(Vec<u8>, SystemTime)| String::from_utf8_lossy(bytes).into_owned();
        self.0.iter().filter_map(|(path, file)| Some((path.clone(), text(file.as_ref()?)))).collect()
    }
}

pub fn write(root: &Path, path: &str, text: &str) {
    let path = root.join(path);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

pub fn files(list: &[(&str, &str)]) -> FileSet {
    let mut set = FileSet::new();
    for (path, text) in list {
        set.add(*path, *text);
    }
    set
}

/// xorshift64*: small, seeded, the same on every machine.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    /// A number below `end`.
    pub fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        usize::try_from(self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33).unwrap() % end
    }
}
