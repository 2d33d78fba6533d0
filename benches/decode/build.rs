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
        let module = module(&case["schema"]);
        println!("cargo::warning={name}: {} bytes of types, {} of checks, {} of readers", module.1, module.2, module.3);
        std::fs::write(out.join(format!("tools/{name}.rs")), module.0).unwrap();
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
    std::fs::write(out.join("../list.rs"), list).unwrap();
}

/// The text of a module, and how much of it is types, checks and readers.
fn module(schema: &Value) -> (String, usize, usize, usize) {
    let program = validate::compile(schema, &Options::default()).unwrap();
    let types = typed::types("Order", "An order.", schema);
    let plan = fused::plan(&program, &types).unwrap();
    let emission = Emission { validation: "super::super::super::runtime::validation".parse().unwrap(), limits: None };
    let checks = format::rust_file(program.emit(&emission)).len();
    let both = fused::emit(&plan, &program, &emission, &"super::super::super::runtime::fused".parse().unwrap());
    let both = format::rust_file(both);
    let items = format::rust_file(types.items);
    let support = if types.support { "use super::super::runtime::typed;\n" } else { "" };
    let readers = both.len() - checks;
    (format!("{support}{items}\npub mod input {{ {both} }}\n"), items.len(), checks, readers)
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
    for module in ["validation", "fused", "typed"] {
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
