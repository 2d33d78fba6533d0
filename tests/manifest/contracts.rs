//! From manifest to model: the same contract from every syntax, defaults filled in, names decided.

use std::path::{Path, PathBuf};

use mcp_codegen::diagnostic::{Diagnostics, Format, render};
use mcp_codegen::ir::contract::Contract;
use mcp_codegen::lint::lint;
use mcp_codegen::lower::contract::lower;
use mcp_codegen::manifest::{self, CACHEABLE_METHODS, Manifest, ProtocolChoice};
use mcp_codegen::revision::{SchemaRef, load};
use mcp_codegen::source::Sources;
use serde_json::{Value, json};

use crate::common::golden;

fn opened(path: &Path) -> Manifest {
    let (mut sources, mut found) = (Sources::default(), Diagnostics::default());
    let manifest = manifest::open(&mut sources, path, &mut found).unwrap();
    lint(&manifest, &mut found);
    assert!(!found.has_errors(), "{}", render(Format::Text, &sources, &found, false));
    manifest
}

/// A manifest in a directory of its own.
fn written(file: &str, text: &str) -> (tempfile::TempDir, PathBuf) {
    let directory = tempfile::Builder::new().prefix("harbour").tempdir().unwrap();
    let path = directory.path().join(file);
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(&path, text).unwrap();
    (directory, path)
}

fn lowered(file: &str, text: &str) -> Contract {
    let (_directory, path) = written(file, text);
    lower(&opened(&path))
}

#[test]
fn the_same_contract_from_toml_yaml_and_json() {
    let contracts: Vec<String> = ["mcp.toml", "mcp.yaml", "mcp.json"]
        .iter()
        .map(|file| lower(&opened(&Path::new("tests/manifest/contract").join(file))))
        .map(|contract| serde_json::to_string_pretty(&contract).unwrap() + "\n")
        .collect();
    assert_eq!(contracts[0], contracts[1]);
    assert_eq!(contracts[0], contracts[2]);
    golden("manifest/contract/expected.json", &contracts[0]);
}

#[test]
fn files_and_their_order_are_reported_relative_to_the_manifest() {
    let manifest = opened(Path::new("tests/manifest/contract/mcp.toml"));
    let base = Path::new("tests/manifest/contract");
    assert_eq!(manifest.files, [base.join("mcp.toml"), base.join("schemas/aim.json"), base.join("schemas/aimed.yaml")]);
    let pointer = format!("{}/inputSchema/properties/dome", manifest.tools[0].pointer);
    assert!(manifest.document.place(&pointer).is_some());
}

#[test]
fn what_a_captured_list_lacks_has_a_default() {
    let tools = json!({"tools": [{"name": "point", "inputSchema": {"type": "object", "additionalProperties": false}}]});
    let named = |file: &str, value: &Value| {
        let contract = lowered(file, &value.to_string());
        assert_eq!(contract.http.path, "/mcp");
        assert_eq!((contract.http.max_body_bytes, contract.cache.len()), (4 * 1024 * 1024, 6));
        contract.server_info
    };
    assert_eq!(named("observatory.json", &tools), json!({"name": "observatory", "version": "0.1.0"}));
    assert_eq!(named("observatory.tools.json", &tools)["name"], "observatory");
    for file in ["mcp.json", "tools.json", "manifest.json", "tools-list.json"] {
        assert_eq!(named(&format!("sky watch/{file}"), &tools)["name"], "sky watch", "{file}");
    }
    let mut result = tools.clone();
    result["_meta"] = json!({"io.modelcontextprotocol/serverInfo": {"name": "dome", "version": "7", "title": "Dome"}});
    assert_eq!(named("mcp.json", &result), json!({"name": "dome", "version": "7", "title": "Dome"}));
    let response = json!({"jsonrpc": "2.0", "id": 1, "result": result});
    assert_eq!(named("mcp.json", &response)["name"], "dome");
    let mut stated = response["result"].clone();
    stated["server"] = json!({"name": "observatory", "version": "1"});
    assert_eq!(named("mcp.json", &stated), json!({"name": "observatory", "version": "1"}));
}

#[test]
fn hints_of_a_captured_list_are_those_of_tools_list_and_own_ones_go_before() {
    let contract = lowered("mcp.json", r#"{"tools":[],"ttlMs":5,"cacheScope":"public"}"#);
    assert_eq!((contract.cache["tools/list"].ttl_ms, contract.cache["tools/list"].public), (5, true));
    assert_eq!((contract.cache["server/discover"].ttl_ms, contract.cache["server/discover"].public), (0, false));
    let text =
        "[cache]\nttlMs = 9\n[cache.\"tools/list\"]\ncacheScope = \"public\"\n[cache.\"resources/read\"]\nttlMs = 1\n";
    let cache = lowered("mcp.toml", text).cache;
    assert_eq!((cache["tools/list"].ttl_ms, cache["tools/list"].public), (9, true));
    assert_eq!((cache["resources/read"].ttl_ms, cache["resources/read"].public), (1, false));
    assert_eq!((cache["prompts/list"].ttl_ms, cache["prompts/list"].public), (9, false));
}

#[test]
fn a_rust_name_that_the_author_chose_stands_and_others_make_room() {
    let tool = |name: &str, rust: Option<&str>| {
        let mut tool = json!({"name": name, "inputSchema": {"type": "object", "additionalProperties": false}});
        if let Some(rust) = rust {
            tool["rustName"] = json!(rust);
        }
        tool
    };
    let tools = json!({"tools": [tool("point.it", None), tool("turn", Some("point_it")), tool("new", None), tool("tool", None), tool("con", None)]});
    let contract = lowered("mcp.json", &tools.to_string());
    let of = |name: &str| &contract.tools.iter().find(|tool| tool.name == name).unwrap().rust;
    assert_eq!((of("turn").method.as_str(), of("turn").args.as_str()), ("point_it", "PointItArgs"));
    assert_ne!(of("point.it").method, "point_it");
    assert_ne!(of("point.it").args, "PointItArgs");
    assert_ne!(of("new").method, "new");
    assert_ne!(of("tool").output, "ToolOutput");
    assert_ne!(of("con").module, "con");
    let shown = &contract.tools.iter().find(|tool| tool.name == "turn").unwrap().definition;
    assert!(shown.get("rustName").is_none());
}

#[test]
fn the_trait_is_called_after_the_server_unless_that_is_taken() {
    let named = |name: &str| {
        lowered("mcp.json", &json!({"server": {"name": name, "version": "1"}, "tools": [{"name": "point", "inputSchema": {"type": "object", "additionalProperties": false}}]}).to_string()).trait_name
    };
    assert_eq!(named("sky-watch"), "SkyWatch");
    assert_eq!(named("client"), "ClientServer");
    assert_eq!(named("point args"), "PointArgsServer");
    assert_ne!(named("日本"), "");
}

#[test]
fn protocols_that_are_not_built_in_lie_beside_the_manifest() {
    let choice = |text: &str| {
        let (directory, path) = written("mcp.toml", text);
        (directory.path().to_path_buf(), opened(&path).protocol)
    };
    assert_eq!(choice("tools = []").1, ProtocolChoice::Newest);
    assert_eq!(choice("protocol = \"2026-07-28\"").1, ProtocolChoice::Revision("2026-07-28".into()));
    let (directory, files) = choice("protocol = { schema = \"drafts/next.json\" }");
    assert_eq!(files, ProtocolChoice::Files { schema: directory.join("drafts").join("next.json"), overlay: None });
}

#[test]
fn unknown_members_of_tools_and_schemas_pass_through() {
    let tool = json!({"name": "point", "x-own": [1], "execution": {"taskSupport": "forbidden"},
        "inputSchema": {"type": "object", "properties": {"a": {"type": "string", "x-shown": true}}, "x-deep": {"y": null}}});
    let contract = lowered("mcp.json", &json!({"tools": [tool]}).to_string());
    assert_eq!(contract.tools[0].definition, tool);
}

#[test]
fn the_cacheable_methods_are_those_of_the_newest_revision() {
    let (mut sources, mut found) = (Sources::default(), Diagnostics::default());
    let newest = SchemaRef::BuiltIn("2026-07-28".to_owned());
    let protocol = load(&mut sources, &newest, None, &mut found).unwrap().protocol;
    let cacheable: Vec<&str> =
        protocol.methods.iter().filter(|(_, method)| method.cacheable).map(|(name, _)| name.as_str()).collect();
    assert_eq!(cacheable, CACHEABLE_METHODS);
}
