//! Where generated code may stand, and what the compiler says to an implementor.

use mcp_codegen::diagnostic::Diagnostics;
use mcp_codegen::emit::Options;
use serde_json::json;

use super::pipeline::{Generated, generate_tools};
use super::project::Project;

fn tools() -> serde_json::Value {
    json!([
        {"name": "tide_level", "description": "How high the water is.",
         "inputSchema": {"type": "object", "properties": {"gauge": {"type": "string"}}, "required": ["gauge"]},
         "outputSchema": {"type": "object", "properties": {"cm": {"type": "integer"}}, "required": ["cm"]}},
        {"name": "dock_ping", "inputSchema": {"type": "object"}},
    ])
}

#[test]
fn a_module_can_be_included_twice_and_nested() {
    let project = Project::new("nested");
    project.files(&generate_tools(&tools()).files, "out/mcp");
    project.file("out/mcp.rs", "include!(\"mcp/mod.rs\");\n");
    project.file(
        "src/lib.rs",
        "#![deny(warnings)]\npub mod api { include!(concat!(env!(\"CARGO_MANIFEST_DIR\"), \"/out/mcp.rs\")); }\n\
         pub mod nested { pub mod deeper { include!(concat!(env!(\"CARGO_MANIFEST_DIR\"), \"/out/mcp.rs\")); } }\n",
    );
    project.succeeds(&["check", "--quiet", "--offline"]);
}

#[test]
fn an_application_that_uses_nothing_yet_has_no_warning() {
    let project = Project::new("unused");
    project.files(&generate_tools(&tools()).files, "src/mcp");
    project.file("src/main.rs", "#![deny(warnings)]\nmod mcp;\n\nfn main() {}\n");
    project.succeeds(&["check", "--quiet", "--offline"]);
}

#[test]
fn a_tool_without_its_function_is_an_error_that_names_it() {
    let project = Project::new("missing");
    project.files(&generate_tools(&tools()).files, "src/mcp");
    project.file(
        "src/main.rs",
        "mod mcp;\n\nstruct Tools;\n\nimpl mcp::Harbour for Tools {\n\
         async fn dock_ping(&self, _: mcp::DockPingArgs, _: &mcp::Context) -> Result<mcp::ToolOutput, mcp::ToolError> {\n\
         Ok(mcp::ToolOutput::text(\"here\"))\n}\n}\n\nfn main() {}\n",
    );
    let output = project.cargo(&["check", "--quiet", "--offline"]);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success());
    assert!(stderr.contains("missing") && stderr.contains("`tide_level`"), "{stderr}");
}

#[test]
fn a_contract_without_tools_compiles() {
    let project = Project::new("empty");
    project.files(&generate_tools(&json!([])).files, "src/mcp");
    project
        .file("src/lib.rs", "#![deny(warnings, missing_docs)]\n//! Nothing to call.\n\n/// Generated.\npub mod mcp;\n");
    project.succeeds(&["check", "--quiet", "--offline"]);
}

#[test]
fn a_server_can_do_without_the_client() {
    let project = Project::new("server_only");
    let Generated { ir, .. } = generate_tools(&tools());
    let facts = mcp_codegen::analyze::analyze(&ir, &|_, _| None, &mut Diagnostics::default()).unwrap();
    project.files(&mcp_codegen::emit::module_with(&ir, &facts, Options { client: false }), "src/mcp");
    project.file("src/main.rs", "#![deny(warnings)]\nmod mcp;\n\nfn main() {}\n");
    project.succeeds(&["check", "--quiet", "--offline"]);
}

#[test]
fn hostile_texts_give_no_doctest_and_no_broken_link() {
    let words = "*/ }\n```\nassert!(false);\n```\n    panic!();\n\n```rust\nlet x = ;\n[`Nope`] [nope](x) <b> {@link Y} \u{202e}\r\n//! #![deny(warnings)] http://a.test";
    let schema = json!({
        "type": "object", "title": words, "description": words, "properties": {
            words: {"type": "string", "description": words, "default": words, "enum": [words, "`", "```"]},
        },
    });
    let tool =
        json!({"name": "talk", "title": words, "description": words, "inputSchema": schema, "outputSchema": schema});
    let project = Project::new("hostile");
    project.files(&generate_tools(&json!([tool])).files, "src/mcp");
    project.file("src/lib.rs", "#![deny(warnings, missing_docs)]\n//! Words.\n\n/// Generated.\npub mod mcp;\n");
    project.succeeds(&["rustdoc", "--quiet", "--offline", "--lib", "--", "-D", "warnings"]);
    let printed = project.succeeds(&["test", "--offline", "--doc"]);
    assert!(printed.contains("running 0 tests"), "{printed}");
}
