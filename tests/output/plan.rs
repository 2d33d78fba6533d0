//! What a plan says about each path, and what applying it leaves on the disk.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use mcp_codegen::diagnostic::Diagnostics;
use mcp_codegen::output::{FileSystem, LOCK_FILE, Lock, Mode, Plan, State, Wanted, hash};

use crate::tree::{Random, Tree, files, write};

const WRITE: Mode = Mode::Write { force: false };
const FORCE: Mode = Mode::Write { force: true };

fn wanted(list: &[(&str, &str)]) -> Wanted {
    Wanted { generated: files(list), ..Wanted::default() }
}

fn run(root: &Path, wanted: &Wanted, mode: Mode) -> Result<Plan, Vec<&'static str>> {
    let plan = Plan::compute(root, wanted).map_err(rules)?;
    plan.apply(mode, &mut FileSystem).map_err(rules)?;
    Ok(plan)
}

fn rules(findings: Diagnostics) -> Vec<&'static str> {
    findings.into_iter().map(|finding| finding.rule).collect()
}

fn states(plan: &Plan) -> BTreeMap<&str, State> {
    plan.entries().iter().map(|entry| (entry.path.as_str(), entry.state)).collect()
}

fn state(root: &Path, wanted: &Wanted, path: &str) -> State {
    states(&Plan::compute(root, wanted).unwrap())[path]
}

#[test]
fn files_are_written_then_same_then_replaced_then_removed() {
    let dir = tempfile::tempdir().unwrap();
    let root = dir.path();
    let plan = run(root, &wanted(&[("src/mcp/a.rs", "1"), ("src/mcp/t/b.rs", "b")]), WRITE).unwrap();
    let create = [(LOCK_FILE, State::Create), ("src/mcp/a.rs", State::Create), ("src/mcp/t/b.rs", State::Create)];
    assert_eq!(states(&plan), BTreeMap::from(create));

    let before = Tree::of(root);
    let plan = run(root, &wanted(&[("src/mcp/a.rs", "1"), ("src/mcp/t/b.rs", "b")]), WRITE).unwrap();
    assert!(plan.is_fresh());
    assert_eq!(Tree::of(root), before, "a second run touches nothing, not even the times");

    let plan = run(root, &wanted(&[("src/mcp/a.rs", "2")]), WRITE).unwrap();
    let change = [(LOCK_FILE, State::Replace), ("src/mcp/a.rs", State::Replace), ("src/mcp/t/b.rs", State::Remove)];
    assert_eq!(states(&plan), BTreeMap::from(change));
    assert_eq!(Tree::of(root).0.into_keys().collect::<Vec<_>>(), [LOCK_FILE, "src", "src/mcp", "src/mcp/a.rs"]);
}

#[test]
fn only_what_changed_gets_a_new_time() {
    let dir = tempfile::tempdir().unwrap();
    run(dir.path(), &wanted(&[("a.rs", "1"), ("b.rs", "1")]), WRITE).unwrap();
    let before = Tree::of(dir.path());
    std::thread::sleep(std::time::Duration::from_millis(20));
    run(dir.path(), &wanted(&[("a.rs", "2"), ("b.rs", "1")]), WRITE).unwrap();
    let after = Tree::of(dir.path());
    assert_eq!(before.0["b.rs"], after.0["b.rs"]);
    assert_ne!(before.0["a.rs"].as_ref().unwrap().1, after.0["a.rs"].as_ref().unwrap().1);
}

#[test]
fn check_and_dry_run_touch_nothing() {
    let dir = tempfile::tempdir().unwrap();
    run(dir.path(), &wanted(&[("a.rs", "1"), ("old.rs", "1")]), WRITE).unwrap();
    let before = Tree::of(dir.path());
    for mode in [Mode::Check, Mode::DryRun] {
        let plan = run(dir.path(), &wanted(&[("a.rs", "2"), ("new.rs", "1")]), mode).unwrap();
        assert!(!plan.is_fresh());
        assert_eq!(Tree::of(dir.path()), before);
    }
}

#[test]
fn an_edited_file_is_refused_without_force_and_the_others_are_left_too() {
    let dir = tempfile::tempdir().unwrap();
    let root = dir.path();
    run(root, &wanted(&[("a.rs", "1"), ("b.rs", "1"), ("c.rs", "1")]), WRITE).unwrap();
    write(root, "a.rs", "mine");
    write(root, "c.rs", "mine");
    let next = wanted(&[("a.rs", "2"), ("b.rs", "2")]);
    assert_eq!(state(root, &next, "a.rs"), State::Edited);
    assert_eq!(state(root, &next, "c.rs"), State::EditedOrphan);
    let before = Tree::of(root);
    assert_eq!(run(root, &next, WRITE).unwrap_err(), ["OUT-01", "OUT-01"], "both are named");
    assert_eq!(Tree::of(root), before);
    run(root, &next, FORCE).unwrap();
    let texts = Tree::of(root).texts();
    assert_eq!((texts["a.rs"].as_str(), texts["b.rs"].as_str(), texts.get("c.rs")), ("2", "2", None));
}

#[test]
fn an_edit_that_is_what_would_be_written_is_no_edit() {
    let dir = tempfile::tempdir().unwrap();
    run(dir.path(), &wanted(&[("a.rs", "1")]), WRITE).unwrap();
    write(dir.path(), "a.rs", "2");
    assert_eq!(state(dir.path(), &wanted(&[("a.rs", "2")]), "a.rs"), State::Same);
}

#[test]
fn a_file_that_was_never_generated_is_not_overwritten() {
    let dir = tempfile::tempdir().unwrap();
    write(dir.path(), "src/mcp/mod.rs", "mine");
    let next = wanted(&[("src/mcp/mod.rs", "theirs")]);
    assert_eq!(state(dir.path(), &next, "src/mcp/mod.rs"), State::Foreign);
    assert_eq!(run(dir.path(), &next, WRITE).unwrap_err(), ["OUT-01"]);
    assert_eq!(fs::read_to_string(dir.path().join("src/mcp/mod.rs")).unwrap(), "mine");
}

#[test]
fn a_lost_lock_is_made_again_when_the_files_are_right() {
    let dir = tempfile::tempdir().unwrap();
    let next = wanted(&[("a.rs", "1"), ("b.rs", "1")]);
    run(dir.path(), &next, WRITE).unwrap();
    let lock = fs::read(dir.path().join(LOCK_FILE)).unwrap();
    fs::remove_file(dir.path().join(LOCK_FILE)).unwrap();
    assert!(!Plan::compute(dir.path(), &next).unwrap().is_fresh());
    run(dir.path(), &next, WRITE).unwrap();
    assert_eq!(fs::read(dir.path().join(LOCK_FILE)).unwrap(), lock);
}

#[test]
fn files_of_the_user_are_created_once_and_otherwise_only_reported() {
    let dir = tempfile::tempdir().unwrap();
    let root = dir.path();
    let user = |bytes: Option<&str>| Wanted {
        user: BTreeMap::from([("src/tools.rs".to_owned(), bytes.map(|text| text.as_bytes().to_vec()))]),
        ..wanted(&[("src/mcp/mod.rs", "m")])
    };
    let plan = run(root, &user(None), WRITE).unwrap();
    assert_eq!(states(&plan)["src/tools.rs"], State::UserMissing);
    assert!(Plan::compute(root, &user(None)).unwrap().is_fresh(), "a missing file of the user's is not stale");
    let plan = run(root, &user(Some("first")), WRITE).unwrap();
    assert_eq!(states(&plan)["src/tools.rs"], State::Create);
    for bytes in [None, Some("second")] {
        let plan = run(root, &user(bytes), FORCE).unwrap();
        assert_eq!(states(&plan)["src/tools.rs"], State::UserOwned);
        assert_eq!(fs::read_to_string(root.join("src/tools.rs")).unwrap(), "first");
    }
    let lock = Lock::parse(&fs::read_to_string(root.join(LOCK_FILE)).unwrap()).unwrap();
    assert_eq!(
        lock.files,
        BTreeMap::from([("src/mcp/mod.rs".to_owned(), hash(b"m"))]),
        "the user's files are not in the lock"
    );
}

#[test]
fn a_checkout_with_other_line_ends_is_fresh() {
    let dir = tempfile::tempdir().unwrap();
    let next = wanted(&[("a.rs", "one\ntwo\n"), ("old.rs", "x\ny\n")]);
    run(dir.path(), &next, WRITE).unwrap();
    for path in ["a.rs", "old.rs", LOCK_FILE] {
        let text = fs::read_to_string(dir.path().join(path)).unwrap();
        write(dir.path(), path, &text.replace('\n', "\r\n"));
    }
    assert!(Plan::compute(dir.path(), &next).unwrap().is_fresh());
    let plan = run(dir.path(), &wanted(&[("a.rs", "one\n2\n")]), WRITE).unwrap();
    assert_eq!((states(&plan)["a.rs"], states(&plan)["old.rs"]), (State::Replace, State::Remove));
    assert_eq!(fs::read_to_string(dir.path().join("a.rs")).unwrap(), "one\n2\n");
}

#[test]
fn new_methods_are_those_that_the_lock_does_not_know() {
    let dir = tempfile::tempdir().unwrap();
    let methods = |list: &[&str]| Wanted { methods: list.iter().map(ToString::to_string).collect(), ..wanted(&[]) };
    assert_eq!(run(dir.path(), &methods(&["a", "b"]), WRITE).unwrap().new_methods(), ["a", "b"]);
    assert_eq!(run(dir.path(), &methods(&["a", "b", "c"]), Mode::DryRun).unwrap().new_methods(), ["c"]);
    assert_eq!(run(dir.path(), &methods(&["b", "c"]), WRITE).unwrap().new_methods(), ["c"]);
    assert!(run(dir.path(), &methods(&["b"]), WRITE).unwrap().new_methods().is_empty());
}

#[cfg(unix)]
#[test]
fn what_is_not_a_plain_file_is_never_written_through() {
    use std::os::unix::fs::symlink;
    let outside = tempfile::tempdir().unwrap();
    write(outside.path(), "victim.rs", "victim");
    type Obstacle<'a> = (&'a str, &'a dyn Fn(&Path));
    let obstacles: [Obstacle<'_>; 6] = [
        ("a link in the place of the file", &|root| {
            symlink(outside.path().join("victim.rs"), root.join("src/mcp/a.rs")).unwrap()
        }),
        ("a link that leads nowhere", &|root| symlink("nowhere", root.join("src/mcp/a.rs")).unwrap()),
        ("a folder in the place of the file", &|root| fs::create_dir(root.join("src/mcp/a.rs")).unwrap()),
        ("a link in the place of the folder", &|root| {
            fs::remove_dir(root.join("src/mcp")).unwrap();
            symlink(outside.path(), root.join("src/mcp")).unwrap();
        }),
        ("a file in the place of the folder", &|root| {
            fs::remove_dir(root.join("src/mcp")).unwrap();
            fs::write(root.join("src/mcp"), "").unwrap();
        }),
        ("a link in the place of the lock", &|root| symlink("nowhere", root.join(LOCK_FILE)).unwrap()),
    ];
    for (what, put) in obstacles {
        let dir = tempfile::tempdir().unwrap();
        fs::create_dir_all(dir.path().join("src/mcp")).unwrap();
        put(dir.path());
        let (before, before_outside) = (Tree::of(dir.path()), Tree::of(outside.path()));
        let result = run(dir.path(), &wanted(&[("src/mcp/a.rs", "a"), ("src/b.rs", "b")]), FORCE);
        assert_eq!(result.unwrap_err(), ["OUT-02"], "{what}");
        assert_eq!((Tree::of(dir.path()), Tree::of(outside.path())), (before, before_outside), "{what}");
    }
}

#[test]
fn a_read_only_file_that_has_to_change_is_an_error_and_one_that_need_not_is_none() {
    let dir = tempfile::tempdir().unwrap();
    run(dir.path(), &wanted(&[("a.rs", "1"), ("b.rs", "1")]), WRITE).unwrap();
    let path = dir.path().join("a.rs");
    let mut permissions = fs::metadata(&path).unwrap().permissions();
    permissions.set_readonly(true);
    fs::set_permissions(&path, permissions).unwrap();
    run(dir.path(), &wanted(&[("a.rs", "1"), ("b.rs", "2")]), WRITE).unwrap();
    let before = Tree::of(dir.path());
    assert_eq!(run(dir.path(), &wanted(&[("a.rs", "2"), ("b.rs", "3")]), FORCE).unwrap_err(), ["OUT-03"]);
    assert_eq!(Tree::of(dir.path()), before);
}

/// Random histories of wanted sets, edits, deletions and files of the user's; after each run the
/// promises of the plan are compared with a model that knows who wrote what.
#[test]
fn any_history_keeps_what_the_user_wrote_and_ends_fresh() {
    const PATHS: [&str; 8] =
        ["a.rs", "b.rs", "mcp/a.rs", "mcp/b.rs", "mcp/tools/c.rs", "mcp/tools/d.rs", "x/y/z.rs", "mod.rs"];
    for seed in 0..100 {
        let mut random = Random::new(seed);
        let dir = tempfile::tempdir().unwrap();
        let root = dir.path();
        // Paths whose text on the disk is the user's own, as far as this test knows.
        let mut mine = BTreeMap::<&str, String>::new();
        for step in 0..12 {
            match random.below(4) {
                0 => {
                    let path = PATHS[random.below(PATHS.len())];
                    let text = format!("mine {step}");
                    write(root, path, &text);
                    mine.insert(path, text);
                }
                1 => {
                    let path = PATHS[random.below(PATHS.len())];
                    let _ = fs::remove_file(root.join(path));
                    mine.remove(path);
                }
                _ => {
                    let mut list = Vec::new();
                    for path in PATHS {
                        if random.below(2) == 0 {
                            list.push((path, ["1", "2"][random.below(2)]));
                        }
                    }
                    let next = wanted(&list);
                    let force = random.below(4) == 0;
                    let before = Tree::of(root);
                    let plan = Plan::compute(root, &next).unwrap();
                    let blocked = plan.entries().iter().any(|entry| entry.state.needs_force());
                    match plan.apply(Mode::Write { force }, &mut FileSystem) {
                        Err(_) => {
                            assert!(blocked && !force, "seed {seed} step {step}: refused without a reason");
                            assert_eq!(Tree::of(root), before, "seed {seed} step {step}");
                        }
                        Ok(()) => {
                            assert!(!blocked || force, "seed {seed} step {step}: wrote over an edit");
                            let texts = Tree::of(root).texts();
                            for (path, text) in &list {
                                assert_eq!(
                                    texts.get(*path).map(String::as_str),
                                    Some(*text),
                                    "seed {seed} step {step} {path}"
                                );
                            }
                            let foreign = |path: &str| !list.iter().any(|(wanted, _)| *wanted == path);
                            for (path, text) in mine.iter().filter(|(path, _)| foreign(path)) {
                                if !force {
                                    assert_eq!(texts.get(*path), Some(text), "seed {seed} step {step} {path}: lost");
                                }
                            }
                            mine.retain(|path, text| texts.get(*path) == Some(text) && foreign(path));
                            assert!(
                                Plan::compute(root, &next).unwrap().is_fresh(),
                                "seed {seed} step {step}: not fresh after a run"
                            );
                            assert!(
                                Tree::of(root).0.keys().all(|path| !path.ends_with(".tmp")),
                                "seed {seed}: left over"
                            );
                        }
                    }
                }
            }
        }
    }
}
