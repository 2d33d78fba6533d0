//! Public failures of tools of this kind, with inputs of our own: what must be refused is refused by
//! tool and place, what is legal is carried exactly.

use std::collections::BTreeSet;

use mcp_codegen::diagnostic::{Diagnostics, Format, Severity, render};
use mcp_codegen::ir::contract::{Contract, HeaderKind, Tool};
use mcp_codegen::lint::lint;
use mcp_codegen::lower::contract::lower;
use mcp_codegen::manifest;
use mcp_codegen::source::Sources;
use serde_json::{Value, json};

struct Outcome {
    sources: Sources,
    found: Diagnostics,
    contract: Option<Contract>,
}

/// Opens, lints and, where that found no error, lowers.
fn outcome(tools: Value) -> Outcome {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("mcp.json");
    std::fs::write(&path, json!({"tools": tools}).to_string()).unwrap();
    let (mut sources, mut found) = (Sources::default(), Diagnostics::default());
    let manifest = manifest::open(&mut sources, &path, &mut found).unwrap();
    lint(&manifest, &mut found);
    let contract = (!found.has_errors()).then(|| lower(&manifest));
    Outcome { sources, found, contract }
}

impl Outcome {
    /// `RULE tool place` of each error.
    fn errors(&self) -> Vec<String> {
        let errors = self.found.sorted().into_iter().filter(|found| found.severity == Severity::Error);
        errors.map(|found| format!("{} {}", found.rule, found.label)).collect()
    }

    fn warnings(&self) -> Vec<&'static str> {
        let list = self.found.sorted();
        list.iter().filter(|found| found.severity == Severity::Warning).map(|found| found.rule).collect()
    }

    fn text(&self) -> String {
        render(Format::Text, &self.sources, &self.found, false)
    }
}

fn tool(name: &str, schema: Value) -> Value {
    json!({"name": name, "inputSchema": schema})
}

#[test]
fn case_10_references_that_only_lead_to_each_other_are_spelled_out() {
    let outcome = outcome(json!([tool(
        "circle",
        json!({"type": "object", "properties": {"x": {"$ref": "#/$defs/north"}},
        "$defs": {"north": {"$ref": "#/$defs/south"}, "south": {"$ref": "#/$defs/north", "description": "around"}}})
    )]));
    assert!(!outcome.errors().is_empty());
    assert!(
        outcome.errors().iter().all(|error| error.starts_with("JSC-11 tool `circle`, /inputSchema")),
        "{:?}",
        outcome.errors()
    );
    let text = outcome.text();
    assert!(
        text.contains("#/$defs/north -> #/$defs/south -> #/$defs/north")
            || text.contains("#/$defs/south -> #/$defs/north -> #/$defs/south"),
        "{text}"
    );
}

#[test]
fn case_17_a_default_that_breaks_its_schema_is_a_warning_with_value_and_pointer() {
    let outcome = outcome(json!([tool(
        "expose",
        json!({"type": "object", "properties": {
            "frames": {"type": "integer", "default": "some"},
            "filter": {"enum": ["red", "blue"], "default": "green"},
            "seconds": {"type": "integer", "minimum": 10, "default": 3}
        }})
    )]));
    assert!(outcome.errors().is_empty());
    assert_eq!(outcome.warnings(), ["LINT-05"; 3]);
    let text = outcome.text();
    for part in
        ["the default \"some\"", "the default \"green\"", "the default 3", "/inputSchema/properties/frames/default"]
    {
        assert!(text.contains(part), "{part}: {text}");
    }
    let tools = outcome.contract.unwrap().tools;
    assert_eq!(
        tools[0].input_schema["properties"]["frames"]["default"],
        json!("some"),
        "served as the author wrote it"
    );
}

#[test]
fn case_31_choices_at_the_root_are_carried_unchanged_with_a_warning() {
    let schema = json!({
        "type": "object",
        "properties": {"lamp": {"type": "string"}, "horn": {"type": "string"}, "fog": {"type": "boolean"}},
        "anyOf": [{"required": ["lamp"]}, {"required": ["horn"]}],
        "if": {"properties": {"fog": {"const": true}}, "required": ["fog"]},
        "then": {"required": ["horn"]}
    });
    let outcome = outcome(json!([tool("warn_ships", schema.clone())]));
    assert!(outcome.errors().is_empty());
    assert_eq!(outcome.warnings(), ["LINT-01"]);
    assert_eq!(outcome.contract.unwrap().tools[0].definition["inputSchema"], schema);
}

#[test]
fn case_32_near_equal_names_stay_six_tools_with_six_rust_names() {
    let names = ["dome.list", "dome_list", "dome-list", "Dome.List", "dome..list", "reboot.mount.js"];
    let empty = json!({"type": "object", "additionalProperties": false});
    let tools: Vec<Value> = names.iter().map(|name| tool(name, empty.clone())).collect();
    let outcome = outcome(json!(tools));
    assert!(outcome.errors().is_empty());
    let contract = outcome.contract.unwrap();
    let wire: BTreeSet<&str> = contract.tools.iter().map(|tool| tool.name.as_str()).collect();
    assert_eq!(wire, BTreeSet::from(names));
    let names_of = |tool: &Tool| {
        [&tool.rust.method, &tool.rust.module, &tool.rust.args, &tool.rust.output].map(|name| name.to_lowercase())
    };
    for index in 0..4 {
        let unique: BTreeSet<String> = contract.tools.iter().map(|tool| names_of(tool)[index].clone()).collect();
        assert_eq!(unique.len(), 6, "{unique:?}");
    }
}

#[test]
fn case_34_tools_without_arguments_keep_their_meaning_and_broken_ones_are_named() {
    let legal = outcome(json!([
        tool("any", json!({"type": "object"})),
        tool("none", json!({"type": "object", "additionalProperties": false})),
        tool("empty", json!({"type": "object", "properties": {}})),
        tool("old", json!({"$schema": "http://json-schema.org/draft-07/schema#", "type": "object"}))
    ]));
    assert!(legal.errors().is_empty(), "{}", legal.text());
    for tool in legal.contract.unwrap().tools {
        assert_eq!(tool.definition["inputSchema"]["properties"], json!({}), "{}", tool.name);
        assert_eq!(tool.definition["inputSchema"], tool.input_schema);
        let closed = tool.input_schema.get("additionalProperties");
        assert_eq!(closed, (tool.name == "none").then_some(&json!(false)), "{}", tool.name);
    }
    let broken = outcome(json!([tool("typeless", json!({})), tool("nothing", json!(null))]));
    let text = broken.text();
    assert_eq!(broken.errors().len(), 2, "{text}");
    assert!(text.contains("`typeless`") && text.contains("`nothing`"), "{text}");
}

#[test]
fn case_37_recursion_is_legal_and_a_dangling_reference_is_named() {
    let none = json!({"type": "object", "additionalProperties": false});
    let tree = json!({"type": "object", "properties": {"root": {"$ref": "#/$defs/Star"}}, "$defs": {"Star": {"type": "object",
        "properties": {"planets": {"type": "array", "items": {"$ref": "#/$defs/Star"}}}}}});
    let dangling = json!({"type": "object", "properties": {"next": {"$ref": "#/$defs/Nowhere"}}});
    let with = |name: &str, output: &Value| json!({"name": name, "inputSchema": none, "outputSchema": output});
    let legal = outcome(json!([with("tree", &tree), tool("plain", none.clone())]));
    assert!(legal.errors().is_empty(), "{}", legal.text());
    let broken = outcome(json!([with("tree", &tree), with("lost", &dangling), tool("plain", none.clone())]));
    assert_eq!(broken.errors(), ["JSC-10 tool `lost`, /outputSchema/properties/next/$ref"]);
    assert!(broken.text().contains("Nowhere"));
}

#[test]
fn case_46_addresses_are_refused_one_by_one_and_nothing_is_opened() {
    let outcome = outcome(json!([tool(
        "bait",
        json!({"type": "object", "properties": {
            "metadata": {"$ref": "http://169.254.169.254/latest"},
            "local": {"$ref": "file:///etc/hostname"},
            "relative": {"$ref": "//127.0.0.1:9/x"},
            "dynamic": {"$dynamicRef": "https://dome.invalid/s#n"},
            "based": {"$id": "https://dome.invalid/base/", "properties": {"f": {"$ref": "other"}}}
        }})
    )]));
    let mut errors = outcome.errors();
    errors.sort();
    let places: Vec<&str> =
        errors.iter().map(|error| error.split_once("/inputSchema/properties/").unwrap().1).collect();
    let expected = ["based/properties/f/$ref", "dynamic/$dynamicRef", "local/$ref", "metadata/$ref", "relative/$ref"];
    assert_eq!(BTreeSet::from_iter(places), BTreeSet::from(expected), "{}", outcome.text());
    assert!(errors.iter().all(|error| error.starts_with("JSC-04 ") || error.starts_with("JSC-05 ")));
    assert!(outcome.text().contains("169.254.169.254") && outcome.text().contains("https://dome.invalid/base/other"));
}

#[test]
fn case_77_header_annotations_are_refused_by_tool_and_pointer() {
    let object = |properties: Value| json!({"type": "object", "properties": properties});
    let z = json!({"type": "string", "x-mcp-header": "Z"});
    let broken = outcome(json!([
        tool("empty", object(json!({"a": {"type": "string", "x-mcp-header": ""}}))),
        tool("crlf", object(json!({"a": {"type": "string", "x-mcp-header": "A\r\nX-Own: 1"}}))),
        tool("colon", object(json!({"a": {"type": "string", "x-mcp-header": "A:B"}}))),
        tool("umlaut", object(json!({"a": {"type": "string", "x-mcp-header": "H\u{f6}he"}}))),
        tool(
            "twice",
            object(json!({"a": {"type": "string", "x-mcp-header": "Dome"},
            "b": {"type": "object", "properties": {"c": {"type": "string", "x-mcp-header": "dOME"}}}}))
        ),
        tool("fraction", object(json!({"a": {"type": "number", "x-mcp-header": "A"}}))),
        tool("list", object(json!({"a": {"type": "array", "items": {"type": "string"}, "x-mcp-header": "A"}}))),
        tool("choice", object(json!({"a": {"type": ["string", "null"], "x-mcp-header": "A"}}))),
        tool("typeless", object(json!({"a": {"enum": ["x"], "x-mcp-header": "A"}}))),
        tool("number", object(json!({"a": {"type": "string", "x-mcp-header": 5}}))),
        tool("items", object(json!({"a": {"type": "array", "items": {"type": "object", "properties": {"z": z}}}}))),
        tool("one_of", json!({"type": "object", "properties": {}, "oneOf": [{"properties": {"z": z}}]})),
        tool("then", json!({"type": "object", "properties": {}, "if": {}, "then": {"properties": {"z": z}}})),
        tool("by_ref", json!({"type": "object", "properties": {"a": {"$ref": "#/$defs/Z"}}, "$defs": {"Z": z}})),
        tool("root", json!({"type": "object", "properties": {}, "x-mcp-header": "Root"}))
    ]));
    assert_eq!(
        broken.errors(),
        [
            "HDR-14 tool `empty`, /inputSchema/properties/a/x-mcp-header",
            "HDR-14 tool `crlf`, /inputSchema/properties/a/x-mcp-header",
            "HDR-14 tool `colon`, /inputSchema/properties/a/x-mcp-header",
            "HDR-14 tool `umlaut`, /inputSchema/properties/a/x-mcp-header",
            "HDR-15 tool `twice`, /inputSchema/properties/b/properties/c/x-mcp-header",
            "HDR-16 tool `fraction`, /inputSchema/properties/a/type",
            "HDR-16 tool `list`, /inputSchema/properties/a/type",
            "HDR-16 tool `choice`, /inputSchema/properties/a/type",
            "HDR-16 tool `typeless`, /inputSchema/properties/a/x-mcp-header",
            "HDR-14 tool `number`, /inputSchema/properties/a/x-mcp-header",
            "HDR-19 tool `items`, /inputSchema/properties/a/items/properties/z/x-mcp-header",
            "HDR-19 tool `one_of`, /inputSchema/oneOf/0/properties/z/x-mcp-header",
            "HDR-19 tool `then`, /inputSchema/then/properties/z/x-mcp-header",
            "HDR-19 tool `by_ref`, /inputSchema/$defs/Z/x-mcp-header",
            "HDR-20 tool `root`, /inputSchema/x-mcp-header",
        ]
    );
    let legal = outcome(json!([
        tool(
            "named_like_keywords",
            object(json!({
                "properties": {"type": "string", "x-mcp-header": "Props"},
                "x-mcp-header": {"type": "string"},
                "items": {"type": "object", "properties": {"q": {"type": "boolean", "x-mcp-header": "!#$%&'*+-.^_`|~0"}}}
            }))
        ),
        tool(
            "in_values",
            json!({"type": "object", "properties": {"a": {"type": "string"}},
            "examples": [{"x-mcp-header": "not"}], "default": {"x-mcp-header": "nor"}})
        )
    ]));
    assert!(legal.errors().is_empty(), "{}", legal.text());
    let contract = legal.contract.unwrap();
    assert_eq!(contract.tools[0].headers, []);
    let bindings: Vec<_> = contract.tools[1]
        .headers
        .iter()
        .map(|binding| (binding.path.join("/"), binding.header.as_str(), binding.kind))
        .collect();
    assert_eq!(
        bindings,
        [
            ("items/q".to_owned(), "!#$%&'*+-.^_`|~0", HeaderKind::Boolean),
            ("properties".to_owned(), "Props", HeaderKind::String)
        ]
    );
}
