//! JSON-Schema-Test-Suite: every required test of both dialects.

use std::collections::BTreeMap;
use std::path::Path;

use mcp_codegen::validate::{self, Dialect, Options};
use serde_json::Value;

use crate::common::shared;
use crate::compiled::Compiled;

#[test]
fn jsc_01_the_required_tests_of_draft_2020_12_pass() {
    run("draft2020-12", Dialect::Draft202012, 1_299);
}

#[test]
fn jsc_01_the_required_tests_of_draft_7_pass() {
    run("draft7", Dialect::Draft7, 927);
}

/// The suite's own folder of optional tests for formats is read from a clone of it: `JSON_SCHEMA_FORMATS` is the folder
/// `tests` of that.
#[test]
fn the_optional_tests_of_formats_pass() {
    let Some(folder) = std::env::var_os("JSON_SCHEMA_FORMATS") else {
        println!("skipped: JSON_SCHEMA_FORMATS names no folder `tests` of the JSON Schema Test Suite");
        return;
    };
    let (mut programs, mut questions, mut expected) = (Vec::new(), Vec::new(), Vec::new());
    for (draft, dialect) in [("draft2020-12", Dialect::Draft202012), ("draft7", Dialect::Draft7)] {
        let options = Options { dialect, assert_format: true, ..Options::default() };
        for name in validate::format::all().chain(["ecmascript-regex", "unknown"]) {
            let file = Path::new(&folder).join(format!("{draft}/optional/format/{name}.json"));
            // Draft-07 has neither durations nor UUIDs.
            let Some(groups) = file.exists().then(|| read(&file)) else { continue };
            for group in groups.as_array().unwrap() {
                let program = validate::compile(&group["schema"], &options).unwrap();
                for test in group["tests"].as_array().unwrap() {
                    questions.push((programs.len(), test["data"].clone()));
                    let name = format!("{draft}: {name}: {}: {}", test["description"], test["data"]);
                    expected.push((name, test["valid"].as_bool().unwrap()));
                }
                programs.push(program);
            }
        }
    }
    assert!(questions.len() > 800, "only {} tests of formats are there", questions.len());
    let answers = Compiled::build("suite-formats", &programs).ask(&questions);
    let pairs = answers.iter().zip(&expected);
    let wrong: Vec<&str> =
        pairs.filter(|(answer, (_, valid))| answer.valid != *valid).map(|(_, (name, _))| name.as_str()).collect();
    assert!(wrong.is_empty(), "{} of {} are wrong:\n{}", wrong.len(), questions.len(), wrong.join("\n"));
    println!("{} tests of formats, none wrong", questions.len());
}

fn run(draft: &str, dialect: Dialect, count: usize) {
    let Some(folder) = shared("json-schema-suite") else { return };
    let mut documents = BTreeMap::new();
    remotes(&folder.join("remotes"), "http://localhost:1234", &mut documents);
    let options = Options { dialect, documents, ..Options::default() };
    let (mut programs, mut questions, mut expected) = (Vec::new(), Vec::new(), Vec::new());
    let mut files: Vec<_> = std::fs::read_dir(folder.join(draft)).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    for file in files {
        for group in read(&file).as_array().unwrap() {
            let name = format!("{}: {}", file.file_stem().unwrap().to_string_lossy(), group["description"]);
            let program = match validate::compile(&group["schema"], &options) {
                Ok(program) => program,
                Err(faults) => panic!("{name} is refused: {faults:#?}"),
            };
            for test in group["tests"].as_array().unwrap() {
                questions.push((programs.len(), test["data"].clone()));
                expected.push((format!("{name}: {}", test["description"]), test["valid"].as_bool().unwrap()));
            }
            programs.push(program);
        }
    }
    assert_eq!(questions.len(), count, "the suite is not the one that is meant");
    let answers = Compiled::build(&format!("suite-{draft}"), &programs).ask(&questions);
    let wrong: Vec<&str> = answers
        .iter()
        .zip(&expected)
        .filter(|(answer, (_, valid))| answer.valid != *valid)
        .map(|(_, (name, _))| name.as_str())
        .collect();
    assert!(wrong.is_empty(), "{} of {count} are wrong:\n{}", wrong.len(), wrong.join("\n"));
}

fn remotes(folder: &Path, uri: &str, found: &mut BTreeMap<String, Value>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let uri = format!("{uri}/{}", path.file_name().unwrap().to_string_lossy());
        if path.is_dir() {
            remotes(&path, &uri, found);
        } else {
            found.insert(uri, read(&path));
        }
    }
}

fn read(path: &Path) -> Value {
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}
