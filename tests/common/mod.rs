//! What the integration tests share: where the data is, and how golden files are compared.
#![allow(dead_code, missing_docs, unreachable_pub, clippy::unwrap_used, clippy::print_stdout)]

use std::path::{Path, PathBuf};

/// A file or folder of `../shared`, or `None` where a stranger's clone has none.
/// With `MCP_CODEGEN_REQUIRE_SHARED` set, absence fails the test.
pub fn shared(path: &str) -> Option<PathBuf> {
    let found = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared").join(path);
    if found.exists() {
        return Some(found);
    }
    assert!(std::env::var_os("MCP_CODEGEN_REQUIRE_SHARED").is_none(), "../shared/{path} is required and absent");
    println!("skipped: ../shared/{path} is not here");
    None
}

/// Compares with a checked-in file; writes it only when `UPDATE_GOLDEN` is set.
pub fn golden(path: impl AsRef<Path>, actual: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(path);
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        if std::fs::read_to_string(&path).ok().as_deref() != Some(actual) {
            std::fs::write(&path, actual).unwrap();
        }
        return;
    }
    let expected = std::fs::read_to_string(&path).unwrap_or_default().replace("\r\n", "\n");
    assert!(
        expected == actual,
        "{} differs; run the test with UPDATE_GOLDEN=1 and review the change\n--- expected\n{expected}\n--- actual\n{actual}",
        path.display()
    );
}
