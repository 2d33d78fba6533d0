//! The files that become the user's: hostile text, samples that fit, the dependency table.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use mcp_codegen::dependencies::{self, DEPENDENCIES, Dependency, Needs, OPTIONAL, When};
use mcp_codegen::diagnostic::Diagnostics;
use mcp_codegen::scaffold::sample;
use mcp_codegen::source::Sources;
use serde_json::{Value, json};

use crate::common::shared;

#[test]
fn a_sample_fits_its_schema() {
    let schemas = [
        json!(true),
        json!({ "type": "object", "required": ["a", "b"], "properties": { "a": { "type": "integer", "minimum": 3 } } }),
        json!({ "type": "object", "required": ["x"], "additionalProperties": { "type": "number", "exclusiveMaximum": 0 } }),
        json!({ "$ref": "#/$defs/a", "$defs": { "a": { "type": "array", "minItems": 2, "items": { "enum": ["p", "q"] } } } }),
        json!({ "type": ["null", "string"], "minLength": 9 }),
        json!({ "type": "string", "maxLength": 3 }),
        json!({ "type": "integer", "minimum": -7, "maximum": -5 }),
        json!({ "type": "number", "exclusiveMinimum": 0, "exclusiveMaximum": 1 }),
        json!({ "type": "integer", "multipleOf": 7, "minimum": 1 }),
        json!({ "anyOf": [{ "type": "string", "pattern": "^a" }, { "const": { "z": [1.5, null] } }] }),
        json!({ "type": "string", "format": "date-time" }),
        json!({ "type": "array", "maxItems": 0 }),
    ];
    for schema in schemas {
        let value = sample(&schema).unwrap_or_else(|| panic!("no sample of {schema}"));
        assert!(jsonschema::is_valid(&schema, &value), "{value} under {schema}");
    }
}

#[test]
fn no_sample_is_better_than_a_wrong_one() {
    let schemas = [
        json!(false),
        json!({ "type": "string", "pattern": "^[A-Z]{3}$" }),
        json!({ "type": "object", "required": ["a"], "dependentRequired": { "a": ["b"] } }),
        json!({ "type": "object", "minProperties": 1 }),
        json!({ "type": "array", "minItems": 2, "uniqueItems": true, "items": { "type": "integer" } }),
        json!({ "$ref": "#" }),
        json!({ "$ref": "#/$defs/none" }),
        json!({ "$ref": "https://example.com/schema.json" }),
        json!({ "not": {} }),
        json!({ "oneOf": [{ "type": "number" }, { "type": "integer" }] }),
        json!({ "type": "string", "minLength": 5, "maxLength": 2 }),
        json!({ "type": "integer", "exclusiveMinimum": 0, "exclusiveMaximum": 1 }),
        json!({ "type": "object", "required": ["r"], "properties": { "r": { "$ref": "#" } } }),
        json!({ "type": "string", "minLength": 4_000_000_000_u64 }),
        json!(7),
    ];
    for schema in schemas {
        assert_eq!(sample(&schema), None, "{schema}");
    }
}

#[test]
fn samples_of_real_tools_fit() {
    let Some(corpus) = shared("corpus") else { return };
    let (mut tools, mut made) = (0, 0);
    for entry in std::fs::read_dir(corpus).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "json") {
            continue;
        }
        let list: Value = serde_json::from_slice(&std::fs::read(&path).unwrap()).unwrap();
        let list =
            list.pointer("/result/tools").or(list.get("tools")).and_then(Value::as_array).cloned().unwrap_or_default();
        for tool in list {
            tools += 1;
            let schema = &tool["inputSchema"];
            if let Some(value) = sample(schema) {
                made += 1;
                assert!(jsonschema::is_valid(schema, &value), "{}: {}: {value}", path.display(), tool["name"]);
            }
        }
    }
    assert!(tools > 200 && made * 100 >= tools * 90, "{made} of {tools}");
}

/// The crates of a `Cargo.toml`: version, whether default features are off, sorted features.
fn listed(path: &str) -> BTreeMap<String, (String, bool, BTreeSet<String>)> {
    let text = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap();
    let manifest: toml::Table = toml::from_str(&text).unwrap();
    let table = manifest["dependencies"].as_table().unwrap();
    let entry = |entry: &toml::Value| match entry {
        toml::Value::String(version) => (version.clone(), false, BTreeSet::new()),
        entry => {
            let features = entry.get("features").and_then(toml::Value::as_array).cloned().unwrap_or_default();
            let features = features.iter().map(|feature| feature.as_str().unwrap().to_owned()).collect();
            let bare = entry.get("default-features").and_then(toml::Value::as_bool) == Some(false);
            (entry["version"].as_str().unwrap().to_owned(), bare, features)
        }
    };
    let of_crates_io = table.iter().filter(|(_, value)| value.get("path").is_none());
    of_crates_io.map(|(name, value)| (name.clone(), entry(value))).collect()
}

/// Rows as [`listed`] reads them.
fn rows(rows: impl Iterator<Item = &'static Dependency>) -> BTreeMap<String, (String, bool, BTreeSet<String>)> {
    let features = |row: &Dependency| row.features.iter().map(ToString::to_string).collect();
    rows.map(|row| (row.name.to_owned(), (row.version.to_owned(), row.bare, features(row)))).collect()
}

#[test]
fn the_table_of_dependencies_is_what_the_runtime_is_compiled_with() {
    let table = rows(DEPENDENCIES.iter().chain(OPTIONAL.iter().map(|(_, row)| row)));
    assert_eq!(table, listed("codegen/runtime-check/Cargo.toml"));
    let names: Vec<_> = DEPENDENCIES.iter().map(|row| row.name).collect();
    assert!(names.is_sorted() && DEPENDENCIES.iter().all(|row| row.features.is_sorted() && !row.reason.is_empty()));
}

/// Servers that are crates of their own repeat by hand what `new` writes.
#[test]
fn servers_outside_of_the_workspace_list_what_generated_code_needs_and_no_more() {
    for (manifest, cargo_toml, more) in [
        ("generated/mcp.toml", "tests/endurance/Cargo.toml", OPTIONAL),
        ("benches/server/weather/mcp.toml", "benches/server/weather/Cargo.toml", &[]),
    ] {
        let (mut sources, mut findings) = (Sources::default(), Diagnostics::default());
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(manifest);
        let generated = mcp_codegen::generate(&path, &mut sources, &mut findings).unwrap();
        let needs = generated.model.needs();
        let wanted = rows(dependencies::needed(&needs).chain(more.iter().map(|(_, row)| row)));
        assert_eq!(listed(cargo_toml), wanted, "{cargo_toml}");
    }
}

#[test]
fn what_a_cargo_toml_lacks_is_named_line_by_line() {
    let complete: String = DEPENDENCIES.iter().map(|row| row.line() + "\n").collect();
    let missing = |text: &str| dependencies::missing(text, &everything()).unwrap();
    assert!(missing(&format!("[dependencies]\n{complete}")).is_empty());
    assert_eq!(missing("").len(), DEPENDENCIES.len());

    let without = format!("[dependencies]\n{complete}").replace("bytes = \"1\"\n", "");
    assert_eq!(missing(&without), ["bytes = \"1\""]);
    let poorer = format!("[dependencies]\n{complete}").replace("\"derive\"", "\"rc\"");
    assert_eq!(missing(&poorer), ["serde = { version = \"1\", features = [\"derive\"] }"]);
    let full = format!("[dependencies]\n{complete}");
    let tokio = full.lines().find(|line| line.starts_with("tokio")).unwrap();
    assert!(missing(&full.replace(tokio, "tokio = { version = \"1\", features = [\"full\"] }")).is_empty());
    assert!(missing(&full.replace(tokio, "tokio = { workspace = true }")).is_empty());
    assert_eq!(missing(&full.replace(tokio, "tokio = \"1\"")), [tokio]);
    assert_eq!(
        missing(&full.replace("bytes = \"1\"", "bytes = { version = \"1\", optional = true }")),
        ["bytes = \"1\""]
    );
    assert!(dependencies::missing("[dependencies", &everything()).is_err());
}

#[test]
fn a_server_that_asks_nothing_needs_no_cryptography() {
    let names = |needs| dependencies::needed(needs).map(|row| row.name).collect::<Vec<_>>();
    let (seals, none) = (Needs { seals: true, ..Needs::default() }, Needs::default());
    let every = everything();
    assert_eq!(names(&every), DEPENDENCIES.iter().map(|row| row.name).collect::<Vec<_>>());
    let (all, fewer) = (names(&seals), names(&none));
    let only_sealing: Vec<_> = all.into_iter().filter(|name| !fewer.contains(name)).collect();
    assert_eq!(only_sealing, ["chacha20poly1305", "getrandom"]);
    let listed: String = dependencies::needed(&none).map(|row| row.line() + "\n").collect();
    let listed = format!("[dependencies]\n{listed}");
    assert!(dependencies::missing(&listed, &none).unwrap().is_empty());
    assert_eq!(dependencies::missing(&listed, &seals).unwrap().len(), 2);
}

/// What needs every crate.
fn everything() -> Needs {
    Needs { seals: true, formats: mcp_codegen::validate::format::all().collect() }
}

#[test]
fn a_format_brings_its_crate_and_no_other() {
    let of = |formats: &[&'static str]| {
        let needs = Needs { seals: false, formats: formats.iter().copied().collect() };
        let plain: Vec<_> = dependencies::needed(&Needs::default()).map(|row| row.name).collect();
        dependencies::needed(&needs).map(|row| row.name).filter(|name| !plain.contains(name)).collect::<Vec<_>>()
    };
    assert_eq!(of(&["uri"]), ["iri-string"]);
    assert_eq!(of(&["regex", "time"]), ["regress", "time"]);
    assert_eq!(of(&["hostname"]), ["icu_properties", "idna"]);
    assert_eq!(of(&["duration", "email", "ipv4", "ipv6", "uri-template"]), [""; 0]);
    let known: Vec<_> = mcp_codegen::validate::format::all().collect();
    for row in DEPENDENCIES {
        let When::Asserts(formats) = row.when else { continue };
        assert!(row.bare && formats.iter().all(|format| known.contains(format)), "{}", row.name);
    }
}

#[test]
fn what_becomes_the_users_is_laid_out_as_rustfmt_does() {
    let dir = tempfile::tempdir().unwrap();
    // Samples around the widths at which rustfmt breaks a line, and one that no line holds.
    let tools: Vec<_> = (68..84)
        .chain([0, 300])
        .map(|width| {
            let schema =
                json!({ "type": "object", "required": ["a"], "properties": { "a": { "const": "x".repeat(width) } } });
            json!({ "name": format!("tool_{width}"), "inputSchema": schema })
        })
        .collect();
    // Names around the widths at which rustfmt breaks a chain, a call and a literal.
    let names = || (1..40).step_by(3).map(|width| "n".repeat(width));
    let prompts: Vec<_> = names()
        .map(|name| {
            let arguments = [json!({ "name": "a", "required": true }), json!({ "name": name, "required": true })];
            json!({ "name": name, "arguments": arguments, "types": { "a": "integer" }, "complete": ["a"] })
        })
        .chain([json!({ "name": "bare" }), json!({ "name": "optional", "arguments": [{ "name": "b" }] })])
        .collect();
    let templates: Vec<_> = names()
        .map(|name| json!({ "uriTemplate": format!("{name}:{{/x*}}{{?{name}}}"), "name": name, "types": { "x": "integer" } }))
        .collect();
    let resources = json!([{ "uri": "s:now", "name": "now" }]);
    let manifest = json!({
        "server": { "name": "s", "version": "1" },
        "tools": tools, "prompts": prompts, "resources": resources, "resourceTemplates": templates,
    });
    std::fs::write(dir.path().join("mcp.json"), manifest.to_string()).unwrap();
    for (name, from) in [("a", true), ("a-server-with-a-rather-long-name", true), ("example", false)] {
        let mut new = std::process::Command::new(env!("CARGO_BIN_EXE_mcp-codegen"));
        new.arg("new").arg(dir.path().join(name));
        if from {
            new.arg("--manifest").arg(dir.path().join("mcp.json"));
        }
        assert!(new.output().unwrap().status.success());
        // Its own configuration, so that none of a folder above counts.
        std::fs::write(dir.path().join(name).join("rustfmt.toml"), "").unwrap();
        let checked = std::process::Command::new("rustfmt")
            .args(["--edition", "2024", "--check", "--color", "never", "src/main.rs", "tests/smoke.rs"])
            .current_dir(dir.path().join(name))
            .output()
            .unwrap();
        assert!(checked.status.success(), "{name}: {}", String::from_utf8_lossy(&checked.stdout));
    }
}

#[test]
fn case_52_a_new_server_logs_to_standard_error_without_colours_and_denies_printing() {
    let template = |name: &str| {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("templates/server").join(name);
        std::fs::read_to_string(path).unwrap()
    };
    assert!(template("Cargo.toml.txt").contains("[lints.clippy]\nprint_stdout = \"deny\""));
    let main = template("main.rs.txt");
    assert!(main.contains(".with_writer(std::io::stderr)") && !main.contains(" println!"), "{main}");
    // Colours are a feature of the crate that a new server does not ask for.
    let subscriber = dependencies::SCAFFOLD.iter().find(|row| row.name == "tracing-subscriber").unwrap();
    assert!(subscriber.bare && !subscriber.features.contains(&"ansi"), "{}", subscriber.line());
}

#[test]
fn the_request_that_a_new_readme_shows_has_credentials_where_there_are_scopes() {
    let dir = tempfile::tempdir().unwrap();
    for (name, scopes) in [("open", json!([])), ("guarded", json!(["write"]))] {
        let tool = json!({ "name": "t", "inputSchema": { "type": "object" }, "scopes": scopes });
        let manifest = json!({ "server": { "name": "s", "version": "1" }, "tools": [tool] });
        std::fs::write(dir.path().join("mcp.json"), manifest.to_string()).unwrap();
        let mut new = std::process::Command::new(env!("CARGO_BIN_EXE_mcp-codegen"));
        new.arg("new").arg(dir.path().join(name)).arg("--manifest").arg(dir.path().join("mcp.json"));
        assert!(new.output().unwrap().status.success());
        let read = |path: &str| std::fs::read_to_string(dir.path().join(name).join(path)).unwrap();
        let (readme, main) = (read("README.md"), read("src/main.rs"));
        let is_guarded = name == "guarded";
        assert_eq!(readme.contains("    -H 'Authorization: Bearer TOKEN' \\\n    -d '"), is_guarded, "{readme}");
        assert_eq!(readme.contains("`Callers` in `src/main.rs`"), is_guarded, "{readme}");
        assert_eq!(main.contains("struct Callers;"), is_guarded, "{main}");
        assert!(!readme.contains("\n\n\n"), "{readme}");
    }
}
