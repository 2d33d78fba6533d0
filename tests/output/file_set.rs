//! The in-memory file set.

use std::panic::catch_unwind;

use mcp_codegen::output::{FileSet, is_portable_path};

use crate::tree::files;

#[test]
fn files_are_in_order_of_path_whatever_the_order_of_adding() {
    let one = files(&[("b.rs", "b"), ("a/z.rs", "z"), ("a.rs", "a")]);
    let other = files(&[("a.rs", "a"), ("b.rs", "b"), ("a/z.rs", "z")]);
    assert_eq!(one, other);
    assert_eq!(one.iter().map(|(path, _)| path).collect::<Vec<_>>(), ["a.rs", "a/z.rs", "b.rs"]);
}

#[test]
fn a_path_can_be_added_once() {
    for (first, second) in [("a.rs", "a.rs"), ("Get.rs", "get.rs"), ("tools", "tools/a.rs"), ("tools/a.rs", "TOOLS")] {
        let added = catch_unwind(|| {
            let mut set = FileSet::new();
            set.add(first, "");
            set.add(second, "");
        });
        assert!(added.is_err(), "{first} and {second} went into one set");
    }
    let mut set = files(&[("tools.rs", ""), ("tools/a.rs", "")]);
    set.add("tools/a.rs2", "");
    assert_eq!(set.len(), 3);
}

#[test]
fn paths_stay_below_their_folder_and_can_be_files_everywhere() {
    for legal in ["mod.rs", "a/b/c.rs", "con_.rs", "auxiliary.rs", "größe.rs", ".gitignore", "com10.rs", "a b.rs"] {
        assert!(is_portable_path(legal), "{legal}");
    }
    let illegal = [
        "", "/a", "a//b", "a/", "./a", "..", "a/../b", "a\\b", "c:x", "con.rs", "AUX", "aux.x.rs", "nul .rs",
        "com1.rs", "lpt9", "a.", "a ", "a\0b", "a\nb", "a?b", "a*", "<a>", "a|b", "\"a\"", "CONIN$",
    ];
    for path in illegal {
        assert!(!is_portable_path(path), "{path:?}");
        assert!(catch_unwind(|| FileSet::new().add(path, "")).is_err(), "{path:?}");
    }
}

#[test]
fn carriage_returns_of_a_checkout_do_not_get_in() {
    assert_eq!(files(&[("a.rs", "a\r\nb\rc\n\r\n")]).get("a.rs").unwrap(), b"a\nb\rc\n\n");
}

#[test]
fn a_set_can_be_mounted_below_a_folder() {
    let set = files(&[("mod.rs", "m"), ("tools/a.rs", "a")]).under("src/mcp");
    assert_eq!(set, files(&[("src/mcp/mod.rs", "m"), ("src/mcp/tools/a.rs", "a")]));
}
