//! The few things that are done to a disk, as a trait, so that tests can make any of them fail.

use std::fs;
use std::io;
use std::path::Path;

/// What applying a plan does to a disk. Each call either does the whole of it or nothing.
pub trait Disk {
    /// Makes a folder whose parent exists.
    ///
    /// # Errors
    /// As the system reports them; the same for all methods.
    fn create_dir(&mut self, path: &Path) -> io::Result<()>;
    /// Writes a new file.
    fn create_file(&mut self, path: &Path, bytes: &[u8]) -> io::Result<()>;
    /// Gives a file a second name, or makes a copy where there are no links.
    fn keep(&mut self, path: &Path, copy: &Path) -> io::Result<()>;
    /// Renames a file, over one that may be there.
    fn rename(&mut self, from: &Path, to: &Path) -> io::Result<()>;
    /// Removes a file.
    fn remove_file(&mut self, path: &Path) -> io::Result<()>;
    /// Removes an empty folder.
    fn remove_dir(&mut self, path: &Path) -> io::Result<()>;
}

/// The file system.
#[derive(Clone, Copy, Debug, Default)]
pub struct FileSystem;

impl Disk for FileSystem {
    fn create_dir(&mut self, path: &Path) -> io::Result<()> {
        fs::create_dir(path)
    }

    fn create_file(&mut self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        use io::Write as _;
        // `create_new` does not follow a link that somebody put there.
        fs::File::create_new(path)?.write_all(bytes).inspect_err(|_| {
            let _ = fs::remove_file(path);
        })
    }

    fn keep(&mut self, path: &Path, copy: &Path) -> io::Result<()> {
        fs::hard_link(path, copy).or_else(|_| fs::copy(path, copy).map(drop))
    }

    fn rename(&mut self, from: &Path, to: &Path) -> io::Result<()> {
        fs::rename(from, to)
    }

    fn remove_file(&mut self, path: &Path) -> io::Result<()> {
        fs::remove_file(path)
    }

    fn remove_dir(&mut self, path: &Path) -> io::Result<()> {
        fs::remove_dir(path)
    }
}
