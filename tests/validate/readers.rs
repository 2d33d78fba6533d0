//! Readers as a program: types, checks and readers of many schemas, compiled once, asked with texts.

use mcp_codegen::validate::{self, Emission, Options};
use mcp_codegen::{format, fused, typed};
use quote::quote;
use serde_json::Value;

use crate::program::{Binary, Crate};

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
    binary: Binary,
    /// Whether there is a reader for each schema.
    pub(crate) planned: Vec<bool>,
    /// Whether a value that is written is judged by what it holds, and not read back.
    pub(crate) judged: Vec<bool>,
}

impl Readers {
    /// Writes a crate and builds it. Warnings are errors.
    pub(crate) fn build(name: &str, schemas: &[Value], limits: Option<validate::Limits>) -> Self {
        let project = Crate::new(name);
        project.runtime("runtime/", &["validation", "fused", "typed", "serialize", "json"]);
        project.file(
            "runtime/mod.rs",
            "pub mod fused;\nmod json;\npub mod serialize;\npub mod typed;\npub mod validation;\n",
        );
        let (mut modules, mut table) = (String::new(), String::new());
        let (mut planned, mut judged) = (Vec::new(), Vec::new());
        for (index, schema) in schemas.iter().enumerate() {
            let program = validate::compile(schema, &Options::default()).unwrap_or_else(|faults| panic!("{faults:#?}"));
            let types = typed::types("Root", "Arguments.", schema);
            let plan = fused::plan(&program, &types);
            let emission = Emission { validation: quote! { super::super::super::runtime::validation }, limits };
            let support = types.support.then(|| quote! { use super::super::runtime::typed; });
            let (items, checks) = (
                &types.items,
                match &plan {
                    Some(plan) => fused::emit(plan, &program, &emission, &quote! { super::super::super::runtime }),
                    None => program.emit(&emission),
                },
            );
            let written = fused::plan_written(&program, &types).map(|plan| {
                let checks = fused::emit(&plan, &program, &emission, &quote! { super::super::super::runtime });
                judged.push(!checks.to_string().contains("fn read"));
                quote! { pub mod output { #checks } }
            });
            let text = format::rust_file(quote! { #support #items pub mod input { #checks } #written });
            project.file(&format!("tools/v{index}.rs"), &text);
            modules.push_str(&format!("pub mod v{index};\n"));
            let (read, write) = match plan {
                Some(_) => (format!("tools::v{index}::input::read"), format!("tools::v{index}::output::write")),
                None => ("|_| None".to_owned(), "|_, _| None".to_owned()),
            };
            table.push_str(&format!(
                "    |text| judge::<tools::v{index}::Root>(text, {read}, {write}, tools::v{index}::input::check),\n"
            ));
            planned.push(plan.is_some());
        }
        project.file("tools/mod.rs", &modules);
        let main = format!(
            "#![deny(warnings)]\n#[allow(dead_code, unused_imports)]\nmod runtime;\n#[allow(dead_code)]\nmod tools;\n{MAIN}\n\
             const ALL: &[fn(&str) -> Result<char, String>] = &[\n{table}];\n"
        );
        project.file("main.rs", &main);
        Self { binary: project.build(), planned, judged }
    }

    /// Reads texts, each by the schema of its index. Panics where the two ways do not agree.
    pub(crate) fn ask(&self, questions: &[(usize, String)]) -> Vec<Outcome> {
        let lines = questions.iter().map(|(index, text)| format!("{index} {}", Value::String(text.clone())));
        let answers = self.binary.ask(lines.collect());
        let wrong: Vec<&str> =
            answers.iter().map(String::as_str).filter(|line| line.chars().count() > 1).take(20).collect();
        assert!(wrong.is_empty(), "the two ways differ:\n{}", wrong.join("\n"));
        let outcomes: Vec<Outcome> = answers
            .iter()
            .map(|line| match line.as_str() {
                "r" | "R" => Outcome::Read,
                "l" => Outcome::TheLongWay,
                _ => Outcome::Refused,
            })
            .collect();
        assert_eq!(outcomes.len(), questions.len());
        let fit = answers.iter().any(|line| line == "R");
        assert!(fit || !outcomes.contains(&Outcome::Read), "nothing that was read fits when it is written");
        outcomes
    }
}

const MAIN: &str = r#"
use runtime::serialize::Text;
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
    write: impl FnOnce(&T, &mut Text) -> Option<()>,
    check: impl Fn(&Value) -> Result<(), runtime::validation::Violations>,
) -> Result<char, String> {
    let value = serde_json::from_str::<Value>(text).map_err(|error| error.to_string());
    // Whatever the type holds, valid or not, is written; what is said to fit then has to.
    let typed = value.as_ref().ok().and_then(|value| serde_json::from_value::<T>(value.clone()).ok());
    let fit = typed.is_some_and(|typed| {
        let written = serde_json::to_string(&typed).unwrap();
        let mut out = Text::new(true);
        let fit = write(&typed, &mut out).is_some();
        if fit {
            let inside = serde_json::to_string(&written).unwrap();
            assert_eq!(out.into_texts(), (written.clone(), inside[1..inside.len() - 1].to_owned()));
        }
        let checked = check(&serde_json::from_str(&written).unwrap());
        assert!(!fit || checked.is_ok(), "{written} is said to fit, but {checked:?}: {text:?}");
        fit
    });
    let checked = value.and_then(|value| check(&value).map(|()| value).map_err(|faults| faults.to_string()));
    let decoded = checked.and_then(|value| serde_json::from_value::<T>(value).map_err(|error| error.to_string()));
    match (read(text), decoded) {
        (None, Err(_)) => Ok('n'),
        (None, Ok(_)) => Ok('l'),
        (Some(read), Err(error)) => Err(format!("read as {read:?}, but {error}")),
        (Some(read), Ok(decoded)) if read != decoded => Err(format!("read as {read:?}, decoded as {decoded:?}")),
        (Some(read), Ok(decoded)) => {
            let (read, decoded) = (serde_json::to_string(&read).unwrap(), serde_json::to_string(&decoded).unwrap());
            if read == decoded { Ok(if fit { 'R' } else { 'r' }) } else { Err(format!("written as {read} and as {decoded}")) }
        }
    }
}
"#;
