//! `HDR`: arguments that are mirrored into headers by `x-mcp-header`.

use std::collections::BTreeMap;

use serde_json::Value;

use super::Lint;
use super::sensitive::is_sensitive;
use super::walk::{Node, walk};
use crate::diagnostic::Diagnostic;
use crate::manifest::keys::HEADER_ANNOTATION as ANNOTATION;
use crate::source::Place;

/// 2^53 - 1: what every reader of JSON holds exactly.
const SAFE: f64 = 9_007_199_254_740_991.0;

pub(super) fn check(lint: &mut Lint<'_>) {
    for tool in &lint.manifest.tools {
        let mut names = BTreeMap::new();
        for node in walk(&tool.input_schema).iter().filter(|node| node.schema.contains_key(ANNOTATION)) {
            let schema = format!("{}/inputSchema{}", tool.pointer, node.pointer);
            annotated(lint, &tool.name, node, &schema, &mut names);
        }
        let Some(output) = &tool.output_schema else { continue };
        for node in walk(output).iter().filter(|node| node.schema.contains_key(ANNOTATION)) {
            let place = lint.key_place(&format!("{}/outputSchema{}/{ANNOTATION}", tool.pointer, node.pointer));
            lint.found.push(
                Diagnostic::warning("HDR-20", place, "results are not mirrored: this annotation has no effect")
                    .help("annotate properties of `inputSchema`"),
            );
        }
    }
}

fn annotated(lint: &mut Lint<'_>, tool: &str, node: &Node<'_>, schema: &str, names: &mut BTreeMap<String, Place>) {
    let at = format!("{schema}/{ANNOTATION}");
    let key = lint.key_place(&at);
    let header = header_name(lint, node.schema.get(ANNOTATION), &at);
    if let Some((rule, message)) = misplaced(tool, node) {
        lint.found.push(Diagnostic::error(rule, key, message).help(
            "annotate a property that is reached from the root through `properties` only; nested objects are fine",
        ));
        return;
    }
    check_type(lint, node, schema);
    if let (Some(header), Some(place)) = (header, lint.place(&at)) {
        if let Some(first) = names.get(&header.to_ascii_lowercase()) {
            lint.found.push(
                Diagnostic::error(
                    "HDR-15",
                    place,
                    format!("`Mcp-Param-{header}` is the header of two arguments of `{tool}`"),
                )
                .help("header names are unique in a tool; upper and lower case do not count")
                .related(*first, "it stands here first"),
            );
        } else {
            names.insert(header.to_ascii_lowercase(), place);
        }
    }
    if node.properties.len() > 1 {
        lint.found.push(
            Diagnostic::warning("HDR-18", key, "a nested annotation: some clients hide a tool that has one")
                .help("legal in MCP; put the argument at the top level to reach those clients, too"),
        );
    }
    if node.properties.last().is_some_and(|name| is_sensitive(name)) || header.is_some_and(is_sensitive) {
        lint.found.push(
            Diagnostic::warning("HDR-24", key, "this argument looks sensitive, and proxies and logs see headers")
                .help("take the annotation away: passwords, keys, tokens and personal data stay in the body"),
        );
    }
}

/// A header name: a token of RFC 9110.
fn header_name<'v>(lint: &mut Lint<'_>, value: Option<&'v Value>, at: &str) -> Option<&'v str> {
    let help = "one or more letters, digits or !#$%&'*+-.^_`|~ (RFC 9110 section 5.6.2), such as \"Region\"";
    match value? {
        Value::String(name) if is_token(name) => Some(name),
        Value::String(name) if name.is_empty() => {
            lint.error("HDR-14", at, "the name of a header is empty", help);
            None
        }
        Value::String(name) => {
            let bad: String = name.chars().find(|c| !is_tchar(*c)).into_iter().collect();
            lint.error("HDR-14", at, format!("`{name}` is not the name of a header: it holds `{bad}`"), help);
            None
        }
        _ => {
            lint.error("HDR-14", at, "the name of a header is text", help);
            None
        }
    }
}

/// `token = 1*tchar`.
fn is_token(text: &str) -> bool {
    !text.is_empty() && text.chars().all(is_tchar)
}

fn is_tchar(c: char) -> bool {
    c.is_ascii_alphanumeric() || "!#$%&'*+-.^_`|~".contains(c)
}

/// Why a place is none where an annotation may stand.
fn misplaced(tool: &str, node: &Node<'_>) -> Option<(&'static str, String)> {
    let whole = format!("the arguments of `{tool}` as a whole cannot be mirrored");
    match node.through {
        None if node.properties.is_empty() => Some(("HDR-20", whole)),
        None => None,
        Some(
            keyword @ ("additionalItems" | "allOf" | "anyOf" | "contains" | "$defs" | "definitions" | "else" | "if"
            | "items" | "not" | "oneOf" | "prefixItems" | "then" | "unevaluatedItems"),
        ) => Some(("HDR-19", format!("an annotation below `{keyword}` names no single argument of `{tool}`"))),
        Some(keyword) => {
            Some(("HDR-20", format!("an annotation below `{keyword}` names no single argument of `{tool}`")))
        }
    }
}

fn check_type(lint: &mut Lint<'_>, node: &Node<'_>, schema: &str) {
    let legal = "an argument that is mirrored has `type` exactly \"string\", \"integer\" or \"boolean\"";
    let key = format!("{schema}/{ANNOTATION}");
    if node.schema.contains_key("$ref") {
        let at = format!("{schema}/$ref");
        return lint.error("HDR-16", &at, "a mirrored argument says its type itself, not by `$ref`", legal);
    }
    let Some(ty) = node.schema.get("type") else {
        let place = lint.key_place(&key);
        lint.found.push(Diagnostic::error("HDR-16", place, "a mirrored argument must say its `type`").help(legal));
        return;
    };
    if !matches!(ty.as_str(), Some("string" | "integer" | "boolean")) {
        let message = match ty {
            Value::Array(_) => "a mirrored argument has one type, not a choice of types".to_owned(),
            Value::String(name) if name == "number" => {
                "a `number` cannot be mirrored: fractions have many spellings".to_owned()
            }
            Value::String(name) => format!("`{name}` cannot be mirrored into a header"),
            _ => "this is not a type".to_owned(),
        };
        return lint.error("HDR-16", &format!("{schema}/type"), message, legal);
    }
    let listed = ["const", "enum"].iter().any(|keyword| node.schema.contains_key(*keyword));
    if ty == "integer" && !listed && !is_bounded(node) {
        let place = lint.key_place(&key);
        lint.found.push(
            Diagnostic::warning("HDR-17", place, "this mirrored integer may leave the range that headers carry")
                .help("add minimum = -9007199254740991 and maximum = 9007199254740991, or narrower bounds"),
        );
    }
}

fn is_bounded(node: &Node<'_>) -> bool {
    let bound = |keywords: [&str; 2]| {
        keywords.iter().any(|keyword| {
            node.schema.get(*keyword).and_then(Value::as_f64).is_some_and(|bound| (-SAFE..=SAFE).contains(&bound))
        })
    };
    bound(["minimum", "exclusiveMinimum"]) && bound(["maximum", "exclusiveMaximum"])
}
