//! Every tool list of the corpus: it generates, compiles without a warning, and its tools take what
//! fits and refuse what does not.

use std::fmt::Write as _;

use serde_json::{Value, json};

use super::common::shared;
use super::pipeline::{Generated, generate};
use super::project::Project;
use super::sample;

/// The list whose copies of the runtime and the protocol serve all of them.
const RUNTIME: &str = "memory";

#[test]
fn corpus_compiles_clean_and_takes_and_refuses_arguments() {
    let Some(folder) = shared("corpus") else { return };
    let mut paths: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let project = Project::new("corpus");
    // What a strict application turns on.
    let mut main = String::from(
        "#![deny(warnings, missing_docs, unreachable_pub, clippy::all, clippy::pedantic)]\n//! The corpus.\n\nmod read;\n",
    );
    let mut cases = Vec::new();
    let mut arms = String::new();
    for path in &paths {
        let module = path.file_stem().unwrap().to_str().unwrap().replace('-', "_");
        let Generated { ir, files } = generate(path);
        project.files(&files, &format!("src/{module}"));
        if module != RUNTIME {
            // The runtime and the protocol are the same in all of them; they are compiled once.
            project.drop_folder(&format!("src/{module}/runtime"));
            project.file(&format!("src/{module}/runtime/mod.rs"), &format!("pub use crate::{RUNTIME}::runtime::*;\n"));
            project.file(&format!("src/{module}/protocol.rs"), &format!("pub use crate::{RUNTIME}::protocol::*;\n"));
        }
        writeln!(main, "mod {module};").unwrap();
        for tool in ir.contract.unwrap().tools {
            let rust = &tool.rust;
            let input = format!("crate::{module}::tools::{}::input", rust.module);
            writeln!(
                arms,
                "        ({module:?}, {:?}) => arguments::<crate::{module}::{}>(text, {input}::read, {input}::check),",
                tool.name, rust.args
            )
            .unwrap();
            let valid = sample::valid(&tool.input_schema);
            let valid = valid.unwrap_or_else(|| panic!("{module}/{}: no sample: {}", tool.name, tool.input_schema));
            let broken = sample::broken(&tool.input_schema, &valid);
            cases.push(json!({"module": module, "tool": tool.name, "valid": valid, "broken": broken}));
        }
    }
    assert_eq!((paths.len(), cases.len()), (15, 222));
    main.push_str(MAIN);
    project.file("src/main.rs", &main);
    project.file("src/read.rs", &READ.replace("ARMS", &arms));
    project.file("cases.json", &Value::Array(cases).to_string());
    project.succeeds(&["clippy", "--quiet", "--offline"]);
    let printed = project.succeeds(&["run", "--quiet", "--offline"]);
    assert_eq!(printed.trim(), "222 tools");
}

const MAIN: &str = r#"
fn main() {
    let cases: Vec<serde_json::Value> = serde_json::from_str(include_str!("../cases.json")).expect("cases");
    let mut faults = 0;
    for case in &cases {
        let (module, tool) = (case["module"].as_str().unwrap_or_default(), case["tool"].as_str().unwrap_or_default());
        match read::read(module, tool, &case["valid"].to_string()) {
            Ok(back) if same(&back, &case["valid"]) => {}
            other => {
                faults += 1;
                eprintln!("{module}/{tool}: {} became {other:?}", case["valid"]);
            }
        }
        match read::read(module, tool, &case["broken"].to_string()) {
            Err(said) if !said.is_empty() => {}
            other => {
                faults += 1;
                eprintln!("{module}/{tool}: {} became {other:?}", case["broken"]);
            }
        }
    }
    assert_eq!(faults, 0);
    println!("{} tools", cases.len());
}

/// Equal as JSON Schema has it: 1 is 1.0.
fn same(left: &serde_json::Value, right: &serde_json::Value) -> bool {
    use serde_json::Value::{Array, Number, Object};
    match (left, right) {
        (Number(left), Number(right)) => left == right || left.as_f64() == right.as_f64(),
        (Array(left), Array(right)) => {
            left.len() == right.len() && left.iter().zip(right).all(|(left, right)| same(left, right))
        }
        (Object(left), Object(right)) => {
            left.len() == right.len()
                && left.iter().all(|(name, left)| right.get(name).is_some_and(|right| same(left, right)))
        }
        _ => left == right,
    }
}
"#;

const READ: &str = r#"//! Arguments to types and back.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

fn arguments<T: DeserializeOwned + Serialize>(
    text: &str,
    read: impl FnOnce(&str) -> Option<T>,
    check: impl FnOnce(&Value) -> Result<(), crate::memory::runtime::validation::Violations>,
) -> Result<Value, String> {
    let args: T = crate::memory::runtime::call::arguments(text, read, check).map_err(|error| error.to_string())?;
    serde_json::to_value(args).map_err(|error| error.to_string())
}

#[allow(clippy::too_many_lines, reason = "a line a tool")]
pub(crate) fn read(module: &str, tool: &str, text: &str) -> Result<Value, String> {
    match (module, tool) {
ARMS        _ => Err(String::new()),
    }
}
"#;
