//! From files in memory to files on disk, in one place.
//!
//! Comes in: a [`FileSet`] and the folder that it belongs to. Goes out: a [`Plan`], complete before
//! anything is touched, which is then shown, compared or applied as [`Mode`] says. Always holds:
//! nothing is removed that [`Lock`] does not list, nothing outside of the folder is touched, and a
//! run that fails leaves every file as it was.
//!
//! This stage knows bytes and paths, not Rust.

mod apply;
mod disk;
mod file_set;
mod found;
mod lock;
mod plan;
mod single;

pub use disk::{Disk, FileSystem};
pub use file_set::{FileSet, is_portable_path};
pub use lock::{LOCK_FILE, Lock, hash};
pub use plan::{Entry, Plan, State, Wanted};
pub use single::{is_listed, write_file};

/// What to do with a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Bring the disk in line with the plan; with `force`, over files that were edited by hand too.
    Write {
        /// Overwrite or remove generated files that were edited by hand.
        force: bool,
    },
    /// Touch nothing; a plan that is not fresh is a failure.
    Check,
    /// Touch nothing; show what would be done.
    DryRun,
}
