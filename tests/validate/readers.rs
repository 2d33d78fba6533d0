//! Readers as a program: types, checks and readers of many schemas, compiled once, asked with texts.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use mcp_codegen::validate::{self, Emission, Options};
use mcp_codegen::{format, fused, typed};
use quote::quote;
use serde_json::Value;

/// What both ways make of one text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// Both take it, and the value is the same.
    Read,
    /// The reader leaves it to the long way, which takes it.
    TheLongWay,
    /// Neither takes it.
    Refused,
}

/// A program that holds many readers.
pub(crate) struct Readers {
    binary: PathBuf,
    /// Whether there is a reader for each schema.
    pub(crate) planned: Vec<bool>,
}

impl Readers {
    /// Writes a crate and builds it. Warnings are errors.
    pub(crate) fn build(name: &str, schemas: &[Value], limits: Option<validate::Limits>) -> Self {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let target = root.join("target/validators");
        let folder = target.join("crates").join(name);
        let source = folder.join("src");
        let _ = std::fs::remove_dir_all(&source);
        std::fs::create_dir_all(source.join("tools")).unwrap();
        let manifest = format!(
            "[package]\nname = \"{name}\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n\
             [dependencies]\nserde = {{ version = \"1\", features = [\"derive\"] }}\nserde_json = \"1\"\n\n\
             [workspace]\n\n[profile.dev]\ndebug = false\nopt-level = 0\nincremental = false\n"
        );
        std::fs::write(folder.join("Cargo.toml"), manifest).unwrap();
        let runtime = root.join("codegen/runtime");
        std::fs::create_dir_all(source.join("runtime")).unwrap();
        for module in ["validation", "fused", "typed"] {
            let file = format!("{module}.rs");
            // The long way is not here: it belongs to servers.
            let text = std::fs::read_to_string(runtime.join(&file)).unwrap().replace("(super::call::arguments)", "");
            std::fs::write(source.join("runtime").join(&file), text).unwrap();
            let Ok(entries) = std::fs::read_dir(runtime.join(module)) else { continue };
            std::fs::create_dir_all(source.join("runtime").join(module)).unwrap();
            for entry in entries {
                let path = entry.unwrap().path();
                std::fs::copy(&path, source.join("runtime").join(module).join(path.file_name().unwrap())).unwrap();
            }
        }
        std::fs::write(source.join("runtime/mod.rs"), "pub mod fused;\npub mod typed;\npub mod validation;\n").unwrap();
        let (mut modules, mut table, mut planned) = (String::new(), String::new(), Vec::new());
        for (index, schema) in schemas.iter().enumerate() {
            let program = validate::compile(schema, &Options::default()).unwrap_or_else(|faults| panic!("{faults:#?}"));
            let types = typed::types("Root", "Arguments.", schema);
            let plan = fused::plan(&program, &types);
            let emission = Emission { validation: quote! { super::super::super::runtime::validation }, limits };
            let support = types.support.then(|| quote! { use super::super::runtime::typed; });
            let (items, checks) = (
                &types.items,
                match &plan {
                    Some(plan) => {
                        fused::emit(plan, &program, &emission, &quote! { super::super::super::runtime::fused })
                    }
                    None => program.emit(&emission),
                },
            );
            let text = format::rust_file(quote! { #support #items pub mod input { #checks } });
            std::fs::write(source.join(format!("tools/v{index}.rs")), text).unwrap();
            modules.push_str(&format!("pub mod v{index};\n"));
            let read = match plan {
                Some(_) => format!("tools::v{index}::input::read"),
                None => "|_| None".to_owned(),
            };
            table.push_str(&format!(
                "    |text| judge::<tools::v{index}::Root>(text, {read}, tools::v{index}::input::check),\n"
            ));
            planned.push(plan.is_some());
        }
        std::fs::write(source.join("tools/mod.rs"), modules).unwrap();
        let main = format!(
            "#![deny(warnings)]\n#[allow(dead_code, unused_imports)]\nmod runtime;\n#[allow(dead_code)]\nmod tools;\n{MAIN}\n\
             const ALL: &[fn(&str) -> Result<char, String>] = &[\n{table}];\n"
        );
        std::fs::write(source.join("main.rs"), main).unwrap();
        let output = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
            .args(["build", "--quiet", "--manifest-path"])
            .arg(folder.join("Cargo.toml"))
            .env("CARGO_TARGET_DIR", &target)
            .env_remove("RUSTFLAGS")
            .output()
            .unwrap();
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{name} does not build:\n{}", errors.chars().take(8_000).collect::<String>());
        Self { binary: target.join("debug").join(name), planned }
    }

    /// Reads texts, each by the schema of its index. Panics where the two ways do not agree.
    pub(crate) fn ask(&self, questions: &[(usize, String)]) -> Vec<Outcome> {
        let mut child = Command::new(&self.binary).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let mut input = child.stdin.take().unwrap();
        let lines: Vec<String> =
            questions.iter().map(|(index, text)| format!("{index} {}\n", Value::String(text.clone()))).collect();
        let writer = std::thread::spawn(move || {
            for line in lines {
                input.write_all(line.as_bytes()).unwrap();
            }
        });
        let output = child.wait_with_output().unwrap();
        writer.join().unwrap();
        assert!(output.status.success(), "the readers ended with {}", output.status);
        let text = String::from_utf8(output.stdout).unwrap();
        let wrong: Vec<&str> = text.lines().filter(|line| line.chars().count() > 1).take(20).collect();
        assert!(wrong.is_empty(), "the two ways differ:\n{}", wrong.join("\n"));
        let outcomes: Vec<Outcome> = text
            .lines()
            .map(|line| match line {
                "r" => Outcome::Read,
                "l" => Outcome::TheLongWay,
                _ => Outcome::Refused,
            })
            .collect();
        assert_eq!(outcomes.len(), questions.len());
        outcomes
    }
}

const MAIN: &str = r#"
use serde_json::Value;

fn main() {
    for line in std::io::stdin().lines() {
        let line = line.unwrap();
        let (index, text) = line.split_once(' ').unwrap();
        let text: String = serde_json::from_str(text).unwrap();
        match ALL[index.parse::<usize>().unwrap()](&text) {
            Ok(outcome) => println!("{outcome}"),
            Err(error) => println!("schema {index}: {error}: {text:?}"),
        }
    }
}

fn judge<T: serde::Serialize + serde::de::DeserializeOwned + PartialEq + std::fmt::Debug>(
    text: &str,
    read: impl FnOnce(&str) -> Option<T>,
    check: impl FnOnce(&Value) -> Result<(), runtime::validation::Violations>,
) -> Result<char, String> {
    let value = serde_json::from_str::<Value>(text).map_err(|error| error.to_string());
    let checked = value.and_then(|value| check(&value).map(|()| value).map_err(|faults| faults.to_string()));
    let decoded = checked.and_then(|value| serde_json::from_value::<T>(value).map_err(|error| error.to_string()));
    match (read(text), decoded) {
        (None, Err(_)) => Ok('n'),
        (None, Ok(_)) => Ok('l'),
        (Some(read), Err(error)) => Err(format!("read as {read:?}, but {error}")),
        (Some(read), Ok(decoded)) if read != decoded => Err(format!("read as {read:?}, decoded as {decoded:?}")),
        (Some(read), Ok(decoded)) => {
            let (read, decoded) = (serde_json::to_string(&read).unwrap(), serde_json::to_string(&decoded).unwrap());
            if read == decoded { Ok('r') } else { Err(format!("written as {read} and as {decoded}")) }
        }
    }
}
"#;
