//! Generated validators as a program: compiled once, fed with values, answering with verdicts.

use mcp_codegen::validate::{Emission, Limits, Program};
use quote::quote;
use serde_json::Value;

use crate::program::{Binary, Crate};

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
    binary: Binary,
}

impl Compiled {
    /// Writes a crate of `programs` and builds it. Warnings are errors.
    pub(crate) fn build(name: &str, programs: &[Program]) -> Self {
        Self::build_with(name, programs, None)
    }

    /// The same with bounds.
    pub(crate) fn build_with(name: &str, programs: &[Program], limits: Option<Limits>) -> Self {
        let formats = programs.iter().flat_map(Program::formats).collect();
        let project = Crate::asserting(name, &formats);
        project.runtime("", &["validation"]);
        project.formats(&formats);
        let emission = Emission { validation: quote! { super::validation }, limits };
        let mut modules = String::new();
        let mut table = String::new();
        for (index, program) in programs.iter().enumerate() {
            let text = mcp_codegen::format::rust_file(program.emit(&emission));
            project.file(&format!("v{index}.rs"), &text);
            modules.push_str(&format!("mod v{index};\n"));
            table.push_str(&format!("    (v{index}::is_valid, v{index}::check, v{index}::first),\n"));
        }
        let main = format!(
            "#![deny(warnings)]\n#![allow(missing_docs)]\n#[allow(dead_code, unused_imports)]\nmod validation;\n{modules}{MAIN}\n\
             const VALIDATORS: &[Validator] = &[\n{table}];\n"
        );
        project.file("main.rs", &main);
        Self { binary: project.build() }
    }

    /// Asks the validators: index and value.
    pub(crate) fn ask(&self, questions: &[(usize, Value)]) -> Vec<Answer> {
        let lines = questions.iter().map(|(index, value)| format!("{index} {value}"));
        let answers: Vec<Answer> = self
            .binary
            .ask(lines.collect())
            .iter()
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
