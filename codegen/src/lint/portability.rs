//! `LINT`: legal, but some host, dialect or reader takes it for something else.

use std::collections::BTreeMap;

use serde_json::Value;

use super::Lint;
use super::walk::{Node, walk};
use crate::diagnostic::Diagnostic;

/// Keywords at the root of an `inputSchema` on which some hosts drop the tool or refuse the call.
const ROOT_COMPOSITION: &[&str] = &["$ref", "allOf", "anyOf", "if", "not", "oneOf"];

/// Keywords that say something about a value to readers only.
const ANNOTATIONS: &[&str] = &[
    "$comment",
    "$defs",
    "$id",
    "$ref",
    "$schema",
    "default",
    "definitions",
    "deprecated",
    "description",
    "examples",
    "readOnly",
    "title",
    "writeOnly",
    "x-mcp-header",
];

pub(super) fn check(lint: &mut Lint<'_>) {
    let mut hosts_see: BTreeMap<String, (String, String)> = BTreeMap::new();
    for tool in &lint.manifest.tools {
        root_composition(lint, &tool.input_schema, &tool.name, &format!("{}/inputSchema", tool.pointer));
        let schemas = [("inputSchema", Some(&tool.input_schema)), ("outputSchema", tool.output_schema.as_ref())];
        for (key, schema) in schemas {
            let Some(schema) = schema else { continue };
            let draft_07 = schema.get("$schema").and_then(Value::as_str).is_some_and(|uri| uri.contains("draft-07"));
            for node in walk(schema) {
                let at = format!("{}/{key}{}", tool.pointer, node.pointer);
                nullable(lint, &node, &at);
                if draft_07 {
                    ignored_siblings(lint, &node, &at);
                }
            }
        }
        near_equal(lint, &tool.name, format!("{}/name", tool.pointer), &mut hosts_see);
    }
}

fn root_composition(lint: &mut Lint<'_>, schema: &Value, tool: &str, at: &str) {
    let used: Vec<&str> = ROOT_COMPOSITION.iter().copied().filter(|keyword| schema.get(keyword).is_some()).collect();
    let Some(first) = used.first() else { return };
    let place = lint.key_place(&format!("{at}/{first}"));
    let message =
        format!("`{}` at the root of the arguments of `{tool}`: some hosts drop or refuse the tool", used.join("`, `"));
    lint.found.push(Diagnostic::warning("LINT-01", place, message).help(
        "legal, served as it stands and enforced; for those hosts say it in `description` or inside `properties`",
    ));
}

/// `nullable` is a keyword of OpenAPI 3.0, not of JSON Schema.
fn nullable(lint: &mut Lint<'_>, node: &Node<'_>, at: &str) {
    if node.schema.get("nullable").is_some_and(Value::is_boolean) {
        let place = lint.key_place(&format!("{at}/nullable"));
        lint.found.push(
            Diagnostic::warning("LINT-03", place, "`nullable` is no keyword of JSON Schema: it changes nothing")
                .help("to allow null, write type = [\"string\", \"null\"]"),
        );
    }
}

/// Draft-07 ignores what stands beside `$ref`.
fn ignored_siblings(lint: &mut Lint<'_>, node: &Node<'_>, at: &str) {
    if !node.schema.contains_key("$ref") {
        return;
    }
    let ignored: Vec<&str> =
        node.schema.keys().map(String::as_str).filter(|keyword| !ANNOTATIONS.contains(keyword)).collect();
    if let Some(first) = ignored.first() {
        let place = lint.key_place(&format!("{at}/{first}"));
        lint.found.push(
            Diagnostic::warning("LINT-04", place, format!("draft-07 ignores `{}` beside `$ref`", ignored.join("`, `")))
                .help("wrap the reference: allOf = [{ \"$ref\" = … }], or use draft 2020-12"),
        );
    }
}

/// Some hosts write tool names with `_` for every other sign, and some fold case.
fn near_equal(lint: &mut Lint<'_>, name: &str, at: String, seen: &mut BTreeMap<String, (String, String)>) {
    let folded: String =
        name.chars().map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '_' }).collect();
    let Some((before, first)) = seen.get(&folded) else {
        seen.insert(folded, (name.to_owned(), at));
        return;
    };
    // The same name twice is an error of its own.
    if let (true, Some(place), Some(first)) = (before != name, lint.place(&at), lint.place(first)) {
        lint.found.push(
            Diagnostic::warning(
                "LINT-02",
                place,
                format!("hosts that rewrite tool names cannot tell `{name}` from `{before}`"),
            )
            .help("legal, and dispatched exactly; choose names that differ in letters or digits")
            .related(first, "the other tool"),
        );
    }
}
