//! `JSC`: the schemas of tools as JSON Schema; `LINT-05`: defaults that their own schema refuses;
//! `LINT-06`: formats that nothing asserts.

use serde_json::{Map, Value};

use super::Lint;
use super::walk::walk;
use crate::diagnostic::Diagnostic;
use crate::document::child;
use crate::validate;

pub(super) fn check(lint: &mut Lint<'_>) {
    for tool in &lint.manifest.tools {
        let at = format!("{}/inputSchema", tool.pointer);
        if let Some(schema) = tool.input_schema.as_object() {
            check_root(lint, &tool.name, schema, &at);
        }
        compile(lint, &tool.input_schema, &at);
        if let Some(schema) = &tool.output_schema {
            compile(lint, schema, &format!("{}/outputSchema", tool.pointer));
        }
    }
}

/// What a validator cannot be made of is refused here, with the place in the manifest (JSC-02 to
/// JSC-06, JSC-10 to JSC-12).
fn compile(lint: &mut Lint<'_>, schema: &Value, at: &str) {
    let validation = &lint.manifest.validation;
    let options = validate::Options {
        assert_format: validation.assert_format,
        documents: validation.documents.clone(),
        ..validate::Options::default()
    };
    let faults = match validate::compile(schema, &options) {
        Ok(_) => {
            if validation.assert_format {
                formats(lint, schema, at);
            }
            return defaults(lint, schema, at, &options);
        }
        Err(faults) => faults,
    };
    for fault in faults {
        match &fault.document {
            None => lint.error(fault.rule, &format!("{at}{}", fault.pointer), fault.message, fault.help),
            Some(address) => {
                // Of a file that the manifest names, the name is what has a place here.
                let listed = child("/validation/documents", address);
                let listed = if lint.place(&listed).is_some() { listed } else { at.to_owned() };
                let message = format!("{address}#{}: {}", fault.pointer, fault.message);
                lint.error(fault.rule, &listed, message, fault.help);
            }
        }
    }
}

/// Who turns assertion on must not believe that it holds for a format that nobody here knows.
fn formats(lint: &mut Lint<'_>, schema: &Value, at: &str) {
    for node in walk(schema) {
        let Some(format) = node.schema.get("format").and_then(Value::as_str) else { continue };
        if validate::format::checked(format).is_none() {
            let message = format!("the format `{format}` stays an annotation: nothing checks it");
            let help = "use a format that can be asserted, or say it with `pattern`";
            lint.warning("LINT-06", &format!("{at}{}/format", node.pointer), message, help);
        }
    }
}

/// `default` is an annotation, so that the schema is legal; but a caller who sends the default is
/// refused.
fn defaults(lint: &mut Lint<'_>, schema: &Value, at: &str, options: &validate::Options) {
    let places: Vec<String> = walk(schema).into_iter().map(|node| node.pointer).collect();
    for refused in validate::refused_defaults(schema, &places, options) {
        let default = schema.pointer(&refused.schema).and_then(|schema| schema.get("default"));
        let place = if refused.at.is_empty() { String::new() } else { format!(" at `{}`", refused.at) };
        let message =
            format!("the default {} breaks `{}`{place}", default.map(shortened).unwrap_or_default(), refused.keyword);
        let at = format!("{at}{}/default", refused.schema);
        lint.warning("LINT-05", &at, message, "change the default or the schema; nothing uses this default");
    }
}

/// A value as JSON text of at most forty characters.
fn shortened(value: &Value) -> String {
    let text = value.to_string();
    if text.chars().count() <= 40 { text } else { text.chars().take(39).chain(['…']).collect() }
}

/// Arguments are an object, and the schema says so itself (JSC-07).
fn check_root(lint: &mut Lint<'_>, tool: &str, schema: &Map<String, Value>, at: &str) {
    match schema.get("type") {
        Some(ty) if ty == "object" => warn_of_openness(lint, tool, schema, at),
        Some(_) => {
            let message = format!("the arguments of the tool `{tool}` are not said to be an object");
            lint.error("JSC-07", &format!("{at}/type"), message, "`type` of an `inputSchema` is exactly \"object\"");
        }
        None => {
            let place = lint.key_place(at);
            lint.found.push(
                Diagnostic::error("JSC-07", place, format!("the `inputSchema` of the tool `{tool}` has no `type`"))
                    .help("add type = \"object\" at its root; any other keyword of JSON Schema may stand beside it"),
            );
        }
    }
}

/// A tool that declares no argument and accepts all.
fn warn_of_openness(lint: &mut Lint<'_>, tool: &str, schema: &Map<String, Value>, at: &str) {
    let declares = schema.iter().any(|(key, value)| match key.as_str() {
        "type" | "$schema" | "title" | "description" | "$id" | "$comment" => false,
        "properties" => value.as_object().is_some_and(|properties| !properties.is_empty()),
        "required" => value.as_array().is_some_and(|names| !names.is_empty()),
        _ => true,
    });
    if !declares {
        let place = lint.key_place(at);
        lint.found.push(
            Diagnostic::warning("TOOL-04", place, format!("the tool `{tool}` declares no argument, yet accepts any"))
                .help("a tool without parameters: { type = \"object\", additionalProperties = false }"),
        );
    }
}
