//! Servers that ask who calls.

use runtime_check::contract::{Contract, HeaderBinding, HeaderKind, Prompt, Resource, ResourceTemplate, Tool};

use super::fixture::{FIXED, FULL, KEY, resource, template, tool};

const fn prompt(name: &'static str, definition: &'static str) -> Prompt {
    Prompt { name, definition, required_arguments: &[], required_capabilities: "{}", asks: &[], scopes: &[] }
}

/// A server that asks who calls.
pub(crate) static GUARDED: Contract = Contract {
    methods: FULL.methods,
    discover: r#"{"supportedVersions":["2026-07-28"],"capabilities":{"prompts":{},"resources":{"subscribe":true},"tools":{}}}"#,
    tools: &[
        Tool { asks: &[KEY, "k"], ..tool("confirm", r#"{"name":"confirm","inputSchema":{"type":"object"}}"#) },
        tool("context", r#"{"name":"context","inputSchema":{"type":"object"}}"#),
        Tool {
            headers: &[HeaderBinding { path: &["region"], header: "Mcp-Param-Region", kind: HeaderKind::String }],
            required_capabilities: r#"{"elicitation":{}}"#,
            asks: &["mode"],
            scopes: &["sea:read", "sea:write"],
            ..tool("guarded", r#"{"name":"guarded","inputSchema":{"type":"object"}}"#)
        },
    ],
    prompts: &[
        Prompt { scopes: &["greet"], ..prompt("greet", r#"{"name":"greet","arguments":[{"name":"who"}]}"#) },
        Prompt {
            required_arguments: &["who"],
            asks: &["mood"],
            scopes: &["sea:write"],
            ..prompt("hail", r#"{"name":"hail","arguments":[{"name":"who","required":true}]}"#)
        },
    ],
    resources: &[
        Resource { scopes: &["sea:read"], ..resource("test://a", r#"{"uri":"test://a","name":"a"}"#) },
        resource("test://b", r#"{"uri":"test://b","name":"b"}"#),
    ],
    ..FIXED
};

/// What lies below a resource that all may read, all may not.
pub(crate) static SHELF: Contract = Contract {
    tools: &[tool("change", r#"{"name":"change","inputSchema":{"type":"object"}}"#)],
    resources: &[
        resource("test://b", r#"{"uri":"test://b","name":"b"}"#),
        Resource {
            scopes: &["sea:read"],
            ..resource("test://b/folder/", r#"{"uri":"test://b/folder/","name":"folder"}"#)
        },
        resource("test://b/open", r#"{"uri":"test://b/open","name":"open"}"#),
        Resource {
            scopes: &["sea:read"],
            ..resource("test://b/secret", r#"{"uri":"test://b/secret","name":"secret"}"#)
        },
        resource("test://b/secret/open", r#"{"uri":"test://b/secret/open","name":"open in secret"}"#),
    ],
    resource_templates: &[ResourceTemplate {
        scopes: &["sea:read"],
        ..template("test://b/{day}/log", r#"{"uriTemplate":"test://b/{day}/log","name":"log"}"#)
    }],
    methods: GUARDED.methods,
    discover: GUARDED.discover,
    ..FIXED
};
