//! Brings the disk in line with a plan, as one step.
//!
//! New texts are first written into a staging folder beside the targets, then renamed into place,
//! what they replace being kept there until the end; the lock goes last. Always holds: when any
//! step fails, all steps before it are taken back, and every file is as it was before.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use super::Mode;
use super::disk::Disk;
use super::found::{Found, look};
use super::plan::{Entry, Plan, State};
use crate::diagnostic::{Diagnostic, Diagnostics};

impl Plan {
    /// Does what the plan says, if the mode is to write.
    ///
    /// # Errors
    /// When files were edited by hand and the mode is not to force, when a file is marked read-only,
    /// and when the disk refuses; in every case nothing has changed.
    pub fn apply(&self, mode: Mode, disk: &mut dyn Disk) -> Result<(), Diagnostics> {
        let Mode::Write { force } = mode else {
            return Ok(());
        };
        let mut sink = Diagnostics::default();
        let mut due: Vec<&Entry> = self.entries().iter().filter(|entry| !entry.state.is_fresh()).collect();
        for entry in &due {
            sink.extend(self.refusal(entry, force));
        }
        if sink.has_errors() {
            return Err(sink);
        }
        if due.is_empty() {
            return Ok(());
        }
        due.sort_by_key(|entry| entry.path == self.lock);
        let mut steps = Steps { disk, undo: Vec::new() };
        let done = steps.run(&self.root, &due);
        if let Err(finding) = done {
            sink.push(*finding);
            sink.extend(steps.take_back());
            return Err(sink);
        }
        Ok(())
    }

    /// Why an entry cannot be applied.
    fn refusal(&self, entry: &Entry, force: bool) -> Option<Diagnostic> {
        let shown = self.root.join(&entry.path);
        let shown = shown.display();
        if entry.state.needs_force() && !force {
            let what = match entry.state {
                State::Foreign => "was not written by mcp-codegen, and a generated file goes there",
                State::EditedOrphan => "is not generated any more, but was edited by hand",
                _ => "is generated, but was edited by hand",
            };
            return Some(Diagnostic::error("OUT-01", None, format!("{shown} {what}")).help(
                "move your change into a file of your own, or throw it away with `mcp-codegen generate --force`",
            ));
        }
        matches!(entry.found, Found::File { read_only: true, .. }).then(|| {
            Diagnostic::error("OUT-03", None, format!("{shown} has to change and is read-only"))
                .help("make it writable, or do not mark generated files read-only")
        })
    }
}

/// How a step is taken back.
enum Undo {
    RemoveDir(PathBuf),
    RemoveFile(PathBuf),
    /// Rename the first back to the second.
    Restore(PathBuf, PathBuf),
}

struct Steps<'a> {
    disk: &'a mut dyn Disk,
    undo: Vec<Undo>,
}

impl Steps<'_> {
    fn run(&mut self, root: &Path, due: &[&Entry]) -> Result<(), Box<Diagnostic>> {
        self.make_dirs(root)?;
        // One run at a time in one folder. Where a folder cannot be locked, a run that loses the
        // race still finds the changed file and takes its steps back.
        let _one_at_a_time = File::open(root).and_then(|folder| folder.lock().map(|()| folder));
        let staging = self.make_staging(root)?;
        let new = |at: usize| staging.join(format!("{at}.new"));
        let old = |at: usize| staging.join(format!("{at}.old"));

        for (at, entry) in due.iter().enumerate() {
            if let Some(bytes) = &entry.bytes {
                self.disk.create_file(&new(at), bytes).map_err(|error| refused("write", &new(at), &error))?;
                self.undo.push(Undo::RemoveFile(new(at)));
            }
        }
        for (at, entry) in due.iter().enumerate() {
            // The disk may have changed since the plan was made: never through a link that is new.
            let found = look(root, &entry.path)?;
            let target = root.join(&entry.path);
            if found != entry.found {
                return Err(Diagnostic::error("OUT-07", None, format!("{} changed during the run", target.display()))
                    .help("run the command again")
                    .into());
            }
            match &entry.bytes {
                Some(_) => self.put(&new(at), &old(at), &target, &found)?,
                None => {
                    self.disk.rename(&target, &old(at)).map_err(|error| refused("remove", &target, &error))?;
                    self.undo.push(Undo::Restore(old(at), target));
                }
            }
        }
        self.clean_up(root, &staging, due);
        Ok(())
    }

    /// Puts a staged file in its place.
    fn put(&mut self, new: &Path, old: &Path, target: &Path, found: &Found) -> Result<(), Box<Diagnostic>> {
        if let Some(parent) = target.parent() {
            self.make_dirs(parent)?;
        }
        let replaces = *found != Found::Nothing;
        if replaces {
            self.disk.keep(target, old).map_err(|error| refused("replace", target, &error))?;
            self.undo.push(Undo::RemoveFile(old.to_path_buf()));
        }
        self.disk.rename(new, target).map_err(|error| refused("write", target, &error))?;
        self.undo.push(if replaces {
            Undo::Restore(old.to_path_buf(), target.to_path_buf())
        } else {
            Undo::RemoveFile(target.to_path_buf())
        });
        Ok(())
    }

    /// Makes a folder and those above it, as far as they are missing.
    fn make_dirs(&mut self, dir: &Path) -> Result<(), Box<Diagnostic>> {
        if dir.as_os_str().is_empty() || dir.is_dir() {
            return Ok(());
        }
        if let Some(parent) = dir.parent() {
            self.make_dirs(parent)?;
        }
        match self.disk.create_dir(dir) {
            Ok(()) => self.undo.push(Undo::RemoveDir(dir.to_path_buf())),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists && dir.is_dir() => {}
            Err(error) => return Err(refused("make", dir, &error).into()),
        }
        Ok(())
    }

    /// A new folder, in the same folder as the targets so that renaming works; its name differs
    /// between two runs at a time.
    fn make_staging(&mut self, root: &Path) -> Result<PathBuf, Box<Diagnostic>> {
        let mut at = 0_u32;
        loop {
            let staging = root.join(format!(".mcp-codegen-{}-{at}.tmp", std::process::id()));
            match self.disk.create_dir(&staging) {
                Ok(()) => {
                    self.undo.push(Undo::RemoveDir(staging.clone()));
                    return Ok(staging);
                }
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists && at < 1000 => at += 1,
                Err(error) => return Err(refused("write into", root, &error).into()),
            }
        }
    }

    /// Everything is in place; what is left over is only untidy, so that nothing here is an error.
    fn clean_up(&mut self, root: &Path, staging: &Path, due: &[&Entry]) {
        for at in 0..due.len() {
            let _ = self.disk.remove_file(&staging.join(format!("{at}.old")));
        }
        let _ = self.disk.remove_dir(staging);
        for entry in due.iter().filter(|entry| entry.bytes.is_none()) {
            let mut folder = Path::new(&entry.path).parent();
            while let Some(path) = folder.filter(|path| !path.as_os_str().is_empty()) {
                if self.disk.remove_dir(&root.join(path)).is_err() {
                    break;
                }
                folder = path.parent();
            }
        }
    }

    /// Takes all steps back, the last one first; says what could not be.
    fn take_back(&mut self) -> Vec<Diagnostic> {
        let mut findings = Vec::new();
        while let Some(undo) = self.undo.pop() {
            let result = match &undo {
                Undo::RemoveDir(path) => self.disk.remove_dir(path),
                Undo::RemoveFile(path) => self.disk.remove_file(path),
                Undo::Restore(from, to) => self.disk.rename(from, to),
            };
            match (result, &undo) {
                // A staged file that was renamed away, or a kept one that was renamed back.
                (Err(error), Undo::RemoveFile(_)) if error.kind() == io::ErrorKind::NotFound => {}
                (Err(error), Undo::Restore(from, to)) => findings.push(
                    Diagnostic::error("OUT-06", None, format!("{} could not be put back: {error}", to.display()))
                        .help(format!("its text is in {}", from.display())),
                ),
                _ => {}
            }
        }
        findings
    }
}

fn refused(verb: &str, path: &Path, error: &io::Error) -> Diagnostic {
    Diagnostic::error("OUT-06", None, format!("cannot {verb} {}: {error}", path.display()))
        .help("nothing was changed; check the permissions and the space on the disk")
}
