//! The law: what the schema lets through can be read into its type, and comes out equal as JSON.
//! All types are compiled in one project, with every warning denied.

use std::collections::BTreeMap;

use mcp_codegen::names::{self, Kind};
use mcp_codegen::typed::{self, Types};
use serde_json::Value;

use crate::project::{Case, Project};
use crate::{common, samples, schemas};

/// Module, root name and schema of every tool of the corpus.
fn corpus() -> Vec<(String, String, Value)> {
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

/// The corpus, generated, with valid values; prints what is typed and what is not.
fn corpus_cases() -> Vec<Case> {
    let mut cases = Vec::new();
    let (mut full, mut values, mut without, mut notes) = (0, 0, Vec::new(), BTreeMap::<String, usize>::new());
    for (module, root, schema) in corpus() {
        let types = typed::types(&root, "Made from a schema of the corpus.", &schema);
        full += usize::from(types.notes.is_empty());
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
    println!("corpus: {} schemas, {full} fully typed, {values} values", cases.len());
    for (note, count) in notes {
        println!("{count:5} {note}");
    }
    assert!(without.is_empty(), "no valid value was found for {without:?}");
    cases
}

/// Our own schemas, with the values that they name and valid ones at random.
fn own_cases() -> Vec<Case> {
    let mut cases = Vec::new();
    let mut count = 0;
    for (module, schema, named) in schemas::all() {
        let validator = jsonschema::validator_for(&schema).unwrap();
        for value in &named {
            assert!(validator.is_valid(value), "{module}: {value} is not valid, the test is wrong");
        }
        let mut values = named;
        values.extend(samples::valid(&schema, module, 200));
        count += values.len();
        let root = names::ident(Kind::Type, &format!("{module} args"));
        cases.push(Case { module: format!("own_{module}"), types: typed::types(&root, "Our own.", &schema), values });
    }
    println!("own: {} schemas, {count} values", cases.len());
    cases
}

#[test]
fn every_type_compiles_and_loses_nothing() {
    let mut cases = own_cases();
    cases.extend(corpus_cases());
    let project = Project::write("typed-project", &cases);
    let wrong = project.round_trips(&cases);
    assert!(wrong.is_empty(), "{}:\n{}", wrong.len(), wrong.join("\n"));
    project.cargo(&["clippy", "--quiet", "--lib"]);
    project.cargo(&["doc", "--quiet", "--no-deps", "--lib"]);
    let doctests = project.cargo(&["test", "--doc"]);
    assert!(doctests.contains("running 0 tests"), "{doctests}");
}

#[test]
fn types_depend_on_nothing_but_root_and_schema() {
    let text = |types: &Types| format!("{} {:?} {:?}", types.items, types.form, types.notes);
    for (_, root, schema) in corpus() {
        assert_eq!(text(&typed::types(&root, "", &schema)), text(&typed::types(&root, "", &schema)));
    }
}

/// Schemas with parts of each other in their places: whatever comes out is Rust, with no name twice.
#[test]
fn scrambled_schemas_still_make_rust() {
    let own: Vec<Value> = schemas::all().into_iter().map(|(_, schema, _)| schema).collect();
    let mut parts = Vec::new();
    own.iter().for_each(|schema| collect(schema, &mut parts));
    let mut random = samples::Random::new("scrambled");
    for round in 0..600 {
        let mut schema = own[round % own.len()].clone();
        for _ in 0..=random.next(4) {
            let pointers = pointers(&schema);
            let (Some(at), Some(part)) = (random.pick(&pointers), random.pick(&parts)) else { continue };
            *schema.pointer_mut(at).unwrap() = part.clone();
        }
        let types = typed::types("Root", "The root.", &schema);
        let file: syn::File = syn::parse2(types.items.clone()).unwrap_or_else(|error| panic!("{schema}: {error}"));
        let mut names = std::collections::HashSet::new();
        for item in &file.items {
            let name = match item {
                syn::Item::Struct(item) => &item.ident,
                syn::Item::Enum(item) => &item.ident,
                _ => continue,
            };
            assert!(names.insert(name.to_string()) && name.to_string().starts_with("Root"), "{name}: {schema}");
        }
        assert!(names.contains("Root"), "{schema}");
        assert!(types.notes.iter().all(|note| note.rule != "TYP-03"), "{:?}: {schema}", types.notes);
    }
}

fn collect(value: &Value, parts: &mut Vec<Value>) {
    parts.push(value.clone());
    match value {
        Value::Object(members) => members.values().for_each(|value| collect(value, parts)),
        Value::Array(items) => items.iter().take(20).for_each(|value| collect(value, parts)),
        _ => {}
    }
}

fn pointers(value: &Value) -> Vec<String> {
    let mut all = vec![String::new()];
    let children: Vec<(String, &Value)> = match value {
        Value::Object(members) => {
            members.iter().map(|(name, value)| (name.replace('~', "~0").replace('/', "~1"), value)).collect()
        }
        Value::Array(items) => items.iter().enumerate().map(|(index, value)| (index.to_string(), value)).collect(),
        _ => Vec::new(),
    };
    for (name, value) in children {
        all.extend(pointers(value).into_iter().map(|below| format!("/{name}{below}")));
    }
    all
}
