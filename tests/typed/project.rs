//! A crate made of generated types: compiled once, with every warning denied, then asked to read
//! and write values.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use mcp_codegen::typed::Types;
use serde_json::Value;

/// Lints that generated types are not held to, each for a reason that lies in the contract they come from.
pub(crate) const ALLOWED: &str = "clippy::doc_markdown, clippy::enum_variant_names, clippy::large_enum_variant, \
     clippy::many_single_char_names, clippy::similar_names, \
     clippy::module_name_repetitions, clippy::option_option, clippy::struct_excessive_bools, \
     clippy::struct_field_names, clippy::too_many_lines";

/// Types of one schema in the project, and values that must come out as they went in.
pub(crate) struct Case {
    pub(crate) module: String,
    pub(crate) types: Types,
    pub(crate) values: Vec<Value>,
}

/// The project, in the target folder.
pub(crate) struct Project {
    folder: PathBuf,
}

impl Project {
    /// Writes the project: a module a case, and a program that reads and writes values.
    pub(crate) fn write(name: &str, cases: &[Case]) -> Self {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("target").join(name);
        let source = folder.join("src");
        std::fs::create_dir_all(source.join("tools")).unwrap();
        std::fs::create_dir_all(source.join("runtime")).unwrap();
        let manifest = "[package]\nname = \"typed-project\"\nversion = \"0.0.0\"\nedition = \"2024\"\npublish = false\n\n\
             [workspace]\n\n[dependencies]\nserde = { version = \"1\", features = [\"derive\"] }\nserde_json = { version = \"1\", features = [\"float_roundtrip\"] }\n\n\
             [profile.dev]\ndebug = false\nincremental = false\n";
        put(&folder.join("Cargo.toml"), manifest);
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        std::fs::copy(root.join("Cargo.lock"), folder.join("Cargo.lock")).unwrap();
        put(&source.join("runtime/typed.rs"), &std::fs::read_to_string(root.join("codegen/runtime/typed.rs")).unwrap());
        put(&source.join("runtime/mod.rs"), "//! Runtime.\n#[allow(dead_code)]\npub mod typed;\n");
        let mut modules = "//! Tools.\n".to_owned();
        let mut arms = String::new();
        for Case { module, types, .. } in cases {
            let import = if types.support {
                quote::quote!(
                    use super::super::runtime::typed;
                )
            } else {
                quote::quote!()
            };
            let items = &types.items;
            put(
                &source.join(format!("tools/{module}.rs")),
                &mcp_codegen::format::rust_file(quote::quote!(#import #items)),
            );
            writeln!(modules, "#[allow({ALLOWED})]\n#[allow(missing_docs)]\npub mod {module};").unwrap();
            writeln!(arms, "        {module:?} => again::<typed_project::tools::{module}::{}>(text),", types.root)
                .unwrap();
        }
        // The modules are ours and have no docs; what is in them must.
        put(&source.join("tools/mod.rs"), &modules.replace("#[allow(missing_docs)]\n", "/// One schema.\n"));
        put(
            &source.join("lib.rs"),
            "//! Generated types.\n#![deny(warnings, missing_docs, clippy::pedantic)]\npub mod runtime;\npub mod tools;\n",
        );
        put(&source.join("main.rs"), &MAIN.replace("// arms\n", &arms));
        Self { folder }
    }

    /// Runs cargo in the project; panics with its output when it fails.
    pub(crate) fn cargo(&self, arguments: &[&str]) -> String {
        let output = Command::new(env!("CARGO"))
            .args(arguments)
            .arg("--offline")
            .current_dir(&self.folder)
            .env("CARGO_TARGET_DIR", self.folder.join("target"))
            .env("RUSTDOCFLAGS", "-D warnings")
            .env_remove("RUSTFLAGS")
            .output()
            .unwrap();
        let text = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        let start = text.len().saturating_sub(8_000);
        assert!(
            output.status.success(),
            "cargo {arguments:?}: …{}",
            String::from_utf8_lossy(&text.as_bytes()[start..])
        );
        text
    }

    /// Reads every value of every case into its type and writes it again; the lines of what went wrong.
    pub(crate) fn round_trips(&self, cases: &[Case]) -> Vec<String> {
        let mut lines = String::new();
        for case in cases {
            for value in &case.values {
                writeln!(lines, "{}\t{value}", case.module).unwrap();
            }
        }
        put(&self.folder.join("values.txt"), &lines);
        let output = self.cargo(&["run", "--quiet", "--", "values.txt"]);
        let (refused, wrong): (Vec<&str>, Vec<&str>) = output.lines().partition(|line| line.starts_with("refused: "));
        println!("{} values refused for numbers beyond their type", refused.len());
        wrong.into_iter().map(str::to_owned).collect()
    }
}

fn put(path: &Path, text: &str) {
    if std::fs::read_to_string(path).ok().as_deref() != Some(text) {
        std::fs::write(path, text).unwrap();
    }
}

const MAIN: &str = r#"//! Reads values and writes them again.
use serde_json::Value;

fn main() {
    let file = std::env::args().nth(1).expect("a file");
    for line in std::fs::read_to_string(file).expect("text").lines() {
        let (module, text) = line.split_once('\t').expect("a tab");
        if let Err(error) = read(module, text) {
            // The one exception: a number that its type cannot hold exactly is refused, not rounded.
            let beyond = error.contains("expected an integer from") || error.contains("a double holds exactly");
            if beyond && text.contains("18446744073709551615") && !error.starts_with("came out") {
                eprintln!("refused: {module}: {error}");
                continue;
            }
            println!("{module}: {error}: {text}");
        }
    }
}

fn read(module: &str, text: &str) -> Result<(), String> {
    match module {
// arms
        _ => Err("no such module".to_owned()),
    }
}

fn again<T: serde::Serialize + serde::de::DeserializeOwned + Clone + PartialEq + std::fmt::Debug>(text: &str) -> Result<(), String> {
    let wanted: Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let from_text: T = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let from_value: T = serde_json::from_value(wanted.clone()).map_err(|error| error.to_string())?;
    if from_text != from_value {
        return Err(format!("read differently from text: {from_text:?}"));
    }
    let written = serde_json::to_value(&from_text).map_err(|error| error.to_string())?;
    if equal(&written, &wanted) { Ok(()) } else { Err(format!("came out as {written}")) }
}

/// Equal as JSON: numbers by value, members in any order.
fn equal(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Number(x), Value::Number(y)) => x == y || (x.is_f64() != y.is_f64() && x.as_f64() == y.as_f64()),
        (Value::Array(x), Value::Array(y)) => x.len() == y.len() && x.iter().zip(y).all(|(x, y)| equal(x, y)),
        (Value::Object(x), Value::Object(y)) => {
            x.len() == y.len() && x.iter().all(|(name, x)| y.get(name).is_some_and(|y| equal(x, y)))
        }
        (x, y) => x == y,
    }
}
"#;
