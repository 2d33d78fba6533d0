//! `schema/manifest.schema.json` against the parser: the same keys, the same verdicts.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use mcp_codegen::diagnostic::{Diagnostics, Severity};
use mcp_codegen::document;
use mcp_codegen::lint::lint;
use mcp_codegen::manifest::{self, CACHEABLE_METHODS, SCHEMA, keys};
use mcp_codegen::source::Sources;
use serde_json::{Value, json};

use crate::common::shared;

fn schema() -> Value {
    serde_json::from_str(SCHEMA).unwrap()
}

fn validator() -> jsonschema::Validator {
    jsonschema::draft202012::new(&schema()).unwrap()
}

/// The value of a manifest file, as the schema sees it.
fn value_of(path: &Path) -> Option<Value> {
    let (mut sources, mut found) = (Sources::default(), Diagnostics::default());
    Some(document::open(&mut sources, path, &path.to_string_lossy(), &mut found)?.value)
}

/// Whether the parser or the lints refuse a manifest; that something is not served yet is no refusal.
fn is_refused(path: &Path) -> bool {
    let (mut sources, mut found) = (Sources::default(), Diagnostics::default());
    if let Some(manifest) = manifest::open(&mut sources, path, &mut found) {
        lint(&manifest, &mut found);
    }
    found.sorted().iter().any(|found| found.severity == Severity::Error && found.rule != "MAN-09")
}

#[test]
fn the_schema_names_exactly_the_keys_of_the_parser() {
    let schema = schema();
    let of = |definition: &str| -> BTreeSet<String> {
        schema["$defs"][definition]["properties"].as_object().unwrap().keys().cloned().collect()
    };
    let own = |lists: &[&[&str]]| -> BTreeSet<String> {
        lists.iter().flat_map(|list| list.iter()).map(|key| (*key).to_owned()).collect()
    };
    assert_eq!(of("manifest"), own(&[keys::ROOT]));
    assert_eq!(of("protocol"), own(&[keys::PROTOCOL]));
    assert_eq!(of("server"), own(&[keys::SERVER]));
    assert_eq!(of("cache"), own(&[keys::CACHE, CACHEABLE_METHODS]));
    assert_eq!(of("cacheHint"), own(&[keys::CACHE]));
    assert_eq!(of("http"), own(&[keys::HTTP]));
    assert_eq!(of("validation"), own(&[keys::VALIDATION]));
    assert_eq!(of("tool"), own(&[keys::TOOL, keys::TOOL_OWN]));
    assert_eq!(of("ask"), own(&[keys::ASK]));
}

fn files(directory: impl AsRef<Path>) -> Vec<PathBuf> {
    let mut found: Vec<_> = std::fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().path()).collect();
    found.sort();
    found
}

#[test]
fn every_legal_manifest_of_the_tests_fits_the_schema() {
    let validator = validator();
    let mut legal = 0;
    let cases = files("tests/manifest/lint").into_iter().flat_map(files);
    let manifests = cases.filter(|path| path.file_stem().is_some_and(|stem| stem == "mcp"));
    let corpus = shared("corpus").map(files).unwrap_or_default();
    let reference = Path::new("generated/mcp.toml");
    for path in manifests.chain(corpus).chain(reference.exists().then(|| reference.to_path_buf())) {
        let Some(value) = value_of(&path) else { continue };
        if is_refused(&path) {
            continue;
        }
        let errors: Vec<_> = validator.iter_errors(&value).map(|error| error.to_string()).collect();
        assert!(errors.is_empty(), "{}: {errors:?}", path.display());
        legal += 1;
    }
    assert!(legal >= 15);
}

/// Everything that a manifest may say.
fn complete() -> Value {
    let hint = json!({"ttlMs": 1, "cacheScope": "public"});
    let mut cache = json!({"ttlMs": 0, "cacheScope": "private"});
    for method in CACHEABLE_METHODS {
        cache[*method] = hint.clone();
    }
    // A resource has scopes below.
    cache["resources/read"]["cacheScope"] = json!("private");
    json!({
        "$schema": "manifest.schema.json",
        "protocol": {"schema": "draft.json", "overlay": "draft.toml"},
        "server": {
            "name": "observatory", "version": "1", "title": "O", "description": "d", "websiteUrl": "https://sky.example.org",
            "icons": [{"src": "https://sky.example.org/i.png", "mimeType": "image/png", "sizes": ["any"], "theme": "dark"}],
            "instructions": "Look up.",
            "capabilities": {
                "tools": {"listChanged": true}, "prompts": {"listChanged": true},
                "resources": {"listChanged": true, "subscribe": true}, "logging": {}, "completions": {},
                "experimental": {}, "extensions": {"com.example/x": {}}
            }
        },
        "cache": cache,
        "http": {"path": "/sky", "allowedOrigins": ["https://a.example"], "allowedHosts": ["a.example"], "maxBodyBytes": 9},
        "legacy": ["2025-11-25"],
        "tools": [{
            "name": "point", "title": "P", "description": "d", "icons": [], "_meta": {}, "execution": {},
            "annotations": {"title": "P", "readOnlyHint": true, "destructiveHint": false, "idempotentHint": true, "openWorldHint": false},
            "inputSchema": {"type": "object", "additionalProperties": false}, "outputSchema": {"type": "string"},
            "asks": {"sure": {"method": "elicitation/create", "optional": true, "params": {"message": "Sure?", "requestedSchema": {"type": "object", "properties": {"sure": {"type": "boolean"}}}}}},
            "scopes": ["dome"], "rustName": "point_it"
        }],
        "resources": [{"uri": "sky://now", "name": "n", "title": "t", "description": "d", "mimeType": "text/plain", "size": 1,
            "annotations": {"audience": ["user"], "priority": 1, "lastModified": "2026-07-28T12:00:00Z"},
            "asks": {"roots": {"method": "roots/list"}}, "scopes": ["dome"]}],
        "resourceTemplates": [{"uriTemplate": "sky://{at}", "name": "n", "asks": {"roots": {"method": "roots/list"}}, "scopes": ["dome"]}],
        "prompts": [{"name": "greet", "arguments": [{"name": "who", "title": "t", "description": "d", "required": true}],
            "asks": {"model": {"method": "sampling/createMessage", "params": {"maxTokens": 5}}}, "scopes": ["dome"]}],
        "_meta": {}, "resultType": "complete", "nextCursor": "x", "ttlMs": 1, "cacheScope": "public"
    })
}

/// Every JSON Pointer of a value, itself first.
fn pointers(value: &Value, at: String, found: &mut Vec<String>) {
    found.push(at.clone());
    match value {
        Value::Array(items) => {
            items.iter().enumerate().for_each(|(index, item)| pointers(item, format!("{at}/{index}"), found));
        }
        Value::Object(members) => {
            members.iter().for_each(|(name, member)| pointers(member, document::child(&at, name), found));
        }
        _ => {}
    }
}

#[test]
fn parser_and_schema_agree_on_every_wrong_type_and_every_renamed_key() {
    let validator = validator();
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("mcp.json");
    let disagreements = RefCell::new(Vec::new());
    let agree = |value: &Value, what: &str| {
        std::fs::write(&path, value.to_string()).unwrap();
        let parser = is_refused(&path);
        if parser == validator.is_valid(value) {
            disagreements
                .borrow_mut()
                .push(format!("{what}: the parser {}", if parser { "refuses" } else { "accepts" }));
        }
    };
    let complete = complete();
    agree(&complete, "as it is");
    assert!(validator.is_valid(&complete));
    let mut all = Vec::new();
    pointers(&complete, String::new(), &mut all);
    // What stands inside of a tool's schema is for the meta-schemas, but for the `type` of arguments.
    let inside = |pointer: &str| {
        pointer.contains("requestedSchema/")
            || (pointer.contains("putSchema/") && pointer != "/tools/0/inputSchema/type")
    };
    for pointer in all.iter().filter(|pointer| !inside(pointer)) {
        for other in
            [json!(null), json!(true), json!(5), json!(-1), json!(0.5), json!("/x~"), json!(""), json!([]), json!({})]
        {
            let mut changed = complete.clone();
            *changed.pointer_mut(pointer).unwrap() = other.clone();
            agree(&changed, &format!("{pointer} = {other}"));
        }
        let Some((parent, key)) = pointer.rsplit_once('/') else { continue };
        let mut changed = complete.clone();
        if let Some(Value::Object(members)) = changed.pointer_mut(parent) {
            let value = members.remove(&key.replace("~1", "/")).unwrap();
            agree(&changed.clone(), &format!("{pointer} taken away"));
            if let Some(Value::Object(members)) = changed.pointer_mut(parent) {
                members.insert(format!("{key}Zz"), value);
            }
            agree(&changed, &format!("{pointer} renamed"));
        }
    }
    let disagreements = disagreements.into_inner();
    assert!(disagreements.is_empty(), "{}", disagreements.join("\n"));
}
