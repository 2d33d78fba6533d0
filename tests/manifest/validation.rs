//! `[validation]`: what a manifest says about checks reaches them.

use std::path::Path;

use mcp_codegen::Generated;
use mcp_codegen::diagnostic::{Diagnostics, Format, render};
use mcp_codegen::source::Sources;
use mcp_codegen::validate::Limits;

const TOOL: &str = r#"
[server]
name = "quay"
version = "1"
[[tools]]
name = "moor"
inputSchema = { type = "object", properties = { port = { "$ref" = "https://quay.example/port.json#/$defs/port" } } }
"#;

/// A module generated beside `schemas/port.json`, and what was said about it.
fn generated(manifest: &str, port: &str) -> (Option<Generated>, String) {
    let directory = tempfile::tempdir().unwrap();
    std::fs::create_dir(directory.path().join("schemas")).unwrap();
    std::fs::write(directory.path().join("schemas/port.json"), port).unwrap();
    std::fs::write(directory.path().join("mcp.toml"), manifest).unwrap();
    let (mut sources, mut found) = (Sources::default(), Diagnostics::default());
    let generated = mcp_codegen::generate(&directory.path().join("mcp.toml"), &mut sources, &mut found);
    (generated, render(Format::Text, &sources, &found, false))
}

fn tool(generated: &Generated) -> String {
    String::from_utf8(generated.files.get("tools/moor.rs").unwrap().to_vec()).unwrap()
}

const PORT: &str = r#"{"$defs":{"port":{"type":"string","format":"ipv4","maxLength":9}}}"#;

#[test]
fn jsc_04_a_reference_into_a_bundled_document_is_followed_and_the_file_is_listed() {
    let stated =
        format!("{TOOL}\n[validation]\ndocuments = {{ \"https://quay.example/port.json\" = \"schemas/port.json\" }}\n");
    let (made, text) = generated(&stated, PORT);
    let made = made.unwrap_or_else(|| panic!("{text}"));
    assert!(tool(&made).contains("a string of at most 9 characters"));
    assert!(made.model.files_read.iter().any(|file| file.ends_with(Path::new("schemas/port.json"))));
    let (none, text) = generated(TOOL, PORT);
    assert!(none.is_none() && text.contains("[JSC-04]"), "{text}");
}

#[test]
fn jsc_03_a_fault_of_a_bundled_document_names_it_where_the_manifest_does() {
    let stated =
        format!("{TOOL}\n[validation.documents]\n\"https://quay.example/port.json\" = \"schemas/port.json\"\n");
    let (none, text) = generated(&stated, r#"{"$defs":{"port":{"type":"text"}}}"#);
    assert!(none.is_none(), "{text}");
    assert!(
        text.contains("https://quay.example/port.json#/$defs/port/type") && text.contains("mcp.toml:10:36"),
        "{text}"
    );
}

#[test]
fn jsc_06_bounds_of_the_manifest_are_those_of_the_checks() {
    let stated = TOOL.replace("{ \"$ref\" = \"https://quay.example/port.json#/$defs/port\" }", "{ format = \"ipv4\" }");
    let bounds = format!("{stated}\n[validation]\nmaxSteps = 1000\nmaxErrors = 3\nassertFormat = true\n");
    let made = tool(&generated(&bounds, PORT).0.unwrap());
    let expected = format!("depth: {}usize", Limits::DEFAULT.depth);
    for part in [expected.as_str(), "work: 1000u64", "violations: 3usize", "format::ipv4"] {
        assert!(made.contains(part), "{part} in {made}");
    }
    let made = tool(&generated(&stated, PORT).0.unwrap());
    assert!(made.contains("Limits::DEFAULT") && !made.contains("format::ipv4"), "{made}");
}

#[test]
fn jsc_06_the_defaults_are_those_of_the_runtime() {
    let runtime = include_str!("../../codegen/runtime/validation/report.rs");
    let Limits { depth, work, violations } = Limits::DEFAULT;
    let text = runtime.replace('_', "");
    assert!(
        text.contains(&format!("depth: {depth}, work: {work}, part: 1000, violations: {violations}")),
        "{depth} {work} {violations}"
    );
}
