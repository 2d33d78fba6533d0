//! Whatever step fails, every file is as it was.

use std::fs;
use std::io;
use std::path::Path;

use mcp_codegen::output::{Disk, FileSystem, LOCK_FILE, Mode, Plan, Wanted};

use crate::tree::{Tree, files, write};

/// A disk on which the call of a given number fails, once.
struct Failing {
    calls: usize,
    fails_at: usize,
}

impl Failing {
    fn or_fail(&mut self, call: impl FnOnce(&mut FileSystem) -> io::Result<()>) -> io::Result<()> {
        self.calls += 1;
        if self.calls == self.fails_at {
            return Err(io::Error::other("no space left"));
        }
        call(&mut FileSystem)
    }
}

impl Disk for Failing {
    fn create_dir(&mut self, path: &Path) -> io::Result<()> {
        self.or_fail(|disk| disk.create_dir(path))
    }
    fn create_file(&mut self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        self.or_fail(|disk| disk.create_file(path, bytes))
    }
    fn keep(&mut self, path: &Path, copy: &Path) -> io::Result<()> {
        self.or_fail(|disk| disk.keep(path, copy))
    }
    fn rename(&mut self, from: &Path, to: &Path) -> io::Result<()> {
        self.or_fail(|disk| disk.rename(from, to))
    }
    fn remove_file(&mut self, path: &Path) -> io::Result<()> {
        self.or_fail(|disk| disk.remove_file(path))
    }
    fn remove_dir(&mut self, path: &Path) -> io::Result<()> {
        self.or_fail(|disk| disk.remove_dir(path))
    }
}

fn wanted(list: &[(&str, &str)]) -> Wanted {
    Wanted { generated: files(list), ..Wanted::default() }
}

#[test]
fn a_failure_at_any_step_leaves_every_file_as_it_was() {
    let old = wanted(&[("same.rs", "s"), ("a.rs", "1"), ("mcp/b.rs", "1"), ("mcp/gone/c.rs", "1"), ("edited.rs", "1")]);
    let new =
        wanted(&[("same.rs", "s"), ("a.rs", "2"), ("mcp/b.rs", "2"), ("mcp/new/deep/d.rs", "2"), ("edited.rs", "2")]);
    let mut failures = 0;
    for fails_at in 1.. {
        let dir = tempfile::tempdir().unwrap();
        let root = dir.path().join("crate");
        Plan::compute(&root, &old).unwrap().apply(Mode::Write { force: false }, &mut FileSystem).unwrap();
        write(&root, "mine.rs", "mine");
        write(&root, "edited.rs", "mine");
        let before = Tree::of(dir.path());
        let mut disk = Failing { calls: 0, fails_at };
        let done = Plan::compute(&root, &new).unwrap().apply(Mode::Write { force: true }, &mut disk);
        let fresh = Plan::compute(&root, &new).unwrap().is_fresh();
        match done {
            Err(findings) => {
                failures += 1;
                assert_eq!(findings.sorted()[0].rule, "OUT-06");
                assert_eq!(Tree::of(dir.path()), before, "call {fails_at} failed");
            }
            Ok(()) => {
                assert!(fresh, "call {fails_at}: done, but not fresh");
                if disk.calls < fails_at {
                    assert!(failures > 10, "the steps were {failures}");
                    assert!(!Tree::of(dir.path()).0.keys().any(|path| path.ends_with(".tmp")));
                    return;
                }
            }
        }
    }
}

#[test]
fn a_new_crate_that_cannot_be_finished_leaves_nothing_behind() {
    for fails_at in 1.. {
        let dir = tempfile::tempdir().unwrap();
        let root = dir.path().join("deep/crate");
        let mut disk = Failing { calls: 0, fails_at };
        let plan = Plan::compute(&root, &wanted(&[("a.rs", "1"), ("mcp/b.rs", "1")])).unwrap();
        if plan.apply(Mode::Write { force: false }, &mut disk).is_ok() {
            assert!(root.join(LOCK_FILE).exists());
            if disk.calls < fails_at {
                return;
            }
        } else {
            assert_eq!(Tree::of(dir.path()).0.len(), 0, "call {fails_at} failed");
        }
    }
}

#[test]
fn a_file_that_changes_between_plan_and_write_is_not_overwritten() {
    let dir = tempfile::tempdir().unwrap();
    Plan::compute(dir.path(), &wanted(&[("a.rs", "1")]))
        .unwrap()
        .apply(Mode::Write { force: false }, &mut FileSystem)
        .unwrap();
    let plan = Plan::compute(dir.path(), &wanted(&[("a.rs", "2"), ("b.rs", "2")])).unwrap();
    write(dir.path(), "b.rs", "saved in this moment");
    let findings = plan.apply(Mode::Write { force: false }, &mut FileSystem).unwrap_err();
    assert_eq!(findings.sorted()[0].rule, "OUT-07");
    assert_eq!(fs::read_to_string(dir.path().join("a.rs")).unwrap(), "1");
    assert_eq!(fs::read_to_string(dir.path().join("b.rs")).unwrap(), "saved in this moment");
}

#[test]
fn two_runs_at_a_time_leave_one_result() {
    let dir = tempfile::tempdir().unwrap();
    let list: Vec<_> = (0..40).map(|at| (format!("mcp/f{at}.rs"), format!("text {at}"))).collect();
    let list: Vec<_> = list.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    let run = || {
        Plan::compute(dir.path(), &wanted(&list))
            .and_then(|plan| plan.apply(Mode::Write { force: false }, &mut FileSystem))
    };
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..4).map(|_| scope.spawn(run)).collect();
        for thread in threads {
            // One that lost the race says so.
            if let Err(findings) = thread.join().unwrap() {
                assert!(
                    findings.sorted().iter().all(|finding| ["OUT-06", "OUT-07"].contains(&finding.rule)),
                    "{findings:?}"
                );
            }
        }
    });
    run().unwrap();
    assert!(Plan::compute(dir.path(), &wanted(&list)).unwrap().is_fresh());
    assert!(!Tree::of(dir.path()).0.keys().any(|path| path.ends_with(".tmp")));
}
