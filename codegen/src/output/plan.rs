//! Every path that a run is about, and what is to be done about it: complete before the first write.
//!
//! Comes in: the [`Wanted`] files and what stands on the disk. Goes out: a [`Plan`], sorted by path,
//! with one [`Entry`] for each path. Always holds: a path is removed only if the lock lists it, a
//! file that differs from what the lock says is never overwritten without being asked to, and a
//! file of the user's is never touched.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use super::found::{Found, look, unreadable};
use super::lock::{LOCK_FILE, Lock, hash};
use super::{FileSet, is_portable_path};
use crate::diagnostic::{Diagnostic, Diagnostics};

/// What a run wants to see on the disk.
#[derive(Clone, Debug)]
pub struct Wanted {
    /// The generated files, by their path below the folder of the crate.
    pub generated: FileSet,
    /// Files of the user's: those with bytes are created where they are missing (`new`), the others
    /// are only reported.
    pub user: BTreeMap<String, Option<Vec<u8>>>,
    /// Goes into the lock: hashes of the inputs.
    pub inputs: BTreeMap<String, String>,
    /// Goes into the lock: the methods that user code has to have.
    pub methods: Vec<String>,
    /// The folder that all generated files are below, without a `/` at its end. A lock that lists
    /// another path is refused: whoever edits it must not be able to have a file removed that was
    /// never generated. Empty: anywhere below the root.
    pub folder: String,
    /// Path of the lock, [`LOCK_FILE`] unless two modules share a folder.
    pub lock: String,
}

impl Default for Wanted {
    fn default() -> Self {
        Self {
            generated: FileSet::new(),
            user: BTreeMap::new(),
            inputs: BTreeMap::new(),
            methods: Vec::new(),
            folder: String::new(),
            lock: LOCK_FILE.to_owned(),
        }
    }
}

/// What is to be done about one path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// Will be written; there is nothing yet.
    Create,
    /// Will be written over what was generated before.
    Replace,
    /// Stands there already, line ends apart; not touched, so that its time of change stays.
    Same,
    /// Was generated before and is not any more; will be removed.
    Remove,
    /// Differs from what was generated before, and from what would be written now.
    Edited,
    /// Was generated before and is not any more, but has been edited since.
    EditedOrphan,
    /// Stands where a generated file goes, though this tool did not write it.
    Foreign,
    /// The user's; stands there and is not touched.
    UserOwned,
    /// The user's; is missing, and is not made up.
    UserMissing,
}

impl State {
    /// How it stands, for who writes nothing.
    #[must_use]
    pub fn judged(self) -> &'static str {
        match self {
            Self::Create => "missing",
            Self::Replace => "stale",
            Self::Remove => "left-over",
            _ => self.word(),
        }
    }

    /// The word that the plan is printed with.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Create | Self::Replace => "write",
            Self::Same => "same",
            Self::Remove => "remove",
            Self::Edited | Self::EditedOrphan | Self::Foreign => "edited",
            Self::UserOwned => "user-owned",
            Self::UserMissing => "user-missing",
        }
    }

    /// Whether only `--force` gets past it.
    #[must_use]
    pub fn needs_force(self) -> bool {
        matches!(self, Self::Edited | Self::EditedOrphan | Self::Foreign)
    }

    /// Whether the disk is as wanted.
    #[must_use]
    pub fn is_fresh(self) -> bool {
        matches!(self, Self::Same | Self::UserOwned | Self::UserMissing)
    }
}

/// One path of a plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Relative to the folder of the crate, with `/`.
    pub path: String,
    /// What is to be done.
    pub state: State,
    /// What goes there, where something may be written.
    pub(super) bytes: Option<Vec<u8>>,
    /// What stood there when the plan was made.
    pub(super) found: Found,
}

/// A complete plan of one run.
#[derive(Clone, Debug)]
pub struct Plan {
    pub(super) root: PathBuf,
    /// Path of the lock.
    pub(super) lock: String,
    entries: Vec<Entry>,
    new_methods: Vec<String>,
    gone_methods: Vec<String>,
}

impl Plan {
    /// Compares what is wanted with what stands in `root`; touches nothing.
    ///
    /// # Errors
    /// When something that is not a file stands in the way, when something cannot be read, or when
    /// the lock is damaged. All such findings at once.
    pub fn compute(root: &Path, wanted: &Wanted) -> Result<Self, Diagnostics> {
        let mut sink = Diagnostics::default();
        let before = read_lock(root, wanted).unwrap_or_else(|finding| {
            sink.push(*finding);
            Lock::default()
        });
        let mut entries = Vec::new();
        let mut add =
            |path: &str, decide: &dyn Fn(&Found) -> Option<State>, bytes: Option<&[u8]>| match look(root, path) {
                Err(finding) => sink.push(*finding),
                Ok(found) => {
                    if let Some(state) = decide(&found) {
                        entries.push(Entry { path: path.to_owned(), state, bytes: bytes.map(<[u8]>::to_vec), found });
                    }
                }
            };

        let mut after = Lock { inputs: wanted.inputs.clone(), methods: wanted.methods.clone(), ..Lock::default() };
        for (path, bytes) in wanted.generated.iter() {
            let new = hash(bytes);
            add(path, &|found| Some(generated_state(found, before.files.get(path), &new)), Some(bytes));
            after.files.insert(path.to_owned(), new);
        }
        for (path, old) in before.files.iter().filter(|(path, _)| !after.files.contains_key(*path)) {
            add(path, &|found| orphan_state(found, old), None);
        }
        for (path, bytes) in &wanted.user {
            debug_assert!(is_portable_path(path) && !after.files.contains_key(path), "{path:?} cannot be the user's");
            add(path, &|found| Some(user_state(found, bytes.is_some())), bytes.as_deref());
        }
        let text = after.to_text();
        let new = hash(text.as_bytes());
        add(&wanted.lock, &|found| Some(lock_state(found, &new)), Some(text.as_bytes()));

        if sink.has_errors() {
            return Err(sink);
        }
        entries.sort_by(|a, b| a.path.cmp(&b.path));
        let known: BTreeSet<_> = before.methods.into_iter().collect();
        let wants: BTreeSet<_> = wanted.methods.iter().cloned().collect();
        let new_methods = wants.difference(&known).cloned().collect();
        let gone_methods = known.difference(&wants).cloned().collect();
        Ok(Self { root: root.to_path_buf(), entries, lock: wanted.lock.clone(), new_methods, gone_methods })
    }

    /// All paths, in order.
    #[must_use]
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// Whether the disk is as wanted.
    #[must_use]
    pub fn is_fresh(&self) -> bool {
        self.entries.iter().all(|entry| entry.state.is_fresh())
    }

    /// Methods that the last run did not know: user code may lack them.
    #[must_use]
    pub fn new_methods(&self) -> &[String] {
        &self.new_methods
    }

    /// Methods that the last run knew and this one does not: user code may still have them.
    #[must_use]
    pub fn gone_methods(&self) -> &[String] {
        &self.gone_methods
    }
}

fn generated_state(found: &Found, old: Option<&String>, new: &str) -> State {
    match found {
        Found::Nothing => State::Create,
        // What is wanted already cannot be lost, whatever the lock says: so a run that was killed
        // half way, or a lock that was thrown away, is mended by running again.
        Found::File { hash, .. } if hash == new => State::Same,
        Found::File { hash, .. } => match old {
            Some(old) if old == hash => State::Replace,
            Some(_) => State::Edited,
            None => State::Foreign,
        },
    }
}

fn orphan_state(found: &Found, old: &str) -> Option<State> {
    match found {
        Found::Nothing => None,
        Found::File { hash, .. } if hash == old => Some(State::Remove),
        Found::File { .. } => Some(State::EditedOrphan),
    }
}

fn user_state(found: &Found, creates: bool) -> State {
    match found {
        Found::File { .. } => State::UserOwned,
        Found::Nothing if creates => State::Create,
        Found::Nothing => State::UserMissing,
    }
}

fn lock_state(found: &Found, new: &str) -> State {
    match found {
        Found::Nothing => State::Create,
        Found::File { hash, .. } if hash == new => State::Same,
        Found::File { .. } => State::Replace,
    }
}

/// The lock, if one stands there that can be trusted.
fn read_lock(root: &Path, wanted: &Wanted) -> Result<Lock, Box<Diagnostic>> {
    let path = root.join(&wanted.lock);
    // A folder, a link or a pipe of that name is reported with the other paths.
    let Ok(Found::File { .. }) = look(root, &wanted.lock) else {
        return Ok(Lock::default());
    };
    let bytes = fs::read(&path).map_err(|error| unreadable(&path, &error))?;
    let lock = Lock::parse(&String::from_utf8_lossy(&bytes)).map_err(|what| damaged(&path, &what))?;
    match lock.files.keys().find(|file| !wanted.may_have_generated(file)) {
        Some(file) => Err(damaged(&path, &format!("it lists {file:?}, which is no path of a generated file")).into()),
        None => Ok(lock),
    }
}

impl Wanted {
    /// Whether a path can be that of a file that a run before this one wrote.
    fn may_have_generated(&self, path: &str) -> bool {
        let is_below =
            self.folder.is_empty() || path.strip_prefix(self.folder.as_str()).is_some_and(|rest| rest.starts_with('/'));
        is_below && !self.user.contains_key(path) && path != self.lock
    }
}

fn damaged(path: &Path, what: &str) -> Diagnostic {
    Diagnostic::error("OUT-04", None, format!("{} is damaged: {what}", path.display())).help(
        "take the file from the last commit, or remove it and run `mcp-codegen generate --force`, \
         which writes all generated files anew",
    )
}
