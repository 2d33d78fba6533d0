//! Validators and readers of tools of real servers, for the targets `value` and `read`.
//!
//! From `../shared/corpus` beside the repository, the twenty tools whose schemas use most keywords; where that is
//! absent, from the contracts in the repository.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use mcp_codegen::validate::{self, Emission, Options};
use mcp_codegen::{format, fused, typed, validator};
use quote::quote;
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
             Err(violations) => violations.iter().map(|violation| violation.pointer().into_owned()).collect(),\n    }}),"
        )
        .expect("a string takes everything");
    }
    let file = format!(
        "{modules}\nconst VALIDATORS: &[(&str, fn(&Value) -> bool, fn(&Value) -> Vec<String>)] = &[\n{table}];\n"
    );
    let out = std::env::var_os("OUT_DIR").map(PathBuf::from).expect("cargo says where");
    std::fs::write(out.join("validators.rs"), file).expect("a folder of our own");
    readers(&schemas, &out.join("readers")).expect("a folder of our own");
}

/// Types, checks and readers as a server has them, and the part of the runtime that they call.
fn readers(schemas: &[Value], out: &Path) -> std::io::Result<()> {
    copy_runtime(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../codegen/runtime"), &out.join("runtime"))?;
    std::fs::create_dir_all(out.join("tools"))?;
    let (mut modules, mut table) = (String::new(), String::new());
    for (index, schema) in schemas.iter().enumerate() {
        let program = validate::compile(schema, &Options::default()).expect("it was compiled before");
        let types = typed::types("Arguments", "Arguments.", schema);
        let Some(plan) = fused::plan(&program, &types) else { continue };
        let validation = quote! { super::super::super::runtime::validation };
        let emission = Emission { validation, limits: None };
        let checks = fused::emit(&plan, &program, &emission, &quote! { super::super::super::runtime });
        let (items, support) = (&types.items, types.support.then(|| quote! { use super::super::runtime::typed; }));
        let text = format::rust_file(quote! { #support #items pub mod input { #checks } });
        std::fs::write(out.join(format!("tools/v{index}.rs")), text)?;
        writeln!(modules, "pub mod v{index};").expect("a string takes everything");
        let (tool, schema) = (format!("generated::tools::v{index}"), schema.to_string());
        writeln!(
            table,
            "    ({schema:?}, |text| agree::<{tool}::Arguments>(text, {tool}::input::read, {tool}::input::check)),"
        )
        .expect("a string takes everything");
    }
    std::fs::write(out.join("tools/mod.rs"), modules)?;
    std::fs::write(out.join("mod.rs"), "pub mod runtime;\npub mod tools;\n")?;
    std::fs::write(out.join("table.rs"), format!("const READERS: &[(&str, fn(&str))] = &[\n{table}];\n"))
}

fn copy_runtime(from: &Path, to: &Path) -> std::io::Result<()> {
    println!("cargo::rerun-if-changed={}", from.display());
    for module in ["validation", "fused", "typed"] {
        let (file, folder) = (format!("{module}.rs"), to.join(module));
        std::fs::create_dir_all(&folder)?;
        std::fs::copy(from.join(&file), to.join(&file))?;
        let inner = std::fs::read_dir(from.join(module)).into_iter().flatten().flatten();
        for path in inner.map(|entry| entry.path()).filter(|path| path.is_file()) {
            std::fs::copy(&path, folder.join(path.file_name().unwrap_or_default()))?;
        }
    }
    // No format is asserted here, so that no crate that decides one is needed.
    std::fs::write(to.join("validation/format.rs"), "//! Nothing.\n")?;
    std::fs::write(to.join("mod.rs"), "pub mod fused;\npub mod typed;\npub mod validation;\n")
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
