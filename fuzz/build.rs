//! Validators of tools of real servers, for the target `value`.
//!
//! From `../shared/corpus` beside the repository, the twenty tools whose schemas use most keywords; where that is
//! absent, from the contracts in the repository.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use mcp_codegen::validator;
use serde_json::Value;

const MOST: usize = 20;

fn main() {
    let mut schemas: Vec<Value> = manifests()
        .iter()
        .inspect(|file| println!("cargo::rerun-if-changed={}", file.display()))
        .filter_map(|file| serde_json::from_str::<Value>(&std::fs::read_to_string(file).ok()?).ok())
        .flat_map(|manifest| manifest["tools"].as_array().cloned().unwrap_or_default())
        .map(|tool| tool["inputSchema"].clone())
        .collect();
    schemas.sort_by_cached_key(|schema| {
        let mut keywords = BTreeSet::new();
        collect(schema, &mut keywords);
        (usize::MAX - keywords.len(), usize::MAX - schema.to_string().len())
    });
    schemas.truncate(MOST);
    let (mut modules, mut table) = (String::new(), String::new());
    for (index, schema) in schemas.iter().enumerate() {
        let items = validator(schema).expect("a schema of a tool that is generated from elsewhere");
        let text = schema.to_string();
        writeln!(modules, "#[allow(warnings)]\nmod v{index} {{ {items} }}").expect("a string takes everything");
        writeln!(
            table,
            "    ({text:?}, v{index}::is_valid, |value| match v{index}::check(value) {{\n        Ok(()) => Vec::new(),\n        \
             Err(violations) => violations.iter().map(|violation| violation.pointer.clone()).collect(),\n    }}),"
        )
        .expect("a string takes everything");
    }
    let file = format!(
        "{modules}\nconst VALIDATORS: &[(&str, fn(&Value) -> bool, fn(&Value) -> Vec<String>)] = &[\n{table}];\n"
    );
    let out = std::env::var_os("OUT_DIR").map(PathBuf::from).expect("cargo says where");
    std::fs::write(out.join("validators.rs"), file).expect("a folder of our own");
}

fn manifests() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let corpus = root.join("../shared/corpus");
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(&corpus).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "json"));
    files.sort();
    if files.is_empty() {
        files = vec![root.join("tests/manifest/contract/expected.json")];
    }
    files
}

fn collect(value: &Value, names: &mut BTreeSet<String>) {
    match value {
        Value::Array(items) => items.iter().for_each(|item| collect(item, names)),
        Value::Object(members) => members.iter().for_each(|(name, member)| {
            names.insert(name.clone());
            collect(member, names);
        }),
        _ => {}
    }
}
