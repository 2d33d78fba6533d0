//! The tools of the corpus: every type compiles, and every valid value goes in and comes out.

use std::collections::BTreeMap;

use mcp_codegen::names::{self, Kind};
use mcp_codegen::typed::{self, Types};
use serde_json::Value;

use crate::project::{Case, Project};
use crate::{common, samples};

/// Module, root name and schema of every tool.
pub(crate) fn schemas() -> Vec<(String, String, Value)> {
    let Some(folder) = common::shared("corpus") else { return Vec::new() };
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let mut all = Vec::new();
    for file in files {
        let document: Value = serde_json::from_str(&std::fs::read_to_string(&file).unwrap()).unwrap();
        let stem = file.file_stem().unwrap().to_string_lossy().into_owned();
        for tool in document["tools"].as_array().unwrap() {
            for (key, role) in [("inputSchema", "args"), ("outputSchema", "output")] {
                let Some(schema) = tool.get(key) else { continue };
                let name = tool["name"].as_str().unwrap();
                let module = names::ident(Kind::Module, &format!("{stem} {name} {role}"));
                all.push((module, names::ident(Kind::Type, &format!("{name} {role}")), schema.clone()));
            }
        }
    }
    all
}

#[test]
fn every_tool_of_the_corpus_compiles_and_loses_nothing() {
    let mut cases = Vec::new();
    let (mut full, mut values, mut without, mut notes) = (0, 0, Vec::new(), BTreeMap::<String, usize>::new());
    for (module, root, schema) in schemas() {
        let types = typed::types(&root, "Made from a schema of the corpus.", &schema);
        full += usize::from(types.notes.iter().all(|note| note.rule == "TYP-06"));
        for note in &types.notes {
            *notes.entry(format!("{} {:?} {}", note.rule, note.keyword, note.message)).or_default() += 1;
        }
        let found = samples::valid(&schema, &module, 60);
        values += found.len();
        if found.is_empty() {
            without.push(module.clone());
        }
        cases.push(Case { module, types, values: found });
    }
    if cases.is_empty() {
        return;
    }
    println!("{} schemas, {full} fully typed, {values} values; without a value: {without:?}", cases.len());
    for (note, count) in notes {
        println!("{count:5} {note}");
    }
    assert!(without.is_empty(), "no valid value was found for {without:?}");
    let project = Project::write("typed-corpus", &cases);
    let wrong = project.round_trips(&cases);
    assert!(wrong.is_empty(), "{} of {values}:\n{}", wrong.len(), wrong.join("\n"));
    project.cargo(&["clippy", "--quiet", "--lib"]);
    project.cargo(&["doc", "--quiet", "--no-deps", "--lib"]);
    let doctests = project.cargo(&["test", "--doc"]);
    assert!(doctests.contains("running 0 tests"), "{doctests}");
}

#[test]
fn types_depend_on_nothing_but_root_and_schema() {
    for (_, root, schema) in schemas() {
        let text = |types: &Types| format!("{} {:?} {:?}", types.items, types.form, types.notes);
        assert_eq!(text(&typed::types(&root, "", &schema)), text(&typed::types(&root, "", &schema)));
    }
}
