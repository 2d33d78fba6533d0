//! `generated/`: what is checked in is what the generator writes.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::pipeline::generate;

fn walk(folder: &Path, found: &mut BTreeSet<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            walk(&path, found);
        } else {
            found.insert(path);
        }
    }
}

/// `UPDATE_GOLDEN=1` writes, as for every file that a test compares with.
#[test]
fn the_reference_crate_is_what_its_manifest_generates() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("generated");
    let module = root.join("src/mcp");
    let files = generate(&root.join("mcp.toml")).files;
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::remove_dir_all(&module).unwrap_or_default();
        for (path, bytes) in files.iter() {
            let path = module.join(path);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, bytes).unwrap();
        }
    }
    let mut there = BTreeSet::new();
    walk(&module, &mut there);
    for (path, bytes) in files.iter() {
        let path = module.join(path);
        let text = std::fs::read_to_string(&path).unwrap_or_default().replace("\r\n", "\n");
        assert!(text.as_bytes() == bytes, "{} is not fresh", path.display());
        there.remove(&path);
    }
    assert!(there.is_empty(), "orphans: {there:?}");
}

/// The model of the reference contract, to review a change of lowering by. The protocol's part is
/// `protocol/2026-07-28.ir.json`.
#[test]
fn the_model_of_the_reference_contract_is_checked_in() {
    let ir = generate(&Path::new(env!("CARGO_MANIFEST_DIR")).join("generated/mcp.toml")).ir;
    let whole: serde_json::Value = serde_json::from_str(&mcp_codegen::dump::dump(&ir)).unwrap();
    let contract = serde_json::to_string_pretty(&whole["contract"]).unwrap() + "\n";
    crate::common::golden("emit/reference.ir.json", &contract);
}
