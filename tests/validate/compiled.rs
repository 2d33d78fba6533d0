//! Generated validators as a program: compiled once, fed with values, answering with verdicts.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use mcp_codegen::validate::{Emission, Limits, Program};
use quote::quote;
use serde_json::Value;

/// What the validators say of one value.
#[derive(Clone, Debug)]
pub(crate) struct Answer {
    pub(crate) valid: bool,
    /// The rendered violations; empty when valid.
    #[allow(dead_code)]
    pub(crate) text: String,
}

/// A program that holds many validators.
pub(crate) struct Compiled {
    binary: PathBuf,
}

impl Compiled {
    /// Writes a crate of `programs` and builds it. Warnings are errors.
    pub(crate) fn build(name: &str, programs: &[Program]) -> Self {
        Self::build_with(name, programs, None)
    }

    /// The same with bounds.
    pub(crate) fn build_with(name: &str, programs: &[Program], limits: Option<Limits>) -> Self {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let target = root.join("target/validators");
        let folder = target.join("crates").join(name);
        let source = folder.join("src");
        let _ = std::fs::remove_dir_all(&source);
        std::fs::create_dir_all(source.join("validation")).unwrap();
        let manifest = format!(
            "[package]\nname = \"{name}\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n\
             [dependencies]\nserde_json = {{ version = \"1\", features = [\"float_roundtrip\"] }}\n\n[workspace]\n\n\
             [profile.dev]\ndebug = false\nopt-level = 0\n"
        );
        std::fs::write(folder.join("Cargo.toml"), manifest).unwrap();
        let runtime = root.join("codegen/runtime");
        std::fs::copy(runtime.join("validation.rs"), source.join("validation.rs")).unwrap();
        for entry in std::fs::read_dir(runtime.join("validation")).unwrap() {
            let path = entry.unwrap().path();
            std::fs::copy(&path, source.join("validation").join(path.file_name().unwrap())).unwrap();
        }
        let emission = Emission { validation: quote! { super::validation }, limits };
        let mut modules = String::new();
        let mut table = String::new();
        for (index, program) in programs.iter().enumerate() {
            let text = mcp_codegen::format::rust_file(program.emit(&emission));
            std::fs::write(source.join(format!("v{index}.rs")), text).unwrap();
            modules.push_str(&format!("mod v{index};\n"));
            table.push_str(&format!("    (v{index}::is_valid, v{index}::check, v{index}::first),\n"));
        }
        let main = format!(
            "#![deny(warnings)]\n#![allow(missing_docs)]\n#[allow(dead_code, unused_imports)]\nmod validation;\n{modules}{MAIN}\n\
             const VALIDATORS: &[Validator] = &[\n{table}];\n"
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
        Self { binary: target.join("debug").join(name) }
    }

    /// Asks the validators: index and value.
    pub(crate) fn ask(&self, questions: &[(usize, Value)]) -> Vec<Answer> {
        let mut child = Command::new(&self.binary).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let mut input = child.stdin.take().unwrap();
        let lines: Vec<String> = questions.iter().map(|(index, value)| format!("{index} {value}\n")).collect();
        let writer = std::thread::spawn(move || {
            for line in lines {
                input.write_all(line.as_bytes()).unwrap();
            }
        });
        let output = child.wait_with_output().unwrap();
        writer.join().unwrap();
        assert!(output.status.success(), "the validators ended with {}", output.status);
        let text = String::from_utf8(output.stdout).unwrap();
        let answers: Vec<Answer> = text
            .lines()
            .map(|line| {
                let answer: Value = serde_json::from_str(line).unwrap();
                Answer { valid: answer[0].as_bool().unwrap(), text: answer[1].as_str().unwrap().to_owned() }
            })
            .collect();
        assert_eq!(answers.len(), questions.len());
        answers
    }
}

const MAIN: &str = r#"
type Validator = (
    fn(&serde_json::Value) -> bool,
    fn(&serde_json::Value) -> Result<(), validation::Violations>,
    fn(&serde_json::Value) -> Result<(), validation::Violation>,
);

fn main() {
    for line in std::io::stdin().lines() {
        let line = line.unwrap();
        let (index, value) = line.split_once(' ').unwrap();
        let value: serde_json::Value = serde_json::from_str(value).unwrap();
        let (is_valid, check, first) = VALIDATORS[index.parse::<usize>().unwrap()];
        let valid = is_valid(&value);
        let text = match check(&value) {
            Ok(()) => String::new(),
            Err(violations) => {
                assert!(violations.iter().next().is_some(), "no word about {value}");
                let one = first(&value).expect_err("the first fault of an invalid value");
                let told = violations.iter().any(|violation| *violation == one);
                assert!(told || !violations.is_complete(), "{one} is not among: {violations}");
                violations.to_string()
            }
        };
        assert_eq!(valid, first(&value).is_ok(), "is_valid and first disagree on {value}");
        assert_eq!(valid, text.is_empty(), "is_valid and check disagree on {value}");
        println!("{}", serde_json::json!([valid, text]));
    }
}
"#;
