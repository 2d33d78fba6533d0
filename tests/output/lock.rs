//! The lock file: its text, and what is refused.

use std::collections::BTreeMap;
use std::fs;

use mcp_codegen::output::{FileSystem, LOCK_FILE, Lock, Mode, Plan, Wanted};

use crate::tree::{Tree, files, write};

fn lock() -> Lock {
    Lock {
        inputs: BTreeMap::from([("contract".to_owned(), "12ab".to_owned())]),
        methods: vec!["get_weather".to_owned(), "odd\"\u{7f}\u{1}".to_owned()],
        files: BTreeMap::from([
            ("src/mcp/mod.rs".to_owned(), "00ff".to_owned()),
            ("src/größe.rs".to_owned(), "01".to_owned()),
        ]),
    }
}

#[test]
fn a_lock_reads_back_as_it_was_written() {
    assert_eq!(Lock::parse(&lock().to_text()).unwrap(), lock());
    assert_eq!(Lock::parse(&lock().to_text().replace('\n', "\r\n")).unwrap(), lock());
    assert_eq!(Lock::parse(&Lock::default().to_text()).unwrap(), Lock::default());
}

#[test]
fn the_text_of_a_lock() {
    crate::common::golden("output/lock.golden", &lock().to_text());
}

#[test]
fn a_lock_that_cannot_be_trusted_is_refused_and_nothing_is_touched() {
    let text = lock().to_text();
    let bad = [
        "no toml [".to_owned(),
        "<<<<<<< ours\n".to_owned() + &text,
        text.replace("format = 1", "format = 2"),
        text.replace("format = 1", ""),
        text.replace("src/mcp/mod.rs", "../../other/file"),
        text.replace("src/mcp/mod.rs", "/etc/passwd"),
        text.replace("src/mcp/mod.rs", "a\\\\b"),
        text.replace("[inputs]", "[surprise]"),
    ];
    for text in bad {
        let dir = tempfile::tempdir().unwrap();
        write(dir.path(), LOCK_FILE, &text);
        write(dir.path(), "src/mcp/mod.rs", "x");
        let before = Tree::of(dir.path());
        let wanted = Wanted { generated: files(&[("src/mcp/new.rs", "n")]), ..Wanted::default() };
        let findings = Plan::compute(dir.path(), &wanted).expect_err(&text).sorted();
        assert_eq!(findings.iter().map(|f| f.rule).collect::<Vec<_>>(), ["OUT-04"], "{text}");
        assert!(findings[0].message.contains(LOCK_FILE) && findings[0].help.is_some());
        assert_eq!(Tree::of(dir.path()), before);
    }
}

#[test]
fn a_file_that_the_lock_does_not_list_is_never_removed() {
    let dir = tempfile::tempdir().unwrap();
    let run = |list: &[(&str, &str)]| {
        let plan = Plan::compute(dir.path(), &Wanted { generated: files(list), ..Wanted::default() }).unwrap();
        plan.apply(Mode::Write { force: true }, &mut FileSystem).unwrap();
    };
    run(&[("src/mcp/a.rs", "a"), ("src/mcp/tools/b.rs", "b")]);
    write(dir.path(), "src/mcp/mine.rs", "mine");
    write(dir.path(), "src/mcp/tools/mine.rs", "mine");
    run(&[("src/mcp/a.rs", "a")]);
    assert!(!dir.path().join("src/mcp/tools/b.rs").exists());
    assert_eq!(fs::read_to_string(dir.path().join("src/mcp/mine.rs")).unwrap(), "mine");
    assert_eq!(fs::read_to_string(dir.path().join("src/mcp/tools/mine.rs")).unwrap(), "mine");
    run(&[]);
    assert_eq!(
        Tree::of(dir.path()).texts().into_keys().collect::<Vec<_>>(),
        [LOCK_FILE, "src/mcp/mine.rs", "src/mcp/tools/mine.rs"]
    );
}
