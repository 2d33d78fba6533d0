//! `bindings`: what it writes over, and what it leaves alone.

use std::fs;

use crate::cli::{code, run_in, stderr, weather};
use crate::tree::{Tree, write};

#[test]
fn bindings_do_not_overwrite_what_they_did_not_write() {
    let dir = tempfile::tempdir().unwrap();
    let bindings =
        |out: &str, more: &[&str]| run_in(dir.path(), &[&["bindings", "2026-07-28", "-o", out], more].concat());
    assert_eq!(code(&bindings("sub/protocol.rs", &[])), 0);
    let written = Tree::of(dir.path());
    assert_eq!(code(&bindings("sub/protocol.rs", &[])), 0);
    assert_eq!(Tree::of(dir.path()), written, "unchanged bytes keep their time");
    write(dir.path(), "mine.rs", "fn mine() {}\n");
    let refused = bindings("mine.rs", &[]);
    assert_eq!(code(&refused), 2);
    assert!(stderr(&refused).contains("[OUT-01]"), "{}", stderr(&refused));
    assert_eq!(code(&bindings("mine.rs", &["--force"])), 0);
    assert_eq!(fs::read(dir.path().join("mine.rs")).unwrap(), bindings("-", &[]).stdout);
    assert_eq!(code(&bindings("sub", &[])), 2);
    let unknown = run_in(dir.path(), &["bindings", "1999-01-01", "-o", "x.rs"]);
    assert_eq!(code(&unknown), 2);
    assert!(stderr(&unknown).contains("2026-07-28"), "{}", stderr(&unknown));
}

/// It has the same mark.
#[test]
fn bindings_do_not_overwrite_what_generate_wrote() {
    let crate_dir = weather();
    let root = crate_dir.path().join("weather");
    for out in ["src/mcp/tools.rs", "src/tools.rs"] {
        let before = fs::read(root.join(out)).unwrap();
        let refused = run_in(&root, &["bindings", "2026-07-28", "-o", out]);
        assert_eq!(code(&refused), 2, "{out}");
        let says = format!("{out} was not written by this command, and would be lost");
        assert!(stderr(&refused).contains(&says), "{}", stderr(&refused));
        assert_eq!(fs::read(root.join(out)).unwrap(), before);
    }
    assert_eq!(code(&run_in(&root, &["bindings", "2026-07-28", "-o", "src/mcp/tools.rs", "--force"])), 0);
}
