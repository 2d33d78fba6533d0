//! Types, checks and readers of each schema, as `mcp-codegen` generates them, and the macro's validators.
#![allow(clippy::unwrap_used, reason = "a bench that cannot be built says why and stops")]

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use mcp_codegen::validate::{self, Emission, Options};
use mcp_codegen::{format, fused, typed};
use serde_json::Value;

fn main() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let out = PathBuf::from(std::env::var_os("OUT_DIR").unwrap()).join("decode");
    let _ = std::fs::remove_dir_all(&out);
    std::fs::create_dir_all(out.join("tools")).unwrap();
    copy_runtime(&here.join("../../codegen/runtime"), &out.join("runtime"));
    let (mut modules, mut list) = (String::new(), String::new());
    let file = here.join("../validators/schemas/mid.json");
    println!("cargo::rerun-if-changed={}", file.display());
    for name in ["closed", "open"] {
        let mut case: Value = serde_json::from_str(&std::fs::read_to_string(&file).unwrap()).unwrap();
        if name == "open" {
            open(&mut case["schema"]);
        }
        let (schema, text) = (case["schema"].to_string(), case["instances"][0].to_string());
        std::fs::write(out.join(format!("tools/{name}.rs")), Tool::of(&case["schema"]).text(true)).unwrap();
        writeln!(modules, "pub mod {name};").unwrap();
        writeln!(
            list,
            "/// The schema `{name}`.\npub mod {name} {{\n\
             /// A valid text.\npub const TEXT: &str = {text:?};\n\
             pub use super::decode::tools::{name}::{{Order, input}};\n\
             /// What the macro makes of the schema.\n\
             #[jsonschema::validator(schema = {schema:?}, validate_formats = false, \
             methods = {{ is_valid = true, validate = false, iter_errors = false }})]\npub struct Macro;\n}}"
        )
        .unwrap();
    }
    std::fs::write(out.join("tools/mod.rs"), modules).unwrap();
    std::fs::write(out.join("mod.rs"), "pub mod runtime;\npub mod tools;\n").unwrap();
    weights(&here, &out, &mut list);
    std::fs::write(out.join("../list.rs"), list).unwrap();
}

/// The long way is there with readers and without.
const DECODE: &str =
    "pub fn decode(value: ::serde_json::Value) -> Option<Order> { ::serde_json::from_value(value).ok() }";

/// Files for `benches/weight.rs`: the same tools with readers and without, all of a server in one file.
fn weights(here: &Path, out: &Path, list: &mut String) {
    let schemas = |name: &str| {
        let file = here.join(format!("../validators/schemas/{name}.json"));
        vec![serde_json::from_str::<Value>(&std::fs::read_to_string(file).unwrap()).unwrap()["schema"].take()]
    };
    let mut rows: Vec<(String, Vec<Value>)> =
        ["small", "mid", "large"].iter().map(|name| ((*name).to_owned(), schemas(name))).collect();
    let corpus = std::fs::read_dir(here.join("../../../shared/corpus"));
    let mut files: Vec<PathBuf> = corpus.into_iter().flatten().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    for file in files {
        println!("cargo::rerun-if-changed={}", file.display());
        let server: Value = serde_json::from_str(&std::fs::read_to_string(&file).unwrap()).unwrap();
        let tools = server["tools"].as_array().unwrap().iter().map(|tool| tool["inputSchema"].clone());
        rows.push((file.file_stem().unwrap().to_string_lossy().into_owned(), tools.collect()));
    }
    list.push_str("/// What is weighed.\npub const WEIGHTS: &[Weight] = &[\n");
    for (name, schemas) in rows {
        let tools: Vec<Tool> = schemas.iter().map(Tool::of).collect();
        let [with, without] = [true, false].map(|readers| {
            let modules: String = tools
                .iter()
                .enumerate()
                .map(|(index, tool)| format!("pub mod v{index} {{ {}{DECODE} }}\n", tool.text(readers)))
                .collect();
            let file = out.join(format!("{name}-{readers}.rs"));
            std::fs::write(&file, format!("pub use decode_bench::decode::runtime;\npub mod tools {{ {modules} }}\n"))
                .unwrap();
            file
        });
        let sum = |of: fn(&Tool) -> usize| tools.iter().map(of).sum::<usize>();
        writeln!(
            list,
            "    Weight {{ name: {name:?}, tools: {}, subschemas: {}, types: {}, checks: {}, readers: {}, with: {:?}, without: {:?} }},",
            tools.len(),
            sum(|tool| tool.subschemas),
            sum(|tool| tool.items.len()),
            sum(|tool| tool.checks.len()),
            sum(|tool| tool.both.len() - tool.checks.len()),
            with.display(),
            without.display(),
        )
        .unwrap();
    }
    list.push_str("];\n");
}

/// What is generated from a schema.
struct Tool {
    subschemas: usize,
    items: String,
    checks: String,
    /// Checks and readers.
    both: String,
}

impl Tool {
    fn of(schema: &Value) -> Self {
        let program = validate::compile(schema, &Options::default()).unwrap();
        let types = typed::types("Order", "An order.", schema);
        let validation = "super::super::super::runtime::validation".parse().unwrap();
        let emission = Emission { validation, limits: None };
        let runtime = "super::super::super::runtime".parse().unwrap();
        let checks = format::rust_file(program.emit(&emission));
        let both = fused::plan(&program, &types).map_or_else(
            || checks.clone(),
            |plan| format::rust_file(fused::emit(&plan, &program, &emission, &runtime)),
        );
        let support = if types.support { "use super::super::runtime::typed;\n" } else { "" };
        let items = format!("{support}{}", format::rust_file(types.items));
        Self { subschemas: program.subschemas(), items, checks, both }
    }

    fn text(&self, readers: bool) -> String {
        let input = if readers { &self.both } else { &self.checks };
        format!("{}\npub mod input {{ {input} }}\n", self.items)
    }
}

/// Lets every object have members that the schema does not name.
fn open(schema: &mut Value) {
    match schema {
        Value::Object(members) => {
            if members.get("additionalProperties") == Some(&Value::Bool(false)) {
                members.remove("additionalProperties");
            }
            members.values_mut().for_each(open);
        }
        Value::Array(items) => items.iter_mut().for_each(open),
        _ => {}
    }
}

fn copy_runtime(from: &Path, to: &Path) {
    println!("cargo::rerun-if-changed={}", from.display());
    std::fs::create_dir_all(to).unwrap();
    // As a contract has it that asserts no format.
    let validation = format::rust_file(validate::runtime(&Default::default()));
    std::fs::write(to.join("validation.rs"), validation).unwrap();
    for module in ["fused", "typed"] {
        std::fs::copy(from.join(format!("{module}.rs")), to.join(format!("{module}.rs"))).unwrap();
        let Ok(entries) = std::fs::read_dir(from.join(module)) else { continue };
        std::fs::create_dir_all(to.join(module)).unwrap();
        for entry in entries {
            let path = entry.unwrap().path();
            std::fs::copy(&path, to.join(module).join(path.file_name().unwrap())).unwrap();
        }
    }
    std::fs::write(to.join("mod.rs"), "pub mod fused;\npub mod typed;\npub mod validation;\n").unwrap();
}
