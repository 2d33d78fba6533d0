//! A module for each schema, as `mcp-codegen` generates it.
#![allow(clippy::unwrap_used, reason = "a bench that cannot be built says why and stops")]

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use mcp_codegen::validate::{self, Emission, Options};
use serde_json::{Value, json};

mod schemas;

fn main() {
    let out = PathBuf::from(std::env::var_os("OUT_DIR").unwrap());
    let schemas = schemas::schemas(Path::new(env!("CARGO_MANIFEST_DIR")));
    std::fs::write(out.join("generated.rs"), compared(&schemas)).unwrap();
    std::fs::write(out.join("weights.rs"), weighed(schemas, &out)).unwrap();
}

/// The validators that are run.
fn compared(schemas: &[(String, Value)]) -> String {
    let mut modules = format!("pub mod validation {{ {} }}\n", validate::runtime(&Default::default()));
    let mut rows = String::new();
    let emission = Emission { validation: "super::validation".parse().unwrap(), limits: None };
    for (index, (name, schema)) in schemas.iter().enumerate() {
        let items = validate::compile(schema, &Options::default()).unwrap().emit(&emission);
        let text = schema.to_string();
        writeln!(modules, "pub mod generated_{index} {{ {items} }}").unwrap();
        writeln!(
            rows,
            "Case {{ name: {name:?}, schema: {text:?}, is_valid: generated_{index}::is_valid, \
             first_error: |value| generated_{index}::first(value).err().map(|error| drop(black_box(error))) }},"
        )
        .unwrap();
    }
    format!("{modules}\n/// All.\npub static CASES: &[Case] = &[\n{rows}];\n")
}

/// The files that are compiled, by server, and some that grow.
fn weighed(schemas: Vec<(String, Value)>, out: &Path) -> String {
    let mut servers: Vec<(String, Vec<Value>)> = Vec::new();
    for (name, schema) in schemas {
        let server = name.split(' ').next().unwrap().to_owned();
        match servers.last_mut() {
            Some((last, schemas)) if *last == server => schemas.push(schema),
            _ => servers.push((server, vec![schema])),
        }
    }
    for (count, shown) in [(10, "10"), (100, "100"), (1_000, "1,000"), (10_000, "10,000")] {
        servers.push((format!("`oneOf` of {shown}, told apart by a tag alone"), vec![branches(count, false)]));
        servers.push((format!("`oneOf` of {shown}, no two alike"), vec![branches(count, true)]));
    }
    let emission = Emission { validation: "::validators_bench::validation".parse().unwrap(), limits: None };
    let mut rows = String::new();
    for (row, (name, schemas)) in servers.iter().enumerate() {
        let (mut generated, mut by_macro, mut subschemas) = (String::new(), String::new(), 0);
        for (index, schema) in schemas.iter().enumerate() {
            let program = validate::compile(schema, &Options::default()).unwrap();
            subschemas += program.subschemas();
            writeln!(generated, "pub mod tool_{index} {{ {} }}", program.emit(&emission)).unwrap();
            writeln!(
                by_macro,
                "#[jsonschema::validator(schema = {:?}, validate_formats = false)]\npub struct Tool{index};",
                schema.to_string()
            )
            .unwrap();
        }
        let files = [(format!("weight_{row}.rs"), generated), (format!("weight_macro_{row}.rs"), by_macro)];
        let [generated, by_macro] = files.map(|(file, text)| {
            std::fs::write(out.join(&file), text).unwrap();
            out.join(file).to_str().unwrap().to_owned()
        });
        writeln!(
            rows,
            "Weight {{ name: {name:?}, tools: {}, subschemas: {subschemas}, generated: {generated:?}, by_macro: {by_macro:?} }},",
            schemas.len()
        )
        .unwrap();
    }
    format!("/// All.\npub static WEIGHTS: &[Weight] = &[\n{rows}];\n")
}

fn branches(count: usize, differ: bool) -> Value {
    let branch = |n: usize| {
        let own = if differ { format!("own{n}") } else { "depth".to_owned() };
        json!({ "type": "object", "required": ["mark"], "properties": {
            "mark": { "const": format!("m{n}") },
            (own): { "type": "integer", "minimum": 0 },
        } })
    };
    json!({ "oneOf": (0..count).map(branch).collect::<Vec<_>>() })
}
